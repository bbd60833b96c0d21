"""The elements of a page as plain columns: what the tree says, without its nodes.

All that reads a page behind the parser reads these: what cuts it into blocks, the metadata, the links. They
pickle, and to look at an element costs an index into a list instead of an object made by lxml.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol, cast

from lxml import etree

from webnoise.model import Tree
from webnoise.page.limits import Limits

_NO_ATTRIBUTES: Mapping[str, str] = {}

# Attributes that need no value; libxml2's trees give them their name as value, its parsers none.
BOOLEAN = frozenset(
    "checked compact declare defer disabled ismap multiple nohref noresize noshade nowrap readonly "
    "selected".split()
)

DEEPEST_TREE = 2048
"""Levels of a tree that libxml2 builds; it stops there, and what follows on the page is lost."""

Place = tuple[int, int, str | None, str | None]
"""An element, its distance from another, the text that it begins with, and the text behind it; no blanks."""


class _Packed(Protocol):
    def tagged(self, tags: Sequence[str]) -> list[int]: ...

    def valued(self, name: str, words: Sequence[str]) -> list[int]: ...

    def may_show(self, word: str) -> bool: ...

    def told(
        self, tags: Iterable[str], shortest: int, longest: int, *, tails: bool
    ) -> list[tuple[int, str]]: ...

    def places(self, start: int, distance: int, farthest: int, textless: Iterable[str]) -> list[Place]: ...

    def having(self, elements: Iterable[int], words: Iterable[str]) -> list[int]: ...


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
        found: defaultdict[str, list[int]] = defaultdict(list)
        for element, tag in enumerate(self.tags):
            found[tag].append(element)
        return dict(found)

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
        values = (
            (element, attributes[name])
            for element, attributes in enumerate(self.attributes)
            if name in attributes
        )
        return [element for element, value in values if any(word in value for word in words)]

    def may_show(self, word: str) -> bool:
        """Whether some characters stand anywhere on the page, in its texts at least."""
        if packed := self._packed:
            return packed.may_show(word)
        return any(text and word in text for text in (*self.texts, *self.tails))

    def told(
        self, tags: AbstractSet[str], shortest: int, longest: int, *, tails: bool = False
    ) -> list[tuple[int, str]]:
        """The elements of these tags with their text, and the one behind each with `tails`.

        Only texts that are no white space alone, of so many characters.
        """
        if packed := self._packed:
            return packed.told(tags, shortest, longest, tails=tails)
        columns = (self.texts, self.tails) if tails else (self.texts,)
        return [
            (element, text)
            for element, tag in enumerate(self.tags)
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
        for element in range(start, len(self)):
            if distance > farthest:
                break
            found.append(self.place(element, distance, textless))
            distance += self.tags[element] not in textless
        return found

    def place(self, element: int, distance: int, textless: AbstractSet[str]) -> Place:
        text = None if self.tags[element] in textless else self.texts[element]
        tail = self.tails[element]
        return element, distance, None if _is_blank(text) else text, None if _is_blank(tail) else tail

    def having(self, elements: Sequence[int], words: Iterable[str]) -> Sequence[int]:
        """Those of some elements that may have one of these words (of ASCII) in an attribute, in any case.

        To look costs here what it saves: only the compiled twin does.
        """
        return packed.having(elements, words) if (packed := self._packed) else elements

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
        entered: list[int] = []
        skipped_to = 0
        for inner in range(element, ends[element]):
            if inner < skipped_to:
                continue
            while entered and ends[entered[-1]] <= inner:
                if tail := tails[entered.pop()]:
                    yield tail
            if tags[inner] in without:
                skipped_to = ends[inner]
            elif text := texts[inner]:
                yield text
            if inner != element:
                entered.append(inner)
        while entered:
            if tail := tails[entered.pop()]:
                yield tail


def _is_blank(text: str | None) -> bool:
    return text is None or text.isspace()


class Collector:
    """Makes columns of what a parser tells of a page, element by element: a target for lxml's parsers."""

    def __init__(self, limits: Limits, url: str, deadline: float) -> None:
        self._limits, self._url, self._deadline = limits, url, deadline
        self._tags: list[str] = []
        self._parents: list[int] = []
        self._ends: list[int] = []
        self._attributes: list[Mapping[str, str]] = []
        self._texts: list[str | None] = []
        self._tails: list[str | None] = []
        self._stack: list[int] = []
        self._parent = 0
        self._pieces: list[str] = []  # of the text that is being read, and where it belongs
        nowhere: list[str | None] = [None]  # what stands before the root
        self._column, self._row = nowhere, 0
        self.data = self._pieces.append

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        pieces, tags = self._pieces, self._tags
        element = len(tags)
        if pieces:
            self._column[self._row] = pieces[0] if len(pieces) == 1 else "".join(pieces)
            pieces.clear()
        if not element & 1023:
            self._limits.check_nodes(element, self._url)
            self._limits.check_time(self._deadline, self._url)
        tags.append(tag)
        self._parents.append(self._parent)
        self._ends.append(0)
        if attributes and not BOOLEAN.isdisjoint(attributes):
            attributes = {
                name: "" if value == name and name in BOOLEAN else value for name, value in attributes.items()
            }
        self._attributes.append(attributes or _NO_ATTRIBUTES)
        self._texts.append(None)
        self._tails.append(None)
        self._stack.append(self._parent)
        self._column, self._row, self._parent = self._texts, element, element

    def end(self, tag: str) -> None:  # noqa: ARG002  # a parser closes what it opened last
        pieces, element = self._pieces, self._parent
        if pieces:
            self._column[self._row] = pieces[0] if len(pieces) == 1 else "".join(pieces)
            pieces.clear()
        self._ends[element] = len(self._tags)
        self._column, self._row, self._parent = self._tails, element, self._stack.pop()

    def close(self) -> Elements | None:
        """The elements up to the end of the first root; None where there is none."""
        if not self._tags:
            return None
        while (
            self._stack
        ):  # older versions of libxml2 do not end what is open where a page breaks off in a tag
            self.end("")
        end = self._ends[0]
        self._tails[0] = None
        columns = (self._tags, self._parents, self._ends, self._attributes, self._texts, self._tails)
        if end < len(self._tags):
            for column in columns:
                del column[end:]
        # lxml's parser and its target hold each other: nothing of the page may wait in such a cycle.
        self.__dict__.clear()
        return Elements(*columns)


def flatten(root: Any, limits: Limits, url: str, deadline: float) -> Elements | None:
    """The columns of a tree.

    Comments, processing instructions and entities are left out; what stands behind them belongs to the text
    before. None for a tree that its parser did not finish (see DEEPEST_TREE).
    """
    collector = Collector(limits, url, deadline)
    level = deepest = 0
    for event, node in etree.iterwalk(root, events=("start", "end", "comment", "pi")):
        is_element = isinstance(node.tag, str)  # an entity starts and ends as well
        if event == "start":
            if not is_element:
                continue
            level += 1
            deepest = max(deepest, level)
            collector.start(node.tag, dict(node.items()))
            text = node.text
        else:
            if event == "end" and is_element:
                level -= 1
                collector.end(node.tag)
            text = node.tail
        if text:
            collector.data(text)
    return collector.close() if deepest != DEEPEST_TREE else None
