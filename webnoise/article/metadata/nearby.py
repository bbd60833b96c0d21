"""The elements around the headline, where readers look for who wrote the article and when."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lxml import etree

from webnoise.article.metadata.seen import UNSEEN, VOID, line_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lxml.html import HtmlElement

__all__ = ["LONGEST_LINE", "SHORTEST_LINE", "Line", "Place", "lines_with", "places_near"]

LONGEST_LINE = 160
SHORTEST_LINE = 4
# How many elements before and after the headline are looked at.
# Set by hand, not swept: wider windows reach into teasers, narrower ones lose bylines below a lead image.
_BEFORE = 30
_AFTER = 90
# A piece of text with its white space; what is longer is a paragraph's.
_LONGEST_PIECE = 400
# A line may be split over a few elements; what wraps it more often is the page's frame.
_WRAPPERS = 4
# Wrappers around wrappers; what lies deeper is left out.
_DEEPEST = 60

_NO_TEXT = UNSEEN | VOID

# An element near the headline, and how many elements lie between them; negative before the headline.
Place = tuple["HtmlElement", int]


class Line(NamedTuple):
    """A short text at a place."""

    text: str
    distance: int
    element: HtmlElement


def places_near(headline: HtmlElement, before: int = _BEFORE, after: int = _AFTER) -> list[Place]:
    """The elements around the headline in document order; those without text count for no distance."""
    above = _preceding(headline, before) if before else []
    return [*above, *_following(headline, after)] if after else above


def lines_with(places: list[Place], wanted: Callable[[str], object]) -> list[Line]:
    """The short lines at these places with a piece of text that is `wanted`; wrappers repeat what they wrap.

    Only around such pieces are lines put together.
    """
    lines: list[Line] = []
    around: list[HtmlElement] = []
    for element, distance in places:
        text = element.text
        if (
            text
            and len(text) <= _LONGEST_PIECE
            and not text.isspace()
            and wanted(text)
            and element.tag not in UNSEEN
        ):
            around.append(element)
        text = element.tail
        if text and len(text) <= _LONGEST_PIECE and not text.isspace() and wanted(text):
            line = " ".join(text.split())
            if SHORTEST_LINE <= len(line) <= LONGEST_LINE:
                lines.append(Line(line, distance, element))
            around.append(element.getparent())
    if around:
        lines.extend(_wrapping_lines(around, dict(places)))
        lines.sort(key=_distance)
    return lines


def _wrapping_lines(elements: list[HtmlElement], distances: dict[HtmlElement, int]) -> Iterator[Line]:
    """The lines of these elements and of what wraps them, up to the first that is too long to be one."""
    done: set[HtmlElement] = set()
    for element in elements:
        current: HtmlElement | None = element
        for _ in range(_WRAPPERS):
            if current is None or current in done or current not in distances or current.tag in _NO_TEXT:
                break
            done.add(current)
            text = line_text(current, LONGEST_LINE)
            if len(text) > LONGEST_LINE:
                break
            if len(text) >= SHORTEST_LINE:
                yield Line(text, distances[current], current)
            current = current.getparent()


def _distance(line: Line) -> int:
    return line.distance


def _following(headline: HtmlElement, most: int) -> list[Place]:
    """The elements behind the headline in document order."""
    found: list[Place] = []
    distance = 1
    current: HtmlElement | None = headline
    while current is not None:
        for sibling in current.itersiblings():
            for element in sibling.iter(etree.Element):
                tag = element.tag
                found.append((element, distance))
                if tag not in VOID and tag not in UNSEEN:
                    distance += 1
                    if distance > most:
                        return found
        current = current.getparent()
    return found


def _preceding(headline: HtmlElement, most: int) -> list[Place]:
    """The elements before the headline that do not hold it, in document order; the nearest `most`."""
    found: list[HtmlElement] = []
    current: HtmlElement | None = headline
    while current is not None and len(found) < most:
        for sibling in current.itersiblings(preceding=True):
            _backwards(sibling, found, most, _DEEPEST)
            if len(found) >= most:
                break
        current = current.getparent()
    return [(element, place) for place, element in enumerate(reversed(found), start=-len(found))]


def _backwards(element: HtmlElement, found: list[HtmlElement], most: int, depth: int) -> None:
    """Add an element and those in it to `found`, in reverse document order, until it holds `most`."""
    tag = element.tag
    if not isinstance(tag, str) or (tag in UNSEEN and not (element.tail and element.tail.strip())):
        return
    if depth and len(element) and tag not in UNSEEN:
        for child in element.iterchildren(reversed=True):
            _backwards(child, found, most, depth - 1)
            if len(found) >= most:
                return
    found.append(element)
