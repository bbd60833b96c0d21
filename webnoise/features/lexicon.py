"""Words that tell content from noise: those that authors of templates write into class and id, and those
that a block of text starts with. Their weights are learned; an unknown word weighs nothing, so a page in a
language or of a system that was never seen loses this evidence and nothing else."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["ELEMENT_COLUMNS", "Lexicon", "opening_words", "place_words"]

_PIECE = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[^\W\d_a-zA-Z]+")
_MOST_NAMES = (
    12  # utility-class systems write dozens of names that say nothing; the first ones are the author's
)
_OPENING = 100  # characters of a block that its opening words are taken from
_MOST_ROWS = 30_000  # distinct (tag, class, id) kept in memory: some 5 MB

_TAG_COLUMNS: tuple[tuple[str, ...], ...] = (
    ("nav", "menu"),
    ("footer",),
    ("header",),
    ("aside",),
    ("form", "fieldset", "button", "select", "label", "textarea"),
    ("figure", "figcaption", "picture"),
    ("table",),
    ("ul", "ol", "dl"),
    ("article",),
    ("main",),
    ("section",),
    ("a",),
    ("img", "picture", "svg", "video", "iframe"),
    ("b", "strong", "em", "i"),
    ("time",),
    ("blockquote",),
    ("p",),
)
ELEMENT_COLUMNS = 2 + len(_TAG_COLUMNS)
OWN, AROUND = 0, 1
(NAV, FOOTER, HEADER, ASIDE, FORM, FIGURE, TABLE, LIST, ARTICLE, MAIN, SECTION, ANCHOR, IMAGE, EMPHASIS, TIME, QUOTED,
 PARAGRAPH) = range(2, ELEMENT_COLUMNS)  # fmt: skip
_COLUMN_OF_TAG = {tag: number for number, tags in enumerate(_TAG_COLUMNS, start=2) for tag in tags}


def place_words(tag: str, classes: str | None, identifier: str | None) -> list[str]:
    """The words an element is named by: its tag, the pieces of its class and id names, the names themselves."""
    words = {f"<{tag}>"}
    for text in (classes, identifier):
        if not text:
            continue
        for name in text.split()[:_MOST_NAMES]:
            pieces = [piece.lower() for piece in _PIECE.findall(name)]
            words.update(piece for piece in pieces if len(piece) > 1)
            if len(pieces) > 1:
                words.add("-".join(pieces[:4]))
    return sorted(words)


def opening_words(text: str) -> list[str]:
    """The words that a block starts with, as written but for case."""
    return text[:_OPENING].lower().split()


class Lexicon:
    """Learned weights of words, and the element rows made from them.

    `places` gives for a place word its weight on the block's own element and on the elements around;
    `words` weighs the opening words of a block.
    """

    def __init__(
        self,
        places: Mapping[str, tuple[float, float]] | None = None,
        words: Mapping[str, float] | None = None,
    ) -> None:
        self.places = dict(places or {})
        self.words = dict(words or {})
        self._reset()

    def _reset(self) -> None:
        self._numbers: dict[Any, int] = {}
        self._styles: dict[Any, int] = {}
        self._rows = np.zeros((1024, ELEMENT_COLUMNS), dtype=np.float32)
        self._style_of = np.zeros(1024, dtype=np.int64)

    def element_rows(
        self, tags: Sequence[str], attributes: Sequence[Mapping[str, str]]
    ) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """One row of ELEMENT_COLUMNS per element, and the number of its style: equal for equal tag and class."""
        if len(self._numbers) > _MOST_ROWS:
            self._reset()
        numbers = self._numbers
        found: list[int] = []
        for tag, attribute in zip(tags, attributes, strict=True):
            key: Any = (tag, attribute.get("class"), attribute.get("id")) if attribute else tag
            number = numbers.get(key)
            if number is None:
                number = self._add(tag, attribute.get("class"), attribute.get("id"), key)
            found.append(number)
        at = np.array(found, dtype=np.int64)
        return self._rows[at], self._style_of[at]

    def _add(self, tag: str, classes: str | None, identifier: str | None, key: Any) -> int:
        number = len(self._numbers)
        if number == len(self._rows):
            self._rows = np.concatenate((self._rows, np.zeros_like(self._rows)))
            self._style_of = np.concatenate((self._style_of, np.zeros_like(self._style_of)))
        row = self._rows[number]
        row[:] = 0.0
        for word in place_words(tag, classes, identifier):
            weights = self.places.get(word)
            if weights is not None:
                row[OWN] += weights[0]
                row[AROUND] += weights[1]
        if tag in _COLUMN_OF_TAG:
            row[_COLUMN_OF_TAG[tag]] = 1.0
        self._style_of[number] = self._styles.setdefault((tag, classes), len(self._styles))
        self._numbers[key] = number
        return number
