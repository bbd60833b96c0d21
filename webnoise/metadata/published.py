"""When the article was published and when it was changed, each with its sources in order."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from webnoise.metadata.candidates import Candidate
from webnoise.metadata.date_lines import element_date
from webnoise.metadata.dates.read import as_utc, url_date
from webnoise.metadata.declared_dates import (
    PUBLISHED,
    declared_changes,
    declared_publications,
    microdata_publications,
    scripted_publications,
)
from webnoise.metadata.far_dates import lonely_change, lonely_date, marked_date, time_elements
from webnoise.metadata.shown_dates import ShownDates, near_headline, nearest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from webnoise.metadata.collected import Sources
    from webnoise.metadata.dates.read import Calendar
    from webnoise.metadata.shown_dates import Shown

__all__ = ["find_modified", "find_published"]

# Sources whose day the page may correct by showing another.
_CORRECTABLE = ("json-ld", *PUBLISHED)
_MAJORITY = 3
_TIMES = 40
_SOCIAL = "article:published_time"
_CORRECTED_WITHIN = 7  # days
# Names that some systems fill with the day of the page's making or its last change.
_WEAK = ("date", "dc.date", "dcterms.", "dc:date", "created", "og:article")


def find_published(
    sources: Sources, calendar: Calendar, hints: Mapping[str, str]
) -> tuple[Candidate | None, list[Candidate]]:
    """The chosen date and the candidates, the surest first."""
    found = list(declared_publications(sources, calendar))
    if not found:
        found.extend(microdata_publications(sources, calendar))
    for text in (hints.get("published"), hints.get("date"), hints.get("publication_date")):
        if value := calendar.read(text or ""):
            found.append(Candidate("hint", value))
            break
    shown = ShownDates(sources.around, calendar)
    if not found:
        found.extend(near_headline(shown))
    if not found:
        found.extend(time_elements(sources, calendar))
    if in_url := calendar.read(url_date(sources.path) or ""):
        found.append(Candidate("url", in_url))
    if not found:
        found.extend(marked_date(sources, calendar))
    if not found:
        found.extend(scripted_publications(sources, calendar))
    if not found:
        found.extend(lonely_date(sources, calendar))
    if not found:
        found.extend(_only_changes(sources, calendar))
    if not found:
        return None, []
    chosen = _most_local(_most_declared(found))
    if other := _unswapped(sources, calendar, chosen, in_url):
        return other, found
    if in_url and in_url == chosen.value[:10]:
        return chosen, found
    other = _as_shown(sources, shown, chosen, found) or _as_updated(shown, chosen, found)
    if other and _stands_alone(found) and not _is_doubted(chosen, other, in_url):
        return chosen, [*found, other]
    return (other, [other, *found]) if other else (chosen, found)


def _only_changes(sources: Sources, calendar: Calendar) -> list[Candidate]:
    """The day of the last change, for a page that tells of no other."""
    declared = [
        Candidate(f"{source}, as change", value) for source, value in declared_changes(sources, calendar)
    ]
    return declared or list(lonely_change(sources, calendar))


def _as_shown(
    sources: Sources, shown: ShownDates, chosen: Candidate, found: list[Candidate]
) -> Candidate | None:
    """The date by the headline, where the page shows another day than it declares."""
    if not chosen.source.startswith(_CORRECTABLE) or _shows_beside(shown, chosen):
        return None
    calendar = shown.calendar
    if right_below := _below(calendar, chosen, shown.below):
        return right_below
    # A print edition is declared with the next day's date.
    others = [candidate for candidate in found if not _is_neighbour(candidate.value, chosen.value)]
    changes = {candidate.value[:10] for candidate in (*declared_changes(sources, calendar), *others)}
    changes.discard(chosen.value[:10])
    is_weak, is_utc = chosen.source.startswith(_WEAK), chosen.value.endswith("+00:00")
    if not changes and not is_weak and not is_utc:
        return None
    renewed = _renewed(calendar, chosen, shown.near, changes) if changes or is_weak else None
    return renewed or (_local_day(calendar, chosen, shown.beside or shown.near) if is_utc else None)


def _stands_alone(found: list[Candidate]) -> bool:
    """Whether article:published_time alone tells the date, as blogs without JSON-LD do."""
    return {candidate.source for candidate in found} - {"url"} == {_SOCIAL}


def _is_doubted(declared: Candidate, shown: Candidate, in_url: str | None) -> bool:
    """Whether a shown day tells against article:published_time: the address has it, or it is well before.

    A later day is mostly that of a change, a neighbouring one another time zone's. Development pages: 10
    golds are the declared day, 3 the shown one; against JSON-LD the shown day is right more often.
    """
    day = shown.value[:10]
    return day == in_url or _days_after(declared.value, day) > 1


def _as_updated(shown: ShownDates, chosen: Candidate, found: list[Candidate]) -> Candidate | None:
    """The day that the page shows as that of its last change, where it shows its publication to nobody.

    Then JSON-LD alone, which no reader sees, tells of the first day, and a page that is renewed so late is
    published anew; news that are corrected within days keep their day. Development pages: 18 golds are the
    shown day, 1 the first one; where article:published_time says it too, 8 against 22.
    """
    if not found[0].source.startswith(_CORRECTABLE) or any(
        candidate.source == _SOCIAL for candidate in found
    ):
        return None
    if _shows_beside(shown, chosen) or any(_shows(shown.near, candidate) for candidate in found):
        return None
    change = next((dates.modified for _, dates in shown.near if dates.modified), None)
    if change is None or 0 <= _days_after(change, chosen.value) <= _CORRECTED_WITHIN:
        return None
    return Candidate("near headline, as change", change)


def _shows_beside(shown: ShownDates, chosen: Candidate) -> bool:
    """Whether the page shows the chosen day right by the headline."""
    return _shows(shown.below, chosen) or _shows(shown.beside, chosen)


def _shows(shown: list[Shown], chosen: Candidate) -> bool:
    """Whether the page shows the chosen day as its own: not as that of a change beside the first day."""
    day = chosen.value[:10]
    firsts = {dates.published[:10] for _, dates in shown if dates.published and dates.labelled}
    if firsts and any(dates.modified and dates.modified[:10] == day for _, dates in shown):
        return day in firsts
    return any(dates.published and dates.published[:10] == day for _, dates in shown)


def _below(calendar: Calendar, chosen: Candidate, shown: list[Shown]) -> Candidate | None:
    """A shown day right below the headline that is labelled as the first, or none as that of a change.

    Markup may carry a template's or a build's date. Above the headline stand mastheads with today's date.
    """
    if any(dates.modified for _, dates in shown) and not any(dates.labelled for _, dates in shown):
        return None
    best = nearest(shown, calendar)
    return None if best is None or _is_swapped(best.value, chosen.value, calendar) else best


def _unswapped(
    sources: Sources, calendar: Calendar, chosen: Candidate, in_url: str | None
) -> Candidate | None:
    """The day that the address or a <time> element tells, where the chosen one has it as month and day."""
    if in_url and _is_swapped(chosen.value, in_url, calendar):
        return Candidate("url", in_url)
    for element in sources.times[:_TIMES] if chosen.source.startswith("near") else ():
        day = element.get("datetime", "")[:10]
        if _is_swapped(chosen.value, day, calendar):
            return Candidate("time", day)
    return None


def _is_swapped(shown: str, declared: str, calendar: Calendar) -> bool:
    """Whether the shown day is the declared one, read with day and month in the other order."""
    day = f"{shown[:5]}{shown[8:10]}-{shown[5:7]}"
    return calendar.order == "mdy" and day == declared[:10] != shown[:10]


def _renewed(calendar: Calendar, chosen: Candidate, near: list[Shown], changes: set[str]) -> Candidate | None:
    """The day of a declared change where the page shows it as its date, and the first one nowhere.

    So do pages that are published anew. Development pages: 25 golds are the shown day, 9 the first one.
    """
    if _shows(near, chosen):
        return None
    best = nearest(near, calendar)
    return best if best and (best.value[:10] in changes or chosen.source.startswith(_WEAK)) else None


def _local_day(calendar: Calendar, chosen: Candidate, lines: list[Shown]) -> Candidate | None:
    """The shown day where the declared UTC time is one day off: the page shows its own time zone."""
    shown = nearest(lines, calendar)
    return shown if shown and _is_neighbour(shown.value, chosen.value) else None


def _is_neighbour(one: str, other: str) -> bool:
    """Whether two dates are one day apart."""
    return abs(_days_after(one, other)) == 1


def _days_after(one: str, other: str) -> int:
    return (date.fromisoformat(one[:10]) - date.fromisoformat(other[:10])).days


def _most_declared(found: list[Candidate]) -> list[Candidate]:
    """The candidates, those first that two meta elements give against JSON-LD alone."""
    if len(found) < _MAJORITY or not found[0].source.startswith("json-ld"):
        return found
    days = [candidate.value[:10] for candidate in found]
    others = [day for day in days[1:] if abs(_days_after(day, days[0])) > 1]
    if (
        days.count(days[0]) == 1
        and len(others) >= 2
        and len(others) == len(days) - 1
        and len(set(others)) == 1
    ):
        return [*found[1:], found[0]]
    return found


def _most_local(found: list[Candidate]) -> Candidate:
    """The first candidate, or the same instant where another source gives it with the local offset."""
    first = found[0]
    if not first.value.endswith("+00:00"):
        return first
    instant = as_utc(first.value)
    for other in found[1:]:
        if len(other.value) > 19 and not other.value.endswith("+00:00") and as_utc(other.value) == instant:
            return other
    return first


def find_modified(
    sources: Sources, calendar: Calendar, published: str | None
) -> tuple[Candidate | None, list[Candidate]]:
    """The chosen date of the last change; one before the publication is no change of this article."""
    candidates = list(declared_changes(sources, calendar))
    candidates.extend(
        Candidate("itemprop dateModified", value)
        for element in sources.times
        if "dateModified" in (element.get("itemprop") or "") and (value := element_date(element, calendar))
    )
    for candidate in candidates:
        if published is None or candidate.value[:10] >= published[:10]:
            return candidate, candidates
    return None, candidates
