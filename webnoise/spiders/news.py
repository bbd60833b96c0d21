"""The spider `news`: a site's address in, its pages out."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Self

from scrapy import Request, Spider, signals
from scrapy.http import HtmlResponse, Response

from webnoise.errors import ConfigError, InputError
from webnoise.model import Page
from webnoise.page.parse import parse
from webnoise.spiders.discovery import (
    feed_links,
    guessed_sitemaps,
    page_links,
    parse_feed,
    parse_robots,
    parse_sitemap,
)
from webnoise.spiders.frontier import Candidate, Frontier
from webnoise.spiders.site_config import SiteConfig, read_sites, sites_from_urls

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

__all__ = ["NewsSpider"]

_SOURCE_PRIORITY = 1_000  # robots.txt, feeds and sitemaps come before pages: they say where the articles are
_START_PRIORITY = 500
_MAX_SITEMAPS = 50  # of one site in one run; an index of a newspaper's archive lists thousands


class NewsSpider(Spider):
    """Finds a site's articles by feeds, sitemaps and links, best first, and yields every page it fetches.

    Arguments: `site=URL[,URL...]` or `sites=FILE.toml` (or a built-in list: `sites=india`), `max_pages=N` per
    site, `since=2026-11-01`. Without a site it crawls the demo newspaper that comes with webnoise.
    """

    name = "news"
    custom_settings = {  # noqa: RUF012 - Scrapy reads it as a plain class attribute
        "DOWNLOADER_MIDDLEWARES": {"webnoise.spiders.budget.PageBudget": 950},
        "SCHEDULER_PRIORITY_QUEUE": "scrapy.pqueues.DownloaderAwarePriorityQueue",
    }

    def __init__(
        self,
        site: str = "",
        sites: str = "",
        max_pages: str | int | None = None,
        since: str | None = None,
        **arguments: Any,
    ) -> None:
        unknown = set(arguments) - {"name"}
        if unknown:
            raise ConfigError(
                f"the spider has no argument {min(unknown)!r}; it takes site, sites, max_pages, since"
            )
        super().__init__(**arguments)
        if site and sites:
            raise ConfigError("give either site=URL or sites=FILE, not both")
        self.demo: Any = None
        self._max_pages = _positive("max_pages", max_pages)
        chosen = sites_from_urls(site) if site else read_sites(sites) if sites else self._start_demo()
        moment = _moment(since)
        self.frontiers = {config.name: Frontier(config, moment) for config in chosen}
        self._sitemaps_read = dict.fromkeys(self.frontiers, 0)

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        spider = super().from_crawler(crawler, *args, **kwargs)
        if spider.demo is not None:
            # Our own server on this machine needs no politeness; every other crawl keeps the settings'.
            for name, value in {"DOWNLOAD_DELAY": 0, "AUTOTHROTTLE_ENABLED": False}.items():
                crawler.settings.set(name, value, priority="spider")
        elif not crawler.settings.get("WEBNOISE_CONTACT_URL"):
            spider.logger.info(
                "Sites cannot see whom to write to: set WEBNOISE_CONTACT_URL to a page about your crawl."
            )
        crawler.signals.connect(spider.on_closed, signal=signals.spider_closed)
        return spider

    def _start_demo(self) -> tuple[SiteConfig, ...]:
        from webnoise.demo import DemoServer

        self.demo = DemoServer()
        self.demo.start()
        self.logger.info(
            "No site given: crawling the demo newspapers that come with webnoise, served here at %s. "
            "For a real site: scrapy crawl news -a site=https://news.example/ -O articles.jsonl",
            " ".join(self.demo.urls),
        )
        return sites_from_urls(" ".join(self.demo.urls))

    def on_closed(self) -> None:
        if self.demo is not None:
            self.demo.stop()
        for name, frontier in self.frontiers.items():
            for reason, count in sorted(frontier.refused.items()):
                self._count(f"skipped/{reason}", count)
            if frontier.refused:
                self.logger.info(
                    "%s: addresses not followed: %s", name, dict(sorted(frontier.refused.items()))
                )

    async def start(self) -> AsyncIterator[Request]:
        for name, frontier in self.frontiers.items():
            robots = frontier.site.start[0].split("/", 3)[:3]
            yield self._source("/".join(robots) + "/robots.txt", name, self.parse_robots, robots=True)

    def parse_robots(self, response: Response, site: str) -> Iterator[Request]:
        """The site's own word first: its sitemaps and its delay; then its front pages."""
        frontier = self.frontiers[site]
        config = frontier.site
        body = response.body if response.status == 200 else b""
        robots = parse_robots(body, response.url, self.settings.get("USER_AGENT"))
        self._obey_delay(response, max(robots.crawl_delay or 0.0, config.delay or 0.0))
        for url in config.feeds:
            yield from self._sources([url], site, self.parse_feed)
        listed = (*config.sitemaps, *robots.sitemaps) or guessed_sitemaps(config.start[0])[:6]
        yield from self._sources(listed, site, self.parse_sitemap)
        for url in config.start:
            if frontier.meet(url):
                yield self._page(Candidate(url, 1.0), site, priority=_START_PRIORITY, start=True)

    def parse_sitemap(self, response: Response, site: str) -> Iterator[Request]:
        sitemap = parse_sitemap(response.body, response.url)
        if sitemap is None:
            self._count("skipped/no-sitemap")
            return
        newest_first = sorted(sitemap.sitemaps, key=lambda link: link.modified or "", reverse=True)
        yield from self._sources([link.url for link in newest_first], site, self.parse_sitemap)
        yield from self._candidates(self.frontiers[site].from_entries(sitemap.entries), site)

    def parse_feed(self, response: Response, site: str) -> Iterator[Request]:
        feed = parse_feed(response.body, response.url)
        if feed is None:
            self._count("skipped/no-feed")
            return
        yield from self._candidates(self.frontiers[site].from_entries(feed.entries), site)

    def parse_page(
        self, response: Response, site: str, hints: dict[str, str], *, start: bool = False
    ) -> Iterator[Page | Request]:
        """A fetched page: its links to follow, and itself for the pipelines to judge."""
        if not isinstance(response, HtmlResponse):
            self._count("skipped/not-html")
            return
        frontier = self.frontiers[site]
        page = Page.from_response(response, hints=hints)
        try:
            root = parse(page).root
        except InputError as error:
            self._count("skipped/unreadable")
            self.logger.warning("%s", error)
            return
        if start:
            yield from self._sources(feed_links(root, response.url), site, self.parse_feed)
        else:
            yield page
        links = page_links(root, response.url)
        yield from self._candidates(frontier.from_links(links.links), site)

    def failed(self, failure: Any) -> Iterator[Request] | None:
        """What cannot be had is counted; a missing robots.txt opens the site all the same."""
        request = failure.request
        self._count("failed")
        self.logger.info("%s: %s", request.url, failure.getErrorMessage())
        if request.callback == self.parse_robots:
            return self.parse_robots(Response(request.url, status=599), **request.cb_kwargs)
        return None

    def _sources(self, urls: Iterable[str], site: str, callback: Any) -> Iterator[Request]:
        for url in urls:
            if self.frontiers[site].meet(url) and self._sitemaps_read[site] < _MAX_SITEMAPS:
                self._sitemaps_read[site] += 1
                yield self._source(url, site, callback)

    def _source(self, url: str, site: str, callback: Any, *, robots: bool = False) -> Request:
        meta = {"dont_obey_robotstxt": True, "handle_httpstatus_all": True} if robots else {}
        return Request(
            url,
            callback,
            errback=self.failed,
            cb_kwargs={"site": site},
            priority=_SOURCE_PRIORITY,
            meta={"webnoise_site": site, **meta},
        )

    def _candidates(self, candidates: Iterable[Candidate], site: str) -> Iterator[Request]:
        for candidate in candidates:
            yield self._page(candidate, site, priority=round(100 * candidate.score))

    def _page(self, candidate: Candidate, site: str, *, priority: int, start: bool = False) -> Request:
        limit = self.frontiers[site].site.max_pages or self._max_pages
        meta: dict[str, Any] = {"webnoise_site": site}
        if limit is not None:
            meta["webnoise_max_pages"] = limit
        return Request(
            candidate.url,
            self.parse_page,
            errback=self.failed,
            cb_kwargs={"site": site, "hints": dict(candidate.hints), "start": start},
            priority=priority,
            meta=meta,
        )

    def _obey_delay(self, response: Response, delay: float) -> None:
        """A site's crawl-delay is a lower bound that AutoThrottle must not undercut."""
        key = response.meta.get("download_slot") if response.request else None
        slot = self.crawler.engine.downloader.slots.get(key) if key and self.crawler.engine else None
        if slot is not None and delay > slot.delay:
            slot.delay = delay

    def _count(self, name: str, amount: int = 1) -> None:
        assert self.crawler.stats is not None
        self.crawler.stats.inc_value(f"webnoise/{name}", amount)


def _positive(name: str, value: str | int | None) -> int | None:
    if value is None or value == "":
        return None
    try:
        number = int(value)
    except ValueError:
        number = 0
    if number < 1:
        raise ConfigError(f"{name} must be a whole number from 1 on, not {value!r}")
    return number


def _moment(since: str | None) -> datetime | None:
    if not since:
        return None
    try:
        moment = datetime.fromisoformat(since)
    except ValueError:
        raise ConfigError(f"since must be a date such as 2026-11-01, not {since!r}") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
