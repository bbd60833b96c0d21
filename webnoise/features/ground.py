"""The arrays of a page that all measures start from: one look at each block, each element, each character.

Sums over subtrees and over ancestors are taken for all elements of the page at once.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webnoise.blocks.tags import is_hidden
from webnoise.features.lexicon import AROUND, OWN, ElementRows, Lexicon
from webnoise.model import PageBlocks
from webnoise.native import compiled
from webnoise.text.sentences import COMMAS, QUOTES, STOPS
from webnoise.text.words import HAN_AND_KANA

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

ANCHOR, FORM, FIGURE, LIST, ARTICLE, IMAGE = range(1, 7)
TAG_CODES: dict[str, int] = {
    "a": ANCHOR, "form": FORM, "fieldset": FORM, "button": FORM, "select": FORM, "label": FORM,
    "textarea": FORM, "figure": FIGURE, "figcaption": FIGURE, "ul": LIST, "ol": LIST, "dl": LIST,
    "article": ARTICLE,
    "img": IMAGE, "picture": IMAGE, "svg": IMAGE, "video": IMAGE, "iframe": IMAGE,
}  # fmt: skip
TAG_COUNT = 7
TITLE_START, LONGEST_TITLE = 12, 300  # characters

OTHER, SPACE, LETTER, UPPER, DIGIT, COMMA, STOP, QUOTE, MARK, UNSPACED = range(10)
KINDS = 10

_MARKS = "|•·›»→▸►●■©®™/\\<>=+*#@_{}[]~^▾▼←&"
_BASIC_PLANE = 0x10000
_native = compiled("names")


@dataclass(frozen=True, slots=True)
class Ground:
    """Columns by block (from `texts` to `least_around`) and by element (the rest).

    Elements are those that hold blocks, numbered in document order: half of the outline. The others are
    inline or empty, and no block has them around it.
    """

    texts: Sequence[str]
    at: Integers
    """The block's element."""
    kinds: Sequence[str]
    levels: Integers
    characters: NDArray[np.int64]
    words: Floats
    lengths: Integers
    link_share: Floats
    repeats: list[int]
    wording: Floats
    """What the words of each part of its text weigh: the rows of `Lexicon.weigh_words`."""
    title: Floats
    """How much of the page's title stands in the block, for headings and what starts as the title does."""
    least_around: Integers
    """Of the block's element and those around it, the one whose names weigh least."""

    own: Floats
    around: Floats
    styles: Integers
    rows: ElementRows
    row_numbers: Integers
    tag_codes: NDArray[np.intp]
    hidden: Floats
    sizes: Integers
    """Elements in the subtree, the empty ones too."""
    images: Floats
    """Pictures and players in the subtree."""
    parents: Integers
    ends: Integers
    first: Integers
    last: Integers

    def __len__(self) -> int:
        return len(self.texts)

    @property
    def opening(self) -> Floats:
        """What the words weigh that a block opens with."""
        opening: Floats = self.wording[0]
        return opening

    @property
    def digit_share(self) -> Floats:
        """How many of a block's characters are digits."""
        return self.characters[:, DIGIT] / np.maximum(self.lengths, 1)


@dataclass(frozen=True, slots=True)
class GroundPlan:
    """The columns of the ground that a second look needs; a `Ground` may stand for it."""

    texts: Sequence[str]
    at: Integers
    levels: Integers
    words: Floats
    styles: Integers
    rows: ElementRows
    row_numbers: Integers
    parents: Integers
    ends: Integers
    first: Integers
    last: Integers
    digit_share: Floats

    def __len__(self) -> int:
        return len(self.texts)


Plan = Ground | GroundPlan


def survey(page: PageBlocks, lexicon: Lexicon) -> Ground:
    outline = page.outline
    _, texts, block_kinds, block_levels, elements, links, _ = zip(*page.blocks, strict=True)
    lengths = np.fromiter(map(len, texts), dtype=np.int64, count=len(texts))
    counts = count_characters(texts, lengths)
    # Scripts without spaces: two characters to the word, as Chinese words are on average.
    words = counts[:, SPACE] + counts[:, UNSPACED] / 2 + 1.0
    linked = [0] * len(texts)
    for index, some in enumerate(links):
        for start, end, _ in some:
            linked[index] += end - start
    levels = np.array(block_levels, dtype=np.int64)
    seen = Counter(texts)

    columns = (outline.first_block, outline.last_block, outline.parents, outline.ends)
    first, last, parents, ends = (np.fromiter(each, np.int64, len(outline)) for each in columns)
    holds = last > first
    holders = holds.nonzero()[0]
    number = holds.cumsum() - 1  # of an element among the holders
    holding = holders.tolist()
    row_numbers, rows = lexicon.rows_for(outline, holding)
    weights, styles = rows.look_up(row_numbers)
    codes = np.fromiter(map(TAG_CODES.get, outline.tags, repeat(0)), dtype=np.intp, count=len(outline))
    images = prefix_sums(codes == IMAGE)
    at, parents, ends = number[np.array(elements)], number[parents[holders]], ends[holders]
    around = weights[:, AROUND]
    twin = _native.hidden if _native and _native.reads(outline.attributes) else hidden
    return Ground(
        texts=texts,
        at=at,
        kinds=block_kinds,
        levels=levels,
        characters=counts,
        words=words,
        lengths=lengths,
        link_share=np.array(linked) / np.maximum(lengths, 1),
        repeats=[*map(seen.__getitem__, texts)],
        wording=lexicon.weigh_words(texts),
        title=_title_likeness(texts, block_levels, page.title),
        least_around=least_ancestor(around, parents)[at],
        own=weights[:, OWN],
        around=around,
        styles=styles,
        rows=rows,
        row_numbers=np.array(row_numbers, dtype=np.int64),
        tag_codes=codes[holders],
        hidden=np.array(twin(outline.attributes, holding)),
        sizes=ends - holders,
        images=images[ends] - images[holders],
        parents=parents,
        ends=holders.searchsorted(ends),
        first=first[holders],
        last=last[holders],
    )


def _title_likeness(texts: Sequence[str], levels: Sequence[int], title: str | None) -> Floats:
    """The share of a block's words that the title holds times the share of the title's that it holds."""
    likeness = np.zeros(len(texts))
    if title:
        title_words = frozenset(title.lower().split())
        start = title[:TITLE_START]
        asked = [index for index, text in enumerate(texts) if levels[index] or text.startswith(start)]
        for index in asked:
            words = texts[index][:LONGEST_TITLE].lower().split()
            if common := len(title_words.intersection(words)):
                likeness[index] = common * common / (len(words) * len(title_words))
    return likeness


def hidden(attributes: Sequence[Mapping[str, str]], elements: Sequence[int]) -> list[float]:
    """1 for an element that the page hides, a half for one that it hides from screen readers only."""
    values = [0.0] * len(elements)
    for index, attribute in enumerate(map(attributes.__getitem__, elements)):
        if not attribute or (len(attribute) == 1 and "class" in attribute):  # most elements
            continue
        if "style" in attribute and is_hidden({"style": attribute["style"]}):
            values[index] = 1.0
        if "hidden" in attribute:
            values[index] = 1.0
        elif "aria-hidden" in attribute and attribute["aria-hidden"] == "true":
            values[index] += 0.5
    return values


@cache
def kind_table() -> NDArray[np.int64]:
    """The kind of every character of the basic plane, and one entry for all beyond it."""
    by_category = {"Lu": UPPER, "Lt": UPPER, "Zs": SPACE, "Zl": SPACE, "Zp": SPACE, "Cc": SPACE}
    table = np.zeros(_BASIC_PLANE + 1, dtype=np.int64)
    for code in range(_BASIC_PLANE):
        category = unicodedata.category(chr(code))
        if category in by_category:
            table[code] = by_category[category]
        elif category[0] in "LM":
            table[code] = LETTER
        elif category[0] == "N":
            table[code] = DIGIT
    for characters, kind in ((_MARKS, MARK), (QUOTES, QUOTE), (COMMAS, COMMA), (STOPS, STOP)):
        for character in characters:
            table[ord(character)] = kind
    for first, last in HAN_AND_KANA:
        table[first : last + 1] = UNSPACED
    table[_BASIC_PLANE] = OTHER
    return table


def count_characters(texts: Sequence[str], lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """Counts by block and kind, of shape (blocks, KINDS)."""
    codes = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), dtype=np.int32)
    cells = kind_table().take(codes, mode="clip")
    cells += np.arange(0, len(texts) * KINDS, KINDS).repeat(lengths)
    return np.bincount(cells, minlength=len(texts) * KINDS).reshape(len(texts), KINDS)


def prefix_sums(values: NDArray[Any]) -> NDArray[np.float64]:
    """What lies before each index along the last axis: the sum over [a, b) is sums[..., b] - sums[..., a]."""
    sums = np.zeros((*values.shape[:-1], values.shape[-1] + 1))
    values.cumsum(axis=-1, out=sums[..., 1:])  # np.cumsum costs another call, on small arrays half of it
    return sums


def ancestor_sums(values: NDArray[Any], ends: Integers, at: Integers) -> NDArray[np.float64]:
    """For each element of `at`, the sum of `values` over itself and all elements around it.

    `values` has the elements along its last axis.

    In document order that is all that has opened so far without what has closed again.
    """
    order = ends.argsort(kind="stable")
    opened = prefix_sums(values)
    closed = prefix_sums(values.take(order, axis=-1))
    many_closed = ends[order].searchsorted(at, side="right")
    sums: NDArray[np.float64] = opened.take(at + 1, axis=-1) - closed.take(many_closed, axis=-1)
    return sums


def between(before: Floats, low: Integers, high: Integers) -> Floats:
    """The sums of each row from `low` to `high`, by its prefix sums (`take` costs half of an index)."""
    sums: Floats = before.take(high, axis=-1) - before.take(low, axis=-1)
    return sums


def style_groups(ground: Plan, up1: Integers, up2: Integers) -> Integers:
    """Numbers the places of blocks: equal for equal tag and class of element, parent and grandparent."""
    styles, prime = ground.styles, 1_000_003
    places = ((styles[ground.at] * prime + styles[up1]) * prime + styles[up2]).tolist()
    numbers = {place: number for number, place in enumerate(dict.fromkeys(places))}
    return np.array([*map(numbers.__getitem__, places)])


def least_ancestor(values: NDArray[Any], parents: Integers) -> Integers:
    """For each element the one of least value among itself and those around it, by pointer doubling."""
    least = np.arange(len(values))
    jump = parents
    while np.count_nonzero(jump):  # a tenth of the cost of `any`
        other = least[jump]
        least = np.where(values[other] < values[least], other, least)
        jump = jump[jump]
    return np.where(values[0] < values[least], 0, least)


def path_to(element: int, parents: Integers) -> list[int]:
    """The element and those around it, innermost first."""
    path = [element]
    while element:
        element = int(parents[element])
        path.append(element)
    return path


def main_container(before: NDArray[Any], first: Integers, last: Integers) -> int:
    """The deepest element that holds more than half of the weight of the blocks, by its prefix sums.

    Elements with more than half lie inside one another, so the last of them in document order is the deepest.
    """
    inside = before[last] - before[first]
    holders = (inside > before[-1] / 2).nonzero()[0]
    return int(holders[-1]) if len(holders) else 0
