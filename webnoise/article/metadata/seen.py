"""The text of an element as a reader sees it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.html import HtmlElement

__all__ = ["visible_text"]

# Where the text of two neighbouring elements is two words, even without a space between them.
_BREAKING = {"br", "div", "p", "li", "small", "h1", "h2", "h3", "td", "tr", "ul", "section", "header", "img"}
_UNSEEN = {"script", "style", "noscript", "template", "svg", "button", "select", "textarea"}
_SPACES = re.compile(r"\s+")
# A headline or byline is a handful of elements deep; what is deeper is markup run wild.
_DEEPEST = 40


def visible_text(element: HtmlElement, limit: int = 600) -> str:
    """The text as a reader sees it, at most about `limit` characters of it.

    Neighbouring elements are parted by a space where their letters would otherwise run together.
    """
    pieces: list[str] = []
    _gather(element, pieces, [limit], _DEEPEST)
    return _SPACES.sub(" ", "".join(pieces)).strip()


def _gather(element: HtmlElement, pieces: list[str], left: list[int], depth: int) -> None:
    _append(element.text, pieces, left)
    for child in element:
        if left[0] <= 0 or not depth:
            return
        tag = child.tag
        if isinstance(tag, str) and tag not in _UNSEEN and child.get("hidden") is None:
            if tag in _BREAKING or (pieces and pieces[-1][-1:].isalnum() and _starts_with_letter(child)):
                pieces.append(" ")
            _gather(child, pieces, left, depth - 1)
            if tag in _BREAKING or (child.tail and child.tail[0].isalnum() and tag == "span"):
                pieces.append(" ")
        _append(child.tail, pieces, left)


def _starts_with_letter(element: HtmlElement) -> bool:
    return element.tag in ("span", "a") and bool(element.text) and element.text[0].isalnum()


def _append(text: str | None, pieces: list[str], left: list[int]) -> None:
    if text:
        text = _SPACES.sub(" ", text)
        pieces.append(text)
        left[0] -= len(text)
