"""The language of a page whose terms are asked for."""

from __future__ import annotations

from webnoise.model import PageBlocks
from webnoise.text.language import detect_language

__all__ = ["page_language"]

_TEXT_FOR_A_GUESS = 4000
"""Characters; the language shows in a few of the longest blocks."""
_UNKNOWN = "und"


def page_language(page: PageBlocks) -> str:
    """The language whose stop words and stemmer serve the page: the one it names, else the one it is in."""
    if page.language:
        return page.language
    longest = sorted(page.blocks, key=lambda block: (-len(block.text), block.index))[:5]
    sample = " ".join(block.text for block in longest)[:_TEXT_FOR_A_GUESS]
    return detect_language(sample) or _UNKNOWN
