"""Words that tell content from noise: those that authors of templates write into class and id, and those
that a block of text opens with, goes on with and closes with. Their weights are learned; an unknown word
weighs nothing, so a page in a language or of a system that was never seen loses this evidence and nothing
else.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import chain, repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webnoise.model import Outline
from webnoise.native import compiled
from webnoise.text.words import name_parts

_MOST_NAMES = (
    12  # utility-class systems write dozens of names that say nothing; the first ones are the author's
)
_LONG_PIECE = 8  # letters from which a piece may be two words written together
OPENING, LATER, CLOSING = 64, 600, 64
"""Characters: the opening of a text, where the later words that are looked at end, its close."""
PARTS = ("opening", "later", "closing")
_SLICES = (slice(OPENING), slice(OPENING, LATER), slice(-CLOSING, None))
_MOST_ROWS = 30_000  # distinct keys of elements kept in memory: some 5 MB
_BREAK = " \x00 "  # behind a block's words; no block holds this character
_NO_WORD = ""
_UNKNOWN, _ENDED = 0, 1  # the numbers of what is no known word, and of a break

OWN, AROUND = 0, 1
_native: Any = compiled("names")
_name_words: Any = compiled("name_words")

Key = tuple[str, "str | None", "str | None", "str | None"]
"""Tag, class, id, role of an element (see `element_key`)."""
Weights = Mapping[str, tuple[float, float]]
"""Of place words: what each weighs on the block's own element, and on the elements around."""


def element_key(tag: str, attribute: Mapping[str, str]) -> Key:
    """What an element is called: tag, class, id, and what its microdata or its author's tests call it."""
    if not attribute:
        return (tag, None, None, None)
    get = attribute.get
    role = get("itemprop") or get("data-component") or get("data-testid") or get("role")
    return (tag, get("class"), get("id"), role)


def place_words(tag: str, *names: str | None) -> list[str]:
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
    """In the order of their first place, as all sums over them are made."""
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
    opening, later, closing = _SLICES
    return text[opening], text[later], text[closing]


def part_words(part: str) -> list[str]:
    """The words of a part of a text, as written but for case."""
    return part.lower().split()


def weigh_names(places: Weights, key: Key) -> tuple[float, float]:
    """What the words that an element is named by weigh on its own block, and on those inside."""
    own = around = 0.0  # added one after the other, as the compiled twin does; `sum` may be more exact
    for word in place_words(*key):
        if word in places:
            weights = places[word]
            own += weights[0]
            around += weights[1]
    return own, around


class ElementRows:
    """What is known of elements' names, met again and again on a site's pages: computed once, bounded."""

    def __init__(self, places: Weights) -> None:
        self.places = places
        self._numbers: dict[Key, int] = {}
        self._keys: list[Key] = []
        self._styles: dict[tuple[str, str | None], int] = {}
        self._weights = array("d")
        self._style_of = array("q")

    def __len__(self) -> int:
        return len(self._keys)

    def number(self, key: Key) -> int:
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self._keys)
            self._keys.append(key)
            self._weights.extend(weigh_names(self.places, key))
            self._style_of.append(self._styles.setdefault(key[:2], len(self._styles)))
        return number

    def numbers(self, keys: Sequence[Key]) -> list[int]:
        known = self._numbers.get
        return [number if (number := known(key)) is not None else self.number(key) for key in keys]

    def key(self, number: int) -> Key:
        return self._keys[number]

    def look_up(self, numbers: Sequence[int]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Weights (own, around) and style of each; the style is equal for equal tag and class."""
        at = np.array(numbers, dtype=np.intp)
        return np.frombuffer(self._weights).reshape(-1, 2)[at], np.frombuffer(self._style_of, np.int64)[at]


def row_numbers(
    tags: Sequence[str], attributes: Sequence[Mapping[str, str]], elements: Sequence[int], rows: ElementRows
) -> list[int]:
    """The numbers of elements among the rows, which grow by those that are new."""
    named = ((tags[element], attributes[element]) for element in elements)
    keys: list[Key] = [  # as `element_key` says; for most elements that needs no call
        (tag, own["class"], None, None) if len(own) == 1 and "class" in own else element_key(tag, own)
        for tag, own in named
    ]
    return rows.numbers(keys)


def telling_words(rows: ElementRows, numbers: Sequence[int], *, keep: bool) -> list[str]:
    """For each row the word that speaks most for content, or for noise; none where no word is known."""
    places, choose = rows.places, max if keep else min
    words: dict[int, str] = {}
    for number in {*numbers}:
        known = [word for word in place_words(*rows.key(number)) if word in places]
        words[number] = choose(known, key=lambda word: sum(places[word]), default="")
    return [words[number] for number in numbers]


class Lexicon:
    """Learned weights of words.

    `places` gives for a place word its weight on the block's own element and on the elements around;
    `words` weighs those of a text, for each of its `PARTS`.
    """

    def __init__(
        self, places: Weights | None = None, words: Mapping[str, Mapping[str, float]] | None = None
    ) -> None:
        self.places = dict(places or {})
        self.words = {part: dict((words or {}).get(part, {})) for part in PARTS}
        self._rows = ElementRows(self.places)
        self._packed_rows: Any = None
        self._packed_places: Any = None
        self.packed: Any = None
        """The words of texts as the compiled twin of the measures looks them up."""

    def rows_for(self, outline: Outline, elements: Sequence[int]) -> tuple[list[int], ElementRows]:
        """Numbers of the given elements in the rows that come with them."""
        if _native and _native.reads(outline.attributes):
            rows = self._rows_of_twin()
            return _native.row_numbers(outline.attributes, elements, rows), rows
        if len(self._rows) > _MOST_ROWS:
            self._rows = ElementRows(self.places)
        return row_numbers(outline.tags, outline.attributes, elements, self._rows), self._rows

    def _rows_of_twin(self) -> Any:
        if self._packed_places is None:
            self._packed_places = _name_words.NameWeights(self.places, _MOST_NAMES, _LONG_PIECE)
        if self._packed_rows is None or len(self._packed_rows) > _MOST_ROWS:
            self._packed_rows = _native.ElementRows(self.places, self._packed_places, weigh_names)
        return self._packed_rows

    def weigh_words(self, texts: Sequence[str]) -> NDArray[np.float64]:
        """For each of the `PARTS` two rows by block: sum and least (0 at most) of its words' weights."""
        many = len(texts)
        long = [index for index, text in enumerate(texts) if len(text) > OPENING]
        asked = (range(many), long, long)
        told = [
            part_words(_BREAK.join([texts[index][part] for index in some] + [""]))
            for part, some in zip(_SLICES, asked, strict=True)
        ]
        counts = [*map(len, told)]
        numbers, weights = self._numbered
        found = np.fromiter(map(numbers.get, chain(*told), repeat(_UNKNOWN)), np.intp, sum(counts))
        starts = np.concatenate(([0], (found == _ENDED).nonzero()[0] + 1))
        values = weights.take(found + np.arange(0, weights.size, weights.shape[1]).repeat(counts))
        # The cells for the sums of all parts, in the order of the words.
        cells = np.concatenate(
            [2 * number * many + np.array(some, np.int64) for number, some in enumerate(asked)]
        )
        rows: NDArray[Any] = np.bincount(
            cells.repeat(np.diff(starts)), values, minlength=2 * len(PARTS) * many
        )
        rows[cells + many] = np.minimum.reduceat(values, starts[:-1])
        return rows.reshape(-1, many)

    @cached_property
    def _numbered(self) -> tuple[dict[str, int], NDArray[np.float64]]:
        """A number for each word, and the weights by part and number; one dictionary for all parts, for most
        of what a word costs is to fetch its entry from memory.
        """
        words = dict.fromkeys(chain((_NO_WORD, _BREAK.strip()), *self.words.values()))
        numbers = {word: number for number, word in enumerate(words)}
        return numbers, np.array([[*map(self.words[part].get, words, repeat(0.0))] for part in PARTS])
