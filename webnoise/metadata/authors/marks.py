"""How markup says that an element names an author, and the names in such an element."""

from __future__ import annotations

import re
from collections.abc import Sequence

from webnoise.metadata.authors.names import PARTICLES, clean_authors, is_generic, is_person_like
from webnoise.metadata.sources.surroundings import visible_text
from webnoise.page.elements import Elements
from webnoise.text.lists import read_patterns

_PATTERNS = read_patterns("webnoise.metadata", "lists/patterns.txt")
# In lower case, as are the marks: without the flag a search skips to the letters that can begin one.
_AUTHOR_PAGE = re.compile(_PATTERNS["author_page"])
_MARKS = re.compile(_PATTERNS["mark"])
_MAY_MARK = tuple(_PATTERNS["may_mark"].split("|"))
_NOT_A_NAME = re.compile(_PATTERNS["no_name"])
CREDIT = re.compile(rf"^[^\w©]*(?:©|(?:{_PATTERNS['credit']})\b)", re.IGNORECASE)
_DATE_BEHIND = re.compile(
    r"\s*(?:[,|»•·—–@-]|(?:on|at|am|um|le|à|el|em|il|op|den|veröffentlicht|published)\s)\s*"
    r"(?:[^\W\d_]{2,10}[.,]{0,2}\s+){0,2}\d"
)
_POSTED = re.compile(
    rf"\W*(?:{_PATTERNS['posted']})\s+(?:by|von|par|por|da|di|door|av|af|przez)\b", re.IGNORECASE
)
_INTERVIEWEE = re.compile(r"\s(?:mit|with|avec|con|med)\s.*$")
# itemprop and rel: marks that each co-author has for himself.
OWN_RANK = 0
# Marks up to this rank are an author's and nobody else's: itemprop, rel, class.
_SURE = 2
LEAD_RANK = 3
LINK_RANK = 4
_WEAK_RANK = 12


def may_be_marked(elements: Elements, some: Sequence[int]) -> Sequence[int]:
    """Those of some elements that may have a mark or lead to an author's page: to be asked first."""
    return elements.having(some, _MAY_MARK)


def mark(elements: Elements, element: int, path: str) -> int | None:
    """How weak the mark of an author is on this element; None for no mark at all.

    `path` is that of the page: a link to the section that the page lies in leads to no author.
    """
    attributes, tag = elements.attributes[element], elements.tags[element]
    if not attributes or tag == "nav":
        return None
    # All values cost no more than one by its name, and few elements have a mark in any.
    values = "\n".join(attributes.values()).lower()
    if not (_may_be_marked(values) or (tag == "a" and _AUTHOR_PAGE.search(values))):
        return None
    if "author" in attributes.get("itemprop", ""):
        return OWN_RANK
    if tag == "a":
        if "author" in attributes.get("rel", ""):
            return OWN_RANK
        if leads_to_author(elements, element, path):
            return LINK_RANK
    words = f"{attributes.get('class', '')} {attributes.get('id', '')}".lower()
    if _MARKS.search(words):
        return _WEAK_RANK if _NOT_A_NAME.search(words) else _SURE
    return None


def _may_be_marked(values: str) -> bool:
    """Whether one of the marks can be in them; to look for words one by one is quicker than their pattern."""
    return (
        "aut" in values
        or "line" in values
        or "writer" in values
        or "posted" in values
        or "contributor" in values
        or "creator" in values
        or "vcard" in values
        or "full-name" in values
    )


def leads_to_author(elements: Elements, link: int, path: str) -> bool:
    address = elements.attributes[link].get("href", "").lower()
    found = _AUTHOR_PAGE.search(address)
    if not found:
        return False
    section = address[found.start() :].rstrip("/")
    return not path.lower().startswith(section + "/")


def is_plausible(name: str, rank: int, text: str) -> bool:
    """A full name; or, where the mark is sure, any name that is not a login or a lower-case phrase."""
    if is_person_like(name):
        return True
    if is_generic(name) or (
        " " in name
        and any(word[:1].islower() for word in name.split() if word.isalpha() and word not in PARTICLES)
    ):
        return False
    if rank <= _SURE:
        return True
    # "By Marketing Team" names no person, but says so in so many words.
    return rank == LEAD_RANK and (
        (len(text) <= 40 and not name[:1].islower()) or is_dated_or_signed(name, text)
    )


def is_dated_or_signed(name: str, text: str) -> bool:
    """Whether a line says who posted the page: it does so in these words, or has the date behind the name.

    Either is seen only where an author is named, whatever they call themselves: "von luna7 am 3. Mai".
    """
    _, found, behind = text.partition(name)
    if found and not behind:
        return _POSTED.match(text) is not None
    return any(map(str.isdigit, behind)) and _DATE_BEHIND.match(behind) is not None


def is_known(name: str, known: list[str]) -> bool:
    folded = name.casefold()
    return any(folded in other.casefold() or other.casefold() in folded for other in known)


def names_in(elements: Elements, element: int, text: str) -> list[str]:
    """The names a byline links or marks inside itself; else those in its text."""
    if "nterview" in text:
        text = _INTERVIEWEE.sub("", text)
    marked: list[str] = []
    linked: list[str] = []
    for inner in elements.inside(element, "a", "span", "b", "strong"):
        attributes = elements.attributes[inner]
        if inner == element or not attributes:
            continue
        prop = attributes.get("itemprop")
        if "author" in attributes.get("rel", "") or prop == "author":
            names = marked
        elif prop == "name" or (
            elements.tags[inner] == "a" and _AUTHOR_PAGE.search(attributes.get("href", "").lower())
        ):
            names = linked
        else:
            continue
        inside = clean_authors(visible_text(elements, inner, 200), visible=True)
        names.extend(name for name in inside if not is_known(name, names) and not is_generic(name))
    return marked or linked or _own_elements(elements, element, text) or clean_authors(text, visible=True)


def _own_elements(elements: Elements, element: int, text: str) -> list[str]:
    """Names that fill elements of their own, all marked up like the first of them.

    Such a name is whole; the same in running text may have a role behind it.
    """
    names: list[str] = []
    first: tuple[str, str | None] | None = None
    for inner in elements.inside(element, "a", "span", "b", "strong", "p", "div", "em"):
        own_text = elements.texts[inner]
        if inner == element or not own_text or not elements.is_leaf(inner) or own_text.strip() not in text:
            continue
        look = (elements.tags[inner], elements.attributes[inner].get("class"))
        own = clean_authors(own_text)
        if own and all(map(is_person_like, own)) and first in (None, look):
            first = look
            names.extend(name for name in own if not is_known(name, names))
    return names
