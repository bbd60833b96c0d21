"""Words that separate content from noise: those in the class and id of elements, and those that a block of
text opens, continues and closes with. Their weights are learned; an unknown word weighs nothing, so a page in
an unseen language or of an unseen system loses this evidence and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from webnoise.features.names import ElementRows, NameWeights, Weights
from webnoise.model import Outline

OPENING, LATER, CLOSING = 64, 600, 64
"""Characters: the opening of a text, the end of what follows it, the close of the text."""
PARTS = ("opening", "later", "closing")
_MOST_ROWS = 30_000  # distinct names of elements kept in memory: some 5 MB


def strongest_words(rows: ElementRows, numbers: Sequence[int], *, keep: bool) -> list[str]:
    """For each row the known word that speaks most for content, or for noise; "" where no word is known."""
    names, choose = rows.weights.names, max if keep else min
    words: dict[int, str] = {}
    for number in {*numbers}:
        known = [word for word in rows.words_of(number) if word in names]
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
            self._weights = NameWeights(self.names)
        if self._rows is None or len(self._rows) > _MOST_ROWS:
            self._rows = ElementRows(self._weights)
        return self._rows.numbers_of(outline, elements), self._rows
