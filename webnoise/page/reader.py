"""Reads the elements of a page: by lxml's parser, or from a tree that somebody else has parsed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from lxml import etree

from webnoise.page.elements import BOOLEAN, Elements
from webnoise.page.limits import Limits

DEEPEST_TREE = 2048
"""Levels of a tree that libxml2 builds; it stops there, and what follows on the page is lost."""

_NO_ATTRIBUTES: Mapping[str, str] = {}
_OPTIONS: dict[str, Any] = {"encoding": "utf-8", "collect_ids": False, "huge_tree": True}


def read(html: bytes, limits: Limits, url: str, deadline: float) -> Elements | None:
    """The elements of a page in UTF-8; None for one without elements and text.

    The parser tells elements as it meets them: no tree is built, and they are counted on the way.
    """
    try:
        parser = etree.HTMLParser(target=Collector(limits, url, deadline), **_OPTIONS)
        return cast("Elements | None", etree.fromstring(html, parser))
    except etree.XMLSyntaxError:  # nothing but a doctype, comments or processing instructions
        return None


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
