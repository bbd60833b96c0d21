"""What paper 002 counts in a visual block: words, links, sentences, punctuation, form fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from webnoise.text.sentences import inner_marks, sentence_count
from webnoise.text.words import word_count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from webnoise.model import Block, PageBlocks

__all__ = ["GeneralParameters", "general_parameters"]


class GeneralParameters(NamedTuple):
    """What EVBE hands on about each visual block (002, section 5.3)."""

    words: int  # outside links
    link_words: int
    links: int
    sentences: int
    punctuation: int
    form_fields: int


def general_parameters(page: PageBlocks, owners: Sequence[int]) -> list[GeneralParameters]:
    """The sums of each visual block; `owners` names the visual block of each block of text, -1 for none."""
    sums = [[0] * len(GeneralParameters._fields) for _ in range(max(owners, default=-1) + 1)]
    for block, owner in zip(page.blocks, owners, strict=True):
        if owner >= 0:
            for place, value in enumerate(_count(block)):
                sums[owner][place] += value
    for element, tag in enumerate(page.outline.tags):
        if tag in ("input", "select", "textarea", "button") and owners:
            owner = owners[min(page.outline.first_block[element], len(owners) - 1)]
            if owner >= 0:
                sums[owner][-1] += 1
    return [GeneralParameters(*counts) for counts in sums]


def _count(block: Block) -> tuple[int, int, int, int, int]:
    text = block.text
    link_words = word_count(block.link_text) if block.links else 0
    words = max(word_count(text) - link_words, 0)
    return (
        words,
        link_words,
        len(block.links),
        sentence_count(text),
        inner_marks(text),
    )
