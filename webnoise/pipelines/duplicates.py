"""The same story, once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webnoise.model import Article
from webnoise.pipelines.stage import Stage

if TYPE_CHECKING:
    from webnoise.dedup.index import DuplicateIndex

__all__ = ["DuplicatesPipeline"]


class DuplicatesPipeline(Stage):
    """Fingerprint each article and look for an earlier near duplicate; the first seen is the original."""

    _index: DuplicateIndex

    def open_spider(self) -> None:
        from webnoise.dedup.index import DuplicateIndex

        self._index = DuplicateIndex(self.config.store or None)

    def close_spider(self) -> None:
        self._index.close()

    async def process_item(self, item: Any) -> Any:
        if not isinstance(item, Article) or self.config.duplicates == "keep" or not item.text:
            return item
        from webnoise.dedup.signature import signature
        from webnoise.dedup.urls import canonical_url

        mark = signature(item.text, language=item.language)
        item.fingerprint = mark.fingerprint
        key = canonical_url(item.canonical_url or item.url or "")
        matches = self._index.add(key, mark)
        if matches:
            item.duplicate_of = matches[0].key
            self.tally.count("duplicates")
            if self.config.duplicates == "drop":
                self.tally.drop("duplicate", item.url, str(matches[0].reason))
        return item
