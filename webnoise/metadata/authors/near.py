"""Bylines by the headline: on marked lines, behind words such as "by", and names that stand alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from webnoise.metadata.authors.marks import (
    CREDIT,
    LEAD_RANK,
    LINK_RANK,
    OWN_RANK,
    is_dated_or_signed,
    is_known,
    is_plausible,
    mark,
    may_be_marked,
    names_in,
)
from webnoise.metadata.authors.names import (
    clean_authors,
    has_given_name,
    has_lead,
    is_agency,
    is_login,
    is_person_like,
    may_have_given_name,
    may_lead,
)
from webnoise.metadata.sources.candidates import squash
from webnoise.metadata.sources.surroundings import (
    LONGEST_LINE,
    SHORTEST_LINE,
    Line,
    Surroundings,
    line_text,
    lines_with,
    within,
)
from webnoise.page.elements import Elements, Place
from webnoise.text.lists import read_patterns

_LONGEST_LEAD = 90
_LONGEST_EXPLICIT = 40
_NEAREST = 30
_NEXT = 6
# Co-authors are marked each on their own, a few elements apart.
_SAME_BYLINE = 10
# Set by hand, not swept: how far a lone name is from the headline, and a date or a portrait from the name.
_LONE_ABOVE = -6
_LONE_BELOW = 30
_LONE_NEXT = 10
_BESIDE_NAME = 5
_LONGEST_NAME = 60
_DATED = re.compile(r"(?:19|20)\d\d")
_RIGHTS = re.compile(r"^©\s*(?:19|20)\d\d\s+")
_DATELINE = re.compile(r"\s*[^\W\d_][^().]{1,40}\s\(([^()\s]{2,20})\)\s*[-–—.:]")
_LIST = re.compile(read_patterns("webnoise.metadata", "lists/patterns.txt")["list"])
_LIST_TAGS = frozenset("nav figcaption figure button form h1 h2 footer aside".split())


def byline(around: Surroundings, site: AbstractSet[str], path: str) -> tuple[list[str], bool]:
    """The names on the marked line nearest to the headline, with co-authors marked beside it.

    They are sure, unless they are the name of the `site` itself or that of the account which put the article
    there: that is only passed on where no line names somebody else.
    """
    unsure: list[str] = []
    for places in _ever_farther(around):
        for names, line, rank in _bylines_in(around, places, path):
            if all(squash(name) in site or (rank == LEAD_RANK and is_login(name)) for name in names):
                unsure = unsure or names
            elif not unsure or (_is_explicit(line, rank) and any(map(is_person_like, names))):
                return names, True
    return unsure, False


def _ever_farther(around: Surroundings) -> Iterator[list[Place]]:
    yield around.beside
    before, behind = around.farther
    yield before + behind


def _is_explicit(line: Line, rank: int) -> bool:
    """Whether a line is there to name an author, and no piece of a sentence: "with lyrics by ..."."""
    return rank < LEAD_RANK or (rank == LEAD_RANK and len(line.text) <= _LONGEST_EXPLICIT)


def _bylines_in(
    around: Surroundings, places: list[Place], path: str
) -> Iterator[tuple[list[str], Line, int]]:
    """The names on the marked lines at these places, the nearest line first, with the line and its rank."""
    marked = [
        (line, rank)
        for line, rank in _marked_lines(around.elements, places, path)
        if not CREDIT.match(line.text)
    ]
    marked.sort(key=_cost)
    for line, rank in marked:
        if names := _names_of(around, line, rank):
            yield _with_coauthors(around, names, (line, rank), marked), line, rank


def _marked_lines(elements: Elements, places: list[Place], path: str) -> Iterator[tuple[Line, int]]:
    """The lines that are marked as a byline or begin like one, each with the rank of its mark."""
    marked: set[int] = set()
    asked = {*may_be_marked(elements, [place[0] for place in places])}
    for element, distance, _, tail in places:
        rank = mark(elements, element, path) if element in asked else None
        if rank is None or (rank == LINK_RANK and _is_in_sentence(elements, element)):
            continue
        marked.add(element)
        # What is marked may end in text of its own, but behind a link the sentence goes on.
        behind = "" if rank == LINK_RANK else " ".join((tail or "").split())
        for text in (line_text(elements, element, LONGEST_LINE), behind):
            if SHORTEST_LINE <= len(text) <= LONGEST_LINE:
                yield Line(text, distance, element), rank
    for line in lines_with(elements, places, may_lead):
        if line.element not in marked and len(line.text) <= _LONGEST_LEAD and has_lead(line.text):
            yield line, LEAD_RANK


def _is_in_sentence(elements: Elements, link: int) -> bool:
    """Whether a link lies in running text, where it leads to whom the text is about."""
    parent = elements.parents[link]
    return elements.tags[parent] == "p" and len(line_text(elements, parent, _LONGEST_LEAD)) > _LONGEST_LEAD


def _cost(marked: tuple[Line, int]) -> tuple[int, int]:
    """How far a line is from the headline, above it farther than below; a weak mark makes it farther."""
    line, rank = marked
    return (line.distance if line.distance > 0 else 10 - line.distance) + rank, line.distance


def _names_of(around: Surroundings, line: Line, rank: int) -> list[str]:
    elements = around.elements
    names = [name for name in names_in(elements, line.element, line.text) if _is_author(name, line, rank)]
    is_below = line.distance > 0
    if names and within(elements, line.element, "comments" if is_below else "teaser", around.frame):
        return []
    return names


def _is_author(name: str, line: Line, rank: int) -> bool:
    if not is_plausible(name, rank, line.text):
        # A link to an account that is right by the headline.
        return rank == LINK_RANK and abs(line.distance) <= _NEXT and name == line.text and is_login(name)
    # "von" begins many a phrase of the text; only by the headline is one word behind it a name.
    return (
        rank != LEAD_RANK or " " in name or line.distance <= _NEAREST or is_dated_or_signed(name, line.text)
    )


def _with_coauthors(
    around: Surroundings, names: list[str], first: tuple[Line, int], marked: list[tuple[Line, int]]
) -> list[str]:
    """The names, and the people who are marked each on their own right behind them."""
    first_line, first_rank = first
    # Behind a byline that is no link itself, links to people lead to whom the text is about.
    ranks = {OWN_RANK, LINK_RANK} if first_rank == LINK_RANK else {OWN_RANK}
    beside = [
        (line, rank)
        for line, rank in marked
        if rank in ranks and 0 <= line.distance - first_line.distance <= _SAME_BYLINE
    ]
    known = list(names)
    for line, rank in sorted(beside, key=lambda pair: pair[0].distance):
        known.extend(
            name
            for name in _names_of(around, line, rank)
            if is_person_like(name) and not is_known(name, known)
        )
    return known


def lone_name(around: Surroundings) -> str | None:
    """The nearest name that is a line of its own, or has only a date in its line, with no mark at all.

    It stands right by the headline, or a date or a portrait of that name by it.
    """
    elements = around.elements
    places = [place for place in around.near if _LONE_ABOVE <= place[1] <= _LONE_BELOW]
    named = [(index, text, name) for index, (text, name) in enumerate(map(_named, places)) if name]
    if not named or around.headline is None:
        return None
    title = " ".join(elements.strings(around.headline))
    for index, text, name in named:
        element, distance, _, _ = places[index]
        if name in title or is_listed(elements, element):
            continue
        beside = places[max(0, index - _BESIDE_NAME) : index + _BESIDE_NAME + 1]
        if (
            abs(distance) <= _LONE_NEXT
            or _DATED.search(text)
            or any(_is_portrait(elements, place[0], name) or _is_dated(elements, place) for place in beside)
        ):
            return name
    return None


def _named(place: Place) -> tuple[str, str | None]:
    """The line of a place and the only name in it."""
    for text in place[2:]:
        if text and len(text) <= _LONGEST_NAME * 3:
            line = " ".join(text.split())
            if (
                5 <= len(line) <= _LONGEST_NAME
                and " " in line
                and may_have_given_name(line)
                and not CREDIT.match(line)
            ):
                names = clean_authors(line, visible=True)
                if (
                    len(names) == 1
                    and is_person_like(names[0])
                    and names[0] in line
                    and has_given_name(names[0])
                ):
                    return line, names[0]
    return "", None


def _is_dated(elements: Elements, place: Place) -> bool:
    element, _, *texts = place
    return elements.tags[element] == "time" or any(
        text and len(text) <= 80 and _DATED.search(text) for text in texts
    )


def _is_portrait(elements: Elements, element: int, name: str) -> bool:
    if elements.tags[element] != "img":
        return False
    return name.casefold() in elements.attributes[element].get("alt", "").casefold()


def lone_agency(around: Surroundings) -> str | None:
    """The news agency that is a line of its own near the headline, or stands in the text's dateline."""
    for element, _, *texts in around.near:
        for text in texts:
            if text and (name := _agency(text)) and not is_listed(around.elements, element):
                return name
    return None


def _agency(text: str) -> str | None:
    if len(text) <= _LONGEST_NAME:
        name = _RIGHTS.sub("", text.strip())
        # Two letters alone may stand for anything: "AA" sets the size of letters.
        return name if len(name) > 2 and is_agency(name) else None
    dateline = _DATELINE.match(text) if "(" in text[:_LONGEST_NAME] else None
    return dateline[1] if dateline and is_agency(dateline[1]) else None


def is_listed(elements: Elements, element: int) -> bool:
    """Whether the element is one of a list of links or labels, where titles have the shape of names."""
    for _ in range(4):
        if elements.tags[element] in _LIST_TAGS:
            return True
        attributes = elements.attributes[element]
        if attributes and _LIST.search(
            " ".join([attributes.get(name, "") for name in ("class", "id", "rel", "href")]).lower()
        ):
            return True
        element = elements.parents[element]
    return False
