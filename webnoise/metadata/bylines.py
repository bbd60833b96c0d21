"""The visible byline: who the page shows as the author, near the headline first, elsewhere second."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webnoise.metadata.author_marks import (
    CREDIT,
    LEAD_RANK,
    LINK_RANK,
    OWN_RANK,
    is_dated_or_signed,
    is_known,
    is_plausible,
    mark,
    names_in,
)
from webnoise.metadata.elsewhere import within_comments, within_teaser
from webnoise.metadata.far_bylines import far_authors
from webnoise.metadata.lone_names import lone_agency, lone_name, lone_signature
from webnoise.metadata.names import has_lead, is_login, is_person_like, may_lead
from webnoise.metadata.nearby import LONGEST_LINE, SHORTEST_LINE, Line, lines_with
from webnoise.metadata.seen import line_text
from webnoise.metadata.title_text import squash

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.html import HtmlElement

    from webnoise.metadata.collected import Sources
    from webnoise.metadata.nearby import Place

__all__ = ["visible_authors"]

_LONGEST_LEAD = 90
_LONGEST_EXPLICIT = 40
_NEAREST = 30
_NEXT = 6
# Co-authors are marked each on their own, a few elements apart.
_SAME_BYLINE = 10


def visible_authors(sources: Sources, site: set[str]) -> list[tuple[str, list[str]]]:
    """The bylines that the page shows, the surest first; `site` has the squashed names of the site itself."""
    near, is_sure = _near_headline(sources, site)
    if near and is_sure:
        return [("byline near headline", near)]
    if name := lone_name(sources):
        return [("name near headline", [name])]
    if elsewhere := far_authors(sources):
        return [elsewhere]
    if near:
        return [("byline near headline", near)]
    if agency := lone_agency(sources):
        return [("agency", [agency])]
    signature = lone_signature(sources)
    return [("name alone", [signature])] if signature else []


def _near_headline(sources: Sources, site: set[str]) -> tuple[list[str], bool]:
    """The names on the marked line nearest to the headline, with co-authors marked beside it.

    The site's own name, or that of the account which put the article there, is not sure: it is only
    passed on where no line names somebody else.
    """
    unsure: list[str] = []
    for places in _ever_farther(sources):
        for names, line, rank in _bylines_in(sources, places):
            if all(squash(name) in site or (rank == LEAD_RANK and is_login(name)) for name in names):
                unsure = unsure or names
            elif not unsure or (_is_explicit(line, rank) and any(map(is_person_like, names))):
                return names, True
    return unsure, False


def _ever_farther(sources: Sources) -> Iterator[list[Place]]:
    yield sources.around.beside
    before, behind = sources.around.farther
    yield before + behind


def _is_explicit(line: Line, rank: int) -> bool:
    """Whether a line is there to name an author, and no piece of a sentence: "with lyrics by ..."."""
    return rank < LEAD_RANK or (rank == LEAD_RANK and len(line.text) <= _LONGEST_EXPLICIT)


def _bylines_in(sources: Sources, places: list[Place]) -> Iterator[tuple[list[str], Line, int]]:
    """The names on the marked lines at these places, the nearest line first, with the line and its rank."""
    marked = [
        (line, rank) for line, rank in _marked_lines(places, sources.path) if not CREDIT.match(line.text)
    ]
    marked.sort(key=_cost)
    for line, rank in marked:
        if names := _names_of(sources, line, rank):
            yield _with_coauthors(sources, names, (line, rank), marked), line, rank


def _cost(marked: tuple[Line, int]) -> tuple[int, int]:
    """How far a line is from the headline, above it farther than below; a weak mark makes it farther."""
    line, rank = marked
    return (line.distance if line.distance > 0 else 10 - line.distance) + rank, line.distance


def _names_of(sources: Sources, line: Line, rank: int) -> list[str]:
    names = [name for name in names_in(line.element, line.text) if _is_author(name, line, rank)]
    within = within_comments if line.distance > 0 else within_teaser
    return [] if names and within(line.element, sources.around.frame) else names


def _is_author(name: str, line: Line, rank: int) -> bool:
    if not is_plausible(name, rank, line.text):
        # A link to an account that is right by the headline.
        return rank == LINK_RANK and abs(line.distance) <= _NEXT and name == line.text and is_login(name)
    # "von" begins many a phrase of the text; only by the headline is one word behind it a name.
    return (
        rank != LEAD_RANK or " " in name or line.distance <= _NEAREST or is_dated_or_signed(name, line.text)
    )


def _with_coauthors(
    sources: Sources, names: list[str], first: tuple[Line, int], marked: list[tuple[Line, int]]
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
            for name in _names_of(sources, line, rank)
            if is_person_like(name) and not is_known(name, known)
        )
    return known


def _marked_lines(places: list[Place], path: str) -> Iterator[tuple[Line, int]]:
    """The lines that are marked as a byline or begin like one, each with the rank of its mark."""
    marked: set[HtmlElement] = set()
    for element, distance, _, tail in places:
        rank = mark(element, path)
        if rank == LINK_RANK and _is_in_sentence(element):
            continue
        if rank is not None:
            marked.add(element)
            # What is marked may end in text of its own, but behind a link the sentence goes on.
            behind = "" if rank == LINK_RANK else " ".join((tail or "").split())
            for text in (line_text(element, LONGEST_LINE), behind):
                if SHORTEST_LINE <= len(text) <= LONGEST_LINE:
                    yield Line(text, distance, element), rank
    for line in lines_with(places, may_lead):
        if line.element not in marked and len(line.text) <= _LONGEST_LEAD and has_lead(line.text):
            yield line, LEAD_RANK


def _is_in_sentence(link: HtmlElement) -> bool:
    """Whether a link lies in running text, where it leads to whom the text is about."""
    parent = link.getparent()
    return parent is not None and parent.tag == "p" and len(line_text(parent, _LONGEST_LEAD)) > _LONGEST_LEAD
