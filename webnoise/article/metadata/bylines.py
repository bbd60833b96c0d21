"""The visible byline: who the page shows as the author, near the headline first, elsewhere second."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from webnoise.article.metadata.nearby import LONGEST_LINE, SHORTEST_LINE, Line, lines_with
from webnoise.article.metadata.names import clean_authors, has_lead, is_generic, is_person_like, may_lead
from webnoise.article.metadata.seen import visible_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.html import HtmlElement

    from webnoise.article.metadata.nearby import Place
    from webnoise.article.metadata.sources import Sources

__all__ = ["visible_authors"]

# In lower case, as are the marks: without the flag a search skips to the letters that can begin one.
_AUTHOR_PAGE = re.compile(
    r"/(?:authors?|autor(?:en?|es|in)?|auteurs?|by|profiles?|people|person|staff|writers?|contributors?|"
    r"team|journalists?|reporters?|"
    r"columnists?|redaktion|redakteure?|bylines?|skribent|firma|avtor|author-\w+)(?:/|=|-)[^/]|"
    r"[?&]author=|/author"
)
_MARKS = re.compile(
    r"byline|by-line|author|autor|auteur|writer|posted-?by|contributor|creator|vcard"
)
_ANY_MARK = re.compile(f"{_AUTHOR_PAGE.pattern}|{_MARKS.pattern}")
_NOT_A_NAME = re.compile(
    r"bio|about|desc|avatar|image|img|photo|social|box|info|role|title|position|date|time|archive|follow|"
    r"job|link-list|comment",
    re.IGNORECASE,
)
_CREDIT = re.compile(
    r"^\W*(?:photo\w*|foto\w*|images?|bild\w*|pictures?|illustration|video|credit|grafik|graphic|©|"
    r"copyright|quelle|source)\b",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"^\W*(?:text(?:e|o)?|tekst|autor(?:e|a|in|en)?|authors?|auteure?|words|written by|story by|by|автор|"
    r"текст|作者|记者|記者|责任编辑|責任編輯)\s*[:：]",
    re.IGNORECASE,
)
_COMMENTS = re.compile(
    r"comment|kommentar|respond|reply|replies|discussion|disqus|testimonial|review-list", re.IGNORECASE
)
_TEASERS = re.compile(
    r"related|sidebar|teaser|recommend|recent|popular|latest|more-|card|newsletter|footer|\bnav",
    re.IGNORECASE,
)
_BYLINE_TAGS = (
    "a",
    "span",
    "p",
    "div",
    "address",
    "strong",
    "b",
    "em",
    "i",
    "li",
    "h4",
    "h5",
    "h6",
    "td",
    "cite",
    "meta",
)
# A byline is short; an element with more text holds an author's box or a whole article.
_LONGEST_BYLINE = 160
# Marks up to this rank are an author's and nobody else's: itemprop, rel, class.
_SURE = 2
_LEAD_RANK = 3
_LONGEST_LEAD = 90
# itemprop and rel (0), a link to an author's page (4): marks that each co-author has for himself.
_OWN_MARKS = (0, 4)
# Co-authors are marked each on their own, a few elements apart.
_SAME_BYLINE = 10


def visible_authors(sources: Sources) -> list[tuple[str, list[str]]]:
    """The bylines that the page shows, the surest first."""
    if near := _near_headline(sources):
        return [("byline near headline", near)]
    elsewhere = _elsewhere(sources)
    return [elsewhere] if elsewhere else []


class _Byline(NamedTuple):
    cost: int
    distance: int
    names: list[str]
    rank: int


def _near_headline(sources: Sources) -> list[str]:
    """The names on the marked line nearest to the headline, with co-authors marked beside it."""
    return _byline_in(sources.beside) or _byline_in(sources.near)


def _byline_in(places: list[Place]) -> list[str]:
    found: list[_Byline] = []
    for line, rank in _marked_lines(places):
        if _CREDIT.match(line.text):
            continue
        names = [name for name in _names_in(line.element, line.text) if _is_plausible(name, rank, line.text)]
        if names:
            cost = (line.distance if line.distance > 0 else 10 - line.distance) + rank
            found.append(_Byline(cost, line.distance, names, rank))
    if not found:
        return []
    best = min(found)
    known = list(best.names)
    for byline in found:
        if byline.rank in _OWN_MARKS and 0 <= byline.distance - best.distance <= _SAME_BYLINE:
            known.extend(name for name in byline.names if is_person_like(name) and not _is_known(name, known))
    return known


def _marked_lines(places: list[Place]) -> Iterator[tuple[Line, int]]:
    """The lines that are marked as a byline or begin like one, each with the rank of its mark."""
    marked: set[HtmlElement] = set()
    for element, distance in places:
        rank = _mark(element)
        if rank is not None:
            marked.add(element)
            for text in (visible_text(element, LONGEST_LINE), " ".join((element.tail or "").split())):
                if SHORTEST_LINE <= len(text) <= LONGEST_LINE:
                    yield Line(text, distance, element), rank
    for line in lines_with(places, may_lead):
        if line.element not in marked and len(line.text) <= _LONGEST_LEAD and has_lead(line.text):
            yield line, _LEAD_RANK


def _is_plausible(name: str, rank: int, text: str) -> bool:
    """A full name; or, where the mark is sure, any name that is not a login or a lower-case phrase."""
    if is_person_like(name):
        return True
    if is_generic(name) or (" " in name and any(word[:1].islower() for word in name.split())):
        return False
    # "By Marketing Team" names no person, but says so in so many words.
    return rank <= _SURE or (rank == _LEAD_RANK and len(text) <= 40 and not name[:1].islower())


def _is_known(name: str, known: list[str]) -> bool:
    folded = name.casefold()
    return any(folded in other.casefold() or other.casefold() in folded for other in known)


def _mark(element: HtmlElement) -> int | None:
    """How weak the mark of an author is on this element; None for no mark at all."""
    values = element.values()
    if not values or not _ANY_MARK.search(" ".join(values).lower()):
        return None
    if "author" in element.get("itemprop", "") or "author" in element.get("rel", ""):
        return 0
    if element.tag == "a" and _AUTHOR_PAGE.search(element.get("href", "").lower()):
        return 4
    words = f"{element.get('class', '')} {element.get('id', '')}".lower()
    if len(words) > 1 and _MARKS.search(words):
        return 12 if _NOT_A_NAME.search(words) else 2
    return None


def _names_in(element: HtmlElement, text: str) -> list[str]:
    """The names a byline links or marks inside itself; else those in its text."""
    names: list[str] = []
    for inner in element.iter("a", "span", "b", "strong"):
        is_mark = (
            "author" in (inner.get("rel") or "")
            or inner.get("itemprop") in ("name", "author")
            or (inner.tag == "a" and _AUTHOR_PAGE.search(inner.get("href", "").lower()))
        )
        if is_mark and (inner is not element):
            inside = clean_authors(visible_text(inner, 200))
            names.extend(name for name in inside if not _is_known(name, names) and not is_generic(name))
    if names:
        return names
    return _own_elements(element, text) or clean_authors(text, visible=True)


def _own_elements(element: HtmlElement, text: str) -> list[str]:
    """Names that fill elements of their own, all marked up like the first of them.

    Such a name is whole; the same in running text may have a role behind it.
    """
    names: list[str] = []
    look: tuple[str, str | None] | None = None
    for inner in element.iter("a", "span", "b", "strong", "p", "div", "em"):
        if inner is element or len(inner) or not inner.text or inner.text.strip() not in text:
            continue
        own = clean_authors(inner.text)
        if own and all(map(is_person_like, own)) and look in (None, (inner.tag, inner.get("class"))):
            look = (inner.tag, inner.get("class"))
            names.extend(name for name in own if not _is_known(name, names))
    return names


def _elsewhere(sources: Sources) -> tuple[str, list[str]] | None:
    """A byline far from the headline: marked, behind a label, or the one author the page links to."""
    marked: list[_Byline] = []
    labelled: list[HtmlElement] = []
    links: list[HtmlElement] = []
    for place, element in enumerate(sources.root.iter(*_BYLINE_TAGS)):
        classes = element.get("class")
        if classes and ("uthor" in classes or "yline" in classes or "meta" in classes):
            is_marked = True
        elif element.tag == "a":
            is_marked = "author" in element.get("rel", "")
            if not is_marked and _AUTHOR_PAGE.search(element.get("href", "").lower()):
                links.append(element)
                continue
        else:
            is_marked = element.get("itemprop") in ("author", "creator")
        if is_marked:
            if byline := _marked(element, place):
                marked.append(byline)
        elif (text := element.text) and len(text) <= _LONGEST_BYLINE and _LABEL.match(text):
            labelled.append(element)
    if marked:
        return "marked byline", min(marked).names
    if names := next(filter(None, map(_labelled, labelled)), None):
        return "labelled byline", names
    if names := _linked(links):
        return "link to author", names
    return None


def _marked(element: HtmlElement, place: int) -> _Byline | None:
    text = element.get("content") or visible_text(element, _LONGEST_BYLINE + 1)
    if not 2 <= len(text) <= _LONGEST_BYLINE:
        return None
    rank = _mark(element)
    if rank is None and len(text) <= _LONGEST_LEAD and has_lead(text):
        rank = _LEAD_RANK
    if rank is None or _within(element):
        return None
    names = [name for name in _names_in(element, text) if _is_plausible(name, rank, text)]
    return _Byline(rank, place, names, rank) if names else None


def _labelled(element: HtmlElement) -> list[str]:
    """The names behind a label such as "Text:" or "Autorin:"."""
    line = visible_text(element, _LONGEST_BYLINE + 1)
    if line.endswith((":", "：")):
        line += " " + " ".join((element.tail or "").split())
    if len(line) > _LONGEST_BYLINE or _within(element):
        return []
    return [name for name in clean_authors(line) if is_person_like(name)]


def _linked(links: list[HtmlElement]) -> list[str]:
    """The one person to whose page the links lead; none when they lead to several."""
    names: dict[str, str] = {}
    for link in links:
        for name in clean_authors(visible_text(link, 200)):
            if is_person_like(name) and name.casefold() not in names and not _within(link):
                names[name.casefold()] = name
        if len(names) > 1:
            return []
    return list(names.values())


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
