"""Reads the elements of a page: by lxml's parser, or from a tree that somebody else has parsed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
_ROOM: tuple[None, ...] = (None,) * _AT_ONCE
_UNKNOWN = (0,) * _AT_ONCE
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

    `start` and `end` are called for each of its elements. They are functions that share variables, which
    cost less than an object's attributes.
    """

    start: Callable[[str, Mapping[str, str]], None]
    end: Callable[[str], None]
    data: Callable[[str], None]
    close: Callable[[], Elements | None]
    """The elements up to the end of the first root; None where there is none."""

    def __init__(self, limits: Limits, url: str, deadline: float) -> None:
        tags: list[str] = []
        parents: list[int] = []
        ends: list[int] = []
        all_attributes: list[Mapping[str, str]] = []
        texts: list[str | None] = []
        tails: list[str | None] = []
        around: list[int] = []  # the parents of the open elements
        parent = 0
        pieces: list[str] = []  # of the text that is being read, and where it belongs
        column: list[str | None] = [None]  # what stands before the root belongs nowhere
        row = 0

        def start(tag: str, attributes: Mapping[str, str]) -> None:
            nonlocal parent, column, row
            element = len(tags)
            if pieces:
                column[row] = pieces[0] if len(pieces) == 1 else "".join(pieces)
                pieces.clear()
            if not element % _AT_ONCE:
                limits.check_nodes(element, url)
                limits.check_time(deadline, url)
                texts.extend(_ROOM)
                tails.extend(_ROOM)
                ends.extend(_UNKNOWN)
            tags.append(tag)
            parents.append(parent)
            if attributes and not BOOLEAN.isdisjoint(attributes):
                attributes = {
                    name: "" if value == name and name in BOOLEAN else value
                    for name, value in attributes.items()
                }
            all_attributes.append(attributes or _NO_ATTRIBUTES)
            around.append(parent)
            column, row, parent = texts, element, element

        def end(tag: str) -> None:  # noqa: ARG001  # a parser closes what it opened last
            nonlocal parent, column, row
            if pieces:
                column[row] = pieces[0] if len(pieces) == 1 else "".join(pieces)
                pieces.clear()
            ends[parent] = len(tags)
            column, row, parent = tails, parent, around.pop()

        def close() -> Elements | None:
            nonlocal tags, parents, ends, all_attributes, texts, tails, column
            if not tags:
                return None
            while around:  # older versions of libxml2 end nothing where a page breaks off in a tag
                end("")
            tails[0] = None
            columns = (tags, parents, ends, all_attributes, texts, tails)
            last = ends[0]
            for each in columns:
                del each[last:]
            # lxml's parser and its target hold each other: nothing of the page may wait in such a cycle.
            tags, parents, ends, all_attributes, texts, tails, column = [], [], [], [], [], [], []
            return Elements(*columns)

        self.start, self.end, self.close, self.data = start, end, close, pieces.append


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
