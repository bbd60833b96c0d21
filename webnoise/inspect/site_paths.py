"""The paths that recur on a site's pages, as its memory knows them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from webnoise.model import ROLES, Role
from webnoise.site.memory import SiteMemory
from webnoise.site.trace import NO_ROLE

_SAMPLES = 3


class TemplatePath(NamedTuple):
    """A path that recurs on a site's pages.

    `position` is where its blocks are on them, from 0 at the top to 1; `words` how many it has on a page;
    `variety` the share of its texts that only one page has; `belief` how far the page model alone takes
    them for content, `role` what it most often takes them for, None if unknown. `samples` are its most
    frequent texts (as in `TemplateBlock`), with the number of pages that have each.
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
class _Path:
    positions: list[float] = field(default_factory=list)
    words: int = 0
    beliefs: list[float] = field(default_factory=list)
    roles: Counter[int] = field(default_factory=Counter)
    texts: dict[int, set[int]] = field(default_factory=dict)  # the pages that have each
    pages: set[int] = field(default_factory=set)


def template_paths(memory: SiteMemory, least_pages: int = 2) -> list[TemplatePath]:
    """Return the paths on at least this many of the remembered pages, from the top of a page to its end."""
    paths: dict[int, _Path] = {}
    for trace in memory:
        columns = (trace.paths, trace.texts, trace.words, trace.beliefs, trace.roles)
        rows = zip(*(column.tolist() for column in columns), strict=True)
        for index, (path, text, words, belief, role) in enumerate(rows):
            own = paths.setdefault(path, _Path())
            own.positions.append(index / len(trace))
            own.words += words
            own.beliefs.append(belief / 255)
            own.roles[role] += 1
            own.texts.setdefault(text, set()).add(trace.content)
            own.pages.add(trace.content)
    found = [_template_path(own, memory) for own in paths.values() if len(own.pages) >= least_pages]
    return sorted(found, key=lambda path: (path.position, -path.pages, path.samples))


def _template_path(own: _Path, memory: SiteMemory) -> TemplatePath:
    texts = [(memory.sample(text), len(pages)) for text, pages in own.texts.items()]
    role = min(own.roles, key=lambda role: (-own.roles[role], role))
    blocks = len(own.positions)
    return TemplatePath(
        pages=len(own.pages),
        share=len(own.pages) / memory.pages,
        position=sum(own.positions) / blocks,
        words=own.words / len(own.pages),
        variety=sum(pages == 1 for _, pages in texts) / len(texts),
        belief=sum(own.beliefs) / blocks,
        role=None if role == NO_ROLE else ROLES[role],
        samples=tuple(sorted(texts, key=lambda text: (-text[1], text[0]))[:_SAMPLES]),
    )
