"""What tag analysis leaves (paper 003, section 3.2): the minimum subtree, blocks without punctuation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webnoise.text.sentences import punctuation

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from webnoise.model import PageBlocks

__all__ = ["SHORT_TEXT", "minimum_subtree", "without_punctuation"]

SHORT_TEXT = 25
"""Characters below which a text is merged with its neighbour before it is judged. The paper says "small";
a line of a menu or a byline is about this long, the shortest sentence of an article rarely is."""


def minimum_subtree(page: PageBlocks, dropped: Collection[int] = ()) -> int:
    """The deepest element that still holds the greatest share of the page's text, dropped blocks left out.

    The root holds the greatest share; an element that holds no less spans the first and the last text.
    """
    outline = page.outline
    left = [block for block in page.blocks if block.index not in dropped]
    if not left:
        return 0
    last = left[-1].index
    element = left[0].element
    while element > 0 and outline.last_block[element] <= last:
        element = outline.parents[element]
    return element


def without_punctuation(texts: Sequence[str], short: int = SHORT_TEXT) -> list[bool]:
    """Which of the adjacent texts are noise for want of punctuation.

    A short text is first merged with the text after it (the last with the one before it), then judged.
    """
    marks = [punctuation(text) for text in texts]
    noise = []
    for place, text in enumerate(texts):
        count = marks[place]
        if count == 0 and len(text) < short and len(texts) > 1:
            count = marks[place + 1] if place + 1 < len(texts) else marks[place - 1]
        noise.append(count == 0)
    return noise
