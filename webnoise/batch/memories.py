"""The memories that the first pass fills, summed up in a store."""

from __future__ import annotations

from collections.abc import Mapping

from webnoise.methods.base import AnyLearningMethod, Memory
from webnoise.stores import SiteMemories

_HELD_PAGES = 20_000
"""Pages in the memories that are held before they go to the store: some 120 MB, and what a kill costs."""


class LearnedSites:
    """Memories that are being filled.

    A page that is learned twice changes nothing: what a killed run had not written it learns again.
    """

    def __init__(self, sites: SiteMemories, method: AnyLearningMethod) -> None:
        self._sites = sites
        self._method = method
        self._memories: dict[str, Memory] = {}
        self._pages = 0

    def add(self, taught: Mapping[str, Memory]) -> None:
        for site, memory in taught.items():
            self._pages += memory.pages
            if site in self._memories:
                self._memories[site].merge(memory)
            else:
                self._memories[site] = memory

    @property
    def is_due(self) -> bool:
        """Whether so much is held that it should be written."""
        return self._pages >= _HELD_PAGES

    def write(self) -> None:
        """Add all memories to the store."""
        for site, memory in self._memories.items():
            self._sites.add(site, self._method, memory)
        self._memories.clear()
        self._pages = 0
