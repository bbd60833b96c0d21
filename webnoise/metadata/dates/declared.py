"""The dates a page declares: JSON-LD, meta elements, microdata, the data of its scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from webnoise.metadata.dates.read import Calendar
from webnoise.metadata.sources.candidates import Candidate, Source
from webnoise.metadata.sources.collect import Sources, text_of
from webnoise.metadata.sources.headline_window import visible_text
from webnoise.page.elements import Elements
from webnoise.text.lists import read_groups

LONGEST_DATE_LINE = 80
_METAS = read_groups("webnoise.metadata", "lists/date_metas.txt")
# Some systems fill them with the day on which the page was made or last changed.
WEAK_SOURCES = frozenset(Source("meta", name) for name in _METAS["weak"])
_SCRIPTED = re.compile(r'"(?:datePublished|publishedDate|published_at)":\s?"([^"]{8,40})"')
_ATTRIBUTES = ("datetime", "content", "data-datetime", "data-date", "data-time", "title")


class _Declaration(NamedTuple):
    """What declares a date: properties of JSON-LD, meta elements by rank, and names that sites make up."""

    properties: tuple[str, ...]
    metas: dict[str, int]
    made_up: re.Pattern[str]
    of_film: str | None = None


_PUBLICATION = _Declaration(
    ("datePublished", "dateCreated"),
    {name: rank for rank, name in enumerate(_METAS["published"])},
    re.compile(  # w-published-date, article-pubdate
        r"publi(?:sh|ca)\w{0,20}[-_.:]?(?:date|time)|pub[-_.]?date|date[-_.:]?publi|(?:release|issue)[-_.]?date"
    ),
    of_film="uploadDate",
)
_CHANGE = _Declaration(
    ("dateModified",),
    {name: rank for rank, name in enumerate(_METAS["modified"])},
    re.compile(
        r"(?:modif|updat|revis)\w{0,20}[-_.:]?(?:date|time)|date[-_.:]?(?:modif|updat)|last[-_.]?(?:mod|upd)"
    ),
)


def declared_publications(sources: Sources, calendar: Calendar) -> Iterator[Candidate]:
    """The publication's dates in the order in which they are believed."""
    return _declared(_PUBLICATION, sources, calendar)


def declared_changes(sources: Sources, calendar: Calendar) -> Iterator[Candidate]:
    return _declared(_CHANGE, sources, calendar)


def _declared(wanted: _Declaration, sources: Sources, calendar: Calendar) -> Iterator[Candidate]:
    metas, first = sources.metas, wanted.properties[0]
    for name in wanted.properties:
        if (text := text_of(sources.article.get(name))) and (value := calendar.read(text)):
            yield Candidate(Source("json-ld", name), value)
            break
    for name in sorted(wanted.metas.keys() & metas.keys(), key=wanted.metas.__getitem__):
        if value := calendar.read(metas[name][0]):
            yield Candidate(Source("meta", name), value)
    # A film is often older than the page that shows it.
    if (
        wanted.of_film
        and (text := text_of(sources.article.get(wanted.of_film)))
        and (value := calendar.read(text))
    ):
        yield Candidate(Source("json-ld", wanted.of_film), value)
    for name in sources.dated:
        if (
            name not in wanted.metas
            and wanted.made_up.search(name)
            and (value := calendar.read(metas[name][0]))
        ):
            yield Candidate(Source("meta", name), value)
    if (text := text_of(sources.page.get(first))) and (value := calendar.read(text)):
        yield Candidate(Source("json-ld page", first), value)


def microdata_publications(sources: Sources, calendar: Calendar) -> Iterator[Candidate]:
    """The first that the markup of the page's text gives; nearly always in <time> elements."""
    elements = sources.elements
    marked = elements.valued("itemprop", "datePublished")
    times = [element for element in marked if elements.tags[element] == "time"]
    for element in times or marked:
        if value := element_date(elements, element, calendar):
            yield Candidate(Source("itemprop", "datePublished"), value)
            return


def microdata_changes(sources: Sources, calendar: Calendar) -> Iterator[Candidate]:
    elements = sources.elements
    for element in elements.valued("itemprop", "dateModified"):
        if elements.tags[element] == "time" and (value := element_date(elements, element, calendar)):
            yield Candidate(Source("itemprop", "dateModified"), value)


def find_modified(
    sources: Sources, calendar: Calendar, published: str | None
) -> tuple[Candidate | None, list[Candidate]]:
    """The chosen date of the last change; one before the publication is no change of this article."""
    candidates = [*declared_changes(sources, calendar), *microdata_changes(sources, calendar)]
    for candidate in candidates:
        if published is None or candidate.value[:10] >= published[:10]:
            return candidate, candidates
    return None, candidates


def element_date(elements: Elements, element: int, calendar: Calendar) -> str | None:
    """The date that an element is marked with; else the one in its text."""
    attributes = elements.attributes[element]
    for name in _ATTRIBUTES:
        if (text := attributes.get(name)) and (value := calendar.read(text)):
            return value
    return calendar.read(visible_text(elements, element, LONGEST_DATE_LINE + 40)[:LONGEST_DATE_LINE])


def scripted_publications(sources: Sources, calendar: Calendar) -> Iterator[Candidate]:
    """The first date of publication in the data that a page's scripts, or its meta elements, carry."""
    texts = sources.elements.texts
    scripts = (texts[script] for script in sources.elements.tagged("script"))
    for text in chain(scripts, *sources.metas.values()):
        if text and (match := _SCRIPTED.search(text)) and (value := calendar.read(match[1])):
            yield Candidate(Source("script"), value)
            return
