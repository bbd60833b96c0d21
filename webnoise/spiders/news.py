"""The spider `news`: a site's address in, its pages out."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any, Self
from urllib.parse import urljoin, urlsplit

from scrapy import Request, Spider, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import CloseSpider, DontCloseSpider
from scrapy.http import Response
from scrapy.settings import BaseSettings
from scrapy.utils.asyncio import create_looping_call
from scrapy.utils.defer import deferred_from_coro
from twisted.python.failure import Failure as TwistedFailure

from webnoise import stores
from webnoise.config import Config
from webnoise.errors import StoreError
from webnoise.middlewares.politeness import LONGEST_PAUSE, hold_apart
from webnoise.model import Page
from webnoise.pipelines.freshness import Freshness
from webnoise.pipelines.stage import HoldingItemProcessor, end_for, store_watched
from webnoise.spiders.answers import AnswerReader
from webnoise.spiders.bounds import Bounds, end_in_words
from webnoise.spiders.components import adapt_settings, add_components
from webnoise.spiders.failures import failure_of
from webnoise.spiders.feeds import UNWRITABLE
from webnoise.spiders.frontier import Frontier
from webnoise.spiders.outcomes import Outcomes, waiting_visits
from webnoise.spiders.progress import SiteState
from webnoise.spiders.rendering import can_render
from webnoise.spiders.requests import RequestBuilder
from webnoise.spiders.setbacks import Setbacks
from webnoise.spiders.sharing import TICK_SECONDS, Sharing
from webnoise.spiders.sites import Arguments, SiteConfig
from webnoise.spiders.visits import Visit


class NewsSpider(Spider):
    """Finds a site's articles by feeds, sitemaps and links, best first, and yields every page it fetches.

    Arguments: `site=URL[,URL...]` or `sites=FILE.toml` (or a built-in list: `sites=india`), `max_pages=N` per
    site, `since=2026-11-01` (or an age: `since=7d`), `recrawl_after=HOURS`. Without a site it crawls the demo
    newspapers that come with webnoise.

    Every answer takes the same way: `answered` or `failed` settles the visit, what the page holds goes into
    the site's frontier, and the frontier names the next visits.
    """

    name = "news"
    _ticking: Any = None
    _is_closing = False
    _hosts: frozenset[str] | None = None
    _is_giving_out = False

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
        """What needs the settings: the store and the parts of the crawl, each with what it works on."""
        settings = crawler.settings
        sites = [frontier.site for frontier in self.frontiers.values()]
        adapt_settings(settings, sites, is_demo=self.demo is not None)
        config = Config.from_settings(settings)
        self._stores = stores.open(config.store, expire_days=config.store_days) if config.store else None
        if self._stores is not None:
            self._stores.check_free()
        run = self._stores.shared if self._stores is not None else None
        self._seen = self._stores.seen if self._stores is not None else None
        seen = self._seen if config.incremental else None
        self.outcomes = Outcomes(self.frontiers, self._seen)
        self.outcomes.connect(crawler)
        self._setbacks = Setbacks(crawler, self.outcomes, self.logger)
        self.freshness = Freshness(
            since=self._arguments.since,
            earlier=seen.get if seen is not None else lambda _: None,
            is_fetched=self.outcomes.is_expected,
            last_modified=self.outcomes.last_modified,
        )
        hours = self._arguments.recrawl_after
        recrawl_after = config.recrawl_after if hours is None else hours
        self._incremental = config.incremental
        self._bounds = Bounds(config.max_pages, config.max_hours, config.max_unproductive)
        self._ended: set[str] = set()  # sites whose end was logged
        self._unsettled: set[str] = set()  # pages with links that an earlier run did not come to
        self._requests = RequestBuilder(
            self.answered, self.failed, seen, recrawl_after, self._unsettled, run.is_done if run else None
        )
        self._shared_run = run
        self._sharing: Sharing | None = None
        if run is not None and self._seen is not None:
            most = settings.getint("CONCURRENT_REQUESTS")
            self._sharing = Sharing(
                run, self._seen, self.frontiers, self.outcomes, self._setbacks.put_aside, most
            )
        self._answers = AnswerReader(
            self.outcomes,
            config.limits,
            lambda: str(settings.get("USER_AGENT")),
            can_render=can_render(settings),
        )
        self.story_pages = self._answers.story_pages
        self._is_job = bool(settings.get("JOBDIR"))
        if config.incremental or self._is_job:
            self.story_pages.awaits = self._awaits
        self._abreast = 2 * max(1, settings.getint("CONCURRENT_REQUESTS_PER_DOMAIN"))
        crawler.signals.connect(self.on_idle, signal=signals.spider_idle)
        crawler.signals.connect(self.on_closed, signal=signals.spider_closed)
        crawler.signals.connect(self.on_error, signal=signals.spider_error)
        crawler.signals.connect(self.on_stopped, signal=signals.engine_stopped)

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
        """The hosts of all sites; what lies on or below one of them belongs to its site.

        The same object until a site has moved: it is asked for with every request and page.
        """
        if self._hosts is None:
            sites = (frontier.site for frontier in self.frontiers.values())
            self._hosts = frozenset[str]().union(*(site.hosts for site in sites))
        return self._hosts

    def site_states(self) -> list[SiteState]:
        """Of the sites that are this process's."""
        tallies, frontiers = self.outcomes.tallies, self.frontiers
        names = frontiers if self._sharing is None else self._sharing.taken
        return [SiteState(name, frontiers[name], tallies[name]) for name in names]

    async def start(self) -> AsyncIterator[Request]:
        with store_watched(self.crawler):
            self.outcomes.begin(self.crawler)
        self._take_up_job()
        if self._sharing is None:
            for name in self.frontiers:
                for request in self._begin(name):
                    yield request
            return
        with store_watched(self.crawler):
            self._sharing.join(self.outcomes.output)
        self._ticking = create_looping_call(self._share)
        self._ticking.start(TICK_SECONDS)

    def _take_up_job(self) -> None:
        """Take up the frontiers and the stories of an interrupted job (JOBDIR)."""
        for name, frontier in self.state.get("frontiers", {}).items():
            if name in self.frontiers:
                frontier.closed = None
                self.frontiers[name] = frontier
        self._hosts = None
        self.state["frontiers"] = self.frontiers
        if self._is_job:
            self.story_pages.take_up(self.state.setdefault("stories", {}))

    def _begin(self, name: str) -> Iterator[Request]:
        """The first visits of a site: its robots.txt, and behind that what earlier runs have left."""
        frontier = self.frontiers[name]
        frontier.begin(self._bounds)
        site = frontier.site
        with store_watched(self.crawler):
            if self._seen is not None:
                frontier.patterns.merge(self._seen.patterns(name))
                self._take_up_links(name)
        for host in _hosts(site) if site.delay else ():
            hold_apart(self.crawler.engine.downloader, host, site.delay or 0.0)
        frontier.add_source(urljoin(site.start[0], "/robots.txt"), "robots")
        yield from self._next(frontier)

    def _take_up_links(self, name: str) -> None:
        """What an earlier run, or another process of this one, has found and not visited."""
        assert self._seen is not None
        if self._shared_run is not None:
            links = self._shared_run.waiting(name, of_earlier_runs=self._incremental)
        else:
            links = self._seen.waiting(name) if self._incremental else []
        self._unsettled.update(link.source for link in links)
        self.frontiers[name].add_waiting(waiting_visits(links))

    def _share(self) -> None:
        """Every second: take sites while there is room, report which are done, and end with the run."""
        assert self._sharing is not None
        engine = self.crawler.engine
        if engine.spider is None:  # it is closed, by whatever
            return
        with suppress(StoreError), store_watched(self.crawler):  # which ends the crawl
            for name in self._sharing.tick():
                for request in self._begin(name):
                    engine.crawl(request)
            if self._sharing.is_over() and not self._is_closing:
                self._is_closing = True
                deferred_from_coro(engine.close_spider_async(reason="finished"))

    def _give_out_held(self) -> None:
        """Nothing more comes of the sites that are this process's: what is held goes out."""
        processor = self.crawler.engine.scraper.itemproc
        if isinstance(processor, HoldingItemProcessor) and not self._is_giving_out:
            self._is_giving_out = True
            task = deferred_from_coro(processor.release())
            task.addBoth(self._gave_out)

    def _gave_out(self, result: Any) -> None:
        self._is_giving_out = False
        if isinstance(result, TwistedFailure) and isinstance(result.value, StoreError):
            end_for(self.crawler, result.value)

    def answered(self, response: Response, site: str, visit: Visit) -> Iterator[Page | Request]:
        """The callback of every request."""
        frontier = self.frontiers[site]
        frontier.settle(visit)
        self.outcomes.tallies[site].troubles.success()
        found = self._answers.read(response, visit, frontier)
        if visit.purpose == "start":
            self._hosts = None  # the site may have moved
        self.outcomes.found(site, visit.url, frontier.take_found())
        if isinstance(found, Visit):
            yield from self._again(found, frontier)
        yield from self._next(frontier)
        if isinstance(found, Page):
            yield found

    def failed(self, failure: Any) -> Iterator[Request]:
        """The errback of every request: what cannot be had is counted, and the crawl goes on."""
        site, visit = failure.request.cb_kwargs["site"], failure.request.cb_kwargs["visit"]
        frontier, reason = self.frontiers[site], failure_of(failure)
        frontier.settle(visit, left=reason.left)
        if reason.pause > LONGEST_PAUSE:
            self._setbacks.put_aside(frontier, f"it asks to come back in {reason.pause / 60:.0f} minutes")
        if visit.purpose == "robots" and reason.is_refusal and reason.status != 429:
            self._answers.read_robots(b"", visit.url, frontier)
        elif reason.reason == "truncated" and not visit.cut_off:
            yield from self._again(replace(visit, cut_off=True), frontier)
        else:
            self.outcomes.failed(visit, reason)
            if visit.purpose == "page" and reason.left:
                frontier.expense.note(article=False)
            if not (visit.guess and reason.is_refusal):  # a wrong guess is no failure
                self._setbacks.note(frontier, visit, reason)
        yield from self._next(frontier)

    def _again(self, visit: Visit, frontier: Frontier) -> Iterator[Request]:
        """Make a visit once more, in another way."""
        if request := self._requests.build(visit, frontier.site):
            frontier.again(visit)
            yield request

    def _next(self, frontier: Frontier) -> Iterator[Request]:
        """As many visits as may be under way at once."""
        while len(frontier.in_flight) < self._abreast and (visit := frontier.next()) is not None:
            request = self._requests.build(visit, frontier.site)
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
        """Whether the run has not come to a further page of a story: the next one will."""
        return any(frontier.awaits(url) for frontier in self.frontiers.values())

    def on_error(self, failure: Any) -> None:
        """A callback has failed: without its store the crawl cannot go on."""
        if isinstance(failure.value, StoreError):
            end_for(self.crawler, failure.value)

    def on_idle(self) -> None:
        """Nothing is under way: a request that got lost on its way must not end its site's crawl."""
        more = False
        with store_watched(self.crawler):
            for frontier in self.frontiers.values():
                for visit in tuple(frontier.in_flight.values()):
                    frontier.refuse(visit, "lost")
                for request in self._next(frontier):
                    self.crawler.engine.crawl(request)
                    more = True
        if more:
            raise DontCloseSpider
        if self.outcomes.unwritable:
            raise CloseSpider(UNWRITABLE)
        if self._sharing is not None and not self._is_closing:
            if self._sharing.is_idle:
                self._give_out_held()
            raise DontCloseSpider  # others are at work, or die at it

    def on_closed(self) -> None:
        if self.demo is not None:
            self.demo.stop()
        for frontier in self.frontiers.values():
            if (end := frontier.end) and frontier.waiting:
                frontier.refused[end] += frontier.waiting
            for reason, count in sorted(frontier.refused.items()):
                self.count(f"skipped/{reason}", count)

    def on_stopped(self) -> None:
        """The feeds are stored, too."""
        if self._ticking is not None and self._ticking.running:
            self._ticking.stop()
        if self._stores is not None:
            with store_watched(self.crawler):
                if self._sharing is not None:
                    self._sharing.leave()
                else:
                    for name, frontier in self.frontiers.items():
                        self._stores.seen.put_patterns(name, frontier.patterns.to_dict())
                self._stores.close()

    def count(self, name: str, amount: int = 1) -> None:
        assert self.crawler.stats is not None
        self.crawler.stats.inc_value(f"webnoise/{name}", amount)


def _hosts(site: SiteConfig) -> set[str]:
    """The hosts whose requests a site's own delay holds apart."""
    return {urlsplit(start).hostname or "" for start in site.start} | set(site.domains)
