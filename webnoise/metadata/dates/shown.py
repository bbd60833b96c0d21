"""The dates a page shows its readers: in the lines around the headline, and far from it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from webnoise.metadata.dates.declared import LONGEST_DATE_LINE, element_date
from webnoise.metadata.dates.read import Calendar, may_hold_date
from webnoise.metadata.sources.candidates import Candidate, Source
from webnoise.metadata.sources.headline_window import HeadlineWindow, Line, lines_with, visible_text, within
from webnoise.page.elements import Nearby
from webnoise.text.lists import any_of, read_groups

_CUES = read_groups("webnoise.metadata", "lists/date_cues.txt")
_CHANGE, _PUBLICATION, _FIRST = (
    re.compile(rf"\b{any_of(_CUES[name])}\b", re.IGNORECASE) for name in ("change", "publication", "first")
)
# The date with which a paragraph begins: "27.1.2022 - At the opening ...".
_OPENING = re.compile(
    r"\s*(?:[^\W\d_]+ (?:vom|du|del|of|from) )?"
    r"(\d\d?[. ][^|:;,()\d]{0,12}(?:\d\d?[. ]{1,2})?\d{4}|\d{4}-\d\d-\d\d)(?=\W*\s)"
)
_MOST_TIMES, _LONGEST_LONELY = 40, 45


class ShownDate(NamedTuple):
    """What a line says about dates; `labelled` where it calls the first one that of the publication."""

    line: Line
    published: str | None
    modified: str | None
    labelled: bool = False


def _read(text: str, calendar: Calendar) -> tuple[str | None, str | None, bool]:
    """The dates of publication and of change in a line that may label either; whether it does the first."""
    if not may_hold_date(text):
        return None, None, False
    change, publication = _CHANGE.search(text), _PUBLICATION.search(text)
    modified = calendar.read(text[change.end() :]) or calendar.read(text) if change else None
    if publication:
        return calendar.read(text[publication.end() :]), modified, True
    if change:
        published = calendar.read(text[: change.start()])
        return published, modified, published is not None
    # Longer lines without a label are sentences that speak of a date.
    return calendar.read(text) if len(text) <= LONGEST_DATE_LINE else None, None, False


class ShownDates:
    """The dates in the lines of a page, read no farther from the headline than somebody asks."""

    def __init__(self, around: HeadlineWindow, calendar: Calendar) -> None:
        self.around, self.elements, self.calendar = around, around.elements, calendar
        self._told: dict[str, tuple[str | None, str | None, bool]] = {}  # wrappers say what they wrap

    @cached_property
    def beside(self) -> list[ShownDate]:
        """Those right above and below the headline."""
        return self._in(self.around.beside)

    @cached_property
    def near(self) -> list[ShownDate]:
        """All around it."""
        return self._in(self.around.near)

    def _in(self, places: list[Nearby]) -> list[ShownDate]:
        lines = lines_with(self.elements, places, may_hold_date)
        told = self._told
        for line in lines:
            if line.text not in told:
                told[line.text] = _read(line.text, self.calendar)
        dates = [ShownDate(line, *told[line.text]) for line in lines]
        changed = {each.modified[:10] for each in dates if each.modified}
        # A wrapper calls a day that of a change, and what it wraps says the day alone.
        return [
            each
            for each in dates
            if each.modified or each.labelled or (each.published and each.published[:10] not in changed)
        ]

    @property
    def change(self) -> str | None:
        """The first day near the headline that is called that of a change."""
        return next((each.modified for each in self.near if each.modified), None)

    def nearest(self, dates: list[ShownDate]) -> Candidate | None:
        """The date of publication among these that costs least."""
        for line, published, *_ in sorted(dates, key=self._cost):
            if published and not within(self.elements, line.element, "comments", self.around.ancestors):
                is_time = self.elements.tags[line.element] == "time"
                exact = element_date(self.elements, line.element, self.calendar) if is_time else None
                return Candidate(Source("near headline"), exact or published)
        return None

    def _cost(self, shown: ShownDate) -> int:
        """How far a date is from the headline; a mark or a label brings it nearer."""
        element = shown.line.element
        words = f"{self.elements.tags[element]} {self.elements.attributes[element].get('class', '')}"
        is_marked = "time" in words or "date" in words or "publish" in words
        label = (60 if _FIRST.search(shown.line.text) else 20) if shown.labelled else 0
        return shown.line.cost - 15 * is_marked - label

    def by_headline(self) -> Iterator[Candidate]:
        """The date that stands nearest to the headline; one that is only a change's, if there is no other."""
        openings = (
            _OPENING.match(text) for _, distance, text, _ in self.around.near if distance > 0 and text
        )
        if best := self.nearest(self.near):
            yield best
        elif opening := self.calendar.read(next((match[1] for match in openings if match), "")):
            yield Candidate(Source("near headline, opening"), opening)
        elif change := self.change:
            yield Candidate(Source("near headline", as_change=True), change)

    def in_time_elements(self) -> Iterator[Candidate]:
        """Those of <time> elements: first what is labelled, then what is outside of teasers, changes last."""
        found: list[Candidate] = []
        for element in self.elements.tagged("time")[:_MOST_TIMES]:
            line = visible_text(self.elements, self.elements.parents[element], LONGEST_DATE_LINE)
            # Some pages set the dates of their articles into a sidebar.
            name = "labelled" if _PUBLICATION.match(line) else ""
            is_own = name or not within(self.elements, element, "teaser", self.around.ancestors)
            if is_own and (value := element_date(self.elements, element, self.calendar)):
                source = Source("time", name, as_change=not name and _CHANGE.search(line) is not None)
                found.append(Candidate(source, value))
        found.sort(key=lambda candidate: (not candidate.source.name, candidate.source.as_change))
        yield from found[:3]

    def lonely(self) -> Iterator[Candidate]:
        """The only day that lines of their own tell, anywhere; or call that of a change, as wikis do."""
        dates = self._in(self.around.far(may_hold_date))
        own = [
            each.published
            for each in dates
            if each.published
            and len(each.line.text) <= _LONGEST_LONELY
            and not within(self.elements, each.line.element, "teaser", self.around.ancestors)
        ]
        changes = [each.modified for each in dates if each.modified]
        if len({day[:10] for day in own}) == 1:
            yield Candidate(Source("only date"), own[0])
        elif len({day[:10] for day in changes}) == 1:
            yield Candidate(Source("only line", as_change=True), changes[0])
