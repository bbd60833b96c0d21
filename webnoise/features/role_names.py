"""Words that give a block's role away, in the names of elements, in addresses and in short texts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from webnoise.features.ground import Integers, Plan
from webnoise.features.lexicon import ElementRows, Key
from webnoise.model import Block
from webnoise.native import compiled
from webnoise.text.lists import read_groups, read_list
from webnoise.text.words import name_parts, words

Rows = NDArray[np.float32]
Bits = NDArray[np.int64]
_TEXT = "text_"
_URL_PARTS = re.compile(r"[/?&#=.]+")
# Names write words together, `commentbody`, `imagecaption`: a word of so many letters counts at the start or
# end of a piece that has so many beside it. With fewer, `commentary` and `research` would count too.
_LONG_WORD, _BESIDE = 6, 4
LONGEST_URL = 200  # characters of an address that are read
UP = 4  # elements around a block whose names are heard: the farther, the less
_NEARNESS = (1 / np.arange(1, UP + 1, dtype=np.float32))[:, np.newaxis, np.newaxis]
_listed = {
    **read_groups("webnoise.features", "lists/role_words.txt"),
    "text_given": read_list("webnoise.metadata", "lists/given_names.txt"),
}
NAME_GROUPS = tuple(group for group in _listed if not group.startswith(_TEXT))
TEXT_GROUPS = tuple(group for group in _listed if group.startswith(_TEXT))


def _bits(groups: Sequence[str]) -> dict[str, int]:
    bits: dict[str, int] = {}
    for place, group in enumerate(groups):
        for word in _listed[group]:
            bits[word] = bits.get(word, 0) | 1 << place
    return bits


_NAME_BITS, _TEXT_BITS = _bits(NAME_GROUPS), _bits(TEXT_GROUPS)
_LONGEST_WORD = max(map(len, _NAME_BITS))
_names: Any = compiled("names")
_name_words, _words = compiled("name_words"), compiled("words")
_packed_names: Any = _name_words.NameBits(_NAME_BITS, _LONG_WORD, _BESIDE) if _name_words else None
_packed_texts: Any = _words.WordBits(_TEXT_BITS) if _words else None


def _bits_of_name(name: str) -> int:
    """The groups of names, as bits, that a class, id or piece of an address belongs to."""
    bits = 0
    for part in name_parts(name):
        bits |= _bits_of_piece(part)
    return bits


@lru_cache(maxsize=16_384)  # names are made of the same few words everywhere
def _bits_of_piece(piece: str) -> int:
    """Those of a word; if it is unknown, of the words that it is written together of."""
    if piece in _NAME_BITS:
        return _NAME_BITS[piece]
    bits = 0
    for length in range(_LONG_WORD, min(_LONGEST_WORD, len(piece) - _BESIDE) + 1):
        bits |= _NAME_BITS.get(piece[:length], 0) | _NAME_BITS.get(piece[-length:], 0)
    return bits


def url_bits(url: str) -> int:
    """Of the parts of an address, but not of a slug, which tells the story."""
    if _name_words and (told := _packed_names.of_url(url)) >= 0:
        return int(told)
    return _bits_of_url(url)


def urls_bits(blocks: tuple[Block, ...], most: int) -> Bits:
    """Those of each block's addresses, of so many at most."""
    if _name_words:
        told: Bits = _packed_names.of_links(blocks, most, LONGEST_URL, url_bits)
        return told
    found = np.zeros(len(blocks), np.int64)
    for block in blocks:
        for _, _, url in block.links[:most]:
            found[block.index] |= url_bits(url[:LONGEST_URL])
    return found


@lru_cache(maxsize=4_096)
def _bits_of_url(url: str) -> int:
    bits = 0
    for part in _URL_PARTS.split(url.lower()):
        if part.count("-") < 2:
            bits |= _bits_of_name(part)
    return bits


def text_bits(text: str) -> int:
    """The groups of texts, as bits, that a short text belongs to."""
    text = text.lower()
    if _words and (told := _packed_texts.of(text)) >= 0:
        return int(told)
    return _bits_of_text(text)


def texts_bits(blocks: tuple[Block, ...], longest: int) -> Bits:
    """Those of each block's text; none of a longer one, in which a word gives nothing away."""
    if _words:
        told: Bits = _packed_texts.of_blocks(blocks, longest, text_bits)
        return told
    return np.array(
        [text_bits(block.text) if len(block.text) <= longest else 0 for block in blocks], np.int64
    )


@lru_cache(maxsize=8_192)
def _bits_of_text(text: str) -> int:
    bits = 0
    for word in words(text):
        bits |= _TEXT_BITS.get(word, 0)
    return bits


def flags(bits: Bits, groups: Sequence[str]) -> NDArray[np.uint8]:
    """One row per group, one column per entry of `bits`; for many rows of bits, many of these."""
    packed = bits.astype("<i8", copy=False)[..., np.newaxis].view(np.uint8)
    return np.unpackbits(packed, axis=-1, bitorder="little", count=len(groups)).swapaxes(-1, -2)


def row_bits(rows: ElementRows, first: int = 0) -> Bits:
    """The groups of names of the rows from one on."""
    if _names and isinstance(rows, _names.ElementRows):
        told: Bits = rows.name_bits(first, _packed_names, _bits_of_key)
        return told
    return np.array([_bits_of_key(rows.key(number)) for number in range(first, len(rows))], np.int64)


def _bits_of_key(key: Key) -> int:
    return _bits_of_name(" ".join(filter(None, key)))


class _RowBits:
    """The groups of names of all rows that are known by now, which grow as the rows do."""

    def __init__(self) -> None:
        self._bits = np.zeros(1024, np.int64)
        self._many = 0

    def of(self, rows: ElementRows) -> Bits:
        many = len(rows)
        if many > self._many:
            while many > len(self._bits):
                self._bits = np.concatenate((self._bits, np.zeros_like(self._bits)))
            self._bits[self._many : many] = row_bits(rows, self._many)
            self._many = many
        return self._bits


_known: WeakKeyDictionary[ElementRows, _RowBits] = WeakKeyDictionary()


def element_bits(ground: Plan) -> Bits:
    """The groups of names of each element; what an element is called is looked at once."""
    known = _known.get(ground.rows)
    if known is None:
        known = _known[ground.rows] = _RowBits()
    return known.of(ground.rows)[ground.row_numbers]


def nearness(ground: Plan, bits: Bits) -> Rows:
    """For each group how near an element around the block bears its name: 1 for the block's own, then 1/2."""
    at: list[Integers] = [ground.at]
    for _ in range(1, UP):
        at.append(ground.parents[at[-1]])
    near: Rows = np.maximum.reduce(flags(bits[np.array(at)], NAME_GROUPS) * _NEARNESS)
    return near
