"""A table of data stands or falls as one: a header row without its figures is no text."""

from __future__ import annotations

from webnoise.blocks.tables import tables
from webnoise.model import PageBlocks, Reason
from webnoise.verdicts import Verdicts

__all__ = ["judge_whole_tables"]

_KEPT = Reason("content", "most of the table around it is text")
_DROPPED = Reason("element", "most of the table around it is no text")


def judge_whole_tables(page: PageBlocks, verdicts: Verdicts) -> Verdicts:
    """Where the cells of a table of data were judged apart, the greater part by words decides for all."""
    judged = verdicts.kept
    if not any(keep and block.kind == "cell" for block, keep in zip(page.blocks, judged, strict=True)):
        return verdicts
    turned: dict[bool, dict[int, Reason]] = {True: {}, False: {}}
    for rows, members in tables(page.blocks, page.outline):
        if not rows:
            continue
        words = [block.text.count(" ") + 1 for block in members]
        kept = sum(count for block, count in zip(members, words, strict=True) if judged[block.index])
        keep = 2 * kept >= sum(words)
        others = [block.index for block in members if judged[block.index] != keep]
        turned[keep].update(dict.fromkeys(others, _KEPT if keep else _DROPPED))
    return verdicts.settled(turned[True], keep=True).settled(turned[False], keep=False)
