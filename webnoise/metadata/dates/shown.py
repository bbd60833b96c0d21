"""The dates a page shows its readers: in the lines around the headline, and far from it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from webnoise.metadata.dates.declared import LONGEST_DATE_LINE, element_date
from webnoise.metadata.dates.read import Calendar
from webnoise.metadata.sources.candidates import Candidate, Source
from webnoise.metadata.sources.surroundings import (
    Line,
    Surroundings,
    line_text,
    lines_with,
    visible_text,
    within,
)
from webnoise.page.elements import Elements, Place
from webnoise.text.lists import any_of, read_groups

_CUES = read_groups("webnoise.metadata", "lists/date_cues.txt")
_CHANGE_CUE = re.compile(rf"\b{any_of(_CUES['change'])}\b", re.IGNORECASE)
_PUBLICATION_CUE = re.compile(rf"\b{any_of(_CUES['publication'])}\b", re.IGNORECASE)
_FIRST_CUE = re.compile(rf"\b{any_of(_CUES['first'])}\b", re.IGNORECASE)
_CHANGE_CLASSES = tuple(_CUES["change_class"])
# The first letters of the cues, alone and behind a mark: cheap to look for before the cues are.
_CUE_STEMS = {cue.partition("_")[0][:4] for cue in (*_CUES["change"], *_CUES["publication"])}
_CUE_STEMS |= {mark + stem[:3] for mark in "(|-" for stem in _CUE_STEMS}

# A year, or numbers parted as in a date; cheap to test before a date is read. All begin with a digit, which
# a search skips to.
_DATE_LIKE = re.compile(
    r"\d(?:(?:(?<=1)9|(?<=2)[05])\d\d|\s?[./-]\s?\d\d?\s?[./-]\s?\d\d"
    r"|(?<=[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef])"
    r"[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef]{3})"
)
_OPENING = re.compile(
    r"\s*((?:[^\W\d_]+ (?:vom|du|del|of|from) )?"
    r"(?:\d\d?\.\s?\d\d?\.\s?\d{4}|\d{4}-\d\d-\d\d|\d\d?\.? [^\W\d_]{3,} \d{4}))(?=\W*\s)"
)
MOST_TIMES = 40
_LONGEST_CHANGE_LINE = 160
_DATE_CLASSES = ("date", "time", "meta", "publish", "posted", "yline", "Date")
_DATE_TAGS = frozenset(
    "span div p time meta li small em i b strong td abbr dd h2 h3 h4 h5 h6 a section header ul cite "
    "link".split()
)
_LONELY_TAGS = frozenset("p span div td li small em i b strong font h4 h5 h6".split())
_CHANGE_TAGS = frozenset("p span div li time small em i td".split())


class LineDates(NamedTuple):
    """What a line says about dates; `labelled` where it calls the first one that of the publication."""

    published: str | None
    modified: str | None
    labelled: bool


Shown = tuple["Line", LineDates]


def _dates_of(text: str, calendar: Calendar) -> LineDates:
    """The dates of publication and of change in a line that may label either."""
    has_cue = _may_be_labelled(text)
    change = _CHANGE_CUE.search(text) if has_cue else None
    publication = _PUBLICATION_CUE.search(text) if has_cue else None
    modified = calendar.read(text[change.end() :]) if change else None
    if publication:
        return LineDates(calendar.read(text[publication.end() :]), modified, labelled=True)
    if change:
        published = calendar.read(text[: change.start()])
        return LineDates(published, modified, labelled=published is not None)
    # Longer lines without a label are sentences that speak of a date.
    return LineDates(calendar.read(text) if len(text) <= LONGEST_DATE_LINE else None, None, labelled=False)


def _may_be_labelled(text: str) -> bool:
    return not text.isascii() or not _CUE_STEMS.isdisjoint([word[:4] for word in text.lower().split()])


def _is_change(elements: Elements, element: int) -> bool:
    attributes = elements.attributes[element]
    own = f"{attributes.get('class', '')} {attributes.get('itemprop', '')}".lower()
    return any(word in own for word in _CHANGE_CLASSES)


class ShownDates:
    """The dates in the lines around the headline, read no farther from it than somebody asks."""

    def __init__(self, around: Surroundings, calendar: Calendar) -> None:
        self.around = around
        self.calendar = calendar
        self._told: dict[str, LineDates] = {}

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

    @property
    def change(self) -> str | None:
        """The first that is called that of a change."""
        return next((dates.modified for _, dates in self.near if dates.modified), None)

    def nearest(self, shown: list[Shown]) -> Candidate | None:
        """The date of publication among these that stands nearest to the headline."""
        elements = self.around.elements
        changed: set[str] = set()
        best: str | None = None
        best_cost = 1000
        for line, dates in shown:
            if dates.modified:
                changed.add(dates.modified[:10])
            if dates.published is None or _is_change(elements, line.element):
                continue
            if not dates.labelled and dates.published[:10] in changed:
                continue
            cost = _cost(elements, line, labelled=dates.labelled)
            if cost < best_cost and not within(
                elements, line.element, "comments", self.around.frame, itself=True
            ):
                is_time = elements.tags[line.element] == "time"
                exact = element_date(elements, line.element, self.calendar) if is_time else None
                best, best_cost = exact or dates.published, cost
        return Candidate(Source("near headline"), best) if best else None

    def _dates_in(self, places: list[Place]) -> Iterator[Shown]:
        for line in lines_with(self.around.elements, places, _DATE_LIKE.search):
            # Wrappers repeat the line of what they wrap, and the lines beside the headline are near it too.
            dates = self._told.get(line.text)
            if dates is None:
                dates = self._told[line.text] = _dates_of(line.text, self.calendar)
            if dates.published or dates.modified:
                yield line, dates


def _cost(elements: Elements, line: Line, *, labelled: bool) -> int:
    """How far a line's date is from the headline; above it counts more, a mark or a label less."""
    cost = line.distance if line.distance > 0 else 8 - line.distance
    words = elements.attributes[line.element].get("class", "")
    if elements.tags[line.element] == "time" or "date" in words or "time" in words or "publish" in words:
        cost -= 15
    if not labelled:
        return cost
    return cost - (60 if _FIRST_CUE.search(line.text) else 20)


def near_headline(shown: ShownDates) -> Iterator[Candidate]:
    """The date that stands nearest to the headline; one that is only a change's, if there is no other."""
    if best := shown.nearest(shown.near):
        yield best
    elif opening := _opening_date(shown.around.near, shown.calendar):
        yield Candidate(Source("near headline, opening"), opening)
    elif change := shown.change:
        yield Candidate(Source("near headline", as_change=True), change)


def _opening_date(places: list[Place], calendar: Calendar) -> str | None:
    """The date with which a paragraph begins: "27.1.2022 - At the opening ..."."""
    for _, distance, text, _ in places:
        if distance > 0 and text and (match := _OPENING.match(text)):
            return calendar.read(match[1])
    return None


def time_elements(around: Surroundings, calendar: Calendar) -> Iterator[Candidate]:
    """The <time> elements outside of teasers; those of changes last."""
    elements = around.elements
    own: list[Candidate] = []
    changes: list[Candidate] = []
    for element in elements.tagged("time")[:MOST_TIMES]:
        value = element_date(elements, element, calendar)
        if value is None:
            continue
        # Some pages set the dates of their articles into a sidebar.
        line = line_text(elements, elements.parents[element], LONGEST_DATE_LINE)
        if _PUBLICATION_CUE.match(line):
            yield Candidate(Source("time", "labelled"), value)
            return
        if within(elements, element, "teaser", around.frame):
            continue
        if "pubdate" in elements.attributes[element]:
            yield Candidate(Source("time", "pubdate"), value)
            return
        if _is_change(elements, element) or _labels_change(line, value, calendar):
            changes.append(Candidate(Source("time", as_change=True), value))
        else:
            own.append(Candidate(Source("time"), value))
    yield from (own + changes)[:3]


def _labels_change(line: str, value: str, calendar: Calendar) -> bool:
    """Whether a line calls this day that of a change, and tells of no other."""
    published, modified, _ = _dates_of(line, calendar)
    return published is None and modified is not None and modified[:10] == value[:10]


def marked_date(around: Surroundings, calendar: Calendar) -> Iterator[Candidate]:
    """Short lines whose class promises a date, outside of teasers."""
    elements = around.elements
    for element in elements.valued("class", *_DATE_CLASSES):
        if elements.tags[element] not in _DATE_TAGS:
            continue
        text = visible_text(elements, element, LONGEST_DATE_LINE + 40)
        if len(text) > LONGEST_DATE_LINE or not _DATE_LIKE.search(text):
            continue
        value = _dates_of(text, calendar).published
        if value and not within(elements, element, "teaser", around.frame):
            yield Candidate(Source("date class"), value)
            return


def lonely_date(around: Surroundings, calendar: Calendar) -> Iterator[Candidate]:
    """The only day that stands by itself, as a line of its own, anywhere on the page."""
    elements = around.elements
    days: dict[str, str] = {}
    for element, text in elements.told(_LONELY_TAGS, 6, 100, tails=True):
        if not _DATE_LIKE.search(text):
            continue
        line = " ".join(text.split())
        value = _dates_of(line, calendar).published if len(line) <= 45 else None
        if value and not within(elements, element, "teaser", around.frame):
            days.setdefault(value[:10], value)
            if len(days) > 1:
                return
    yield from (Candidate(Source("only date"), value) for value in days.values())


def lonely_change(around: Surroundings, calendar: Calendar) -> Iterator[Candidate]:
    """The only day that a line anywhere on the page calls that of a change, as wikis do in their footers."""
    elements = around.elements
    days: dict[str, str] = {}
    for element, text in elements.told(_CHANGE_TAGS, 6, _LONGEST_CHANGE_LINE):
        if (
            _may_be_labelled(text)
            and _CHANGE_CUE.search(text)
            and (value := calendar.read(line_text(elements, element, _LONGEST_CHANGE_LINE)))
        ):
            days.setdefault(value[:10], value)
            if len(days) > 1:
                return
    yield from (Candidate(Source("only line", as_change=True), value) for value in days.values())
