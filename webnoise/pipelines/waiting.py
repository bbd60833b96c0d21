"""Items that wait: a stage may hold items back and give them out when nothing more is coming."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, runtime_checkable

from scrapy.exceptions import DropItem
from scrapy.pipelines import ItemPipelineManager

__all__ = ["Held", "Holds", "WaitingItemProcessor"]


class Held(DropItem):
    """Not dropped: the item waits and comes out later in the same run."""

    def __init__(self, message: str) -> None:
        super().__init__(message, log_level="DEBUG")


@runtime_checkable
class Holds(Protocol):
    """A pipeline that holds items back."""

    def release(self) -> Iterable[Any]:
        """What is still held; each item then passes through the pipelines once more."""


class WaitingItemProcessor(ItemPipelineManager):
    """Scrapy's item pipelines, and at the end of a run, whatever ends it, the items that still wait.

    They go out before the pipelines close and before feeds are written, so that a finished crawl,
    CLOSESPIDER_* and Ctrl-C lose nothing.
    """

    async def close_spider_async(self) -> None:
        assert self.crawler is not None
        assert self.crawler.engine is not None
        for stage in self.middlewares:
            if isinstance(stage, Holds):
                for item in stage.release():
                    await self.crawler.engine.scraper.start_itemproc_async(item, response=None)
        await super().close_spider_async()
