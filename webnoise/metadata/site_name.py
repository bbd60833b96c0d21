"""The name of a page's site: declared, or shown in the title and above the page; the domain last."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from webnoise.metadata.sources.candidates import Candidate, Source, squash
from webnoise.metadata.sources.collect import Sources, node_types, text_of
from webnoise.metadata.sources.headline_window import visible_text
from webnoise.metadata.title_text import clean_title, title_parts
from webnoise.metadata.titles import is_home
from webnoise.page.elements import Elements
from webnoise.text.lists import read_groups
from webnoise.urls.domains import domain_label, site_domain

_METAS = read_groups("webnoise.metadata", "lists/meta_names.txt")["sites"]
_TYPES = {"WebSite", "NewsMediaOrganization", "Organization"}
_IN_TITLE, _HINT, _DOMAIN = Source("title", "site"), Source("hint"), Source("domain")
_ORDER = (
    Source("meta", "og:site_name"),
    Source("json-ld", "publisher"),
    Source("json-ld", "WebSite"),
    Source("meta", "application-name"),
    _IN_TITLE,
    _HINT,
    _DOMAIN,
)
_LONGEST = 60  # characters
_SHORTEST = 3  # letters
_HOME_LINKS = 6  # a page's logo is its first link home, or comes soon behind it


def declared_names(sources: Sources) -> list[Candidate]:
    """Every name that the page declares its site to have, the surest first; the domain last."""
    found = [
        Candidate(Source("meta", name), clean_title(value))
        for name in _METAS
        if (value := sources.meta(name))
    ]
    if value := text_of(sources.article.get("publisher")):
        found.append(Candidate(Source("json-ld", "publisher"), value))
    for node in sources.nodes:
        types = node_types(node)
        if types and not _TYPES.isdisjoint(types):
            value = text_of(node.get("name"))
            if value and len(value) < _LONGEST:
                found.append(Candidate(Source("json-ld", types[0]), value))
                if len(found) > 6:
                    break
    if domain := site_domain(sources.host):
        found.append(Candidate(_DOMAIN, domain))
        found.append(Candidate(Source("domain", "label"), domain_label(domain)))
    return [name for name in found if not name.value.startswith("http")]


def find_site(
    sources: Sources, names: list[Candidate], title: str | None, hint: str | None
) -> Candidate | None:
    """The surest of the declared `names`; where only the domain is left, the name that the page shows.

    `hint` is what the way to the page calls the site.
    """
    by_source = {candidate.source: candidate for candidate in reversed(names)}
    for source in _ORDER:
        if source == _IN_TITLE and (shown := _shown_name(sources, title)):
            return Candidate(source, shown)
        if source == _HINT and hint:
            return Candidate(source, hint)
        if source in by_source:
            return by_source[source]
    return None


def _shown_name(sources: Sources, title: str | None) -> str | None:
    """The end of the title element, beside the article's own title, that a logo or a feed bears as well."""
    own = squash(title or "")
    ends = title_parts(clean_title(sources.title or ""))
    parts = {
        letters: part
        for part in (ends[-1], ends[0])
        if len(part) < _LONGEST and len(letters := squash(part)) >= _SHORTEST and letters not in own
    }
    if len(ends) == 1 or not parts:
        return None
    witnesses = (squash(text) for text in _mastheads(sources.elements))
    return next((parts[letters] for letters in witnesses if letters in parts), None) or next(
        (
            parts[letters]
            for name in _feed_names(sources.elements)
            for letters in parts
            if letters in squash(name)
        ),
        None,
    )


def _mastheads(elements: Elements) -> Iterator[str]:
    """The words of the page's first links to the front page, and the alternative texts of their logos."""
    anchors = elements.tagged("a")
    hrefs = elements.values(anchors, "href")
    links = (
        link
        for link, href in zip(anchors, hrefs, strict=True)
        # Most lead into the site: cheap to see.
        if (not href or "//" in href or href.count("/") < 2) and is_home(href)
    )
    for link in islice(links, _HOME_LINKS):
        yield visible_text(elements, link, _LONGEST)
        attributes = [elements.attributes[link].get("title", "")]
        attributes += [elements.attributes[logo].get("alt", "") for logo in elements.inside(link, "img")]
        yield from attributes


def _feed_names(elements: Elements) -> Iterator[str]:
    for link in elements.tagged("link"):
        attributes = elements.attributes[link]
        if "alternate" in attributes.get("rel", "").lower() and attributes.get("type", "").endswith(
            ("rss+xml", "atom+xml")
        ):
            yield attributes.get("title", "")
