"""Words that separate content from noise: those in the class and id of elements, and those that a block of
text opens, continues and closes with. Their weights are learned; an unknown word weighs nothing, so a page in
an unseen language or of an unseen system loses this evidence and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from webnoise.features.names import ElementRows, Key, NameWeights, Weights
from webnoise.model import Outline
from webnoise.text.words import name_parts

# Utility-class systems write dozens of names that mean nothing; the first ones are the author's.
_MOST_NAMES = 12
_LONG_PIECE = 8  # letters from which a piece may be two words written together
OPENING, LATER, CLOSING = 64, 600, 64
"""Characters: the opening of a text, the end of what follows it, the close of the text."""
PARTS = ("opening", "later", "closing")
_MOST_ROWS = 30_000  # distinct names of elements kept in memory: some 5 MB


def element_key(tag: str, attribute: Mapping[str, str]) -> Key:
    """What names an element: tag, class, id, and its name in microdata or in its author's tests."""
    if not attribute:
        return (tag, None, None, None)
    get = attribute.get
    role = get("itemprop") or get("data-component") or get("data-testid") or get("role")
    return (tag, get("class"), get("id"), role)


def element_words(tag: str, *names: str | None) -> list[str]:
    """The words an element is named by: its tag, the pieces of its names, and the names themselves.

    Long pieces also give their start and end: `commentbody` and `articletext` are two words each.
    """
    words = {f"<{tag}>": None}
    for text in names:
        if text:
            for name in text.split()[:_MOST_NAMES]:
                words.update(_words_of_name(name))
    return [*words]


@lru_cache(maxsize=20_000)  # names come back within a page and from site to site
def _words_of_name(name: str) -> dict[str, None]:
    """The words in the order of their first occurrence."""
    words: list[str] = []
    pieces = name_parts(name)
    for piece in pieces:
        if len(piece) > 1:
            words.append(piece)
            if len(piece) >= _LONG_PIECE:
                words += (f"{piece[:5]}*", f"*{piece[-4:]}")
    if len(pieces) > 1:
        words.append("-".join(pieces[:4]))
    return dict.fromkeys(words)


def text_parts(text: str) -> tuple[str, str, str]:
    """How a text opens, goes on and closes; a short one has its opening only."""
    if len(text) <= OPENING:
        return text, "", ""
    return text[:OPENING], text[OPENING:LATER], text[-CLOSING:]


def part_words(part: str) -> list[str]:
    """The words of a part of a text, as written but for case."""
    return part.lower().split()


def weigh_names(names: Weights, key: Key) -> tuple[float, float]:
    """What the words in an element's names weigh on its own block, and on all inside."""
    known = [names[word] for word in element_words(*key) if word in names]
    return sum(own for own, _ in known), sum(around for _, around in known)


def strongest_words(rows: ElementRows, numbers: Sequence[int], *, keep: bool) -> list[str]:
    """For each row the known word that speaks most for content, or for noise; "" where no word is known."""
    names, choose = rows.names, max if keep else min
    words: dict[int, str] = {}
    for number in {*numbers}:
        known = [word for word in element_words(*rows.key(number)) if word in names]
        words[number] = choose(known, key=lambda word: sum(names[word]), default="")
    return [words[number] for number in numbers]


class Lexicon:
    """Learned weights of words.

    `names` has for a word in names its weight on the block of the element itself, and on all blocks inside;
    `words` weighs the words of a text, for each of its `PARTS`.
    """

    def __init__(
        self, names: Weights | None = None, words: Mapping[str, Mapping[str, float]] | None = None
    ) -> None:
        self.names = dict(names or {})
        self.words = {part: dict((words or {}).get(part, {})) for part in PARTS}
        self._weights: NameWeights | None = None
        self._rows: ElementRows | None = None
        self.tables: tuple[object, ...] | None = None
        """The words of texts as compiled code looks them up."""

    def rows_for(self, outline: Outline, elements: Sequence[int]) -> tuple[NDArray[np.int64], ElementRows]:
        """The numbers of elements in the rows that come with them."""
        if self._weights is None:
            self._weights = NameWeights(self.names, _MOST_NAMES, _LONG_PIECE)
        if self._rows is None or len(self._rows) > _MOST_ROWS:
            self._rows = ElementRows(self.names, self._weights, weigh_names)
        return self._rows.numbers_of(outline, elements), self._rows
