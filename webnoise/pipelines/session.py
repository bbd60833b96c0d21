"""What the parts of one run share: its configuration, its stores, and what its spider knows of its sites."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple, ParamSpec, Protocol, Self, TypeVar, runtime_checkable
from weakref import WeakKeyDictionary

from scrapy import Spider, signals
from scrapy.crawler import Crawler

from webnoise import stores
from webnoise.config import Config
from webnoise.dedup.index import Thresholds
from webnoise.errors import ConfigError, StoreError
from webnoise.stores import Seen, Stores

_LOG = logging.getLogger(__name__)
_P = ParamSpec("_P")
_T = TypeVar("_T")

STORE_FAILED = "store-failed"
"""Why a crawl is closed whose store cannot be used; the error is in the stats under this name."""


@runtime_checkable
class KnowsHosts(Protocol):
    """A spider whose sites are identified by their hosts."""

    def hosts(self) -> frozenset[str]: ...


@runtime_checkable
class KnowsSites(Protocol):
    """A spider that knows which addresses belong to which of its sites."""

    def owns(self, site: str, url: str) -> bool: ...


class Freshness(NamedTuple):
    """What a spider knows of the age of articles.

    `earlier` returns what earlier runs know of a page, `is_fetched` whether this one has fetched it, and
    `last_modified` the header of the response that brought it.
    """

    since: datetime | None
    earlier: Callable[[str], Awaitable[Seen | None]]
    is_fetched: Callable[[str], bool]
    last_modified: Callable[[str], str | None]


class FailedPage(NamedTuple):
    """A page that could not be fetched: `reason` is a code to count by, `detail` says it in words."""

    url: str
    reason: str
    detail: str


def hosts_of(spider: Spider | None) -> Callable[[], frozenset[str]]:
    """Return the function that names the hosts of a spider's sites; no hosts for a spider without such."""
    return spider.hosts if isinstance(spider, KnowsHosts) else frozenset


class Session:
    """One run. `Session.of(crawler)` is the same object for all parts of it.

    `freshness` is set by a spider that knows the age of articles. `on_failed_page` and `on_close` are called
    with each page that could not be fetched, and before the stores are closed.
    """

    def __init__(self, crawler: Crawler) -> None:
        settings, reactor = crawler.settings, str(crawler.settings.get("TWISTED_REACTOR") or "asyncio")
        if settings.getbool("TWISTED_REACTOR_ENABLED", True) and "asyncio" not in reactor.lower():
            raise ConfigError(
                f"TWISTED_REACTOR is {reactor}: webnoise needs Scrapy's default, which has asyncio"
            )
        self.crawler = crawler
        self.config = Config.from_settings(crawler.settings)
        self.freshness: Freshness | None = None
        self.on_failed_page: list[Callable[[FailedPage], None]] = []
        self.on_close: list[Callable[[], Awaitable[None]]] = []
        self._stores: dict[str, Stores] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        crawler.signals.connect(self._close, signal=signals.engine_stopped)

    @classmethod
    def of(cls, crawler: Crawler) -> Self:
        """Return the session of a crawler; the first call makes it."""
        if crawler not in _SESSIONS:
            _SESSIONS[crawler] = cls(crawler)
        session: Self = _SESSIONS[crawler]  # type: ignore[assignment]
        return session

    @cached_property
    def stores(self) -> Stores:
        """The stores at `WEBNOISE_STORE`, which no other crawl writes; several may add to a site store."""
        opened = self.stores_at(self.config.store)
        opened.check_free()
        return opened

    def stores_at(self, url: str) -> Stores:
        """Open the stores at an address, once."""
        if url not in self._stores:
            thresholds = Thresholds(short=self.config.min_terms)
            self._stores[url] = stores.open(url, thresholds, self.config.store_days)
        return self._stores[url]

    @cached_property
    def _thread(self) -> ThreadPoolExecutor | None:
        """The thread that asks a server, so that downloads go on meanwhile; None for stores on this machine.

        One thread: calls are made in their order, and no two at once.
        """
        is_remote = any(opened.shared is not None for opened in self._stores.values())
        return ThreadPoolExecutor(1, "webnoise-store") if is_remote else None

    async def call(self, work: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Return what a store answers; a StoreError ends the crawl, and is raised too."""
        try:
            if self._thread is None:
                return work(*args, **kwargs)
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, lambda: work(*args, **kwargs))
        except StoreError as error:
            self.fail(error)
            raise

    def post(self, work: Callable[_P, object], *args: _P.args, **kwargs: _P.kwargs) -> None:
        """Write to a store without waiting for it, in the order of the calls; a StoreError ends the crawl."""
        if self._thread is None:
            try:
                work(*args, **kwargs)
            except StoreError as error:
                self.fail(error)
            return
        loop = asyncio.get_running_loop()

        def check(future: Future[Any]) -> None:
            error = future.exception()
            if isinstance(error, StoreError):
                loop.call_soon_threadsafe(self.fail, error)
            elif error is not None:
                _LOG.error("Writing to the store failed", exc_info=error)

        self._thread.submit(work, *args, **kwargs).add_done_callback(check)

    def start(self, work: Awaitable[Any]) -> asyncio.Task[Any]:
        """Run a coroutine beside the crawl."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def fail(self, error: StoreError) -> None:
        """End a crawl whose store has failed: what it went on to fetch could not come out."""
        stats, engine = self.crawler.stats, self.crawler.engine
        if stats.get_value(f"webnoise/{STORE_FAILED}") is None:
            stats.set_value(f"webnoise/{STORE_FAILED}", str(error))
            _LOG.error("%s", error)
            if engine.running:
                self.start(engine.close_spider_async(reason=STORE_FAILED))

    def page_failed(self, page: FailedPage) -> None:
        """Report a page that could not be fetched."""
        for report in self.on_failed_page:
            report(page)

    def count(self, name: str, amount: float = 1) -> None:
        """Count in Scrapy's stats, under `webnoise/`."""
        self.crawler.stats.inc_value(f"webnoise/{name}", amount)  # type: ignore[arg-type]

    async def _close(self) -> None:
        """Close the stores; feeds are stored by now."""
        with suppress(StoreError):
            for closing in self.on_close:
                await closing()
            for opened in self._stores.values():
                await self.call(opened.close)
        if self._thread is not None:
            self._thread.shutdown(wait=False)
        _SESSIONS.pop(self.crawler, None)  # which it would keep alive


_SESSIONS: WeakKeyDictionary[Crawler, Session] = WeakKeyDictionary()
