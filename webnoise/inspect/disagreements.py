"""Where methods do not agree on a page: they may cut it differently, so its pieces of text are compared."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from webnoise.inspect.marks import NOWHERE, Marks, Pieces
from webnoise.page.elements import Elements
from webnoise.text.words import word_count


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
