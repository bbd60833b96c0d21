"""Words that give a block's role away, in the names of elements, in addresses and in short texts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from webnoise.features.arrays import Integers, PageArrays
from webnoise.features.names import NameGroups
from webnoise.features.words import WordBits
from webnoise.model import Block
from webnoise.text.lists import read_groups, read_list

Rows = NDArray[np.float32]
Bits = NDArray[np.int64]
_TEXT = "text_"
# Names write words together, `commentbody`, `imagecaption`: a word of so many letters counts at the start or
# end of a piece that has so many beside it. With fewer, `commentary` and `research` would count too.
_LONG_WORD, _BESIDE = 6, 4
LONGEST_URL = 200  # characters of an address that are read
UP = 4  # levels of elements around a block whose names are read: the farther, the less they count
_NEARNESS = (1 / np.arange(1, UP + 1, dtype=np.float32))[:, np.newaxis, np.newaxis]
_listed = {
    **read_groups("webnoise.features", "lists/role_words.txt"),
    "text_given": read_list("webnoise.metadata", "lists/given_names.txt"),
}
NAME_GROUPS = tuple(group for group in _listed if not group.startswith(_TEXT))
TEXT_GROUPS = tuple(group for group in _listed if group.startswith(_TEXT))


def _bits(groups: Sequence[str]) -> dict[str, int]:
    bits: dict[str, int] = {}
    for number, group in enumerate(groups):
        for word in _listed[group]:
            bits[word] = bits.get(word, 0) | 1 << number
    return bits


_NAMES = NameGroups(_bits(NAME_GROUPS), _LONG_WORD, _BESIDE)
_TEXTS = WordBits(_bits(TEXT_GROUPS))


def urls_bits(blocks: tuple[Block, ...], most: int) -> Bits:
    """The groups of each block's addresses, of so many at most, as bits."""
    return _NAMES.of_links(blocks, most, LONGEST_URL)


def texts_bits(blocks: tuple[Block, ...], longest: int) -> Bits:
    """The groups of each block's text, as bits; none of a longer text, whose words give nothing away."""
    return _TEXTS.of_blocks(blocks, longest)


def element_bits(arrays: PageArrays) -> Bits:
    """The groups of the names of each element, as bits."""
    return arrays.rows.groups(arrays.row_numbers, _NAMES)


def flags(bits: Bits, groups: Sequence[str]) -> NDArray[np.uint8]:
    """One row per group, one column per entry of `bits`; for many rows of bits, many of these."""
    packed = bits.astype("<i8", copy=False)[..., np.newaxis].view(np.uint8)
    return np.unpackbits(packed, axis=-1, bitorder="little", count=len(groups)).swapaxes(-1, -2)


def nearness(arrays: PageArrays, bits: Bits) -> Rows:
    """For each group how near an element around the block bears its name: 1 for the block's own, then 1/2."""
    at: list[Integers] = [arrays.at]
    for _ in range(1, UP):
        at.append(arrays.parents[at[-1]])
    near: Rows = np.maximum.reduce(flags(bits[np.array(at)], NAME_GROUPS) * _NEARNESS)
    return near
