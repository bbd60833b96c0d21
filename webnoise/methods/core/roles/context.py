"""Features of what surrounds a block: names of elements, words in links and headings, kept text.

Words that give a role away are on a list: in the names of the elements around a block, in the addresses
that it links to, in its own text if that is short, and in the heading above it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from webnoise.features.arrays import PageArrays, prefix_sums
from webnoise.features.role_names import NAME_GROUPS, TEXT_GROUPS, Bits, flags, nearness

Rows = NDArray[np.float32]
Flags = NDArray[np.bool_]

HEADING_REACH = 40  # blocks after a heading that belong to it
FAR = 30  # blocks; farther is far
FEW_BLOCKS = 2  # with one kept block among them: an element may be named for that
POSITION_NAMES = (
    "kept belief prev_belief next_belief from_first_kept to_last_kept kept_around kept_wider prev_kept "
    "next_kept before_headline digits"
).split()
NAMES = (
    *(f"name_{group}" for group in NAME_GROUPS),
    *(f"link_{group}" for group in NAME_GROUPS),
    *(f"own_{group}" for group in TEXT_GROUPS),
    *(f"heading_{group}" for group in TEXT_GROUPS),
    *POSITION_NAMES,
)


class GroupBits(NamedTuple):
    """The groups of words, as bits: of names by element, of links and texts by block."""

    names: Bits
    links: Bits
    texts: Bits


def context_rows(
    arrays: PageArrays, kept: Flags, scores: Rows, from_headline: Rows, bits: GroupBits, is_heading: Flags
) -> Rows:
    """One row per name in `NAMES`, one column per block."""
    return np.concatenate(
        [
            _name_rows(arrays, kept, bits.names),
            flags(bits.links, NAME_GROUPS),
            flags(bits.texts, TEXT_GROUPS),
            flags(_heading_bits(bits.texts, is_heading), TEXT_GROUPS),
            _position_rows(arrays, kept, scores, from_headline),
        ],
        dtype=np.float32,
    )


def _name_rows(arrays: PageArrays, kept: Flags, bits: Bits) -> Rows:
    """How near an element is whose names belong to each group.

    Elements that hold the text do not count: articles bear the names of their tags and sections.
    """
    before = prefix_sums(kept)
    text = before[arrays.last] - before[arrays.first]
    few = arrays.last - arrays.first <= FEW_BLOCKS
    return nearness(arrays, np.where((text == 0) | ((text == 1) & few), bits, 0))


def _heading_bits(bits: Bits, is_heading: Flags) -> Bits:
    """Those of the heading above each block; a heading has its own."""
    index = np.arange(len(bits))
    last = np.maximum.accumulate(np.where(is_heading, index, -HEADING_REACH))
    return np.where(index - last < HEADING_REACH, bits[np.maximum(last, 0)], 0)


def _position_rows(arrays: PageArrays, kept: Flags, scores: Rows, from_headline: Rows) -> Rows:
    rows = np.zeros((len(POSITION_NAMES), len(arrays)), np.float32)
    index = np.arange(len(arrays))
    chosen = np.flatnonzero(kept)
    first, last = (chosen[0], chosen[-1]) if len(chosen) else (0, 0)
    before = prefix_sums(kept)
    rows[0], rows[1] = kept, scores
    rows[2, 1:], rows[3, :-1] = scores[:-1], scores[1:]
    rows[4] = np.clip(index - first, -FAR, FAR)
    rows[5] = np.clip(last - index, -FAR, FAR)
    up1 = arrays.parents[arrays.at]
    areas = np.array([up1, arrays.parents[up1]])
    low, high = arrays.first[areas], arrays.last[areas]
    rows[6:8] = (before[high] - before[low]) / np.maximum(high - low, 1)
    rows[8, 1:], rows[9, :-1] = kept[:-1], kept[1:]
    rows[10] = from_headline < 0
    rows[11] = arrays.digit_share
    return rows
