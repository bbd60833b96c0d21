"""The elements of a page as plain columns: what the tree says, without its nodes.

All that reads a page behind the parser reads these: what cuts it into blocks, the metadata, the links. They
pickle, and to look at an element costs an index into a list instead of an object made by lxml.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, cast

from webnoise.model import Tree

# Attributes that need no value; libxml2's trees give them their name as value, its parsers none.
BOOLEAN = frozenset(
    "checked compact declare defer disabled ismap multiple nohref noresize noshade nowrap readonly "
    "selected".split()
)

CLINGING = ",.:;!?)*"
Place = tuple[int, int, str | None, str | None]
"""An element, its distance from another, the text that it begins with, and the text behind it; no blanks."""


class _Packed(Protocol):
    def tagged(self, tags: Sequence[str]) -> list[int]: ...

    def valued(self, name: str, words: Sequence[str]) -> list[int]: ...

    def values(self, elements: Iterable[int], name: str) -> list[str | None]: ...

    def may_show(self, word: str) -> bool: ...

    def line(self, element: int, limit: int, without: frozenset[str]) -> str: ...

    def lines(self, elements: Iterable[int], limit: int, without: frozenset[str]) -> list[str]: ...

    def told(
        self, tags: Iterable[str], shortest: int, longest: int, *, tails: bool, sieve: object, start: int
    ) -> list[tuple[int, str]]: ...

    def places(self, start: int, distance: int, farthest: int, textless: Iterable[str]) -> list[Place]: ...

    def sifted(self, places: list[Place], sieve: object) -> list[Place]: ...

    def having(self, elements: Iterable[int], words: Iterable[str], names: Sequence[str]) -> list[int]: ...


@dataclass(frozen=True)
class Elements(Tree):
    """Every element of a page.

    `texts` is what stands before an element's first child, `tails` what stands behind its end; both None
    where nothing does.
    """

    texts: Sequence[str | None]
    tails: Sequence[str | None]

    @cached_property
    def _packed(self) -> _Packed | None:
        """The compiled twins of the searches below, where the columns are packed."""
        return cast("_Packed", self.attributes) if hasattr(self.attributes, "tagged") else None

    @cached_property
    def _by_tag(self) -> dict[str, list[int]]:
        """The elements of each tag, in document order."""
        found: dict[str, list[int]] = defaultdict(list)
        for element, tag in enumerate(self.tags):
            found[tag].append(element)
        return found

    def tagged(self, *tags: str) -> list[int]:
        """The elements with one of these tags, in document order."""
        if packed := self._packed:
            return packed.tagged(tags)
        by_tag = self._by_tag
        if len(tags) == 1:
            return by_tag.get(tags[0], [])
        return sorted(element for tag in tags if tag in by_tag for element in by_tag[tag])

    def valued(self, name: str, *words: str) -> list[int]:
        """The elements with one of these words in the attribute of this name, in document order."""
        if packed := self._packed:
            return packed.valued(name, words)
        return [
            element for element, value in self._having_attribute(name) if any(word in value for word in words)
        ]

    def _having_attribute(self, name: str) -> list[tuple[int, str]]:
        """The elements with the attribute of this name, and its value; looked for once."""
        known = self._by_attribute
        if name not in known:
            known[name] = [
                (element, attributes[name])
                for element, attributes in enumerate(self.attributes)
                if name in attributes
            ]
        return known[name]

    @cached_property
    def _by_attribute(self) -> dict[str, list[tuple[int, str]]]:
        return {}

    def values(self, elements: Iterable[int], name: str) -> list[str | None]:
        """What some elements have in the attribute of this name; None where one has none."""
        if packed := self._packed:
            return packed.values(elements, name)
        attributes = self.attributes
        return [attributes[element].get(name) for element in elements]

    def may_show(self, word: str) -> bool:
        """Whether some characters stand anywhere on the page, in its texts at least."""
        if packed := self._packed:
            return packed.may_show(word)
        return word in self._shown

    @cached_property
    def _shown(self) -> str:
        """All texts of the page, parted by a character that none of them holds."""
        return "\x00".join(filter(None, (*self.texts, *self.tails)))

    def told(
        self,
        tags: AbstractSet[str],
        shortest: int,
        longest: int,
        *,
        tails: bool = False,
        sieve: object = None,
        start: int = 0,
    ) -> list[tuple[int, str]]:
        """The elements of these tags, from `start` on, with their text, and the one behind each with `tails`.

        Only texts that are no white space alone, of so many characters. A compiled `sieve` keeps back some
        that nobody wants, before they are made: only the compiled twin asks it.
        """
        if packed := self._packed:
            return packed.told(tags, shortest, longest, tails=tails, sieve=sieve, start=start)
        columns = (self.texts, self.tails) if tails else (self.texts,)
        return [
            (element, text)
            for element, tag in enumerate(self.tags[start:], start)
            if tag in tags
            for column in columns
            if (text := column[element]) and shortest <= len(text) <= longest and not text.isspace()
        ]

    def places(self, start: int, distance: int, farthest: int, textless: AbstractSet[str]) -> list[Place]:
        """The elements from `start` on, up to the farthest distance; `distance` is that of the first.

        Elements of the tags `textless` count for no distance and have no text.
        """
        if packed := self._packed:
            return packed.places(start, distance, farthest, textless)
        found: list[Place] = []
        tags, texts, tails = self.tags, self.texts, self.tails
        for element in range(start, len(tags)):
            if distance > farthest:
                break
            text, tail = texts[element], tails[element]
            has_text = tags[element] not in textless
            own = None if not has_text or text is None or text.isspace() else text
            found.append((element, distance, own, None if tail is None or tail.isspace() else tail))
            distance += has_text
        return found

    def place(self, element: int, distance: int, textless: AbstractSet[str]) -> Place:
        return self.places(element, distance, distance, textless)[0]

    def sifted(self, places: list[Place], sieve: object) -> list[Place]:
        """Those of some places with a text that a compiled `sieve` lets through: only the compiled twin asks
        it.
        """
        return packed.sifted(places, sieve) if sieve is not None and (packed := self._packed) else places

    def having(self, elements: Sequence[int], words: Iterable[str], names: Sequence[str]) -> Sequence[int]:
        """Those of some elements that may have one of these words (of ASCII), in any case, in an attribute of
        one of these names.

        To look costs here what it saves: only the compiled twin does.
        """
        return packed.having(elements, words, names) if (packed := self._packed) else elements

    def inside(self, element: int, *tags: str) -> Iterator[int]:
        """The element itself and those in it that have one of these tags, in document order."""
        names = self.tags
        return (inner for inner in range(element, self.ends[element]) if names[inner] in tags)

    def following_siblings(self, element: int) -> Iterator[int]:
        if element:
            ends = self.ends
            sibling, end = ends[element], ends[self.parents[element]]
            while sibling < end:
                yield sibling
                sibling = ends[sibling]

    def is_leaf(self, element: int) -> bool:
        """Whether it holds no other element."""
        return self.ends[element] == element + 1

    def strings(self, element: int, without: frozenset[str] = frozenset()) -> Iterator[str]:
        """Every piece of text inside an element, in document order, but what lies in the tags `without`."""
        tags, ends, texts, tails = self.tags, self.ends, self.texts, self.tails
        if tags[element] in without:
            return
        if text := texts[element]:
            yield text
        entered: list[int] = []
        closes = ends[element]  # where the innermost of them does
        skipped_to = 0
        for inner in range(element + 1, closes):
            if inner < skipped_to:
                continue
            while closes <= inner:
                if tail := tails[entered.pop()]:
                    yield tail
                closes = ends[entered[-1] if entered else element]
            end = ends[inner]
            if tags[inner] in without:
                skipped_to = end
            elif text := texts[inner]:
                yield text
            if end > inner + 1:
                entered.append(inner)
                closes = end
            elif tail := tails[inner]:
                yield tail
        while entered:
            if tail := tails[entered.pop()]:
                yield tail

    def line(self, element: int, limit: int, without: frozenset[str] = frozenset()) -> str:
        """The text in an element on one line, but what lies in the tags `without`; cut behind `limit`.

        A space parts its pieces, but not from signs that cling to the word before them.
        """
        if packed := self._packed:
            return packed.line(element, limit, without)
        if self.is_leaf(element):
            return "" if self.tags[element] in without else " ".join((self.texts[element] or "").split())
        text = ""
        length = 0
        for piece in self.strings(element, without):
            if not piece.isspace():
                text += f"{'' if piece[0] in CLINGING or not text else ' '}{' '.join(piece.split())}"
                length += len(piece)
                if length > limit and len(text) > limit:
                    break
        return text

    def lines(self, elements: Iterable[int], limit: int, without: frozenset[str]) -> list[str]:
        """The lines of some elements."""
        if packed := self._packed:
            return packed.lines(elements, limit, without)
        return [self.line(element, limit, without) for element in elements]
