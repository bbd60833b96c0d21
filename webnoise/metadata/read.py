"""Reads a page's metadata: one pass to collect, then one decision per field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from webnoise.metadata import details
from webnoise.metadata.access import find_paywall, find_wall
from webnoise.metadata.authors import AuthorCandidate, find_authors
from webnoise.metadata.candidates import Candidate
from webnoise.metadata.collected import Sources, collect
from webnoise.metadata.dates.read import Calendar, day_order
from webnoise.metadata.evidence import Choice, Evidence
from webnoise.metadata.jsonld import node_types, text_of
from webnoise.metadata.published import find_modified, find_published
from webnoise.metadata.titles import find_title

if TYPE_CHECKING:
    from lxml.html import HtmlElement

    from webnoise.model import Image

__all__ = ["Metadata", "read_metadata"]


@dataclass(frozen=True, slots=True)
class Metadata:
    """A page's own word about itself; what it does not say is None or empty.

    `published` is the day that readers are told: where a page shows them only its last change, or tells of
    nothing else, it is that day, and `evidence` says "as change".
    `evidence` names, for each field, the source that won and the candidates that lost. `kinds` are the
    types the page declares (og:type, JSON-LD @type). `wall` is set where the page is no article but a
    consent, challenge, denied or login wall. `article_body` is the text that JSON-LD carries.
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
    article_body: str | None = field(default=None, repr=False)
    evidence: Mapping[str, str] = field(default_factory=dict, repr=False)


def read_metadata(
    root: HtmlElement, url: str, *, hints: Mapping[str, str] | None = None, fetched: str | None = None
) -> Metadata:
    """The metadata of a parsed page.

    `hints` is what the way to the page told of it (title, published, authors, language of a feed or a
    news sitemap). `fetched` (ISO 8601) is the moment no date may lie after; without it, that is now.
    """
    hints = hints or {}
    sources = collect(root, url)
    names = details.site_names(sources)
    known_names = [name.value for name in names]

    language, tag, language_source = details.find_language(sources)
    calendar = Calendar.of(day_order(tag, sources.host), language, fetched)
    title, titles = find_title(sources, known_names, hints.get("title"))
    authors, bylines = find_authors(sources, known_names, hints.get("authors") or hints.get("author"))
    published, dates = find_published(sources, calendar, hints)
    modified, changes = find_modified(sources, calendar, published.value if published else None)
    tags, tags_source = details.find_tags(sources)
    paywalled, paywall_source = find_paywall(sources)
    site, canonical = details.find_site(names), details.find_canonical(sources)
    section, description = details.find_section(sources), details.find_description(sources)

    choices = (
        Choice("title", title, titles),
        Choice("published", published, dates),
        Choice("modified", modified, changes),
        Choice("site", site, names),
        Choice("authors", _joined(authors) if authors else None, [_joined(byline) for byline in bylines]),
        Choice("canonical_url", canonical),
        Choice("section", section),
        Choice("description", description),
        Choice("language", Candidate(language_source, "") if language_source else None),
        Choice("tags", Candidate(tags_source, "") if tags_source else None),
        Choice("paywalled", Candidate(paywall_source, "") if paywall_source else None),
    )
    body = sources.article.get("articleBody")
    return Metadata(
        url=url,
        canonical_url=_value(canonical),
        site=_value(site),
        title=_value(title),
        authors=tuple(authors[1]) if authors else (),
        published=_value(published),
        modified=_value(modified),
        language=language or hints.get("language", "")[:2].lower() or None,
        section=_value(section),
        tags=tuple(tags),
        description=_value(description),
        images=tuple(details.find_images(sources)),
        paywalled=paywalled,
        wall=find_wall(sources, _value(title)),
        kinds=_kinds(sources),
        article_body=body if isinstance(body, str) and body.strip() else None,
        evidence=Evidence(choices),
    )


def _value(candidate: Candidate | None) -> str | None:
    return candidate.value if candidate else None


def _joined(authors: AuthorCandidate) -> Candidate:
    source, names = authors
    return Candidate(source, ", ".join(names))


def _kinds(sources: Sources) -> tuple[str, ...]:
    kinds: dict[str, None] = {}
    if declared := sources.meta("og:type"):
        kinds[f"og:{declared.lower()}"] = None
    for name in node_types(sources.article):
        kinds[name] = None
    for node in sources.nodes[:30]:
        for name in node_types(node):
            kinds[name] = None
    if (text := text_of(sources.page.get("@type"))) is not None:
        kinds[text] = None
    return tuple(kinds)[:12]
