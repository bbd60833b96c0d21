"""The elements around the headline, where readers look for who wrote the article and when."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from lxml import etree

from webnoise.metadata.seen import UNSEEN, VOID, line_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lxml.html import HtmlElement

__all__ = ["LONGEST_LINE", "SHORTEST_LINE", "Line", "Place", "Surroundings", "lines_with"]

LONGEST_LINE = 160
SHORTEST_LINE = 4
# How many elements before and after the headline are looked at.
# Set by hand, not swept: wider windows reach into teasers, narrower ones lose bylines below a lead image.
_BEFORE = 30
_AFTER = 90
# Right above and below it: few enough to be looked at on every page.
_BESIDE = 12
# A piece of text with its white space; what is longer is a paragraph's.
_LONGEST_PIECE = 400
# A line may be split over a few elements; what wraps it more often is the page's frame.
_WRAPPERS = 4
_INLINE = {"a", "b", "strong", "em", "i", "span", "u", "font"}
# Wrappers around wrappers; what lies deeper is left out.
_DEEPEST = 60

_NO_TEXT = UNSEEN | VOID

# An element near the headline; how many elements lie between them, negative before the headline; the text
# that the element begins with, and the text behind it.
Place = tuple["HtmlElement", int, str | None, str | None]


class Line(NamedTuple):
    """A short text at a place."""

    text: str
    distance: int
    element: HtmlElement


class Surroundings:
    """The elements around a headline in document order, walked no farther than somebody asks.

    Elements without text count for no distance. A page without a headline has none.
    """

    def __init__(self, headline: HtmlElement | None) -> None:
        self._headline = headline
        self._upwards = _preceding(headline, (_BESIDE, _BEFORE))
        self._downwards = _following(headline, (_BESIDE, _AFTER))

    @cached_property
    def frame(self) -> set[HtmlElement]:
        """The elements that hold the headline."""
        return set() if self._headline is None else set(self._headline.iterancestors())

    @cached_property
    def above(self) -> list[Place]:
        """The elements right above the headline."""
        return next(self._upwards)

    @cached_property
    def below(self) -> list[Place]:
        """The elements right below the headline."""
        return next(self._downwards)

    @cached_property
    def beside(self) -> list[Place]:
        return self.above + self.below

    @cached_property
    def farther(self) -> tuple[list[Place], list[Place]]:
        """The elements above those right above the headline, and those below the ones right below it."""
        return (next(self._upwards), next(self._downwards)) if self.beside else ([], [])

    @cached_property
    def near(self) -> list[Place]:
        """All of them."""
        before, behind = self.farther
        return before + self.beside + behind


def lines_with(places: list[Place], wanted: Callable[[str], object]) -> list[Line]:
    """The short lines at these places with a piece of text that is `wanted`; wrappers repeat what they wrap.

    Only around such pieces are lines put together.
    """
    lines: list[Line] = []
    around: list[HtmlElement] = []
    for element, distance, text, tail in places:
        if text and len(text) <= _LONGEST_PIECE and wanted(text):
            around.append(element)
        if tail and len(tail) <= _LONGEST_PIECE and wanted(tail):
            line = " ".join(_run(element, tail).split())
            if SHORTEST_LINE <= len(line) <= LONGEST_LINE:
                lines.append(Line(line, distance, element))
            around.append(element.getparent())
    if around:
        lines.extend(_wrapping_lines(around, {place[0]: place[1] for place in places}))
        lines.sort(key=_distance)
    return lines


def _run(element: HtmlElement, tail: str) -> str:
    """The text behind an element, with what follows it in the same line."""
    if element.tag != "br":
        return tail
    pieces = [tail]
    for sibling in element.itersiblings():
        if sibling.tag not in _INLINE:
            break
        pieces += sibling.itertext()
        pieces.append(sibling.tail or "")
    return " ".join(pieces)


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


def _following(headline: HtmlElement | None, stops: tuple[int, ...]) -> Iterator[list[Place]]:
    """The elements behind the headline in document order, in one list up to each of the distances."""
    found: list[Place] = []
    distance = 1
    stop, *later = stops
    current = headline
    while current is not None:
        for sibling in current.itersiblings():
            for element in sibling.iter(etree.Element):
                tag = element.tag
                found.append(_place(element, tag, distance))
                if tag not in _NO_TEXT:
                    distance += 1
                    if distance > stop:
                        yield found
                        if not later:
                            return
                        found = []
                        stop, *later = later
        current = current.getparent()
    yield found
    yield from ([] for _ in later)


def _preceding(headline: HtmlElement | None, stops: tuple[int, ...]) -> Iterator[list[Place]]:
    """The elements before the headline that do not hold it, the nearest in the first list.

    Each list is in document order.
    """
    found: list[Place] = []
    distance = 0
    stop, *later = stops
    for element, tag in _backwards(headline):
        distance -= 1
        found.append(_place(element, tag, distance))
        if distance == -stop:
            yield found[::-1]
            if not later:
                return
            found = []
            stop, *later = later
    yield found[::-1]
    yield from ([] for _ in later)


def _backwards(headline: HtmlElement | None) -> Iterator[tuple[HtmlElement, str]]:
    """The elements before the headline that do not hold it, with their tags, in reverse document order."""
    current = headline
    depth = 0
    while current is not None:
        previous = current.getprevious()
        if previous is not None:
            current = previous
            while depth < _DEEPEST and current.tag not in UNSEEN and len(current):
                current = current[-1]
                depth += 1
        else:
            current = current.getparent()
            if not depth:  # it holds the headline
                continue
            depth -= 1
        tag = current.tag
        if isinstance(tag, str) and (tag not in UNSEEN or _has_tail(current)):
            yield current, tag


def _has_tail(element: HtmlElement) -> bool:
    tail = element.tail
    return tail is not None and not tail.isspace()


def _place(element: HtmlElement, tag: str, distance: int) -> Place:
    text = None if tag in _NO_TEXT else element.text
    if text is not None and text.isspace():
        text = None
    tail = element.tail
    if tail is not None and tail.isspace():
        tail = None
    return element, distance, text, tail
