"""The visible byline: who the page shows as the author, near the headline first, elsewhere second."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from webnoise.article.metadata.author_marks import (
    LEAD_RANK,
    OWN_MARKS,
    Byline,
    is_known,
    is_plausible,
    mark,
    names_in,
    within_comments,
)
from webnoise.article.metadata.far_bylines import far_authors
from webnoise.article.metadata.lone_names import lone_name
from webnoise.article.metadata.names import has_lead, is_person_like, may_lead
from webnoise.article.metadata.nearby import LONGEST_LINE, SHORTEST_LINE, Line, lines_with
from webnoise.article.metadata.seen import visible_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.html import HtmlElement

    from webnoise.article.metadata.nearby import Place
    from webnoise.article.metadata.sources import Sources

__all__ = ["visible_authors"]

_CREDIT = re.compile(
    r"^\W*(?:photo\w*|foto\w*|images?|bild\w*|pictures?|illustration|video|credit|grafik|graphic|©|"
    r"copyright|quelle|source)\b",
    re.IGNORECASE,
)
_LONGEST_LEAD = 90
# Co-authors are marked each on their own, a few elements apart.
_SAME_BYLINE = 10


def visible_authors(sources: Sources) -> list[tuple[str, list[str]]]:
    """The bylines that the page shows, the surest first."""
    if near := _near_headline(sources):
        return [("byline near headline", near)]
    if name := lone_name(sources):
        return [("name near headline", [name])]
    elsewhere = far_authors(sources)
    return [elsewhere] if elsewhere else []


def _near_headline(sources: Sources) -> list[str]:
    """The names on the marked line nearest to the headline, with co-authors marked beside it."""
    return _byline_in(sources, [*sources.above, *sources.below]) or _byline_in(sources, sources.near)


def _byline_in(sources: Sources, places: list[Place]) -> list[str]:
    found: list[Byline] = []
    for line, rank in _marked_lines(places, sources.path):
        if _CREDIT.match(line.text):
            continue
        names = [name for name in names_in(line.element, line.text) if is_plausible(name, rank, line.text)]
        if names and not within_comments(line.element, sources.frame):
            cost = (line.distance if line.distance > 0 else 10 - line.distance) + rank
            found.append(Byline(cost, line.distance, names, rank))
    if not found:
        return []
    best = min(found)
    known = list(best.names)
    for byline in found:
        if byline.rank in OWN_MARKS and 0 <= byline.distance - best.distance <= _SAME_BYLINE:
            known.extend(name for name in byline.names if is_person_like(name) and not is_known(name, known))
    return known


def _marked_lines(places: list[Place], path: str) -> Iterator[tuple[Line, int]]:
    """The lines that are marked as a byline or begin like one, each with the rank of its mark."""
    marked: set[HtmlElement] = set()
    for element, distance in places:
        rank = mark(element, path)
        if rank is not None:
            marked.add(element)
            for text in (visible_text(element, LONGEST_LINE), " ".join((element.tail or "").split())):
                if SHORTEST_LINE <= len(text) <= LONGEST_LINE:
                    yield Line(text, distance, element), rank
    for line in lines_with(places, may_lead):
        if line.element not in marked and len(line.text) <= _LONGEST_LEAD and has_lead(line.text):
            yield line, LEAD_RANK
