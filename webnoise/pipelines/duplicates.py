"""The same story, once."""

from __future__ import annotations

import logging
from typing import Any

from webnoise.dedup.index import DuplicateIndex
from webnoise.metadata.dates.read import as_utc
from webnoise.model import Article
from webnoise.pipelines.stage import Held, HoldingStage

_LOG = logging.getLogger(__name__)


class DuplicatesPipeline(HoldingStage):
    """Sign each article and look for earlier near duplicates.

    The first seen is the original. Where stories wait for all their outlets, the article that names
    itself as canonical, then the one published first, is.
    """

    _index: DuplicateIndex

    def open_spider(self) -> None:
        from webnoise import stores
        from webnoise.dedup.index import Thresholds

        self._index = stores.open(self.config.store, Thresholds(short=self.config.min_terms)).duplicates
        self._outlets: dict[str, list[str]] = {}  # original to the addresses that repeat it
        self._waiting: dict[str, list[Article]] = {}  # original to its articles, where stories wait

    def close_spider(self) -> None:
        self._index.close()
        for original, outlets in self._outlets.items():
            _LOG.info("One story, %d outlets: %s, %s", 1 + len(outlets), original, ", ".join(outlets))

    async def process_item(self, item: Any) -> Any:
        action = self.config.duplicates
        if not isinstance(item, Article) or action == "keep" or not item.text:
            return item
        original, reason = self._sign(item)
        if action == "outlets":
            self._waiting.setdefault(original or self._key(item), []).append(item)
            raise Held(f"{item.url} waits for the other outlets of its story")
        if original is None:
            return item
        self._outlets.setdefault(original, []).append(item.url or "")
        self.count("duplicates")
        item.duplicate_of = original
        if action == "drop":
            self.drop("duplicate", item.url, f"of {original}, {reason}")
        return item

    async def release(self) -> None:
        """Each story once, by its original, with all addresses that ran it."""
        for articles in self._waiting.values():
            original = min(articles, key=_originality)
            outlets = [article.url for article in articles if article is not original]
            original.extra["outlets"] = outlets
            if outlets:
                self.count("duplicates", len(outlets))
            await self.go_on(original)
        self._waiting = {}

    def _sign(self, article: Article) -> tuple[str | None, str]:
        """Fill the fingerprint; the key of the story's earlier article, if there is one, and why."""
        from webnoise.dedup.signature import signature

        mark = signature(article.text, language=article.language)
        article.fingerprint = mark.fingerprint
        matches = self._index.add(self._key(article), mark)
        if not matches:
            return None, ""
        return self._story_of(matches[0].key), str(matches[0].reason)

    def _story_of(self, key: str) -> str:
        """The original of an article that may be a duplicate itself."""
        for original, articles in self._waiting.items():
            if any(self._key(article) == key for article in articles):
                return original
        return key

    @staticmethod
    def _key(article: Article) -> str:
        from webnoise.urls.normal import canonical_url

        return canonical_url(article.canonical_url or article.url or "")


def _originality(article: Article) -> tuple[bool, float]:
    """Least for the original: not canonical elsewhere, published first."""
    elsewhere = bool(article.canonical_url) and article.canonical_url != article.url
    published = as_utc(article.published)
    return elsewhere, published.timestamp() if published else float("inf")
