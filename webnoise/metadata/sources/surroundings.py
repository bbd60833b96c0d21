"""The text that readers see, and the elements around the headline, where they look for author and date."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from functools import cached_property
from itertools import islice
from operator import attrgetter
from typing import Literal, NamedTuple

from webnoise.page.elements import Elements, Place
from webnoise.text.lists import read_patterns

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
# Where the text of two neighbouring elements is two words, even without a space between them.
_BREAKING = frozenset("br div p li small h1 h2 h3 h4 td tr ul section header img time".split())
UNSEEN = frozenset("script style noscript template svg button select textarea iframe source picture".split())
VOID = frozenset("br img hr wbr input path".split())
# A headline or byline is a handful of elements deep; what is deeper is markup run wild.
_DEEPEST = 40
_INLINE = frozenset({"a", "b", "strong", "em", "i", "span", "u", "font"})
_NO_TEXT = UNSEEN | VOID

_PATTERNS = read_patterns("webnoise.metadata", "lists/patterns.txt")
_COMMENTS = re.compile(_PATTERNS["comments"])
_TEASERS = re.compile(f"{_PATTERNS['comments']}|{_PATTERNS['teaser']}")
_SIGNS = {
    "comments": (_COMMENTS, ("figure", "figcaption")),
    "teaser": (_TEASERS, ("aside", "footer", "nav", "figure", "figcaption")),
}


class Line(NamedTuple):
    """A short text at a place."""

    text: str
    distance: int
    element: int


class Surroundings:
    """The elements around a headline in document order, walked no farther than somebody asks.

    Elements without text count for no distance. A page without a headline has none.
    """

    def __init__(self, elements: Elements, headline: int | None) -> None:
        self.elements = elements
        self.headline = headline
        self._upwards = self._backwards()

    @cached_property
    def frame(self) -> frozenset[int]:
        """The elements that hold the headline."""
        return frozenset() if self.headline is None else frozenset(self.elements.ancestors(self.headline))

    @cached_property
    def above(self) -> list[Place]:
        """The elements right above the headline."""
        return self._preceding(1, _BESIDE)

    @cached_property
    def below(self) -> list[Place]:
        """The elements right below the headline."""
        return self._following(1, _BESIDE)

    @cached_property
    def beside(self) -> list[Place]:
        return self.above + self.below

    @cached_property
    def farther(self) -> tuple[list[Place], list[Place]]:
        """The elements above those right above the headline, and those below the ones right below it."""
        if not self.beside:
            return [], []
        above, below = self.above, self.below
        before = self._preceding(_BESIDE + 1, _BEFORE) if len(above) == _BESIDE else []
        return before, self._following(_BESIDE + 1, _AFTER) if below else []

    @cached_property
    def near(self) -> list[Place]:
        """All of them."""
        before, behind = self.farther
        return before + self.beside + behind

    def _following(self, nearest: int, farthest: int) -> list[Place]:
        """Those below from one distance to another."""
        elements = self.elements
        if self.headline is None:
            return []
        if nearest == 1:
            return elements.places(elements.ends[self.headline], 1, farthest, _NO_TEXT)
        start = self.below[-1][0] + 1
        return elements.places(start, nearest, farthest, _NO_TEXT)

    def _preceding(self, nearest: int, farthest: int) -> list[Place]:
        """Those above, in document order; the nearer ones must have been asked for before."""
        found = islice(self._upwards, farthest - nearest + 1)
        place = self.elements.place
        places = [place(element, -distance, _NO_TEXT) for distance, element in enumerate(found, nearest)]
        return places[::-1]

    def _backwards(self) -> Iterator[int]:
        """The elements before the headline that do not hold it, in reverse document order.

        Of what no reader sees only that is told which text stands behind.
        """
        elements, frame = self.elements, self.frame
        element = (self.headline or 0) - 1
        while element > 0:
            if element not in frame:
                element = self._outermost_unseen(element)
                if elements.tags[element] not in UNSEEN or not _is_blank(elements.tails[element]):
                    yield element
            element -= 1

    def _outermost_unseen(self, element: int) -> int:
        """The outermost unseen element beside the headline that holds this one; else the element itself."""
        found, tags, parents = element, self.elements.tags, self.elements.parents
        while element not in self.frame:
            if tags[element] in UNSEEN:
                found = element
            element = parents[element]
        return found


def _is_blank(text: str | None) -> bool:
    return text is None or text.isspace()


def lines_with(elements: Elements, places: list[Place], wanted: Callable[[str], object]) -> list[Line]:
    """The short lines at these places with a piece of text that is `wanted`; wrappers repeat what they wrap.

    Only around such pieces are lines put together.
    """
    lines: list[Line] = []
    around: list[int] = []
    for element, distance, text, tail in places:
        if text and len(text) <= _LONGEST_PIECE and wanted(text):
            around.append(element)
        if tail and len(tail) <= _LONGEST_PIECE and wanted(tail):
            line = " ".join(_run(elements, element, tail).split())
            if SHORTEST_LINE <= len(line) <= LONGEST_LINE:
                lines.append(Line(line, distance, element))
            around.append(elements.parents[element])
    if around:
        lines.extend(_wrapping_lines(elements, around, {place[0]: place[1] for place in places}))
        lines.sort(key=attrgetter("distance"))
    return lines


def _run(elements: Elements, element: int, tail: str) -> str:
    """The text behind an element, with what follows it in the same line."""
    if elements.tags[element] != "br":
        return tail
    pieces = [tail]
    for sibling in elements.following_siblings(element):
        if elements.tags[sibling] not in _INLINE:
            break
        pieces += elements.strings(sibling)
        pieces.append(elements.tails[sibling] or "")
    return " ".join(pieces)


def _wrapping_lines(elements: Elements, wrapped: list[int], distances: dict[int, int]) -> Iterator[Line]:
    """The lines of these elements and of what wraps them, up to the first that is too long to be one."""
    done: set[int] = set()
    for element in wrapped:
        current = element
        for _ in range(_WRAPPERS):
            if current in done or current not in distances or elements.tags[current] in _NO_TEXT:
                break
            done.add(current)
            text = line_text(elements, current, LONGEST_LINE)
            if len(text) > LONGEST_LINE:
                break
            if len(text) >= SHORTEST_LINE:
                yield Line(text, distances[current], current)
            current = elements.parents[current]


def within(
    elements: Elements,
    element: int,
    part: Literal["comments", "teaser"],
    frame: AbstractSet[int] = frozenset(),
    *,
    itself: bool = False,
) -> bool:
    """Whether an element lies in a part of the page that tells of others than the article and its author.

    "comments" are those of readers, and the credits of pictures; "teaser" means these too, and whatever leads
    to other articles. The elements of `frame` hold the headline and are neither. `itself`: an element that is
    such a part counts too.
    """
    words, tags = _SIGNS[part]
    for ancestor in (element, *elements.ancestors(element)) if itself else elements.ancestors(element):
        tag = elements.tags[ancestor]
        if tag in ("body", "html", "main") or ancestor in frame:
            return False
        if tag == "a" and _leads_elsewhere(elements, ancestor, element):
            return True
        if tag in tags:
            found = {tag}
        else:
            attributes = elements.attributes[ancestor]
            # All values cost no more than one by its name, and few elements have such a word in any.
            if not attributes or not words.search("\n".join(attributes.values()).lower()):
                continue
            own = f"{attributes.get('class', '')} {attributes.get('id', '')}"
            found = set(words.findall(own.lower()))
        if found and not (found == {"footer"} and _is_in_article(elements, ancestor, frame)):
            return True
    return False


def _leads_elsewhere(elements: Elements, link: int, element: int) -> bool:
    """Whether a link around an element has the headline of what it leads to beside it."""
    return any(
        not heading <= element < elements.ends[heading] for heading in elements.inside(link, "h2", "h3", "h4")
    )


def _is_in_article(elements: Elements, footer: int, frame: AbstractSet[int]) -> bool:
    """Whether a footer is that of the article whose headline the frame holds."""
    article = next((outer for outer in elements.ancestors(footer) if elements.tags[outer] == "article"), None)
    return article in frame


def visible_text(elements: Elements, element: int, limit: int = 600) -> str:
    """The text of an element on one line; more than `limit` characters of it are cut somewhere behind there.

    Neighbouring elements are parted by a space where their letters would otherwise run together.
    """
    if elements.is_leaf(element):
        return " ".join((elements.texts[element] or "").split())
    return " ".join(_text(elements, element, limit, _DEEPEST).split())


def line_text(elements: Elements, element: int, limit: int) -> str:
    """The text of an element on one line, cut somewhere behind `limit`: for bylines and dates.

    Quicker than `visible_text`: every piece of text is parted from the next, and nothing is left out.
    """
    if elements.is_leaf(element):
        return " ".join((elements.texts[element] or "").split())
    words: list[str] = []
    length = 0
    for piece in elements.strings(element):
        if not piece.isspace():
            words += piece.split()
            length += len(piece)
            if length > limit and len(" ".join(words)) > limit:
                break
    return " ".join(words)


def _text(elements: Elements, element: int, limit: int, depth: int) -> str:
    text = elements.texts[element] or ""
    for child in elements.children(element):
        if len(text) > limit and len(" ".join(text.split())) > limit:
            break
        tag = elements.tags[child]
        is_seen = depth and tag not in UNSEEN and "hidden" not in elements.attributes[child]
        inner = _text(elements, child, limit, depth - 1) if is_seen else ""
        text = _joined(text, inner, elements.tails[child] or "", tag)
    return text


def _joined(text: str, inner: str, tail: str, tag: str) -> str:
    if tag in _BREAKING:
        return f"{text} {inner} {tail}"
    if inner and tag in ("span", "a"):
        if text[-1:].isalnum() and inner[0].isalnum():
            text += " "
        if inner[-1].isalnum() and tail[:1].isalnum():
            inner += " "
    return text + inner + tail
