"""A table of data stands or falls as one: a header row without its figures is no text."""

from __future__ import annotations

from collections.abc import Sequence

from webnoise.blocks.tables import tables
from webnoise.model import PageBlocks, Reason, Verdict

__all__ = ["judge_whole_tables"]

_KEPT = Reason("content", "most of the table around it is text")
_DROPPED = Reason("element", "most of the table around it is no text")


def judge_whole_tables(page: PageBlocks, verdicts: Sequence[Verdict]) -> list[Verdict]:
    """Where the cells of a table of data were judged apart, the greater part by words decides for all."""
    settled = list(verdicts)
    if not any(block.kind == "cell" and verdicts[block.index].keep for block in page.blocks):
        return settled
    for rows, members in tables(page.blocks, page.outline):
        if not rows:
            continue
        words = [block.text.count(" ") + 1 for block in members]
        kept = sum(count for block, count in zip(members, words, strict=True) if verdicts[block.index].keep)
        keep = 2 * kept >= sum(words)
        for block in members:
            verdict = settled[block.index]
            if verdict.keep != keep:
                settled[block.index] = Verdict(keep, verdict.score, _KEPT if keep else _DROPPED)
    return settled
