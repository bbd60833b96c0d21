"""Reads the elements of a page: by lxml's parser, or from a tree that somebody else has parsed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain, repeat
from sys import intern
from typing import Any, cast

import numpy as np
from lxml import etree

from webnoise.page.elements import BOOLEAN, Elements
from webnoise.page.limits import Limits

DEEPEST_TREE = 2048
"""Levels of a tree that libxml2 builds; it stops there, and what follows on the page is lost."""

# Controls that no text holds; a NUL would end the page for libxml2. White space stays.
_CONTROLS = bytes(byte for byte in range(32) if byte not in b"\t\n\f\r")
_NO_ATTRIBUTES: Mapping[str, str] = {}
_AT_ONCE = 1024  # elements between two looks at the limits
_START = True
_OPTIONS: dict[str, Any] = {"encoding": "utf-8", "collect_ids": False, "huge_tree": True}


def encoded(text: str) -> bytes:
    """A page's text as `read` takes it: in UTF-8, without controls."""
    try:
        html = text.encode()
    except UnicodeEncodeError:  # lone surrogates
        html = text.encode("utf-8", "replace")
    return without_controls(html)


def without_controls(html: bytes) -> bytes:
    """Looked for first: taking them out costs a tenth of the parse, and hardly a page has any."""
    codes = np.frombuffer(html, dtype=np.uint8)
    below_tab = codes.min() < 9
    shift_out_to_space = (codes - np.uint8(14)).min() < 18  # what lies below 14 wraps around
    return html.translate(None, _CONTROLS) if below_tab or shift_out_to_space else html


def holds(html: bytes, wanted: bytes, end: int) -> bool:
    """Whether some bytes, four at least, stand on a page before `end`.

    Four are compared at once, from each of four starts on: a third of the cost of `find`, which has to look
    only where they stand.
    """
    end = min(end, len(html))
    first = int.from_bytes(wanted[:4], "little")
    may = any(
        (np.frombuffer(html, "<u4", (end - start) // 4, start) == first).any()
        for start in range(min(4, max(end - 3, 0)))
    )
    return may and html.find(wanted, 0, end) >= 0


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
    """Makes columns of what a parser tells of a page, element by element: a target for lxml's parsers.

    `start`, `end` and `data` are called for each of its elements, and so do no more than write down what
    came: `_START`, None for an end, a text as it is. `close` reads that in one loop.
    """

    start: Callable[[str, Mapping[str, str]], None]
    end: Callable[[str], None]
    data: Callable[[str], None]

    def __init__(self, limits: Limits, url: str, deadline: float) -> None:
        tags: list[str] = []
        all_attributes: list[Mapping[str, str]] = []
        told: list[Any] = []
        self._tags, self._attributes, self._told = tags, all_attributes, told
        add_tag, add_attributes, add = tags.append, all_attributes.append, told.append
        takes_values = BOOLEAN.isdisjoint
        enough = 0

        def start(tag: str, attributes: Mapping[str, str]) -> None:
            nonlocal enough
            if len(tags) == enough:
                limits.check_nodes(enough, url)
                limits.check_time(deadline, url)
                enough += _AT_ONCE
            add_tag(intern(tag))  # dozens of names come a thousand times
            if not attributes:
                attributes = _NO_ATTRIBUTES
            elif not takes_values(attributes):
                attributes = _without_values(attributes)
            add_attributes(attributes)
            add(_START)

        def end(tag: str) -> None:  # noqa: ARG001  # a parser closes what it opened last
            add(None)

        self.start, self.end, self.data = start, end, add

    def close(self) -> Elements | None:
        """The elements up to the end of the first root; None where there is none."""
        elements = _columns(self._tags, self._attributes, self._told) if self._tags else None
        # lxml's parser and its target hold each other: nothing of the page may wait in such a cycle.
        self._tags.clear()
        self._attributes.clear()
        self._told.clear()
        return elements


def _columns(tags: list[str], attributes: list[Mapping[str, str]], told: list[Any]) -> Elements:
    many = len(tags)
    parents: list[int] = []
    ends = [0] * many
    written: list[Any] = [None] * (2 * many + 1)  # all texts, all tails, and what stands before the root
    pieces: dict[int, list[str]] = {}  # of those that came in several, what follows the first one
    parent = 0  # the innermost open element
    element = -1
    place = 2 * many  # of the next text
    # Older versions of libxml2 end nothing where a page breaks off in a tag: what is open ends there.
    for event in chain(told, repeat(None)):
        if event is None:
            ends[parent] = element + 1
            if not parent:
                break
            place, parent = many + parent, parents[parent]
        elif event is _START:
            element += 1
            parents.append(parent)
            place = parent = element
        elif written[place] is None:
            written[place] = event
        else:
            pieces.setdefault(place, []).append(event)
    for place, further in pieces.items():
        written[place] += "".join(further)
    count = ends[0]
    return Elements(
        tags[:count], parents, ends[:count], attributes[:count], written[:count], written[many : many + count]
    )


def _without_values(attributes: Mapping[str, str]) -> Mapping[str, str]:
    """The attributes as a parser tells them, also where a page writes `checked="checked"`."""
    return {name: "" if value == name and name in BOOLEAN else value for name, value in attributes.items()}


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
