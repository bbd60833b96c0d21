"""The short lines around the headline, where readers look for who wrote the article and when."""

from __future__ import annotations

from itertools import islice
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


class Line(NamedTuple):
    """A short text; `distance` counts elements from the headline, negative before it."""

    text: str
    distance: int
    element: HtmlElement


def lines_near(headline: HtmlElement, before: int = _BEFORE, after: int = _AFTER) -> list[Line]:
    """Every element with a short text around the headline, in document order; nested ones repeat."""
    above = list(islice(_preceding(headline), before))
    above.reverse()
    below = list(islice(_following(headline), after))
    return [*_lines(above, -len(above)), *_lines(below, 1)]


def _lines(elements: list[HtmlElement], distance: int) -> Iterator[Line]:
    for element, text in zip(elements, short_texts(elements, _LONGEST_LINE), strict=True):
        if text and len(text) >= _SHORTEST_LINE:
            yield Line(text, distance, element)
        if (tail := element.tail) and _SHORTEST_LINE <= len(tail := " ".join(tail.split())) <= _LONGEST_LINE:
            yield Line(tail, distance, element)
        distance += 1


def _following(headline: HtmlElement) -> Iterator[HtmlElement]:
    """The elements behind the headline in document order."""
    current: HtmlElement | None = headline
    while current is not None:
        for sibling in current.itersiblings():
            yield from _seen_in(sibling)
        current = current.getparent()


def _preceding(headline: HtmlElement) -> Iterator[HtmlElement]:
    """The elements before the headline that do not hold it, the nearest first."""
    current: HtmlElement | None = headline
    while current is not None:
        for sibling in current.itersiblings(preceding=True):
            yield from _backwards(sibling, _DEEPEST)
        current = current.getparent()


def _backwards(element: HtmlElement, depth: int) -> Iterator[HtmlElement]:
    """An element and those in it, in reverse document order."""
    if not isinstance(element.tag, str) or element.tag in UNSEEN or element.tag in VOID:
        return
    if depth:
        for child in element.iterchildren(reversed=True):
            yield from _backwards(child, depth - 1)
    yield element


def _seen_in(element: HtmlElement) -> Iterator[HtmlElement]:
    for inner in element.iter():
        if isinstance(inner.tag, str) and inner.tag not in UNSEEN and inner.tag not in VOID:
            yield inner
