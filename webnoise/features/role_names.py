"""Words that give a block's role away, in the names of elements, in addresses and in short texts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from webnoise.features.arrays import Integers, PageArrays
from webnoise.features.names import Key, NameGroups
from webnoise.features.words import WordBits
from webnoise.model import Block
from webnoise.text.lists import read_groups, read_list
from webnoise.text.words import name_parts

Rows = NDArray[np.float32]
Bits = NDArray[np.int64]
_TEXT = "text_"
_URL_PARTS = re.compile(r"[/?&#=.]+")
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


_NAME_BITS = _bits(NAME_GROUPS)
_LONGEST_WORD = max(map(len, _NAME_BITS))
_NAMES = NameGroups(_NAME_BITS, _LONG_WORD, _BESIDE)
_TEXTS = WordBits(_bits(TEXT_GROUPS))


def _bits_of_name(name: str) -> int:
    """The groups of names, as bits, that a class, id or piece of an address belongs to."""
    bits = 0
    for part in name_parts(name):
        bits |= _bits_of_piece(part)
    return bits


@lru_cache(maxsize=16_384)  # names are made of the same few words everywhere
def _bits_of_piece(piece: str) -> int:
    """The groups of a word; of an unknown word, those of the words at its start and end."""
    if piece in _NAME_BITS:
        return _NAME_BITS[piece]
    bits = 0
    for length in range(_LONG_WORD, min(_LONGEST_WORD, len(piece) - _BESIDE) + 1):
        bits |= _NAME_BITS.get(piece[:length], 0) | _NAME_BITS.get(piece[-length:], 0)
    return bits


def urls_bits(blocks: tuple[Block, ...], most: int) -> Bits:
    """The groups of each block's addresses, of so many at most, as bits."""
    return _NAMES.of_links(blocks, most, LONGEST_URL, _bits_of_url)


@lru_cache(maxsize=4_096)
def _bits_of_url(url: str) -> int:
    """The groups of the parts of an address, but not of a slug, which tells the story."""
    bits = 0
    for part in _URL_PARTS.split(url.lower()):
        if part.count("-") < 2:
            bits |= _bits_of_name(part)
    return bits


def texts_bits(blocks: tuple[Block, ...], longest: int) -> Bits:
    """The groups of each block's text, as bits; none of a longer text, whose words give nothing away."""
    return _TEXTS.of_blocks(blocks, longest)


def element_bits(arrays: PageArrays) -> Bits:
    """The groups of the names of each element, as bits."""
    return arrays.rows.groups(arrays.row_numbers, _NAMES, _bits_of_key)


def _bits_of_key(key: Key) -> int:
    return _bits_of_name(" ".join(filter(None, key)))


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
