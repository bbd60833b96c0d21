"""Pipelines of incremental runs: what is unchanged or too old does not come out again."""

from __future__ import annotations

from datetime import UTC
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, Self

from webnoise.config import Config
from webnoise.discovery import as_utc
from webnoise.model import Article
from webnoise.pipelines.stage import Stage
from webnoise.pipelines.stats import Tally
from webnoise.spiders.outcomes import text_digest

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

__all__ = ["FreshnessPipeline"]


class FreshnessPipeline(Stage):
    """Stands behind the kinds and before the duplicates.

    Drops articles from before the spider's `since`, and those whose text is what an earlier run
    exported; a changed one passes as an update, with `modified`.
    """

    spider: Any = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        assert crawler.stats is not None
        stage = cls(Config.from_settings(crawler.settings), Tally(crawler.stats))
        stage.spider = crawler.spider
        return stage

    async def process_item(self, item: Any) -> Any:
        if not isinstance(item, Article) or not item.url:
            return item
        since = getattr(self.spider, "since", None)
        moment = as_utc(item.modified or item.published)
        if since and moment and moment < since:
            self.tally.drop(
                "older", item.url, f"it is of {item.modified or item.published}", log_level="DEBUG"
            )
        store = getattr(self.spider, "seen", None)
        earlier = store.get(item.url) if store is not None else None
        if earlier is None or earlier.digest is None:
            return item
        if earlier.digest == text_digest(item.text):
            self.tally.drop("unchanged", item.url, "an earlier run exported this text", log_level="DEBUG")
        self.tally.count("updated")
        item.modified = item.modified or self._changed(item)
        return item

    def _changed(self, item: Article) -> str | None:
        """When the server says that the page changed; else when the change was seen."""
        expected = self.spider.outcomes.expected(item.url)
        if expected is not None and expected.last_modified:
            try:
                return parsedate_to_datetime(expected.last_modified).astimezone(UTC).isoformat()
            except (TypeError, ValueError):
                return item.fetched
        return item.fetched
