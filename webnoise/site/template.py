"""A site's template, as its memory knows it: texts that recur on its pages, and paths that do."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from webnoise.model import ROLES, Role
from webnoise.site.memory import SiteMemory
from webnoise.site.trace import NO_ROLE

_SAMPLES = 3


class TemplateBlock(NamedTuple):
    """A text that recurs on a site's pages.

    `text` is a sample: its beginning as the memory tells texts apart, in lower case, 0 for digits that
    are few. `belief` is how far the page model alone takes it for content (0 to 1).
    """

    text: str
    pages: int
    share: float
    words: int
    belief: float


class TemplatePath(NamedTuple):
    """A path that recurs on a site's pages.

    `position` is where its blocks are on them, from 0 at the top to 1; `words` how many it has on a page;
    `variety` the share of its texts that one page alone has; `belief` how far the page model alone takes
    them for content, `role` what it most often takes them for, None where none is known. `samples` are
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


def template_blocks(memory: SiteMemory, least_pages: int = 2) -> list[TemplateBlock]:
    """Return the texts on at least so many of the remembered pages, the most frequent first."""
    seen: dict[int, list[tuple[int, int]]] = {}
    for trace in memory:
        measured = zip(trace.words.tolist(), trace.beliefs.tolist(), strict=True)
        for text, words_and_belief in dict(zip(trace.texts.tolist(), measured, strict=True)).items():
            seen.setdefault(text, []).append(words_and_belief)
    found = []
    for text, pages in seen.items():
        if len(pages) >= least_pages:
            words, beliefs = zip(*pages, strict=True)
            share, belief = len(pages) / memory.pages, sum(beliefs) / len(pages) / 255
            found.append(TemplateBlock(memory.sample(text), len(pages), share, max(words), belief))
    return sorted(found, key=lambda block: (-block.pages, block.text))


@dataclass(slots=True)
class _Sums:
    pages: int = 0
    blocks: int = 0
    position: float = 0.0
    words: int = 0
    belief: float = 0.0
    texts: Counter[int] = field(default_factory=Counter)
    roles: Counter[int] = field(default_factory=Counter)


def template_paths(memory: SiteMemory, least_pages: int = 2) -> list[TemplatePath]:
    """Return the paths on at least so many of the remembered pages, from the top of a page to its end."""
    sums: dict[int, _Sums] = {}
    for trace in memory:
        seen: dict[int, set[int]] = {}
        rows = zip(
            trace.paths.tolist(),
            trace.texts.tolist(),
            trace.words.tolist(),
            trace.beliefs.tolist(),
            trace.roles.tolist(),
            strict=True,
        )
        for index, (path, text, words, belief, role) in enumerate(rows):
            own = sums.setdefault(path, _Sums())
            own.blocks += 1
            own.position += index / len(trace)
            own.words += words
            own.belief += belief / 255
            own.roles[role] += 1
            seen.setdefault(path, set()).add(text)
        for path, texts in seen.items():
            sums[path].pages += 1
            sums[path].texts.update(texts)
    found = [_template_path(own, memory) for own in sums.values() if own.pages >= least_pages]
    return sorted(found, key=lambda path: (path.position, -path.pages, path.samples))


def _template_path(own: _Sums, memory: SiteMemory) -> TemplatePath:
    alone = sum(1 for pages in own.texts.values() if pages == 1)
    frequent = sorted(own.texts.items(), key=lambda item: (-item[1], memory.sample(item[0])))
    role = min(own.roles, key=lambda role: (-own.roles[role], role))
    return TemplatePath(
        pages=own.pages,
        share=own.pages / memory.pages,
        position=own.position / own.blocks,
        words=own.words / own.pages,
        variety=alone / len(own.texts),
        belief=own.belief / own.blocks,
        role=None if role == NO_ROLE else ROLES[role],
        samples=tuple((memory.sample(text), pages) for text, pages in frequent[:_SAMPLES]),
    )
