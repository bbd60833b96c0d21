"""Stores for one run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from webnoise.model import Page
from webnoise.stores.base import HeldPages, PatternCounts, Seen, SeenPages, SiteMemories, Stores

if TYPE_CHECKING:
    from webnoise.dedup.index import DuplicateIndex

__all__ = ["MemoryStores"]


class MemoryStores(Stores):
    @cached_property
    def sites(self) -> SiteMemories:
        return _Sites()

    @cached_property
    def seen(self) -> SeenPages:
        return _SeenPages()

    @cached_property
    def held(self) -> HeldPages:
        return _HeldPages()

    @cached_property
    def duplicates(self) -> DuplicateIndex:
        from webnoise.dedup.index import DuplicateIndex

        return DuplicateIndex(None, self._thresholds)


class _Sites(SiteMemories):
    def __init__(self) -> None:
        self._memories: dict[tuple[str, str], bytes] = {}

    def load(self, site: str, method: str) -> bytes | None:
        return self._memories.get((site, method))

    def update(self, site: str, method: str, change: Callable[[bytes | None], bytes]) -> None:
        self._memories[site, method] = change(self.load(site, method))

    def forget(self, site: str) -> bool:
        known = len(self._memories)
        self._memories = {key: memory for key, memory in self._memories.items() if key[0] != site}
        return len(self._memories) < known

    def known(self) -> list[tuple[str, str]]:
        return sorted(self._memories)


class _SeenPages(SeenPages):
    def __init__(self) -> None:
        self._pages: dict[str, Seen] = {}
        self._patterns: dict[str, PatternCounts] = {}

    def get(self, url: str) -> Seen | None:
        return self._pages.get(url)

    def put(self, url: str, seen: Seen) -> None:
        self._pages[url] = seen

    def patterns(self, site: str) -> PatternCounts:
        return self._patterns.get(site, {})

    def put_patterns(self, site: str, counts: PatternCounts) -> None:
        self._patterns[site] = counts

    def flush(self) -> None:
        """Nothing outlives the process."""


class _HeldPages(HeldPages):
    """Counts only: who holds a page has it, and what lies in memory dies with its run."""

    def __init__(self) -> None:
        self._last = 0

    def hold(self, page: Page) -> int:  # noqa: ARG002
        self._last += 1
        return self._last

    def left_over(self) -> Iterator[tuple[int, Page]]:
        return iter(())

    def let_go(self, number: int) -> None:
        """It is gone with the run."""
