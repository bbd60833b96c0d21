"""A site's template, as its memory knows it: texts that recur on its pages."""

from __future__ import annotations

from typing import NamedTuple

from webnoise.site.memory import SiteMemory


class TemplateBlock(NamedTuple):
    """A text that recurs on a site's pages.

    `text` is the beginning of its `plain_text`: in lower case, with 0 for digits unless most are digits.
    `belief` is how far the page model alone takes it for content (0 to 1).
    """

    text: str
    pages: int
    share: float
    words: int
    belief: float


def template_blocks(memory: SiteMemory, least_pages: int = 2) -> list[TemplateBlock]:
    """Return the texts on at least this many of the remembered pages, the most frequent first."""
    seen: dict[int, list[tuple[int, int]]] = {}
    for trace in memory:
        numbers = zip(trace.words.tolist(), trace.beliefs.tolist(), strict=True)
        for text, words_and_belief in dict(zip(trace.texts.tolist(), numbers, strict=True)).items():
            seen.setdefault(text, []).append(words_and_belief)
    found = []
    for text, pages in seen.items():
        if len(pages) >= least_pages:
            words, beliefs = zip(*pages, strict=True)
            share, belief = len(pages) / memory.pages, sum(beliefs) / len(pages) / 255
            found.append(TemplateBlock(memory.sample(text), len(pages), share, max(words), belief))
    return sorted(found, key=lambda block: (-block.pages, block.text))
