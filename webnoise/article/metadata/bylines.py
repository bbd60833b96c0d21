"""The visible byline: who the page shows as the author, near the headline first, elsewhere second."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from webnoise.article.metadata.names import clean_authors, has_lead, is_generic
from webnoise.article.metadata.seen import visible_text

if TYPE_CHECKING:
    from lxml.html import HtmlElement

    from webnoise.article.metadata.sources import Sources

__all__ = ["visible_authors"]

_AUTHOR_PAGE = re.compile(
    r"/(?:authors?|autor(?:en?|es|in)?|auteurs?|by|profiles?|people|person|staff|writers?|contributors?|team|journalists?|reporters?|"
    r"columnists?|redaktion|redakteure?|bylines?|skribent|firma|avtor|author-\w+)(?:/|=|-)[^/]|[?&]author=|/author",
    re.IGNORECASE,
)
_MARKS = re.compile(r"byline|by-line|author|autor|auteur|writer|posted-?by|contributor|creator|vcard", re.IGNORECASE)
_NOT_A_NAME = re.compile(
    r"bio|about|desc|avatar|image|img|photo|social|box|info|role|title|position|date|time|archive|follow|job|link-list|comment",
    re.IGNORECASE,
)
_COMMENTS = re.compile(r"comment|kommentar|respond|reply|replies|discussion|disqus|testimonial|review-list", re.IGNORECASE)
_TEASERS = re.compile(r"related|sidebar|teaser|recommend|recent|popular|latest|more-|card|newsletter|footer|\bnav", re.IGNORECASE)
# A byline is short; an element with more text holds an author's box or a whole article.
_LONGEST_BYLINE = 160
# Co-authors are marked each on their own, a few elements apart.
_SAME_BYLINE = 10


def visible_authors(sources: Sources) -> list[tuple[str, list[str]]]:
    """The bylines that the page shows, the surest first."""
    found: list[tuple[str, list[str]]] = []
    if near := _near_headline(sources):
        found.append(("byline near headline", near))
    elif marked := _marked(sources):
        found.append(("marked byline", marked))
    return found


def _near_headline(sources: Sources) -> list[str]:
    best: list[tuple[int, int, list[str]]] = []
    for line in sources.near:
        rank = _rank(line.element, line.text)
        if rank is None:
            continue
        names = _names_in(line.element, line.text)
        if not names or any(is_generic(name) for name in names):
            continue
        cost = (line.distance if line.distance > 0 else 10 - line.distance) + rank
        best.append((cost, line.distance, names))
    if not best:
        return []
    _, place, names = min(best, key=lambda entry: entry[0])
    known = list(names)
    for _, distance, others in best:
        if 0 <= distance - place <= _SAME_BYLINE:
            known.extend(name for name in others if not _is_known(name, known))
    return known


def _is_known(name: str, known: list[str]) -> bool:
    folded = name.casefold()
    return any(folded in other.casefold() or other.casefold() in folded for other in known)


def _rank(element: HtmlElement, text: str) -> int | None:
    """How weak the mark of an author is on this element; None for no mark at all."""
    itemprop = element.get("itemprop") or ""
    if "author" in itemprop or "author" in (element.get("rel") or ""):
        return 0
    if element.tag == "a" and _AUTHOR_PAGE.search(element.get("href") or ""):
        return 4
    words = f"{element.get('class') or ''} {element.get('id') or ''}"
    if _MARKS.search(words):
        return 12 if _NOT_A_NAME.search(words) else 2
    if has_lead(text) and len(text) <= 90:
        return 3
    return None


def _names_in(element: HtmlElement, text: str) -> list[str]:
    """The names a byline links or marks inside itself; else those in its text."""
    names: list[str] = []
    for inner in element.iter("a", "span", "b", "strong"):
        is_mark = (
            "author" in (inner.get("rel") or "")
            or inner.get("itemprop") in ("name", "author")
            or (inner.tag == "a" and _AUTHOR_PAGE.search(inner.get("href") or ""))
        )
        if is_mark and (inner is not element):
            inside = clean_authors(visible_text(inner, 200))
            names.extend(name for name in inside if not _is_known(name, names) and not is_generic(name))
    return names or clean_authors(text)


def _marked(sources: Sources) -> list[str]:
    """The first marked byline of the page outside of comments and teasers."""
    candidates: list[tuple[int, int, list[str]]] = []
    for place, element in enumerate(sources.marked[:200]):
        itemprop = element.get("itemprop")
        if itemprop and itemprop not in ("author", "creator"):
            continue
        text = element.get("content") or visible_text(element, _LONGEST_BYLINE + 1)
        if not 2 <= len(text) <= _LONGEST_BYLINE:
            continue
        rank = _rank(element, text)
        if rank is None or _within(element):
            continue
        if names := [name for name in _names_in(element, text) if not is_generic(name)]:
            candidates.append((rank, place, names))
    return min(candidates)[2] if candidates else []


def _within(element: HtmlElement) -> bool:
    """Whether the element lies in comments or in a teaser of another article."""
    for ancestor in element.iterancestors():
        if ancestor.tag in ("body", "html", "main"):
            return False
        if ancestor.tag in ("aside", "footer", "nav"):
            return True
        words = f"{ancestor.get('class') or ''} {ancestor.get('id') or ''}"
        if _COMMENTS.search(words) or _TEASERS.search(words):
            return True
    return False
