"""The places of a site's pages: what stands there on each, whether it is the same, and how much of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from webnoise.model import ROLES, Role
from webnoise.site.memory import SiteMemory
from webnoise.site.trace import NO_ROLE

_SAMPLES = 3


class TemplatePlace(NamedTuple):
    """A place that recurs on a site's pages.

    `position` is where it stands on them, from 0 at the top to 1; `words` how many it has on a page;
    `variety` the share of its texts that stand on one page alone; `belief` how far the page model alone
    takes them for content, `role` what it most often takes them for, None where nobody told. `samples` are
    its most frequent texts (as `TemplateBlock` has them), with the pages that have each.
    """

    pages: int
    share: float
    position: float
    words: float
    variety: float
    belief: float
    role: Role | None
    samples: tuple[tuple[str, int], ...]


@dataclass(slots=True)
class _Sums:
    pages: int = 0
    blocks: int = 0
    position: float = 0.0
    words: int = 0
    belief: float = 0.0
    texts: Counter[int] = field(default_factory=Counter)
    roles: Counter[int] = field(default_factory=Counter)


def places(memory: SiteMemory, least_pages: int = 2) -> list[TemplatePlace]:
    """The places on at least so many of the remembered pages, from the top of a page to its end."""
    sums: dict[int, _Sums] = {}
    for trace in memory:
        seen: dict[int, set[int]] = {}
        rows = zip(
            trace.places.tolist(),
            trace.texts.tolist(),
            trace.words.tolist(),
            trace.beliefs.tolist(),
            trace.roles.tolist(),
            strict=True,
        )
        for index, (place, text, words, belief, role) in enumerate(rows):
            own = sums.setdefault(place, _Sums())
            own.blocks += 1
            own.position += index / len(trace)
            own.words += words
            own.belief += belief / 255
            own.roles[role] += 1
            seen.setdefault(place, set()).add(text)
        for place, texts in seen.items():
            sums[place].pages += 1
            sums[place].texts.update(texts)
    found = [_place(own, memory) for own in sums.values() if own.pages >= least_pages]
    return sorted(found, key=lambda place: (place.position, -place.pages, place.samples))


def _place(own: _Sums, memory: SiteMemory) -> TemplatePlace:
    alone = sum(1 for pages in own.texts.values() if pages == 1)
    frequent = sorted(own.texts.items(), key=lambda item: (-item[1], memory.sample(item[0])))
    role = min(own.roles, key=lambda role: (-own.roles[role], role))
    return TemplatePlace(
        pages=own.pages,
        share=own.pages / memory.pages,
        position=own.position / own.blocks,
        words=own.words / own.pages,
        variety=alone / len(own.texts),
        belief=own.belief / own.blocks,
        role=None if role == NO_ROLE else ROLES[role],
        samples=tuple((memory.sample(text), pages) for text, pages in frequent[:_SAMPLES]),
    )
