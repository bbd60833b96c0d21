"""The dates in the lines around the headline."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from webnoise.metadata.candidates import Candidate
from webnoise.metadata.date_lines import (
    DATE_LIKE,
    FIRST_CUE,
    Dates,
    dates_of,
    element_date,
    is_change,
)
from webnoise.metadata.nearby import lines_with

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.html import HtmlElement

    from webnoise.metadata.dates.read import Calendar
    from webnoise.metadata.nearby import Line, Place, Surroundings

__all__ = ["Shown", "ShownDates", "near_headline", "nearest"]

Shown = tuple["Line", Dates]
_COMMENT = re.compile(r"(?<!no-)(?<!-)\b[cC]omment(?!s?-(?:count|link|number|icon))")
_COMMENT_WRAPPERS = 6
_OPENING = re.compile(
    r"\s*((?:[^\W\d_]+ (?:vom|du|del|of|from) )?"
    r"(?:\d\d?\.\s?\d\d?\.\s?\d{4}|\d{4}-\d\d-\d\d|\d\d?\.? [^\W\d_]{3,} \d{4}))(?=\W*\s)"
)


class ShownDates:
    """The dates in the lines around the headline, read no farther from it than somebody asks."""

    def __init__(self, around: Surroundings, calendar: Calendar) -> None:
        self.around = around
        self.calendar = calendar
        self._told: dict[str, Dates] = {}

    @cached_property
    def below(self) -> list[Shown]:
        """Those right below the headline."""
        return list(self._dates_in(self.around.below))

    @cached_property
    def beside(self) -> list[Shown]:
        """Those right above and below it."""
        return [*self._dates_in(self.around.above), *self.below]

    @cached_property
    def near(self) -> list[Shown]:
        """All of them."""
        return list(self._dates_in(self.around.near))

    def _dates_in(self, places: list[Place]) -> Iterator[Shown]:
        for line in lines_with(places, DATE_LIKE.search):
            # Wrappers repeat the line of what they wrap, and the lines beside the headline are near it too.
            dates = self._told.get(line.text)
            if dates is None:
                dates = self._told[line.text] = dates_of(line.text, self.calendar)
            if dates.published or dates.modified:
                yield line, dates


def near_headline(shown: ShownDates) -> Iterator[Candidate]:
    """The date that stands nearest to the headline; one that is only a change's, if there is no other."""
    if best := nearest(shown.near, shown.calendar):
        yield best
        return
    if opening := _opening_date(shown.around.near, shown.calendar):
        yield Candidate("near headline, opening", opening)
        return
    change = next((dates.modified for _, dates in shown.near if dates.modified), None)
    if change:
        yield Candidate("near headline, as change", change)


def _opening_date(places: list[Place], calendar: Calendar) -> str | None:
    """The date with which a paragraph begins: "27.1.2022 - At the opening ..."."""
    for _, distance, text, _ in places:
        if distance > 0 and text and (match := _OPENING.match(text)):
            return calendar.read(match[1])
    return None


def nearest(shown: list[Shown], calendar: Calendar) -> Candidate | None:
    changed: set[str] = set()
    best: str | None = None
    best_cost = 1000
    for line, dates in shown:
        if dates.modified:
            changed.add(dates.modified[:10])
        if dates.published is None or is_change(line.element):
            continue
        if not dates.labelled and dates.published[:10] in changed:
            continue
        cost = _cost(line, labelled=dates.labelled)
        if cost < best_cost and not _in_comment(line.element):
            exact = element_date(line.element, calendar) if line.element.tag == "time" else None
            best, best_cost = exact or dates.published, cost
    return Candidate("near headline", best) if best else None


def _in_comment(element: HtmlElement) -> bool:
    """Whether one of the nearest wrappers of an element is a comment's."""
    current: HtmlElement | None = element
    for _ in range(_COMMENT_WRAPPERS):
        if current is None or current.tag in ("body", "main", "article"):
            return False
        if _COMMENT.search(f"{current.get('class') or ''} {current.get('id') or ''}"):
            return True
        current = current.getparent()
    return False


def _cost(line: Line, *, labelled: bool) -> int:
    """How far a line's date is from the headline; above it counts more, a mark or a label less."""
    cost = line.distance if line.distance > 0 else 8 - line.distance
    words = line.element.get("class") or ""
    if line.element.tag == "time" or "date" in words or "time" in words or "publish" in words:
        cost -= 15
    if not labelled:
        return cost
    return cost - (60 if FIRST_CUE.search(line.text) else 20)
