"""Near duplicates come out once."""

from __future__ import annotations

from typing import Any, ClassVar

from itemadapter import ItemAdapter

from webnoise.dedup.originals import originality
from webnoise.dedup.signature import signature
from webnoise.pipelines.session import Session
from webnoise.pipelines.stage import Held, HoldingStage, article_of
from webnoise.stores import Duplicates, Stores


class DuplicatesPipeline(HoldingStage):
    """Sign each item with `url` and `text`, and drop or mark it if an earlier one is a near duplicate.

    The first seen is the original. Where clusters wait for all their outlets, the article that names itself
    as canonical, then the one published first, is. Articles are known by their `url`, and each that repeats
    another has the `url` of its original beside it in the store, so that none leads to another repetition.
    """

    position: ClassVar[int] = 500
    _stores: Stores
    _index: Duplicates

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._waiting: dict[str, list[Any]] = {}  # original to its items, where clusters wait
        if self.config.duplicates != "keep":
            self._stores = session.stores
            self._index = self._stores.duplicates  # an error of its files is raised before the first request

    @property
    def holds(self) -> bool:
        return self.config.duplicates == "outlets"

    async def process_item(self, item: Any) -> Any:
        action, article = self.config.duplicates, article_of(item)
        if action == "keep" or article is None or not article.text:
            return item
        sign = signature(article.text, language=article.language)
        self.put(item, "fingerprint", f"{sign.fingerprint:016x}")
        url = article.url or ""
        original, detail = await self.session.call(self._file, url, sign)
        if action == "outlets":
            self._waiting.setdefault(original, []).append(item)
            raise Held(url, "its other outlets")
        if original == url:
            return item
        self.count("duplicates")
        self.put(item, "duplicate_of", original)
        if action == "drop":
            self.drop("duplicate", url, f"of {original} ({detail})", original=original)
        return item

    async def release(self) -> None:
        """Send on each cluster's original, with all addresses that ran it."""
        waiting, self._waiting = self._waiting, {}
        for first, items in waiting.items():
            original = min(items, key=lambda item: originality(article_of(item)))  # type: ignore[arg-type]
            url = _url(original)
            outlets = [_url(item) for item in items if item is not original]
            self.put(original, "outlets", outlets)
            if outlets:
                self.count("duplicates", len(outlets))
            if first in map(_url, items):
                for item in items:
                    await self.session.call(self._stores.stories.put, _url(item), url)
            else:  # an earlier run exported the cluster's original
                self.put(original, "duplicate_of", first)
            await self.go_on(original)

    def _file(self, url: str, sign: Any) -> tuple[str, str]:
        """Return the address of the original, the item's own for a new text, and why it is one."""
        stories = self._stores.stories
        matches = self._index.add(url, sign)
        original = stories.original(matches[0].key) if matches else url
        if original != url or stories.original(url) != url:
            stories.put(url, original)
        return original, matches[0].reason.detail if matches else ""


def _url(item: Any) -> str:
    return str(ItemAdapter(item).get("url") or "")
