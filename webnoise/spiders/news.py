"""The spider `news`: a site's address in, its pages out."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urlsplit

from scrapy import Request, Spider, signals
from scrapy.exceptions import DontCloseSpider
from scrapy.http import Response
from scrapy.spidermiddlewares.httperror import HttpError

from webnoise import stores
from webnoise.config import Config
from webnoise.model import Page
from webnoise.spiders.arguments import Arguments
from webnoise.spiders.components import add_components
from webnoise.spiders.failures import Failure, failure_of
from webnoise.spiders.frontier import Frontier
from webnoise.spiders.outcomes import Outcomes
from webnoise.spiders.politeness import hold_apart
from webnoise.spiders.reading import Readers, Reading
from webnoise.spiders.render import require_rendering
from webnoise.spiders.requests import Requests
from webnoise.spiders.site_config import SiteConfig
from webnoise.spiders.visits import Visit
from webnoise.stores import SeenPages, Stores

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings

__all__ = ["NewsSpider"]


class NewsSpider(Spider):
    """Finds a site's articles by feeds, sitemaps and links, best first, and yields every page it fetches.

    Arguments: `site=URL[,URL...]` or `sites=FILE.toml` (or a built-in list: `sites=india`), `max_pages=N` per
    site, `since=2026-11-01`, `recrawl_after=HOURS`. Without a site it crawls the demo newspapers that come
    with webnoise.

    Every answer takes the same way: `answered` or `failed` settles the visit, what the page holds goes into
    the site's frontier, and the frontier names the next visits.
    """

    name = "news"

    def __init__(self, name: str | None = None, **given: Any) -> None:
        super().__init__(name)
        arguments = Arguments.read(given)
        self.demo: Any = None
        self.since = arguments.since
        self._arguments = arguments
        self.frontiers = {
            site.name: Frontier(site, arguments.since, arguments.max_pages)
            for site in arguments.sites or self._start_demo()
        }
        self.state: dict[str, Any] = {}
        self.seen: SeenPages | None = None
        self._stores: Stores | None = None

    @classmethod
    def update_settings(cls, settings: BaseSettings) -> None:
        super().update_settings(settings)
        add_components(settings)

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        spider = super().from_crawler(crawler, *args, **kwargs)
        spider.prepare(crawler)
        return spider

    def prepare(self, crawler: Crawler) -> None:
        """What needs the settings: the store, the way requests are built, the demo's haste."""
        settings = crawler.settings
        config = Config.from_settings(settings)
        if any(frontier.site.render for frontier in self.frontiers.values()):
            require_rendering(settings)
        self._stores = stores.open(config.store) if config.store else None
        store = self._stores.seen if self._stores is not None else None
        self.seen = store if config.incremental else None
        self._store = store
        self.outcomes = Outcomes(self.frontiers, store)
        self.outcomes.connect(crawler)
        hours = self._arguments.recrawl_after
        self._requests = Requests(self, config.recrawl_after if hours is None else hours)
        self._readers = Readers(self, config)
        self._abreast = 2 * max(1, settings.getint("CONCURRENT_REQUESTS_PER_DOMAIN"))
        if self.demo is not None:
            # Our own server on this machine needs no politeness; every other crawl keeps the settings'.
            for name, value in {"DOWNLOAD_DELAY": 0, "AUTOTHROTTLE_ENABLED": False}.items():
                settings.set(name, value, priority="spider")
        elif not settings.get("WEBNOISE_CONTACT_URL"):
            self.logger.info(
                "Sites cannot see whom to write to: set WEBNOISE_CONTACT_URL to a page about your crawl."
            )
        crawler.signals.connect(self.on_idle, signal=signals.spider_idle)
        crawler.signals.connect(self.on_closed, signal=signals.spider_closed)

    def _start_demo(self) -> tuple[SiteConfig, ...]:
        from webnoise.demo import DemoServer, newspapers

        self.demo = DemoServer().start()
        self.logger.info(
            "No site given: crawling the demo newspapers that come with webnoise, served here at %s. "
            "For a real site: scrapy crawl news -a site=https://news.example/ -O articles.jsonl",
            " ".join(self.demo.urls),
        )
        papers = zip(newspapers(), self.demo.urls, strict=True)
        return tuple(SiteConfig(start=(url,), name=paper.name) for paper, url in papers)

    async def start(self) -> AsyncIterator[Request]:
        self._resume()
        for name, frontier in self.frontiers.items():
            for host in _hosts(frontier.site) if frontier.site.delay else ():
                hold_apart(self.crawler.engine.downloader, host, frontier.site.delay or 0.0)
            frontier.add_source(_robots_url(frontier.site), "robots")
            for request in self._next(name):
                yield request

    def _resume(self) -> None:
        """Take up an interrupted job (JOBDIR): its frontiers go on where they stopped."""
        for name, frontier in self.state.get("frontiers", {}).items():
            if name in self.frontiers:
                frontier.closed = None
                self.frontiers[name] = frontier
        self.state["frontiers"] = self.frontiers
        if self._store is not None:
            for name, frontier in self.frontiers.items():
                frontier.remember(self._store.patterns(name))

    def answered(self, response: Response, site: str, visit: Visit) -> Iterator[Page | Request]:
        """The callback of every request."""
        frontier = self.frontiers[site]
        frontier.settle(visit)
        self.outcomes.tallies[site].troubles.success()
        reading = self._readers.read(response, site, visit)
        yield from self._after(reading, site)

    def failed(self, failure: Any) -> Iterator[Page | Request]:
        """The errback of every request: what cannot be had is counted, and the crawl goes on."""
        request = failure.request
        site, visit = request.cb_kwargs["site"], request.cb_kwargs["visit"]
        reason = failure_of(failure)
        self.frontiers[site].settle(visit, left=reason.left)
        response = failure.value.response if isinstance(failure.value, HttpError) else None
        reading = self._readers.missed(visit, site, reason, response)
        if not reading.understood:
            self._note_failure(site, visit, reason)
        yield from self._after(reading, site)

    def _after(self, reading: Reading, site: str) -> Iterator[Page | Request]:
        for visit in reading.again:
            if request := self._requests.build(visit, site):
                self.frontiers[site].again(visit)
                yield request
        yield from self._next(site)
        yield from reading.pages

    def _next(self, site: str) -> Iterator[Request]:
        """As many visits as may be under way at once."""
        frontier = self.frontiers[site]
        while len(frontier.in_flight) < self._abreast and (visit := frontier.next()) is not None:
            request = self._requests.build(visit, site)
            if request is None:
                frontier.refuse(visit, "seen")
            else:
                yield request

    def _note_failure(self, site: str, visit: Visit, reason: Failure) -> None:
        tally = self.outcomes.tallies[site]
        if not reason.left or reason.reason == "offsite":
            self.frontiers[site].refused[reason.reason] += 1
            if visit.purpose == "start":
                tally.troubles.note(reason)
            return
        tally.errors += 1
        self.count(f"failed/{reason.reason}")
        self.logger.log(20 if reason.grave else 10, "%s: %s", visit.url, reason.words)
        if tally.troubles.note(reason):
            self.put_aside(
                site, f"{tally.troubles.in_a_row} requests in a row failed, the last because {reason.words}"
            )

    def put_aside(self, site: str, reason: str) -> None:
        """Visit a site no more in this run; the others go on."""
        frontier = self.frontiers[site]
        if frontier.closed is None:
            frontier.closed = reason
            self.count("sites/put-aside")
            self.logger.warning("%s is put aside: %s. The other sites go on.", site, reason)

    def on_idle(self) -> None:
        """Nothing is under way: a request that got lost on its way must not end its site's crawl."""
        more = False
        for name, frontier in self.frontiers.items():
            for visit in tuple(frontier.in_flight.values()):
                frontier.refuse(visit, "lost")
            for request in self._next(name):
                self.crawler.engine.crawl(request)
                more = True
        if more:
            raise DontCloseSpider

    def on_closed(self) -> None:
        if self.demo is not None:
            self.demo.stop()
        for name, frontier in self.frontiers.items():
            if frontier.full and frontier.waiting:
                frontier.refused["max-pages"] += frontier.waiting
            for reason, count in sorted(frontier.refused.items()):
                self.count(f"skipped/{reason}", count)
            if self._store is not None:
                self._store.put_patterns(name, frontier.patterns.to_dict())
        if self._stores is not None:
            self._stores.close()

    def count(self, name: str, amount: int = 1) -> None:
        assert self.crawler.stats is not None
        self.crawler.stats.inc_value(f"webnoise/{name}", amount)


def _hosts(site: SiteConfig) -> set[str]:
    """The hosts whose requests a site's own delay holds apart."""
    return {urlsplit(start).hostname or "" for start in site.start} | set(site.domains)


def _robots_url(site: SiteConfig) -> str:
    return "/".join(site.start[0].split("/", 3)[:3]) + "/robots.txt"
