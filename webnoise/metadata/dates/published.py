"""When the article was published: the best of the dates that a page declares and shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import chain

from webnoise.metadata.dates.declared import (
    WEAK_SOURCES,
    declared_changes,
    declared_publications,
    microdata_publications,
    scripted_publications,
)
from webnoise.metadata.dates.read import Calendar, url_date
from webnoise.metadata.dates.shown import ShownDate, ShownDates
from webnoise.metadata.sources.candidates import Candidate, Rated, Source, best_first
from webnoise.metadata.sources.collect import Sources
from webnoise.metadata.sources.headline_window import HeadlineWindow

SCORES = {
    # a declared date
    "first": 1.25, "local time": 1.5, "json-ld": -2.5, "meta": -0.25, "weak": -1.5, "url": 1.5,
    "outvoted": -2.0, "shown near": 1.5, "swapped": 3.0,
    # a date shown where the page shows no declared one
    "below headline": 1.5, "around headline": -1.0, "instead of weak": 1.75, "against one": -1.25,
    "declared too": 1.75, "next day": 1.25, "renewed": 3.75, "last change": -2.0,
    # a date where none is declared
    "near headline": 1.0, "near headline, opening": 1.0, "time": 0.5, "as change": -0.5,
}  # fmt: skip
"""What speaks for and against a candidate; swept by `research.benchmarks.metadata_sweep`."""

_URL, _SOCIAL = Source("url"), Source("meta", "article:published_time")
_CORRECTABLE = ("json-ld", "json-ld page", "meta")  # whose day the page may correct by showing another
_CORRECTED_WITHIN = 7  # days: what is renewed later is published anew
_HINTS = ("published", "date", "publication_date")


def find_published(
    sources: Sources, around: HeadlineWindow, calendar: Calendar, hints: Mapping[str, str]
) -> tuple[Candidate | None, list[Candidate]]:
    """Return the chosen date and the candidates, the surest first."""
    shown = ShownDates(around, calendar)
    declared = _first(declared_publications(sources, calendar), microdata_publications(sources, calendar))
    if value := calendar.read(next((hints[name] for name in _HINTS if hints.get(name)), "")):
        declared.append(Candidate(Source("hint"), value))
    found = declared or _first(shown.by_headline(), shown.in_time_elements())
    in_url = calendar.read(url_date(sources.path) or "")
    if in_url:
        found.append(Candidate(_URL, in_url))
    changes = [*declared_changes(sources, calendar)]
    if not found:
        as_changes = (Candidate(source._replace(as_change=True), day) for source, day in changes)
        found = _first(scripted_publications(sources, calendar), shown.lonely(), as_changes)
    rated = [Rated(each, _signs(each, found, shown if declared else None)) for each in found]
    chosen = best_first(rated, SCORES)[0] if rated else None
    if chosen and in_url and _is_swapped(chosen.value, in_url, calendar):
        rated.append(Rated(Candidate(_URL, in_url), ["swapped"]))
    elif chosen and declared:
        is_vouched = in_url == chosen.value[:10] or _shows(shown.beside, chosen)
        if chosen.source.kind in _CORRECTABLE and not is_vouched:
            rated += _corrections(chosen, found, changes, shown)
    dates = best_first(rated, SCORES)
    if not dates:
        return None, []
    same_day = [each for each, _ in rated if each.value[:10] == dates[0].value[:10]]
    return next(filter(_is_local, same_day), same_day[0]), dates


def _is_local(candidate: Candidate) -> bool:
    """Whether a date has a time with the offset of its place: its day is the one there."""
    return len(candidate.value) >= 20 and not candidate.value.endswith("+00:00")


def _first(*sources: Iterator[Candidate]) -> list[Candidate]:
    """Return the candidates of the first source that has any; the later ones are not read."""
    return next((found for source in sources if (found := list(source))), [])


def _signs(candidate: Candidate, found: Sequence[Candidate], shown: ShownDates | None) -> list[str]:
    source, value = candidate
    signs = ["first"] * (candidate is found[0]) + ["as change"] * source.as_change
    signs += [source.kind] * (source.kind in SCORES) + ["weak"] * (source in WEAK_SOURCES)
    votes = Counter(each.value[:10] for each in found)
    signs += ["outvoted"] * (max(votes.values()) > votes[value[:10]] + 1)
    signs += ["local time"] * _is_local(candidate)
    signs += ["shown near"] * (shown is not None and _shows(shown.near, candidate))
    return signs


def _corrections(
    chosen: Candidate, found: Sequence[Candidate], changes: Sequence[Candidate], shown: ShownDates
) -> Iterator[Rated]:
    """Yield the days that the page shows and does not declare as the first.

    Markup may carry a template's or a build's date. Right below the headline a shown day is believed; above
    it are mastheads with today's. Farther away, it is believed where the declared day is weak or that of
    a UTC time and next to it, or where the page declares the shown day too, as one that is published anew.
    """
    below = shown.nearest([each for each in shown.beside if each.line.distance > 0])
    best = below or shown.nearest(shown.near)
    if best and not _is_swapped(best.value, chosen.value, shown.calendar):
        signs = ["below headline" if below else "around headline"]
        known = {each.value[:10] for each in chain(changes, found) if abs(_days_after(each, chosen)) != 1}
        signs += ["instead of weak"] * (chosen.source in WEAK_SOURCES)
        signs += ["declared too"] * (not below and best.value[:10] in known)
        is_utc = chosen.value.endswith("+00:00")
        signs += ["next day"] * (not below and is_utc and abs(_days_after(best, chosen)) == 1)
        # Blogs without JSON-LD have article:published_time alone; a later day is mostly that of a change.
        is_alone = {each.source for each in found} <= {_SOCIAL, _URL}
        signs += ["against one"] * (is_alone and _days_after(chosen, best) <= 1)
        yield Rated(best, signs)
    is_told = any(each.source == _SOCIAL or _shows(shown.near, each) for each in found)
    if shown.change and not is_told:
        change = Candidate(Source("near headline", as_change=True), shown.change)
        is_late = not 0 <= _days_after(change, chosen) <= _CORRECTED_WITHIN
        yield Rated(change, ["last change"] + ["renewed"] * is_late)


def _shows(shown: Sequence[ShownDate], chosen: Candidate) -> bool:
    """Whether the page shows the chosen day as that of its publication."""
    return any(each.published and each.published[:10] == chosen.value[:10] for each in shown)


def _is_swapped(shown: str, declared: str, calendar: Calendar) -> bool:
    """Whether the shown day is the declared one, read with day and month in the other order."""
    day = f"{shown[:5]}{shown[8:10]}-{shown[5:7]}"
    return calendar.order == "mdy" and day == declared[:10] != shown[:10]


def _days_after(one: Candidate, other: Candidate) -> int:
    return (date.fromisoformat(one.value[:10]) - date.fromisoformat(other.value[:10])).days
