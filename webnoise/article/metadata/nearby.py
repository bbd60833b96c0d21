"""The short lines around the headline, where readers look for who wrote the article and when."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from webnoise.article.metadata.seen import UNSEEN, VOID, short_texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.html import HtmlElement

__all__ = ["Line", "lines_near"]

# How many elements before and after the headline are looked at, and the longest line that is one.
# Set by hand, not swept: wider windows reach into teasers, narrower ones lose bylines below a lead image.
_BEFORE = 30
_AFTER = 90
_LONGEST_LINE = 160
_SHORTEST_LINE = 4
# Wrappers around wrappers; what lies deeper is left out.
_DEEPEST = 60
_SKIPPED = UNSEEN | VOID


class Line(NamedTuple):
    """A short text; `distance` counts elements from the headline, negative before it."""

    text: str
    distance: int
    element: HtmlElement


def lines_near(headline: HtmlElement, before: int = _BEFORE, after: int = _AFTER) -> list[Line]:
    """Every element with a short text around the headline, in document order; nested ones repeat."""
    above = _preceding(headline, before)
    below = _following(headline, after)
    return [*_lines(above, -len(above)), *_lines(below, 1)]


def _lines(elements: list[HtmlElement], distance: int) -> Iterator[Line]:
    for element, text in zip(elements, short_texts(elements, _LONGEST_LINE), strict=True):
        if text and len(text) >= _SHORTEST_LINE:
            yield Line(text, distance, element)
        if (tail := element.tail) and _SHORTEST_LINE <= len(tail := " ".join(tail.split())) <= _LONGEST_LINE:
            yield Line(tail, distance, element)
        distance += 1


def _following(headline: HtmlElement, most: int) -> list[HtmlElement]:
    """The elements behind the headline in document order."""
    found: list[HtmlElement] = []
    current: HtmlElement | None = headline
    while current is not None:
        for sibling in current.itersiblings():
            for element in sibling.iter():
                tag = element.tag
                if tag not in _SKIPPED and isinstance(tag, str):
                    found.append(element)
                    if len(found) == most:
                        return found
        current = current.getparent()
    return found


def _preceding(headline: HtmlElement, most: int) -> list[HtmlElement]:
    """The elements before the headline that do not hold it, in document order; the nearest `most`."""
    found: list[HtmlElement] = []
    current: HtmlElement | None = headline
    while current is not None and len(found) < most:
        for sibling in current.itersiblings(preceding=True):
            _backwards(sibling, found, most, _DEEPEST)
            if len(found) >= most:
                break
        current = current.getparent()
    found.reverse()
    return found


def _backwards(element: HtmlElement, found: list[HtmlElement], most: int, depth: int) -> None:
    """Add an element and those in it to `found`, in reverse document order, until it holds `most`."""
    if element.tag in _SKIPPED or not isinstance(element.tag, str):
        return
    if depth:
        for child in element.iterchildren(reversed=True):
            _backwards(child, found, most, depth - 1)
            if len(found) >= most:
                return
    found.append(element)
