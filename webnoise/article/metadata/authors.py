"""The authors: structured sources first, the visible byline where those are missing or name only the site."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webnoise.article.metadata.jsonld import Node, node_types, text_of
from webnoise.article.metadata.names import clean_authors, is_person_like
from webnoise.article.metadata.seen import visible_text
from webnoise.article.metadata.sources import Sources
from webnoise.article.metadata.titles import squash

if TYPE_CHECKING:
    from lxml.html import HtmlElement

__all__ = ["AuthorCandidate", "find_authors"]

AuthorCandidate = tuple[str, list[str]]

_META_AUTHORS = (
    "author", "article:author", "parsely-author", "sailthru.author", "byl", "dc.creator", "dcterms.creator", "dc:creator",
    "citation_author", "article:author_name", "og:author", "cxenseparse:author", "authors", "dc.contributor", "mrf:authors",
    "creator", "article.author", "og:article:author", "bt:author", "tmgads.author", "rbauthors", "shareaholic:article_author_name",
)  # fmt: skip
# A byline is short; an element with more text holds an author's box or a whole article.
_LONGEST_BYLINE = 160


def find_authors(sources: Sources, site_names: list[str], hint: str | None) -> tuple[AuthorCandidate | None, list[AuthorCandidate]]:
    """The chosen authors with their source, and the candidates they were chosen from."""
    site = {squash(name) for name in site_names if name}
    candidates = _structured(sources, site)
    chosen = _first_with_people(candidates, site)
    if chosen is None:
        candidates.extend(_visible(sources))
        chosen = _first_with_people(candidates, site)
    if chosen is None and hint:
        candidates.append(("hint", clean_authors(hint)))
    if chosen is None:
        chosen = next((candidate for candidate in candidates if candidate[1]), None)
    if chosen is None:
        return None, candidates
    source, names = chosen
    others = [name for name in names if squash(name) not in site]
    return (source, others or names), candidates


def _first_with_people(candidates: list[AuthorCandidate], site: set[str]) -> AuthorCandidate | None:
    return next(
        (
            candidate
            for candidate in candidates
            if any(is_person_like(name) and squash(name) not in site for name in candidate[1])
        ),
        None,
    )


def _structured(sources: Sources, site: set[str]) -> list[AuthorCandidate]:
    candidates: list[AuthorCandidate] = []
    for label, node in (("json-ld author", sources.article), ("json-ld page author", sources.page)):
        if names := _node_authors(node):
            candidates.append((label, names))
    for name in _META_AUTHORS:
        values = sources.metas.get(name)
        if not values:
            continue
        names = []
        for value in values[:20]:
            if not value.startswith(("http://", "https://", "//", "/", "www.")):
                names.extend(author for author in clean_authors(value) if author not in names)
        if names:
            candidates.append((name, names))
    return candidates


def _node_authors(node: Node) -> list[str]:
    value: Any = node.get("author") or node.get("creator")
    items = value if isinstance(value, list) else [value]
    names: list[str] = []
    for item in items[:30]:
        text = text_of(item)
        if not text or text.startswith(("http://", "https://", "/")):
            continue
        organisation = isinstance(item, dict) and "Organization" in " ".join(node_types(item))
        names.extend(name for name in clean_authors(text, split=not organisation) if name not in names)
    return names


def _visible(sources: Sources) -> list[AuthorCandidate]:
    """Bylines by itemprop, rel, class and id, the surest marks first."""
    ranked: dict[str, list[str]] = {}
    for element in sources.marked:
        label = _mark(element)
        if label is None or (label in ranked and label != "itemprop author"):
            continue
        text = element.get("content") or visible_text(_name_inside(element), _LONGEST_BYLINE + 40)
        if not text or len(text) > _LONGEST_BYLINE:
            continue
        names = clean_authors(text)
        if names:
            known = ranked.setdefault(label, [])
            known.extend(name for name in names if name not in known)
    return [(label, ranked[label]) for label in _MARKS if label in ranked]


_MARKS = ("itemprop author", "rel author", "byline", "author class")


def _mark(element: HtmlElement) -> str | None:
    if element.get("itemprop") in ("author", "creator") or element.get("property") in ("author", "schema:author", "dc:creator"):
        return "itemprop author"
    if "author" in (element.get("rel") or ""):
        return "rel author"
    words = f"{element.get('class') or ''} {element.get('id') or ''}".lower()
    if "byline" in words:
        return "byline"
    if "author" in words:
        return "author class"
    return None


def _name_inside(element: HtmlElement) -> HtmlElement:
    """Where an author's element marks the name within itself, that part."""
    for inner in element.iter():
        if inner is not element and inner.get("itemprop") == "name":
            return inner
    return element
