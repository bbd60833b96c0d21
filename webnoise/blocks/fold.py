"""Menus and their like as one block each: what stands in them is never judged apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from lxml import etree

from webnoise.model import Link

__all__ = ["FOLDED_TAGS", "fold"]

FOLDED_TAGS = frozenset(["nav", "footer", "dialog", "button", "select"])
"""A fourth of a page's blocks lie in these; `header`, `aside` and `form` too often hold articles."""

# Characters. Menus have labels; a longer run of text is prose, and the element then may hold the article:
# libxml2 nests all that follows into a `nav` or `button` that the page forgot to close.
_RUNNING_TEXT = 150
_shown = cast(
    "Callable[[Any], list[str]]", etree.XPath("descendant::text()[normalize-space()]", smart_strings=False)
)
_shown_beside_scripts = cast(
    "Callable[[Any], list[str]]",
    etree.XPath(
        "descendant::text()[normalize-space() and not(ancestor::script or ancestor::style"
        " or ancestor::svg or ancestor::noscript or ancestor::template)]",
        smart_strings=False,
    ),
)
_link = Link._make  # half the cost of a call by name


def fold(element: Any) -> tuple[str, tuple[Link, ...]] | None:
    """All text of an element as one line, and the links in it; None where it holds running text."""
    scripted = next(element.iter("script", "style", "svg", "noscript", "template"), None) is not None
    texts = _shown_beside_scripts if scripted else _shown
    pieces = [" ".join(text.split()) for text in texts(element)]
    if pieces and len(max(pieces, key=len)) > _RUNNING_TEXT:
        return None
    line = " ".join(pieces)
    links: list[Link] = []
    end = 0
    for anchor in element.iter("a"):
        url, label = anchor.get("href"), anchor.text
        if len(anchor):
            label = " ".join(texts(anchor))
        if url and label and (label := " ".join(label.split())) and (start := line.find(label, end)) >= 0:
            end = start + len(label)
            links.append(_link((start, end, url)))
    return line, tuple(links)
