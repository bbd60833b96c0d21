"""The memories that the first pass fills, summed up in a store."""

from __future__ import annotations

from collections.abc import Mapping
from time import monotonic

from webnoise.methods.base import AnyLearningMethod, Memory
from webnoise.stores import SiteMemories

_HELD_PAGES = 50_000
"""Pages in the memories that are held before the least recently taught go to the store: some 300 MB."""

_LEAST_SECONDS = 30.0
_WRITING_SHARE = 20
"""Memories are written when 20 times as long has passed as writing them took the last time."""


class LearnedSites:
    """Memories that are being filled.

    A page that is learned twice changes nothing: what a killed run had not written it learns again.
    """

    def __init__(self, sites: SiteMemories, method: AnyLearningMethod) -> None:
        self._sites = sites
        self._method = method
        self._memories: dict[str, Memory] = {}
        self._pages = 0
        self._next_write = monotonic() + _LEAST_SECONDS

    def add(self, taught: Mapping[str, Memory]) -> None:
        for site, memory in taught.items():
            known = self._memories.pop(site, None)
            if known is not None:
                self._pages -= known.pages
                known.merge(memory)
                memory = known  # noqa: PLW2901
            self._memories[site] = memory  # the one taught last comes last
            self._pages += memory.pages
        while self._pages > _HELD_PAGES and len(self._memories) > 1:
            self._put(next(iter(self._memories)))

    @property
    def is_due(self) -> bool:
        return monotonic() >= self._next_write

    def write(self) -> None:
        """Write all memories to the store."""
        begun = monotonic()
        for site in list(self._memories):
            self._put(site)
        now = monotonic()
        self._next_write = now + max(_LEAST_SECONDS, _WRITING_SHARE * (now - begun))

    def _put(self, site: str) -> None:
        memory = self._memories.pop(site)
        self._pages -= memory.pages
        self._sites.add(site, self._method, memory)
