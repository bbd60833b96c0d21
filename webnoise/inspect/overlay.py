"""A page's markup written again from its columns, by an allow-list, with its blocks marked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import NamedTuple

from webnoise.blocks.tags import ABSENT, FOR_SCRIPTLESS, TEXTLESS
from webnoise.inspect.marks import Marks
from webnoise.inspect.styles import safe_css
from webnoise.page.elements import Elements
from webnoise.text.lists import read_groups

_MARKUP = {group: frozenset(names) for group, names in read_groups("webnoise.inspect", "markup.txt").items()}
_TAGS = {tag: tag for tag in _MARKUP["tags"]} | {
    tag: name for name in ("div", "pre") for tag in _MARKUP[name]
}
_VOID, _BOXES, _THROUGH = (_MARKUP[group] for group in ("void", "boxes", "through"))
_GONE = TEXTLESS | ABSENT - FOR_SCRIPTLESS
_ATTRIBUTES = _MARKUP["attributes"] | {"style"}
_ADDED = {"details": ' open=""', "button": ' type="button" tabindex="-1"'}
_LENGTH = re.compile(r"\s*(\d{1,4})(?:px)?\s*")
_PICTURE = (
    ' src="data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 32 18%22%3E'
    "%3Crect width=%2232%22 height=%2218%22 fill=%22%23d5dbe1%22/%3E%3Cpath d=%22M5 15l7-7 5 5 4-4 6 6z%22 "
    'fill=%22%23b4bec8%22/%3E%3C/svg%3E"'
)
"""Replaces every picture: the report may not ask for the real one."""


class FramePage(NamedTuple):
    """A page as a report shows it: the attributes of its root and its body, and what they hold."""

    root: str
    body: str
    content: str


def overlay(elements: Elements, names: Sequence[Sequence[str]], marks: Sequence[Marks]) -> FramePage:
    """The page's markup.

    A mark of the method at place m is the attribute `data-bM` with the block's number. `names` are what CSS
    may select the blocks of the first method by: its `data-f`.
    """
    writer = _Writer(elements, _Attributes(names, marks))
    return writer.write()


class _Attributes:
    """The marks of all methods as attributes, by element, text and tail."""

    def __init__(self, names: Sequence[Sequence[str]], marks: Sequence[Marks]) -> None:
        self.elements: dict[int, str] = {}
        self.texts: dict[int, str] = {}
        self.tails: dict[int, str] = {}
        for method, (families, found) in enumerate(zip(names, marks, strict=True)):
            for kind in ("elements", "texts", "tails"):
                own: dict[int, str] = getattr(self, kind)
                for element, block in getattr(found, kind).items():
                    shown = f' data-f="{families[block]}"' if method == 0 else ""
                    own[element] = f'{own.get(element, "")} data-b{method}="{block}"{shown}'


class _Writer:
    def __init__(self, elements: Elements, marks: _Attributes) -> None:
        self._elements = elements
        self._marks = marks
        self._out: list[str] = []
        self._frame = {"html": "", "body": ""}

    def write(self) -> FramePage:
        elements, marks = self._elements, self._marks
        ends, all_attributes, texts, tails = (
            elements.ends,
            elements.attributes,
            elements.texts,
            elements.tails,
        )
        entered: list[tuple[int, int, str]] = []  # where each ends, itself, and its end tag
        skipped_to = 0

        def leave() -> None:
            _, element, end_tag = entered.pop()
            self._out.append(end_tag)
            self._put(tails[element], marks.tails.get(element))

        for element, tag in enumerate(elements.tags):
            if element < skipped_to:
                continue
            while entered and entered[-1][0] <= element:
                leave()
            gone = tag in _GONE or (tag in FOR_SCRIPTLESS and self._is_unread(element))
            end_tag = self._enter(element, tag, all_attributes[element], gone=gone)
            entered.append((ends[element], element, end_tag))
            if gone:
                skipped_to = ends[element]
            else:
                self._put(texts[element], marks.texts.get(element))
        while entered:
            leave()
        return FramePage(self._frame["html"], self._frame["body"], "".join(self._out))

    def _enter(self, element: int, tag: str, attributes: Mapping[str, str], *, gone: bool) -> str:
        """Write an element's start tag, if it may have one; its end tag."""
        if tag in _BOXES:
            self._out.append(_box(tag, attributes))
        name = _TAGS.get(tag)
        if tag in _THROUGH or (gone and name is None):
            if tag in self._frame:
                self._frame[tag] += _written(tuple(attributes.items()))
            return ""
        name = name or "span"
        own = _written(tuple(attributes.items())) if attributes else ""
        if name == "img":
            own += _PICTURE + f' alt="{escape(attributes.get("alt") or "")}"'
        elif name in _ADDED:
            own += _ADDED[name]
        self._out.append(f"<{name}{own}{self._marks.elements.get(element, '')}>")
        return "" if name in _VOID else f"</{name}>"

    def _is_unread(self, element: int) -> bool:
        """Whether an element for readers without scripts holds nothing that a method has read."""
        inside = range(element, self._elements.ends[element])
        return not any(inner in self._marks.elements or inner in self._marks.texts for inner in inside)

    def _put(self, text: str | None, mark: str | None) -> None:
        if text:
            if "<" in text or "&" in text or ">" in text:
                text = escape(text, quote=False)
            self._out.append(f"<span{mark}>{text}</span>" if mark else text)


@lru_cache(maxsize=4096)  # pages repeat the attributes of their elements
def _written(attributes: tuple[tuple[str, str], ...]) -> str:
    """The attributes that may be shown, as markup."""
    shown = []
    for name, value in attributes:
        if name in _ATTRIBUTES:
            text = safe_css(value or "") if name == "style" else value or ""
            shown.append(f' {name}="{escape(text)}"')
    return "".join(shown)


def _box(tag: str, attributes: Mapping[str, str]) -> str:
    """An empty box of the size of what is not shown; nothing for what takes no room."""
    if tag == "input" and (attributes.get("type") or "").lower() == "hidden":
        return ""
    sizes = [
        f"{side}:{match[1]}px"
        for side in ("width", "height")
        if (match := _LENGTH.fullmatch(attributes.get(side) or ""))
    ]
    if sizes in (["width:0px", "height:0px"], ["width:1px", "height:1px"]):  # a counter
        return ""
    style = f' style="{";".join(sizes)}"' if sizes else ""
    return f'<span data-box="{tag}"{style}></span>'
