"""The text that readers see, and the elements around the headline, where they look for author and date."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from functools import cached_property
from itertools import compress
from operator import attrgetter
from typing import Literal, NamedTuple

from webnoise.page.elements import Elements, Nearby
from webnoise.text.lists import read_patterns

LONGEST_LINE = 160
# How many elements around the headline are looked at, set by hand: wider windows reach into teasers.
_BEFORE, _AFTER = 30, 90
_WALKED = 60  # back from the headline; some of them hold it
_BESIDE = 12  # right above and below it: few enough to be looked at on every page
FAR = 1000  # the distance of what stands anywhere
_LONGEST_PIECE = 400  # with its white space; what is longer is a paragraph's
_WRAPPERS = 4  # what wraps a line more often wraps the page
_UNSEEN = frozenset("script style noscript template svg button select textarea iframe picture rt".split())
_NO_TEXT = _UNSEEN | frozenset("br img hr wbr input path source".split())
_LINE_TAGS = frozenset("a span p div address strong b em i li h3 h4 h5 h6 td cite small font time br".split())

Part = Literal["comments", "teaser", "list"]
_PATTERNS = read_patterns("webnoise.metadata", "lists/patterns.txt")
_COMMENTS, _TEASER, _LIST = (_PATTERNS[name] for name in ("comments", "teaser", "list"))
_OUTSIDE = frozenset("figure figcaption aside footer nav".split())
_SIGNS: dict[Part, tuple[re.Pattern[str], frozenset[str]]] = {
    "comments": (re.compile(_COMMENTS), frozenset(["figure", "figcaption"])),
    "teaser": (re.compile(f"{_COMMENTS}|{_TEASER}"), _OUTSIDE),
    "list": (re.compile(_LIST), _OUTSIDE | {"button", "form", "h1", "h2"}),
}


class Line(NamedTuple):
    """A short text at a place; a weak `mark` makes it farther from the headline by so many elements."""

    text: str
    distance: int
    element: int
    mark: int = 0

    @property
    def cost(self) -> int:
        """How far it is; above the headline farther than below it."""
        return (self.distance if self.distance > 0 else 9 - self.distance) + self.mark


class HeadlineWindow:
    """The elements around a headline in document order. A page without a headline has none."""

    def __init__(self, elements: Elements, headline: int | None) -> None:
        self.elements = elements
        self.headline = headline
        self.ancestors = frozenset[int]() if headline is None else frozenset(elements.ancestors(headline))
        """The elements that hold the headline."""

    @cached_property
    def _above(self) -> list[Nearby]:
        """What stands above it; not what holds it, nor what no reader sees, unless text stands behind it."""
        headline, ancestors, tags = self.headline, self.ancestors, self.elements.tags
        if headline is None:
            return []
        start = max(headline - _WALKED, 1)
        above: list[Nearby] = []
        for element, _, text, tail in reversed(self.elements.nearby(start, start - headline, -1, _NO_TEXT)):
            if element < headline and element not in ancestors and (tail or tags[element] not in _UNSEEN):
                above.append((element, -1 - len(above), text, tail))
                if len(above) == _BEFORE:
                    break
        return above[::-1]

    @cached_property
    def _below(self) -> list[Nearby]:
        """What stands right below it."""
        elements, headline = self.elements, self.headline
        return [] if headline is None else elements.nearby(elements.ends[headline], 1, _BESIDE, _NO_TEXT)

    @cached_property
    def beside(self) -> list[Nearby]:
        """Those right above and below it."""
        return self._above[-_BESIDE:] + self._below

    @cached_property
    def near(self) -> list[Nearby]:
        """All of them."""
        below = self._below
        farther = self.elements.nearby(below[-1][0] + 1, _BESIDE + 1, _AFTER, _NO_TEXT) if below else []
        return self._above + below + farther

    def far(self, wanted: Callable[[str], object], others: Iterable[int] = ()) -> list[Nearby]:
        """Return all elements with, or before, a short text that is `wanted`; and others."""
        elements, texts = self.elements.texts_of(_LINE_TAGS, 2, LONGEST_LINE, tails=True)
        found = {*compress(elements, map(wanted, texts)), *others}
        return [self.elements.nearby_at(element, FAR, _NO_TEXT) for element in sorted(found)]


def lines_with(elements: Elements, nearby: list[Nearby], wanted: Callable[[str], object]) -> list[Line]:
    """Return the short lines of these elements with a piece that is `wanted`; wrappers repeat theirs."""
    lines: list[Line] = []
    around: list[int] = []
    for element, distance, text, tail in nearby:
        if text and len(text) <= _LONGEST_PIECE and wanted(text):
            around.append(element)
        if tail and len(tail) <= _LONGEST_PIECE and wanted(tail):
            line = " ".join(tail.split())
            lines += [Line(line, distance, element)] if len(line) <= LONGEST_LINE else []
            around.append(elements.parents[element])
    if around:
        lines.extend(_wrapping_lines(elements, around, {place[0]: place[1] for place in nearby}))
        lines.sort(key=attrgetter("distance"))
    return lines


def _wrapping_lines(elements: Elements, wrapped: list[int], distances: dict[int, int]) -> Iterator[Line]:
    """The lines of these elements and of what wraps them, up to the first that is too long to be one."""
    done: set[int] = set()
    for element in wrapped:
        current = element
        for _ in range(_WRAPPERS):
            if current in done or current not in distances or elements.tags[current] in _NO_TEXT:
                break
            done.add(current)
            text = visible_text(elements, current, LONGEST_LINE)
            if text.endswith((":", "：")):  # a label, and behind it what it names
                text = " ".join([text, *(elements.tails[current] or "").split()])
            if len(text) > LONGEST_LINE:
                break
            yield Line(text, distances[current], current)
            current = elements.parents[current]


def within(elements: Elements, element: int, part: Part, ancestors: AbstractSet[int] = frozenset()) -> bool:
    """Whether an element is or lies in a part of the page that tells of others than the article.

    "comments" are those of readers, and the credits of pictures; "teaser" means these too, and whatever leads
    to other articles; "list" one of links or labels. The elements of `ancestors` hold the headline and are none.
    """
    words, tags = _SIGNS[part]
    for ancestor in (element, *elements.ancestors(element)):
        tag = elements.tags[ancestor]
        if tag in ("body", "html", "main") or ancestor in ancestors:
            return False
        attributes = elements.attributes[ancestor]
        names = f"{attributes.get('class', '')} {attributes.get('id', '')}".lower() if attributes else ""
        if "footer" in tag + names and elements.tags[elements.parents[ancestor]] == "article":
            continue  # of the article itself
        # A link with the headline of what it leads to beside the element.
        headings = elements.inside(ancestor, "h2", "h3", "h4") if tag == "a" else ()
        is_teaser = any(not heading <= element < elements.ends[heading] for heading in headings)
        if is_teaser or tag in tags or words.search(names):
            return True
    return False


def visible_text(elements: Elements, element: int, limit: int = 600) -> str:
    """What readers see of an element, on one line; cut somewhere behind `limit`."""
    return elements.line(element, limit, _UNSEEN)


def visible_texts(elements: Elements, some: Iterable[int], limit: int) -> list[str]:
    """The same of some elements."""
    return elements.lines(some, limit, _UNSEEN)
