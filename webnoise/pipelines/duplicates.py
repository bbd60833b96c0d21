"""The same story, once."""

from __future__ import annotations

from typing import Any

from scrapy.utils.defer import maybe_deferred_to_future
from twisted.internet.threads import deferToThread

from webnoise import stores
from webnoise.dedup.index import Thresholds
from webnoise.dedup.originals import originality
from webnoise.model import Article
from webnoise.pipelines.stage import Held, HoldingStage
from webnoise.stores import Duplicates, Stores


class DuplicatesPipeline(HoldingStage):
    """Sign each article and look for earlier near duplicates.

    The first seen is the original. Where stories wait for all their outlets, the article that names
    itself as canonical, then the one published first, is. Articles are known by their `url`, and each that
    repeats a story has the `url` of its original beside it in the store, so that none leads to another
    repetition.
    """

    _stores: Stores
    _index: Duplicates

    def open_spider(self) -> None:
        self._waiting: dict[str, list[Article]] = {}  # original to its articles, where stories wait
        thresholds = Thresholds(short=self.config.min_terms)
        self._stores = stores.open(self.config.store, thresholds, self.config.store_days)
        self._index = self._stores.duplicates  # what is wrong with its files is said before the first request

    def close_spider(self) -> None:
        self._stores.close()

    async def process_item(self, item: Any) -> Any:
        action = self.config.duplicates
        if not isinstance(item, Article) or action == "keep" or not item.text:
            return item
        original, likeness = await self._signed(item)
        if action == "outlets":
            self._waiting.setdefault(original, []).append(item)
            raise Held(item.url, "the other outlets of its story")
        if original == (item.url or ""):
            return item
        self.count("duplicates")
        item.duplicate_of = original
        if action == "drop":
            self.drop("duplicate", item.url, f"of {original} ({likeness})", original=original)
        return item

    async def release(self) -> None:
        """Each story once, by its original, with all addresses that ran it."""
        for first, articles in self._waiting.items():
            original = min(articles, key=originality)
            outlets = [article.url for article in articles if article is not original]
            original.extra["outlets"] = outlets
            if outlets:
                self.count("duplicates", len(outlets))
            if first in (article.url for article in articles):
                for article in articles:
                    self._stores.stories.put(article.url or "", original.url or "")
            else:  # an earlier run brought the story
                original.duplicate_of = first
            await self.go_on(original)
        self._waiting = {}

    async def _signed(self, article: Article) -> tuple[str, str]:
        """`_sign`, by a thread where the answer comes from a server: downloads do not wait for it."""
        if self._stores.shared is None:
            return self._sign(article)
        return await maybe_deferred_to_future(deferToThread(self._sign, article))

    def _sign(self, article: Article) -> tuple[str, str]:
        """Fill the fingerprint; the address of the story's original, its own for a new one, and why."""
        from webnoise.dedup.signature import signature

        url, stories = article.url or "", self._stores.stories
        mark = signature(article.text, language=article.language)
        article.fingerprint = f"{mark.fingerprint:016x}"
        matches = self._index.add(url, mark)
        original = stories.original(matches[0].key) if matches else url
        if original != url or stories.original(url) != url:
            stories.put(url, original)
        return original, matches[0].reason.detail if matches else ""
