"""What every pipeline is: a stage that counts, drops with a reason, and may hold items back."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import fields
from typing import Any, ClassVar, NoReturn, Self

from itemadapter import ItemAdapter
from scrapy.crawler import Crawler
from scrapy.exceptions import DropItem
from scrapy.pipelines import ItemPipelineManager
from scrapy.utils.conf import build_component_list
from scrapy.utils.misc import load_object

from webnoise.errors import ConfigError, StoreError
from webnoise.flow import ReadPage
from webnoise.model import Article, PageKind
from webnoise.pipelines.session import Session

_LOG = logging.getLogger(__name__)
_FIELDS = frozenset(field.name for field in fields(Article))

INTERRUPTED = "interrupted"
"""The reason for dropping what this run cannot finish and a later run fetches anew."""


class Dropped(DropItem):
    """A page that does not come out: `reason` is a code to count by, `kind` one that was not asked for.

    `original` is the article that came out of its cluster of near duplicates.
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
    """Return the address of a segmented page, or of any item that has one; empty for others."""
    if isinstance(item, ReadPage):
        return item.page.url
    return str(ItemAdapter(item).get("url") or "") if ItemAdapter.is_item(item) else ""


def article_of(item: Any) -> Article | None:
    """Return an article, or the fields of another item with a `text` as an article; None for other items."""
    if isinstance(item, Article):
        return item
    if isinstance(item, ReadPage) or not ItemAdapter.is_item(item):
        return None
    found = ItemAdapter(item)
    if not isinstance(found.get("text"), str):
        return None
    return Article(**{name: found[name] for name in found if name in _FIELDS})


class Stage(ABC):
    """Base of the pipelines; each one takes the items it knows and hands all others through."""

    position: ClassVar[int]
    """The priority that the add-on gives it: pipelines that are listed must keep this order."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.config = session.config
        self._said: set[str] = set()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        stage = cls(Session.of(crawler))
        components = crawler.settings.get_component_priority_dict_with_base("ITEM_PIPELINES")
        listed = [load_object(component) for component in build_component_list(components)]
        stage.check([each for each in listed if isinstance(each, type) and issubclass(each, Stage)])
        return stage

    def check(self, listed: Sequence[type[Stage]]) -> None:
        """Raise ConfigError, or warn, if this stage cannot do its work among the listed ones."""
        later = listed[listed.index(type(self)) :] if type(self) in listed else []
        for other in later:
            if other.position < self.position:
                raise ConfigError(
                    f"ITEM_PIPELINES lists {type(self).__name__} before {other.__name__}: "
                    f"give {other.__name__} the lower number"
                )

    @abstractmethod
    async def process_item(self, item: Any) -> Any:
        """Return the item for the next stage; `Dropped` and `Held` mean that there is none, or not yet."""

    def count(self, name: str, amount: float = 1) -> None:
        self.session.count(name, amount)

    def say_once(self, text: str, level: int = logging.WARNING) -> None:
        """Log what this stage cannot do, once in a run."""
        if text not in self._said:
            self._said.add(text)
            _LOG.log(level, "%s: %s", type(self).__name__, text)

    def put(self, item: Any, name: str, value: Any) -> None:
        """Set a field of an item; an item that declares its fields and not this one stays as it is."""
        try:
            ItemAdapter(item)[name] = value
        except (KeyError, AttributeError):  # AttributeError: a frozen item
            self.say_once(f"{type(item).__name__} has no field {name!r} to write: declare it to have it")

    def drop(self, reason: str, url: str | None, detail: str, **options: Any) -> NoReturn:
        """Count a page that does not come out and drop it; the log names its address."""
        self.count(f"dropped/{reason}")
        raise Dropped(reason, url, detail, **options)


class HoldingStage(Stage):
    """A stage that holds items back, by raising `Held`, and lets them go on later."""

    processor: HoldingItemProcessor

    def check(self, listed: Sequence[type[Stage]]) -> None:
        super().check(listed)
        processor = load_object(self.session.crawler.settings["ITEM_PROCESSOR"])
        if self.holds and not (isinstance(processor, type) and issubclass(processor, HoldingItemProcessor)):
            raise ConfigError(
                f"{type(self).__name__} holds pages until their siblings have come, and {processor.__name__} "
                "would lose them: set ITEM_PROCESSOR = 'webnoise.pipelines.HoldingItemProcessor', or a "
                "class derived from it"
            )

    @property
    def holds(self) -> bool:
        """Whether it holds anything back with these settings."""
        return True

    @abstractmethod
    async def release(self) -> None:
        """Nothing more is coming: let everything go that is still held."""

    async def go_on(self, item: Any) -> None:
        """Send what was held through the later stages; the earlier ones have had it."""
        await self.processor.process(item, after=self)

    async def drop_held(self, reason: str, article: Article, detail: str) -> None:
        """Drop what was held."""
        self.count(f"dropped/{reason}")
        await self.processor.process(article, after=Dropped(reason, article.url, detail, kind=article.kind))


class HoldingItemProcessor(ItemPipelineManager):
    """Scrapy's item pipelines, and at the end of a run, whatever ends it, the items that are still held.

    They go out before the pipelines close and before feeds are written, so that a finished crawl,
    CLOSESPIDER_* and Ctrl-C lose nothing.
    """

    crawler: Crawler

    def __init__(self, *stages: Any, crawler: Crawler) -> None:
        super().__init__(*stages, crawler=crawler)
        self._after: dict[HoldingStage, ItemPipelineManager] = {
            stage: ItemPipelineManager(*stages[position + 1 :], crawler=crawler)
            for position, stage in enumerate(stages)
            if isinstance(stage, HoldingStage)
        }
        self._going_on: dict[int, HoldingStage | Dropped] = {}  # by the id of the item
        for stage in self._after:
            stage.processor = self

    async def process(self, item: Any, after: HoldingStage | Dropped | None = None) -> None:
        """Take an item through all stages, those after one, or none; Scrapy sends its signals."""
        if after is not None:
            self._going_on[id(item)] = after
        await self.crawler.engine.scraper.start_itemproc_async(item, response=None)

    async def process_item_async(self, item: Any) -> Any:
        after = self._going_on.pop(id(item), None)
        if isinstance(after, Dropped):
            raise after
        try:
            if after is None:
                return await super().process_item_async(item)
            return await self._after[after].process_item_async(item)
        except StoreError as error:  # which has ended the crawl
            raise Dropped(INTERRUPTED, url_of(item), str(error), log_level="DEBUG") from error

    async def release(self) -> None:
        """Let everything go that stages hold."""
        try:
            for stage in self._after:
                await stage.release()
        except StoreError as error:
            Session.of(self.crawler).fail(error)

    async def close_spider_async(self) -> None:
        await self.release()
        self._take_back_drops()
        await super().close_spider_async()

    def _take_back_drops(self) -> None:
        """Scrapy counts held items as dropped ones; take them back."""
        stats, name = self.crawler.stats, f"item_dropped_reasons_count/{Held.__name__}"
        if held := stats.get_value(name):
            stats.inc_value("item_dropped_count", -held)
            stats.get_stats().pop(name, None)
