"""What is known of a site's template, for people to read."""

from __future__ import annotations

from typing import NamedTuple

from webnoise.site.memory import SiteMemory


class TemplateBlock(NamedTuple):
    """A text that recurs on a site's pages.

    `text` is a sample: its beginning, in lower case and with 0 for every digit, as the memory tells texts
    apart. `belief` is how far the page model alone takes it for content (0 to 1).
    """

    text: str
    pages: int
    share: float
    words: int
    belief: float


def template(memory: SiteMemory, least_pages: int = 2) -> list[TemplateBlock]:
    """The texts on at least so many of the remembered pages, the most frequent first."""
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
