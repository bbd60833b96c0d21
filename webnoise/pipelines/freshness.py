"""Runs that ask for what is new: what is too old, or unchanged since an earlier run, does not come out."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple, Self

from scrapy.crawler import Crawler

from webnoise.metadata.dates.read import as_utc, iso_date
from webnoise.model import Article
from webnoise.pipelines.stage import Stage
from webnoise.stores import Seen
from webnoise.text.digest import text_digest


class Freshness(NamedTuple):
    """What a spider knows of articles' age; it offers this as its attribute `freshness`.

    `earlier` gives what earlier runs know of a page, `is_fetched` whether this one has fetched it and
    `last_modified` the header of the answer that brought it.
    """

    since: datetime | None
    earlier: Callable[[str], Seen | None]
    is_fetched: Callable[[str], bool]
    last_modified: Callable[[str], str | None]


class FreshnessPipeline(Stage):
    """Stands behind the kinds and before the duplicates.

    Drops articles from before `since`, and those whose text is what an earlier run exported; a changed one
    passes as an update, with `modified`.
    """

    freshness: Freshness | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        stage = super().from_crawler(crawler)
        stage.freshness = getattr(crawler.spider, "freshness", None)
        return stage

    async def process_item(self, item: Any) -> Any:
        known = self.freshness
        if known is None or not isinstance(item, Article) or not item.url:
            return item
        moment = as_utc(item.modified or item.published)
        if known.since and moment and moment < known.since:
            detail = f"it is of {item.modified or item.published}"
            self.drop("older", item.url, detail, log_level="DEBUG")
        earlier = known.earlier(item.url)
        if earlier is None or earlier.digest is None:
            return item
        if earlier.digest == text_digest(item.text):
            self.drop("unchanged", item.url, "an earlier run exported this text", log_level="DEBUG")
        if not known.is_fetched(item.url):  # an interrupted run left it waiting, or died before it forgot it
            self.drop("unchanged", item.url, "an earlier run exported this page", log_level="DEBUG")
        self.count("updated")
        item.modified = item.modified or iso_date(known.last_modified(item.url)) or item.fetched
        return item
