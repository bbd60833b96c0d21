"""The spider `news`: a site's address in, its pages out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from typing import Any, Self
from urllib.parse import urljoin, urlsplit

from scrapy import Request, Spider, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import CloseSpider, DontCloseSpider
from scrapy.http import Response
from scrapy.settings import BaseSettings

from webnoise.errors import StoreError
from webnoise.middlewares.politeness import LONGEST_PAUSE, hold_apart
from webnoise.model import Page
from webnoise.pipelines.session import Freshness, Session
from webnoise.pipelines.stage import HoldingItemProcessor
from webnoise.spiders.bounds import Bounds, end_in_words
from webnoise.spiders.components import adapt_settings, add_components
from webnoise.spiders.failures import FailureHandler, failure_of
from webnoise.spiders.feeds import UNWRITABLE
from webnoise.spiders.frontier import Frontier
from webnoise.spiders.progress import SiteState
from webnoise.spiders.recorder import CrawlRecorder, waiting_visits
from webnoise.spiders.rendering import can_render
from webnoise.spiders.requests import RequestBuilder
from webnoise.spiders.responses import ResponseHandler
from webnoise.spiders.sharing import TICK_SECONDS, Sharing
from webnoise.spiders.sites import Arguments, SiteConfig
from webnoise.spiders.visits import Visit
from webnoise.stores import Seen


class NewsSpider(Spider):
    """Finds a site's articles by feeds, sitemaps and links, best first, and yields every page it fetches.

    Arguments: `site=URL[,URL...]` or `sites=FILE.toml` (or a built-in list: `sites=india`), `max_pages=N` per
    site, `since=2026-11-01` (or an age: `since=7d`), `recrawl_after=HOURS`. Without any argument it crawls
    the demo newspapers that come with webnoise.

    Every response takes the same way: `answered` or `failed` settles the visit, what the page holds goes into
    the site's frontier, and the frontier names the next visits.
    """

    name = "news"
    session: Session
    _hosts: frozenset[str] | None = None
    _releasing: asyncio.Task[None] | None = None
    _resuming: asyncio.Task[None] | None = None

    def __init__(self, name: str | None = None, **given: Any) -> None:
        super().__init__(name)
        self._arguments = arguments = Arguments.read(given)
        self.demo: Any = None
        self.frontiers = {
            site.name: Frontier(site, arguments.since, arguments.max_pages)
            for site in arguments.sites or self._start_demo()
        }
        self.state: dict[str, Any] = {}

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
        """Make the parts of the crawl, which need the settings, each with what it works on."""
        settings = crawler.settings
        sites = [frontier.site for frontier in self.frontiers.values()]
        adapt_settings(settings, sites, is_demo=self.demo is not None)
        self.session = session = Session.of(crawler)
        config = session.config
        self._stores = session.stores if config.store else None
        self._seen = self._stores.seen if self._stores is not None else None
        self._earlier = self._seen if config.incremental else None
        self._shared_run = self._stores.shared if self._stores is not None else None
        self.recorder = recorder = CrawlRecorder(self.frontiers, session)
        self._failures = FailureHandler(session, self.logger)
        session.freshness = Freshness(
            self._arguments.since, self._known_earlier, recorder.is_expected, recorder.last_modified
        )
        session.on_close.append(self._leave)
        hours = self._arguments.recrawl_after
        recrawl_after = config.recrawl_after if hours is None else hours
        self._bounds = Bounds(config.max_pages, config.max_hours, config.max_unproductive)
        self._ended: set[str] = set()  # sites whose end was logged
        self._unsettled: set[str] = set()  # pages with links that an earlier run did not come to
        self._requests = RequestBuilder(session, self.answered, self.failed, recrawl_after, self._unsettled)
        self._sharing: Sharing | None = None
        if self._shared_run is not None:
            most, put_aside = settings.getint("CONCURRENT_REQUESTS"), self._failures.put_aside
            self._sharing = Sharing(session, self.frontiers, recorder, put_aside, most)
        self._responses = ResponseHandler(
            recorder, config.limits, lambda: str(settings.get("USER_AGENT")), can_render=can_render(settings)
        )
        self.article_pages = self._responses.article_pages
        self._is_job = self.article_pages.is_job = bool(settings.get("JOBDIR"))
        if config.incremental or self._is_job:
            self.article_pages.awaits = self._awaits
        self._abreast = 2 * max(1, settings.getint("CONCURRENT_REQUESTS_PER_DOMAIN"))
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

    def owns(self, site: str, url: str) -> bool:
        """Whether an address belongs to the site of this name."""
        return self.frontiers[site].site.owns(url)

    def hosts(self) -> frozenset[str]:
        """Return the hosts of all sites; what lies on or below one of them belongs to its site.

        The same object until a site has moved: it is asked for with every request and page.
        """
        if self._hosts is None:
            sites = (frontier.site for frontier in self.frontiers.values())
            self._hosts = frozenset[str]().union(*(site.hosts for site in sites))
        return self._hosts

    def site_states(self) -> list[SiteState]:
        """Return the state of each site that is this process's."""
        tallies, frontiers = self.recorder.tallies, self.frontiers
        names = frontiers if self._sharing is None else self._sharing.taken
        return [SiteState(name, frontiers[name], tallies[name]) for name in names]

    async def start(self) -> AsyncIterator[Request]:
        self._restore_job()
        with suppress(StoreError):  # which ends the crawl
            await self.recorder.begin()
            if self._sharing is not None:
                await self._sharing.join(self.recorder.output)
                self.session.start(self._share(self._sharing))
                return
            for name in self.frontiers:
                async for request in self._begin(name):
                    yield request

    def _restore_job(self) -> None:
        """Take up the frontiers and the articles of several pages of an interrupted job (JOBDIR)."""
        for name, state in self.state.get("frontiers", {}).items():
            if name in self.frontiers:
                self.frontiers[name].restore(state)
        if "article_pages" in self.state:
            self.article_pages.restore(self.state["article_pages"])
        self._hosts = None

    def _save_job(self) -> None:
        frontiers = {name: frontier.to_state() for name, frontier in self.frontiers.items()}
        self.state |= {"frontiers": frontiers, "article_pages": self.article_pages.to_state()}

    async def _begin(self, name: str) -> AsyncIterator[Request]:
        """Yield the first visits of a site: its robots.txt, then what earlier runs have left."""
        frontier = self.frontiers[name]
        frontier.begin(self._bounds)
        site = frontier.site
        if self._seen is not None:
            frontier.patterns.merge(await self.session.call(self._seen.patterns, name))
            await self._take_up_links(name)
        for host in _hosts(site) if site.delay else ():
            hold_apart(self.crawler.engine.downloader, host, site.delay or 0.0)
        frontier.add_source(urljoin(site.start[0], "/robots.txt"), "robots")
        async for request in self._next(frontier):
            yield request

    async def _take_up_links(self, name: str) -> None:
        """Take up what an earlier run, or another process of this one, has found and not visited."""
        assert self._seen is not None
        incremental = self.session.config.incremental
        if self._shared_run is not None:
            links = await self.session.call(self._shared_run.waiting, name, of_earlier_runs=incremental)
        else:
            links = await self.session.call(self._seen.waiting, name) if incremental else []
        self._unsettled.update(link.source for link in links)
        self.frontiers[name].add_waiting(waiting_visits(links))

    async def _share(self, sharing: Sharing) -> None:
        """Every second: take sites while there is room, report which are done, and end with the run."""
        engine = self.crawler.engine
        with suppress(StoreError):  # which ends the crawl
            while engine.spider is not None:
                async for name in sharing.tick():
                    async for request in self._begin(name):
                        engine.crawl(request)
                if await sharing.is_over():
                    self.session.start(engine.close_spider_async(reason="finished"))
                    return
                await asyncio.sleep(TICK_SECONDS)

    async def answered(self, response: Response, site: str, visit: dict[str, Any]) -> AsyncIterator[Any]:
        """The callback of every request."""
        frontier, made = self.frontiers[site], Visit(**visit)
        frontier.settle(made)
        self.recorder.tallies[site].failures.success()
        found = self._responses.read(response, made, frontier)
        if made.purpose == "start":
            self._hosts = None  # the site may have moved
        self.recorder.found(site, made.url, frontier.take_found())
        if isinstance(found, Visit):
            async for request in self._again(found, frontier):
                yield request
        async for request in self._next(frontier):
            yield request
        if isinstance(found, Page):
            yield found

    async def failed(self, failure: Any) -> AsyncIterator[Request]:
        """The errback of every request: what cannot be had is counted, and the crawl goes on."""
        site, visit = failure.request.cb_kwargs["site"], Visit(**failure.request.cb_kwargs["visit"])
        frontier, reason = self.frontiers[site], failure_of(failure)
        frontier.settle(visit, was_sent=reason.was_sent)
        if reason.pause > LONGEST_PAUSE:
            self._failures.put_aside(frontier, f"it asks to come back in {reason.pause / 60:.0f} minutes")
        if visit.purpose == "robots" and reason.is_refusal and reason.status != 429:
            self._responses.read_robots(b"", visit.url, frontier)
        elif reason.reason == "truncated" and not visit.allow_truncated:
            async for request in self._again(replace(visit, allow_truncated=True), frontier):
                yield request
        else:
            self.recorder.failed(visit, reason)
            if visit.purpose == "page" and reason.was_sent:
                frontier.budget.note(article=False)
            if not (visit.guess and reason.is_refusal):  # a wrong guess is no failure
                tally = self.recorder.tallies[site]
                tally.errors += self._failures.note(frontier, visit, reason, tally.failures)
        async for request in self._next(frontier):
            yield request

    async def _again(self, visit: Visit, frontier: Frontier) -> AsyncIterator[Request]:
        """Make a visit once more, in another way."""
        frontier.again(visit)
        with suppress(StoreError):  # which ends the crawl
            if request := await self._requests.build(visit, frontier.site):
                yield request

    async def _next(self, frontier: Frontier) -> AsyncIterator[Request]:
        """Yield as many visits as may be under way at once."""
        with suppress(StoreError):  # which ends the crawl
            while len(frontier.in_flight) < self._abreast and (visit := frontier.next()) is not None:
                request = await self._requests.build(visit, frontier.site)
                if request is None:
                    frontier.refuse(visit, "seen")
                else:
                    yield request
        self._log_end(frontier)

    def _log_end(self, frontier: Frontier) -> None:
        name = frontier.site.name
        if name not in self._ended and frontier.waiting and (end := frontier.end):
            self._ended.add(name)
            self.logger.info("%s ends here: %s", name, end_in_words(end, frontier.waiting))

    def _awaits(self, url: str) -> bool:
        """Whether the run has not come to a further page of an article: the next one will."""
        return any(frontier.awaits(url) for frontier in self.frontiers.values())

    async def _known_earlier(self, url: str) -> Seen | None:
        return await self.session.call(self._earlier.get, url) if self._earlier is not None else None

    def on_idle(self) -> None:
        """Nothing is under way: a request that got lost on its way must not end its site's crawl."""
        if self._resuming is None or self._resuming.done():
            for frontier in self.frontiers.values():
                for visit in tuple(frontier.in_flight.values()):
                    frontier.refuse(visit, "lost")
            if any(not frontier.is_drained for frontier in self.frontiers.values()):
                self._resuming = self.session.start(self._resume())
        if self._resuming is not None and not self._resuming.done():
            raise DontCloseSpider
        if self.recorder.unwritable:
            raise CloseSpider(UNWRITABLE)
        if self._sharing is not None:
            if self._sharing.is_idle and (self._releasing is None or self._releasing.done()):
                self._releasing = self.session.start(self._release())
            raise DontCloseSpider  # others are at work, or die at it

    async def _resume(self) -> None:
        for frontier in self.frontiers.values():
            async for request in self._next(frontier):
                self.crawler.engine.crawl(request)

    async def _release(self) -> None:
        """Nothing more comes of the sites that are this process's: what is held goes out."""
        processor = self.crawler.engine.scraper.itemproc
        if isinstance(processor, HoldingItemProcessor):
            await processor.release()

    def on_closed(self) -> None:
        if self.demo is not None:
            self.demo.stop()
        for frontier in self.frontiers.values():
            if (end := frontier.end) and frontier.waiting:
                frontier.refused[end] += frontier.waiting
            for reason, count in sorted(frontier.refused.items()):
                self.session.count(f"skipped/{reason}", count)
        if self._is_job:
            self._save_job()

    async def _leave(self) -> None:
        """The feeds are stored: store what was learned, and leave the run that processes share."""
        if self._sharing is not None:
            await self._sharing.leave()
        elif self._seen is not None:
            for name, frontier in self.frontiers.items():
                await self.session.call(self._seen.put_patterns, name, frontier.patterns.to_dict())


def _hosts(site: SiteConfig) -> set[str]:
    """The hosts whose requests a site's own delay holds apart."""
    return {urlsplit(start).hostname or "" for start in site.start} | set(site.domains)
