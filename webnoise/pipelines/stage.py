"""What every pipeline is: a stage that counts, drops with a reason, and may hold items back."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any, NoReturn, Self

from itemadapter import ItemAdapter
from scrapy.crawler import Crawler
from scrapy.exceptions import DropItem
from scrapy.pipelines import ItemPipelineManager
from scrapy.utils.defer import deferred_from_coro

from webnoise.config import Config
from webnoise.errors import StoreError, WebnoiseError
from webnoise.flow import ReadPage
from webnoise.model import PageKind


class Dropped(DropItem):
    """A page that does not come out: `reason` is a code to count by, `kind` one that was not asked for.

    `original` is the article that came out for its story.
    """

    def __init__(
        self,
        reason: str,
        url: str | None,
        detail: str,
        *,
        kind: PageKind | None = None,
        original: str | None = None,
        log_level: str = "INFO",
    ) -> None:
        super().__init__(f"{reason}: {url or 'a page without address'}: {detail}", log_level=log_level)
        self.reason = reason
        self.url = url
        self.detail = detail
        self.kind = kind
        self.original = original


class Held(DropItem):
    """Not dropped: the item waits and comes out later in the same run."""

    reason = "held"

    def __init__(self, url: str | None, waits_for: str) -> None:
        super().__init__(f"{url or 'a page without address'} waits for {waits_for}", log_level="DEBUG")
        self.url = url


def url_of(item: Any) -> str:
    """The address of a page on its way, or of any item that has one; empty for others."""
    if isinstance(item, ReadPage):
        return item.page.url
    return str(ItemAdapter(item).get("url") or "") if ItemAdapter.is_item(item) else ""


page_failed = object()
"""Signal: a page could not be fetched, with `url`, `reason` (a code to count by) and `detail` (words)."""

STORE_FAILED = "store-failed"
"""The reason that a crawl is closed for whose store cannot be used; the error lies in the stats under it."""


def end_for(crawler: Crawler, error: WebnoiseError) -> None:
    """End a crawl whose store has failed: what it went on to fetch could not come out."""
    assert crawler.stats is not None
    assert crawler.engine is not None
    if crawler.stats.get_value(f"webnoise/{STORE_FAILED}") is None:
        crawler.stats.set_value(f"webnoise/{STORE_FAILED}", str(error))
        if crawler.engine.running:
            deferred_from_coro(crawler.engine.close_spider_async(reason=STORE_FAILED))


@contextmanager
def store_watched(crawler: Crawler) -> Iterator[None]:
    """End the crawl if a store fails inside; the caller gets the error too, and logs it."""
    try:
        yield
    except StoreError as error:
        end_for(crawler, error)
        raise


class Stage(ABC):
    """Base of the pipelines; each one takes the items it knows and hands all others through."""

    def __init__(self, config: Config, increment: Callable[..., None]) -> None:
        self.config = config
        self._increment = increment

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        assert crawler.stats is not None
        return cls(Config.from_settings(crawler.settings), crawler.stats.inc_value)

    @abstractmethod
    async def process_item(self, item: Any) -> Any:
        """What becomes of an item here; `Dropped` and `Held` say that nothing does, or not yet."""

    def count(self, name: str, amount: float = 1) -> None:
        """Count in Scrapy's stats, under `webnoise/`."""
        self._increment(f"webnoise/{name}", amount)

    @contextmanager
    def timed(self, name: str) -> Iterator[None]:
        """Count the seconds of what is done inside."""
        start = perf_counter()
        yield
        self._increment(f"webnoise/seconds/{name}", perf_counter() - start)

    def drop(self, reason: str, url: str | None, detail: str, **options: Any) -> NoReturn:
        """Count a page that does not come out and drop it; the log names its address."""
        self.count(f"dropped/{reason}")
        raise Dropped(reason, url, detail, **options)


class HoldingStage(Stage):
    """A stage that holds items back, by raising `Held`, and lets them go on later."""

    processor: HoldingItemProcessor

    @abstractmethod
    async def release(self) -> None:
        """Nothing more is coming: let everything go that is still held."""

    async def go_on(self, item: Any) -> None:
        """Send what was held through the stages behind this one: those before have had it."""
        await self.processor.process(item, behind=self)


class HoldingItemProcessor(ItemPipelineManager):
    """Scrapy's item pipelines, and at the end of a run, whatever ends it, the items that are still held.

    They go out before the pipelines close and before feeds are written, so that a finished crawl,
    CLOSESPIDER_* and Ctrl-C lose nothing.
    """

    def __init__(self, *stages: Any, crawler: Crawler | None = None) -> None:
        super().__init__(*stages, crawler=crawler)
        self._after: dict[HoldingStage, ItemPipelineManager] = {
            stage: ItemPipelineManager(*stages[position + 1 :], crawler=crawler)
            for position, stage in enumerate(stages)
            if isinstance(stage, HoldingStage)
        }
        self._going_on: dict[int, HoldingStage] = {}  # by the id of the item
        for stage in self._after:
            stage.processor = self

    async def process(self, item: Any, behind: HoldingStage | None = None) -> None:
        """Take an item through the stages, or those behind one; Scrapy sends its signals and log lines."""
        assert self.crawler is not None
        assert self.crawler.engine is not None
        if behind is not None:
            self._going_on[id(item)] = behind
        await self.crawler.engine.scraper.start_itemproc_async(item, response=None)

    async def process_item_async(self, item: Any) -> Any:
        assert self.crawler is not None
        holder = self._going_on.pop(id(item), None)
        with store_watched(self.crawler):
            if holder is None:
                return await super().process_item_async(item)
            return await self._after[holder].process_item_async(item)

    async def release(self) -> None:
        """Let everything go that stages hold."""
        assert self.crawler is not None
        with store_watched(self.crawler):
            for stage in self._after:
                await stage.release()

    async def close_spider_async(self) -> None:
        assert self.crawler is not None
        await self.release()
        self._take_back_drops()
        with store_watched(self.crawler):
            await super().close_spider_async()

    def _take_back_drops(self) -> None:
        """Scrapy counts held items as dropped ones; take them back."""
        assert self.crawler is not None
        assert self.crawler.stats is not None
        stats, name = self.crawler.stats, f"item_dropped_reasons_count/{Held.__name__}"
        if held := stats.get_value(name):
            stats.inc_value("item_dropped_count", -held)
            stats.get_stats().pop(name, None)
