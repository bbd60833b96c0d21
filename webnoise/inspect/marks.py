"""Map a page's pieces of text to a method's blocks, and find the pieces that methods do not agree on.

Every visible character of a page lies in exactly one block, in document order. So the page's pieces of text
and the blocks are read side by side; the elements that blocks lie in keep them in step.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from typing import NamedTuple

from webnoise.blocks.tags import ABSENT, FOR_SCRIPTLESS, TEXTLESS
from webnoise.model import Block, Outline
from webnoise.page.elements import Elements
from webnoise.text.words import word_count

_UNSHOWN = TEXTLESS | ABSENT - FOR_SCRIPTLESS
_FRAME = frozenset(["html", "head", "body"])
NOWHERE = -1


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces of text on a page, in document order: an element's own text, or the one after its end."""

    texts: list[str]
    """Without the white space around them."""
    elements: list[int]
    is_tail: list[bool]
    holders: list[int]
    """The element that each is in."""
    starts: list[int]
    """For each element, how many pieces come before its text."""
    stops: list[int]
    """And how many up to its end."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The blocks of one method on the page.

    `elements` are those that hold a block and nothing else. Other blocks are marked piece by piece: in
    `texts` by the element whose text it is, in `tails` by the one that it follows.
    """

    elements: dict[int, int]
    texts: dict[int, int]
    tails: dict[int, int]
    of_pieces: list[int]


def read_pieces(elements: Elements) -> Pieces:
    tags, ends, parents = elements.tags, elements.ends, elements.parents
    texts, tails = elements.texts, elements.tails
    found: list[tuple[str, int, bool, int]] = []
    starts, stops = [0] * len(tags), [0] * len(tags)
    entered: list[int] = []

    def leave() -> None:
        element = entered.pop()
        stops[element] = len(found)
        if (tail := tails[element]) and (text := tail.strip()):
            found.append((text, element, True, parents[element]))

    skipped_to = 0
    for element, tag in enumerate(tags):
        if element < skipped_to:
            continue
        while entered and ends[entered[-1]] <= element:
            leave()
        starts[element] = len(found)
        entered.append(element)
        if tag in _UNSHOWN:
            skipped_to = ends[element]
        elif (own := texts[element]) and (text := own.strip()):
            found.append((text, element, False, element))
    while entered:
        leave()
    texts_found, places, is_tail, holders = map(list, zip(*found, strict=True)) if found else ([], [], [], [])
    return Pieces(texts_found, places, is_tail, holders, starts, stops)


def mark(pieces: Pieces, elements: Elements, blocks: Sequence[Block], outline: Outline) -> Marks:
    """The marks of a page's blocks; a block whose text is nowhere on the page (in a script) has none."""
    positions, tags = outline.positions, elements.tags
    found = _blocks_of(pieces, elements, blocks, positions)
    before = list(accumulate((number != NOWHERE for number in found), initial=0))
    counts = [0] * len(blocks)
    for number in found:
        if number != NOWHERE:
            counts[number] += 1
    marks = Marks({}, {}, {}, found)
    for block in blocks if positions else ():
        position = positions[block.element]
        inside = before[pieces.stops[position]] - before[pieces.starts[position]]
        if counts[block.index] and inside == counts[block.index] and tags[position] not in _FRAME:
            marks.elements[position] = block.index
            counts[block.index] = 0
    for number, element, is_tail in zip(found, pieces.elements, pieces.is_tail, strict=True):
        if number != NOWHERE and counts[number]:
            (marks.tails if is_tail else marks.texts)[element] = number
    return marks


def _blocks_of(
    pieces: Pieces, elements: Elements, blocks: Sequence[Block], positions: Sequence[int]
) -> list[int]:
    """For each piece the block that it is part of."""
    found = [NOWHERE] * len(pieces.texts)
    ends = elements.ends
    following = iter(blocks)
    number, text, done = NOWHERE, "", 0  # the block that is being read, and how far
    first, last = 0, len(elements)
    for piece, (own, holder) in enumerate(zip(pieces.texts, pieces.holders, strict=True)):
        while done >= len(text) or last <= holder:
            if (block := next(following, None)) is None:
                return found
            number, text, done = block.index, block.text, 0
            if positions:
                first = positions[block.element]
                last = ends[first]
        if first <= holder:
            while text[done].isspace():
                done += 1
            if not text.startswith(own, done):
                own = " ".join(own.split())  # noqa: PLW2901 - as blocks fold it
            if text.startswith(own, done):
                found[piece] = number
                done += len(own)
    return found


class Disagreement(NamedTuple):
    """A stretch of text that some methods keep and others do not.

    `kept` and `blocks` have an entry per method; where one has not read the text, None and `NOWHERE`.
    """

    text: str
    words: int
    kept: tuple[bool | None, ...]
    blocks: tuple[int, ...]


class Comparison(NamedTuple):
    """`agreed` is the share of the page's text that all methods judge alike."""

    agreed: float
    rows: list[Disagreement]


def compare(
    elements: Elements, pieces: Pieces, marks: Sequence[Marks], kept: Sequence[Sequence[bool]]
) -> Comparison:
    """`kept` says of each method's blocks whether they stay."""
    blocks = list(zip(*(own.of_pieces for own in marks), strict=True))
    judged = [_judged(own, kept) for own in blocks]
    length = sum(map(len, pieces.texts))
    agreed = sum(len(own) for own, row in zip(pieces.texts, judged, strict=True) if len(set(row)) == 1)
    rows = []
    for (row, _), stretch in groupby(range(len(judged)), key=lambda piece: (judged[piece], blocks[piece][0])):
        if len(set(row)) > 1:
            found = list(stretch)
            text = " ".join(" ".join(_text(elements, pieces, piece).split()) for piece in found)
            rows.append(Disagreement(text, word_count(text), row, blocks[found[0]]))
    return Comparison(agreed / length if length else 1.0, rows)


def _judged(blocks: Sequence[int], kept: Sequence[Sequence[bool]]) -> tuple[bool | None, ...]:
    return tuple(None if block == NOWHERE else own[block] for block, own in zip(blocks, kept, strict=True))


def _text(elements: Elements, pieces: Pieces, piece: int) -> str:
    column = elements.tails if pieces.is_tail[piece] else elements.texts
    return column[pieces.elements[piece]] or ""
