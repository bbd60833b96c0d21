"""The dates a page declares: JSON-LD, meta elements, microdata."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

from webnoise.metadata.candidates import Candidate
from webnoise.metadata.date_lines import element_date
from webnoise.metadata.jsonld import text_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from webnoise.metadata.collected import Sources
    from webnoise.metadata.dates.read import Calendar

__all__ = [
    "PUBLISHED",
    "declared_changes",
    "declared_publications",
    "microdata_publications",
    "scripted_publications",
]

PUBLISHED = (
    "article:published_time", "og:article:published_time", "article:published", "og:published_time",
    "datepublished", "pubdate",
    "publishdate", "publish-date", "publish_date", "publication_date", "publicationdate", "publisheddate",
    "published_time",
    "published-date", "parsely-pub-date", "sailthru.date", "cxenseparse:recs:publishtime",
    "cxenseparse:publishtime",
    "cxenseparse:recs:articlepublisheddate", "dc.date.issued", "dcterms.issued", "dc.date.created",
    "dcterms.created",
    "dcterms.date", "dc.date", "dc:date", "dcterms.available", "citation_publication_date",
    "citation_date", "citation_online_date",
    "article.published", "article_date_original", "article:post_date", "ptime", "pdate",
    "originalpublicationdate",
    "displaydate", "date_published", "datecreated", "article:created", "bt:pubdate", "mrf:published",
    "rnews:datepublished",
    "iso-8601-publish-date", "vr:published_time", "weibo:article:create_at", "date", "pub_date",
    "published", "publish_time", "article:publish_date",
    "release_date", "created",
    "prism.publicationdate", "article.created", "shareaholic:article_published_time", "gsa-date",
    "startdate", "og:pubdate",
)  # fmt: skip
_MODIFIED = (
    "article:modified_time", "og:updated_time", "article:modified", "datemodified", "lastmod",
    "last-modified", "dc.date.modified",
    "dcterms.modified", "dateupdated", "article:updated_time", "updated_time", "revision_date", "moddate",
    "article_date_updated",
    "article.updated", "parsely-mod-date", "bt:moddate", "mrf:modified", "date_modified",
    "weibo:article:update_at", "utime",
    "modified", "og:modified_time", "iso-8601-modified-date",
)  # fmt: skip
_PUBLISHED_PLACE = {name: place for place, name in enumerate(PUBLISHED)}
_MODIFIED_PLACE = {name: place for place, name in enumerate(_MODIFIED)}
_FILMED = {"datePublished": "uploadDate"}
# Names that sites make up for the same thing: w-published-date, article-pubdate.
_PUBLISHED_NAME = re.compile(
    r"publi(?:sh|ca)\w*[-_.:]?(?:date|time)|pub[-_.]?date|date[-_.:]?publi|release[-_.]?date|"
    r"issue[-_.]?date"
)
_MODIFIED_NAME = re.compile(
    r"(?:modif\w*|updat\w*|revis\w*)[-_.:]?(?:date|time)|date[-_.:]?(?:modif|updat)|"
    r"last[-_.]?(?:mod|upd)"
)
_SCRIPTED = re.compile(r'"(?:datePublished|publishedDate|published_at)":\s?"([^"]{8,40})"')


def declared_publications(sources: Sources, calendar: Calendar) -> Iterator[Candidate]:
    """The publication's dates in the order in which they are believed."""
    keys = ("datePublished", "dateCreated")
    yield from _declared(sources, calendar, keys, _PUBLISHED_PLACE, _PUBLISHED_NAME)


def declared_changes(sources: Sources, calendar: Calendar) -> Iterator[Candidate]:
    yield from _declared(sources, calendar, ("dateModified",), _MODIFIED_PLACE, _MODIFIED_NAME)


def _declared(
    sources: Sources,
    calendar: Calendar,
    keys: tuple[str, ...],
    names: dict[str, int],
    made_up: re.Pattern[str],
) -> Iterator[Candidate]:
    for key in keys:
        if (text := text_of(sources.article.get(key))) and (value := calendar.read(text)):
            yield Candidate(f"json-ld {key}", value)
            break
    for name in sorted(names.keys() & sources.metas.keys(), key=names.__getitem__):
        if value := calendar.read(sources.metas[name][0]):
            yield Candidate(name, value)
    # A film is often older than the page that shows it.
    if (text := text_of(sources.article.get(_FILMED.get(keys[0], "")))) and (value := calendar.read(text)):
        yield Candidate("json-ld uploadDate", value)
    for name in sources.dated_metas:
        if name not in names and made_up.search(name) and (value := calendar.read(sources.metas[name][0])):
            yield Candidate(name, value)
    if (text := text_of(sources.page.get(keys[0]))) and (value := calendar.read(text)):
        yield Candidate(f"json-ld page {keys[0]}", value)


def microdata_publications(sources: Sources, calendar: Calendar) -> Iterator[Candidate]:
    for element in sources.publications:
        if value := element_date(element, calendar):
            yield Candidate("itemprop datePublished", value)
            return


def scripted_publications(sources: Sources, calendar: Calendar) -> Iterator[Candidate]:
    """The first date of publication in the data that a page's scripts, or its meta elements, carry."""
    texts = chain((script.text for script in sources.root.iter("script")), *sources.metas.values())
    for text in texts:
        if text and (match := _SCRIPTED.search(text)) and (value := calendar.read(match[1])):
            yield Candidate("script", value)
            return
