"""What the baselines count: words of blocks, and their sums below every element of a page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate

from webnoise.model import Block, Outline, PageBlocks, Reason, Verdict

WORD = re.compile(r"\w+")


def words(text: str) -> list[str]:
    return WORD.findall(text.lower())


def link_words(block: Block) -> int:
    return len(words(block.link_text))


def below(outline: Outline, values: Sequence[float]) -> list[float]:
    """For each element, the sum of the values of the blocks in it."""
    before = [0.0, *accumulate(values)]
    return [
        before[last] - before[first]
        for first, last in zip(outline.first_block, outline.last_block, strict=True)
    ]


def verdicts(keep: Sequence[bool], scores: Sequence[float], code: str, measure: str) -> list[Verdict]:
    """Return one verdict per block; the reason has the measure's value."""
    return [
        Verdict(kept, float(score), Reason("content" if kept else code, f"{measure} {score:.2f}"))
        for kept, score in zip(keep, scores, strict=True)
    ]


def keep_range(page: PageBlocks, element: int, score: float, measure: str) -> Sequence[Verdict]:
    """Keep the blocks inside one element and drop the others."""
    outline = page.outline
    if not len(outline):
        return []
    first, last = outline.first_block[element], outline.last_block[element]
    path = outline.path(element)
    kept = Verdict(True, score, Reason("content", f"inside {path}, {measure} {score:.2f}"))
    dropped = Verdict(False, 0.0, Reason("outside", f"not inside {path}"))
    return [kept if first <= block.index < last else dropped for block in page.blocks]
