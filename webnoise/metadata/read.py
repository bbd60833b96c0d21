"""Reads a page's metadata: one pass to collect, then one decision per field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from webnoise.metadata import fields
from webnoise.metadata.authors.find import Byline, find_authors
from webnoise.metadata.dates.declared import find_modified
from webnoise.metadata.dates.published import find_published
from webnoise.metadata.dates.read import Calendar, day_order
from webnoise.metadata.site_name import declared_names, find_site
from webnoise.metadata.sources.candidates import Candidate, Evidence, Source
from webnoise.metadata.sources.collect import collect
from webnoise.metadata.sources.headline_window import HeadlineWindow
from webnoise.metadata.titles import find_title
from webnoise.model import Image
from webnoise.page.parse import Document
from webnoise.text.words import strip_controls


@dataclass(frozen=True, slots=True)
class Metadata:
    """A page's own word about itself; what it does not say is None or empty.

    `published` is the day that readers are told: where a page shows them only its last change, or tells of
    nothing else, it is that day, and its source is `as_change`.
    `sources` names, for each field, the source that won; `evidence` tells it in words, with the candidates
    that lost. `kinds` are the types the page declares (og:type, JSON-LD @type). `wall` is set where the page
    is no article but a consent, challenge, denied or login wall. `article_body` is the text that JSON-LD
    carries.
    """

    url: str
    canonical_url: str | None = None
    site: str | None = None
    title: str | None = None
    authors: tuple[str, ...] = ()
    published: str | None = None
    modified: str | None = None
    language: str | None = None
    section: str | None = None
    tags: tuple[str, ...] = ()
    description: str | None = None
    images: tuple[Image, ...] = ()
    paywalled: bool | None = None
    wall: str | None = None
    kinds: tuple[str, ...] = ()
    sources: Mapping[str, Source] = field(default_factory=dict, repr=False)
    evidence: Mapping[str, str] = field(default_factory=dict, repr=False)


def read_metadata(
    document: Document, *, hints: Mapping[str, str] | None = None, fetched: str | None = None
) -> Metadata:
    """The metadata of a parsed page.

    `hints` is what the way to the page told of it (title, published, authors, language of a feed or a
    news sitemap; site, as whoever crawls it calls it). `fetched` (ISO 8601) is the moment no date may lie
    after; without it, that is now.
    """
    hints = hints or {}
    sources = collect(document)
    names = declared_names(sources)
    known_names = [name.value for name in names]

    language = fields.find_language(sources)
    code = fields.language_code(language.value) if language else None
    calendar = Calendar.of(day_order(_value(language) or "", sources.host), code, fetched)
    title, titles, headline = find_title(sources, known_names, hints.get("title"))
    title_text = _value(title)
    around = HeadlineWindow(document.elements, headline)
    byline, bylines = find_authors(sources, around, known_names, hints.get("authors") or hints.get("author"))
    published, dates = find_published(sources, around, calendar, hints)
    modified, changes = find_modified(sources, calendar, _value(published))
    tags, tags_source = fields.find_tags(sources)
    paywalled, paywall_source = fields.find_paywall(sources)
    site = find_site(sources, names, title_text, hints.get("site"))
    canonical = fields.find_canonical(sources)
    section, description = fields.find_section(sources), fields.find_description(sources)

    won: dict[str, Candidate | Byline | None] = {
        "title": title,
        "published": published,
        "modified": modified,
        "site": site,
        "authors": byline,
        "canonical_url": canonical,
        "section": section,
        "description": description,
        "language": language,
        "tags": Candidate(tags_source, "") if tags_source else None,
        "paywalled": Candidate(paywall_source, "") if paywall_source else None,
    }
    candidates: dict[str, Sequence[Candidate | Byline]] = {
        "title": titles, "published": dates, "modified": changes, "site": names, "authors": bylines,
    }  # fmt: skip
    return Metadata(
        url=document.url,
        canonical_url=_value(canonical),
        site=_value(site),
        title=title_text,
        authors=tuple(map(strip_controls, byline.names)) if byline else (),
        published=_value(published),
        modified=_value(modified),
        language=code or hints.get("language", "")[:2].lower() or None,
        section=_value(section),
        tags=tuple(map(strip_controls, tags)),
        description=_value(description),
        images=tuple(fields.find_images(sources)),
        paywalled=paywalled,
        wall=fields.find_wall(sources, title_text),
        kinds=fields.find_types(sources),
        sources={name: chosen.source for name, chosen in won.items() if chosen},
        evidence=Evidence(won, candidates),
    )


def _value(candidate: Candidate | None) -> str | None:
    return strip_controls(candidate.value) if candidate else None
