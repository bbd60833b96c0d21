"""What stands around a block: the names of its elements, the words by it, and the kept text.

Words that give a role away stand in a list: in the names of the elements around a block, in the addresses
that it links to, in its own text if that is short, and in the heading above it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from webnoise.features.ground import Plan, prefix_sums
from webnoise.features.role_names import NAME_GROUPS, TEXT_GROUPS, Bits, flags, nearness
from webnoise.native import compiled

Rows = NDArray[np.float32]
Flags = NDArray[np.bool_]

HEADING_REACH = 40  # blocks behind a heading that stand under it
FAR = 30  # blocks; farther is far
FEW_BLOCKS = 2  # with one kept block among them: an element may be named for that
PLACE_NAMES = (
    "kept belief prev_belief next_belief from_first_kept to_last_kept kept_around kept_wider prev_kept "
    "next_kept before_headline digits"
).split()
NAMES = (
    *(f"name_{group}" for group in NAME_GROUPS),
    *(f"link_{group}" for group in NAME_GROUPS),
    *(f"own_{group}" for group in TEXT_GROUPS),
    *(f"heading_{group}" for group in TEXT_GROUPS),
    *PLACE_NAMES,
)


class GroupBits(NamedTuple):
    """The groups of words, as bits: of names by element, of links and texts by block."""

    names: Bits
    links: Bits
    texts: Bits


def frame_rows(
    ground: Plan, kept: Flags, scores: Rows, from_headline: Rows, bits: GroupBits, is_heading: Flags
) -> Rows:
    """One row per name in `NAMES`, one column per block."""
    if native := compiled("role_frame"):
        rows: Rows = native.frame_rows(
            ground, kept.view(np.uint8), scores, from_headline, bits, is_heading.view(np.uint8)
        )
        return rows
    return np.concatenate([
        _named(ground, kept, bits.names),
        flags(bits.links, NAME_GROUPS),
        flags(bits.texts, TEXT_GROUPS),
        flags(_above(bits.texts, is_heading), TEXT_GROUPS),
        _placed(ground, kept, scores, from_headline),
    ]).astype(np.float32)  # fmt: skip


def _named(ground: Plan, kept: Flags, bits: Bits) -> Rows:
    """How near an element is that is named by each group.

    Elements that hold the text are not asked: articles bear the names of their tags and sections.
    """
    before = prefix_sums(kept)
    text = before[ground.last] - before[ground.first]
    few = ground.last - ground.first <= FEW_BLOCKS
    asked = (text == 0) | ((text == 1) & few)
    return nearness(ground, np.where(asked, bits, 0))


def _above(bits: Bits, is_heading: Flags) -> Bits:
    """Those of the heading that each block stands under; a heading stands under itself."""
    index = np.arange(len(bits))
    last = np.maximum.accumulate(np.where(is_heading, index, -HEADING_REACH))
    return np.where(index - last < HEADING_REACH, bits[np.maximum(last, 0)], 0)


def _placed(ground: Plan, kept: Flags, scores: Rows, from_headline: Rows) -> Rows:
    n = len(ground)
    rows = np.zeros((len(PLACE_NAMES), n), np.float32)
    index = np.arange(n)
    chosen = np.flatnonzero(kept)
    first, last = (int(chosen[0]), int(chosen[-1])) if len(chosen) else (0, 0)
    before = prefix_sums(kept)
    rows[0], rows[1] = kept, scores
    rows[2, 1:], rows[3, :-1] = scores[:-1], scores[1:]
    rows[4] = np.minimum(np.maximum(index - first, -FAR), FAR)
    rows[5] = np.minimum(np.maximum(last - index, -FAR), FAR)
    up1 = ground.parents[ground.at]
    areas = np.array([up1, ground.parents[up1]])
    low, high = ground.first[areas], ground.last[areas]
    rows[6:8] = (before[high] - before[low]) / np.maximum(high - low, 1)
    rows[8, 1:], rows[9, :-1] = kept[:-1], kept[1:]
    rows[10] = from_headline < 0
    rows[11] = ground.digit_share
    return rows
