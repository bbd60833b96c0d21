"""When the article was published and when it was changed, each with its sources in order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date

from webnoise.metadata.dates.declared import (
    WEAK_SOURCES,
    declared_changes,
    declared_publications,
    microdata_publications,
    scripted_publications,
)
from webnoise.metadata.dates.read import Calendar, url_date
from webnoise.metadata.dates.shown import ShownDate, ShownDates
from webnoise.metadata.sources.candidates import Candidate, Source
from webnoise.metadata.sources.collect import Sources
from webnoise.metadata.sources.surroundings import Surroundings

# Sources whose day the page may correct by showing another.
_CORRECTABLE = ("json-ld", "json-ld page", "meta")
_SOCIAL = Source("meta", "article:published_time")
_CORRECTED_WITHIN = 7  # days


def find_published(
    sources: Sources, around: Surroundings, calendar: Calendar, hints: Mapping[str, str]
) -> tuple[Candidate | None, list[Candidate]]:
    """The chosen date and the candidates, the surest first."""
    found = _first(declared_publications(sources, calendar), microdata_publications(sources, calendar))
    hint = next((hints[name] for name in ("published", "date", "publication_date") if hints.get(name)), "")
    if value := calendar.read(hint):
        found.append(Candidate(Source("hint"), value))
    shown = ShownDates(around, calendar)
    if not found:
        found = _first(shown.by_headline(), shown.in_time_elements())
    if in_url := calendar.read(url_date(sources.path) or ""):
        found.append(Candidate(Source("url"), in_url))
    changes = declared_changes(sources, calendar)
    if not found:
        renewed = (Candidate(source._replace(as_change=True), value) for source, value in changes)
        scripted = scripted_publications(sources, calendar)
        found = _first(scripted, shown.lonely(), renewed)
    if not found:
        return None, []
    # What most declarations say; then what has a local offset, which tells the day there; then the first.
    days = [value[:10] for _, value in found]
    found.sort(
        key=lambda each: (-days.count(each.value[:10]), len(each.value) < 20 or each.value.endswith("+00:00"))
    )
    chosen = found[0]
    if in_url and _is_swapped(chosen.value, in_url, calendar):
        return Candidate(Source("url"), in_url), found
    if chosen.source.kind not in _CORRECTABLE or in_url == chosen.value[:10] or _shows(shown.beside, chosen):
        return chosen, found
    other = _as_shown(shown, found, changes, in_url) or _as_updated(shown, found)
    return (other, [other, *found]) if other else (chosen, found)


def _first(*tellers: Iterator[Candidate]) -> list[Candidate]:
    """The candidates of the first that has any; the later ones are not asked."""
    return next((found for teller in tellers if (found := list(teller))), [])


def _as_shown(
    shown: ShownDates, found: list[Candidate], changes: Iterator[Candidate], in_url: str | None
) -> Candidate | None:
    """The day by the headline, where the page shows another than it declares.

    Right below the headline it is believed: markup may carry a template's or a build's date; above it stand
    mastheads with today's. Farther away, where the declared day is weak or that of a UTC time beside it, or
    where the page declares the shown day too: so do pages that are published anew.
    """
    chosen = found[0]
    best = shown.nearest([each for each in shown.beside if each.line.distance > 0])
    days = {other.value[:10] for other in (*changes, *found) if abs(_days_after(other, chosen)) != 1}
    days.discard(chosen.value[:10])
    is_weak, is_utc = chosen.source in WEAK_SOURCES, chosen.value.endswith("+00:00")
    if best is None and (days or is_weak or is_utc) and (best := shown.nearest(shown.near)):
        is_told = (is_weak or best.value[:10] in days) and not _shows(shown.near, chosen)
        if not is_told and not (is_utc and abs(_days_after(best, chosen)) == 1):
            return None
    if best is None or _is_swapped(best.value, chosen.value, shown.calendar):
        return None
    # article:published_time alone, as blogs without JSON-LD have it, yields to the address and to a day well
    # before it: a later one is mostly that of a change. Development pages: 10 golds are the declared day, 3
    # the shown one.
    stands_alone = {candidate.source for candidate in found} <= {_SOCIAL, Source("url")}
    is_doubted = best.value[:10] == in_url or _days_after(chosen, best) > 1
    return best if is_doubted or not stands_alone else None


def _as_updated(shown: ShownDates, found: list[Candidate]) -> Candidate | None:
    """The day of the last change where the page shows no other, and JSON-LD alone tells of the first day.

    A page that is renewed so late is published anew; news that are corrected within days keep their day.
    Development pages: 18 golds are the shown day, 1 the first one; with article:published_time 8 against 22.
    """
    if any(candidate.source == _SOCIAL or _shows(shown.near, candidate) for candidate in found):
        return None
    change = Candidate(Source("near headline", as_change=True), shown.change or found[0].value)
    return None if 0 <= _days_after(change, found[0]) <= _CORRECTED_WITHIN else change


def _shows(shown: list[ShownDate], chosen: Candidate) -> bool:
    """Whether the page shows the chosen day as that of its publication."""
    return any(each.published and each.published[:10] == chosen.value[:10] for each in shown)


def _is_swapped(shown: str, declared: str, calendar: Calendar) -> bool:
    """Whether the shown day is the declared one, read with day and month in the other order."""
    day = f"{shown[:5]}{shown[8:10]}-{shown[5:7]}"
    return calendar.order == "mdy" and day == declared[:10] != shown[:10]


def _days_after(one: Candidate, other: Candidate) -> int:
    return (date.fromisoformat(one.value[:10]) - date.fromisoformat(other.value[:10])).days
