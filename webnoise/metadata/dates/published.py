"""When the article was published and when it was changed, each with its sources in order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date

from webnoise.metadata.dates.declared import (
    WEAK_SOURCES,
    declared_changes,
    declared_publications,
    microdata_changes,
    microdata_publications,
    scripted_publications,
)
from webnoise.metadata.dates.read import Calendar, as_utc, url_date
from webnoise.metadata.dates.shown import (
    MOST_TIMES,
    Shown,
    ShownDates,
    lonely_change,
    lonely_date,
    marked_date,
    near_headline,
    time_elements,
)
from webnoise.metadata.sources.candidates import Candidate, Source
from webnoise.metadata.sources.collect import Sources
from webnoise.metadata.sources.surroundings import Surroundings

_LINKED = ("json-ld", "json-ld page")
# Sources whose day the page may correct by showing another.
_CORRECTABLE = (*_LINKED, "meta")
_NEAR = ("near headline", "near headline, opening")
_SOCIAL = Source("meta", "article:published_time")
_MAJORITY = 3
_CORRECTED_WITHIN = 7  # days


def find_published(
    sources: Sources, around: Surroundings, calendar: Calendar, hints: Mapping[str, str]
) -> tuple[Candidate | None, list[Candidate]]:
    """The chosen date and the candidates, the surest first."""
    found = _first(declared_publications(sources, calendar), microdata_publications(sources, calendar))
    for name in ("published", "date", "publication_date"):
        if value := calendar.read(hints.get(name) or ""):
            found.append(Candidate(Source("hint"), value))
            break
    shown = ShownDates(around, calendar)
    if not found:
        found = _first(near_headline(shown), time_elements(around, calendar))
    if in_url := calendar.read(url_date(sources.path) or ""):
        found.append(Candidate(Source("url"), in_url))
    if not found:
        found = _first(
            marked_date(around, calendar),
            scripted_publications(sources, calendar),
            lonely_date(around, calendar),
            _as_changes(declared_changes(sources, calendar)),
            lonely_change(around, calendar),
        )
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


def find_modified(
    sources: Sources, calendar: Calendar, published: str | None
) -> tuple[Candidate | None, list[Candidate]]:
    """The chosen date of the last change; one before the publication is no change of this article."""
    candidates = [*declared_changes(sources, calendar), *microdata_changes(sources, calendar)]
    for candidate in candidates:
        if published is None or candidate.value[:10] >= published[:10]:
            return candidate, candidates
    return None, candidates


def _first(*tellers: Iterator[Candidate]) -> list[Candidate]:
    """The candidates of the first that has any; the later ones are not asked."""
    return next((found for teller in tellers if (found := list(teller))), [])


def _as_changes(candidates: Iterator[Candidate]) -> Iterator[Candidate]:
    for source, value in candidates:
        yield Candidate(source._replace(as_change=True), value)


def _as_shown(
    sources: Sources, shown: ShownDates, chosen: Candidate, found: list[Candidate]
) -> Candidate | None:
    """The date by the headline, where the page shows another day than it declares."""
    if chosen.source.kind not in _CORRECTABLE or _shows_beside(shown, chosen):
        return None
    if right_below := _below(shown, chosen):
        return right_below
    # A print edition is declared with the next day's date.
    others = [candidate for candidate in found if not _is_neighbour(candidate.value, chosen.value)]
    changes = {candidate.value[:10] for candidate in (*declared_changes(sources, shown.calendar), *others)}
    changes.discard(chosen.value[:10])
    if renewed := _renewed(shown, chosen, changes):
        return renewed
    return _local_day(shown, chosen) if chosen.value.endswith("+00:00") else None


def _stands_alone(found: list[Candidate]) -> bool:
    """Whether article:published_time alone tells the date, as blogs without JSON-LD do."""
    return {candidate.source for candidate in found} - {Source("url")} == {_SOCIAL}


def _is_doubted(declared: Candidate, shown: Candidate, in_url: str | None) -> bool:
    """Whether a shown day tells against article:published_time: the address has it, or it is well before.

    A later day is mostly that of a change, a neighbouring one another time zone's. Development pages: 10
    golds are the declared day, 3 the shown one; against JSON-LD the shown day is right more often.
    """
    return shown.value[:10] == in_url or _days_after(declared.value, shown.value) > 1


def _as_updated(shown: ShownDates, chosen: Candidate, found: list[Candidate]) -> Candidate | None:
    """The day that the page shows as that of its last change, where it shows its publication to nobody.

    Then JSON-LD alone, which no reader sees, tells of the first day, and a page that is renewed so late is
    published anew; news that are corrected within days keep their day. Development pages: 18 golds are the
    shown day, 1 the first one; where article:published_time says it too, 8 against 22.
    """
    if found[0].source.kind not in _CORRECTABLE or any(candidate.source == _SOCIAL for candidate in found):
        return None
    if _shows_beside(shown, chosen) or any(_shows(shown.near, candidate) for candidate in found):
        return None
    change = shown.change
    if change is None or 0 <= _days_after(change, chosen.value) <= _CORRECTED_WITHIN:
        return None
    return Candidate(Source("near headline", as_change=True), change)


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


def _below(shown: ShownDates, chosen: Candidate) -> Candidate | None:
    """A shown day right below the headline that is labelled as the first, or none as that of a change.

    Markup may carry a template's or a build's date. Above the headline stand mastheads with today's date.
    """
    below = [dates for _, dates in shown.below]
    if any(dates.modified for dates in below) and not any(dates.labelled for dates in below):
        return None
    best = shown.nearest(shown.below)
    return None if best is None or _is_swapped(best.value, chosen.value, shown.calendar) else best


def _unswapped(
    sources: Sources, calendar: Calendar, chosen: Candidate, in_url: str | None
) -> Candidate | None:
    """The day that the address or a <time> element tells, where the chosen one has it as month and day."""
    if in_url and _is_swapped(chosen.value, in_url, calendar):
        return Candidate(Source("url"), in_url)
    elements = sources.elements
    for element in elements.tagged("time")[:MOST_TIMES] if chosen.source.kind in _NEAR else ():
        day = calendar.read(elements.attributes[element].get("datetime", "")[:10])
        if day and _is_swapped(chosen.value, day, calendar):
            return Candidate(Source("time"), day)
    return None


def _is_swapped(shown: str, declared: str, calendar: Calendar) -> bool:
    """Whether the shown day is the declared one, read with day and month in the other order."""
    day = f"{shown[:5]}{shown[8:10]}-{shown[5:7]}"
    return calendar.order == "mdy" and day == declared[:10] != shown[:10]


def _renewed(shown: ShownDates, chosen: Candidate, changes: set[str]) -> Candidate | None:
    """The day of a declared change where the page shows it as its date, and the first one nowhere.

    So do pages that are published anew. Development pages: 25 golds are the shown day, 9 the first one.
    """
    is_weak = chosen.source in WEAK_SOURCES
    if not (changes or is_weak) or _shows(shown.near, chosen):
        return None
    best = shown.nearest(shown.near)
    return best if best and (is_weak or best.value[:10] in changes) else None


def _local_day(shown: ShownDates, chosen: Candidate) -> Candidate | None:
    """The shown day where the declared UTC time is one day off: the page shows its own time zone."""
    best = shown.nearest(shown.beside or shown.near)
    return best if best and _is_neighbour(best.value, chosen.value) else None


def _is_neighbour(one: str, other: str) -> bool:
    """Whether two dates are one day apart."""
    return abs(_days_after(one, other)) == 1


def _days_after(one: str, other: str) -> int:
    return (date.fromisoformat(one[:10]) - date.fromisoformat(other[:10])).days


def _most_declared(found: list[Candidate]) -> list[Candidate]:
    """The candidates, those first that two meta elements give against JSON-LD alone."""
    if len(found) < _MAJORITY or found[0].source.kind not in _LINKED:
        return found
    first, *others = (candidate.value for candidate in found)
    is_outvoted = len({day[:10] for day in others}) == 1 and abs(_days_after(others[0], first)) > 1
    return [*found[1:], found[0]] if is_outvoted else found


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
