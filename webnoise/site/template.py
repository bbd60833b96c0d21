"""What is known of a site's template, for people to read."""

from __future__ import annotations

from typing import NamedTuple

from webnoise.site.memory import SiteMemory

__all__ = ["TemplateBlock", "template"]


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
    pages: dict[int, int] = {}
    words: dict[int, int] = {}
    beliefs: dict[int, list[int]] = {}
    for trace in memory:
        columns = (trace.texts.tolist(), trace.words.tolist(), trace.beliefs.tolist())
        once = {text: (count, belief) for text, count, belief in zip(*columns, strict=True)}
        for text, (count, belief) in once.items():
            pages[text] = pages.get(text, 0) + 1
            words[text] = max(words.get(text, 0), count)
            beliefs.setdefault(text, []).append(belief)
    found = [
        TemplateBlock(
            memory.sample(text),
            count,
            count / memory.pages,
            words[text],
            sum(beliefs[text]) / len(beliefs[text]) / 255,
        )
        for text, count in pages.items()
        if count >= least_pages
    ]
    return sorted(found, key=lambda block: (-block.pages, block.text))
