"""The byline that a page shows: of the lines that may name an author, the surest that does.

A line may be marked as an author's, begin with a word such as "by", lead to an author's page, or be nothing
but a name. What speaks for it and how far from the headline it stands make its cost.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from enum import IntEnum
from functools import lru_cache
from operator import attrgetter

from webnoise.metadata.authors.names import (
    PARTICLES,
    clean_authors,
    has_given_name,
    has_lead,
    is_agency,
    is_generic,
    is_login,
    is_person_like,
    may_have_given_name,
)
from webnoise.metadata.sources.candidates import Kind, Source, squash
from webnoise.metadata.sources.headline_window import (
    FAR,
    LONGEST_LINE,
    HeadlineWindow,
    Line,
    Part,
    lines_with,
    visible_text,
    within,
)
from webnoise.page.elements import Elements, Nearby
from webnoise.text.lists import read_patterns

_PATTERNS = read_patterns("webnoise.metadata", "lists/patterns.txt")
# In lower case, as are the marks: without the flag a search skips to the letters that can begin one.
_AUTHOR_PAGE = re.compile(_PATTERNS["author_page"])
_MARKS = re.compile(_PATTERNS["mark"])
_MAY_MARK = tuple(_PATTERNS["may_mark"].split("|"))
_MARKED = ("itemprop", "rel", "href", "class", "id")
_NOT_A_NAME = re.compile(_PATTERNS["no_name"])
_CREDIT = re.compile(rf"^[^\w©]*(?:©|(?:{_PATTERNS['credit']})\b)", re.IGNORECASE)
_RIGHTS = re.compile(r"^©\s*\d{4}\s+")
_DATELINE = re.compile(r"[^\W\d_][^().]{1,40}\s\(([^()\s]{2,20})\)\s*(?:[-–—.:]|$)")  # "Hamburg (dpa) - ..."
_YEAR = re.compile(r"(?:19|20)\d\d")
_DATE_BEHIND = re.compile(r"\s*(?:[^\w\s]|[^\W\d_]+\s)\s*(?:[^\W\d_]{2,10}[.,]{0,2}\s+){0,2}\d")
_INLINE = ("a", "span", "b", "strong", "em", "i", "font")
_NAME_TAGS = (*_INLINE, "p", "div")
_LONGEST_LEAD, _LONGEST_NAME = 90, 60
# How far from the headline one word behind "von", a link to an account, and a lone name are believed; by the
# headline a name needs no date beside it.
_NEAR, _NEXT, _ALONE, _BY_HEADLINE = 30, 6, range(-6, 31), 10


class Mark(IntEnum):
    """What speaks for a line, and by how many elements it is farther for it."""

    OWN = 0  # itemprop and rel
    NAMED = 2  # a class or an id
    LEAD = 3
    LINK = 4
    WEAK = 12  # a class of what stands around names
    ALONE = 100


def shown_byline(
    around: HeadlineWindow, site: AbstractSet[str], path: str
) -> tuple[Source, list[str]] | None:
    """The names on the surest line.

    The name of the `site` itself, or of the account that put the article there, is only passed on where no
    line names a person. `path` is the page's: a link to the section that it lies in leads to no author.
    """
    unsure: tuple[Source, list[str]] | None = None
    for line in _lines(around, path):
        names = _names_of(around, path, line)
        if not names or (unsure and (line.mark == Mark.WEAK or not any(map(has_given_name, names)))):
            continue
        kind: Kind = "name near headline" if line.mark == Mark.ALONE else "byline near headline"
        found = Source("byline" if line.distance == FAR else kind), names
        if not all(squash(name) in site or (line.mark == Mark.LEAD and is_login(name)) for name in names):
            return found
        unsure = found
    return unsure


def _lines(around: HeadlineWindow, path: str) -> Iterator[Line]:
    """Yield the lines that may name an author, ever farther from the headline; few are ever needed."""
    elements = around.elements
    yield from _marked(elements, around.beside, path)
    yield from _marked(elements, around.near, path)
    yield from _lone(around)
    candidates = elements.having(range(1, len(elements)), _MAY_MARK, _MARKED)
    marked = [element for element in candidates if _mark(elements, element, path) is not None]
    yield from _marked(elements, around.far(_leads, marked), path)


def _marked(elements: Elements, places: list[Nearby], path: str) -> list[Line]:
    """The lines at these places that are marked as an author's or begin like a byline, the surest first."""
    lines: list[Line] = []
    marked: set[int] = set()
    asked = {*elements.having([place[0] for place in places], _MAY_MARK, _MARKED)}
    for element, distance, _, tail in places if asked else ():
        mark = _mark(elements, element, path) if element in asked else None
        if mark is None or (mark == Mark.LINK and _is_in_sentence(elements, element)):
            continue
        marked.add(element)
        texts = visible_text(elements, element, LONGEST_LINE), " ".join((tail or "").split())
        lines += [Line(text, distance, element, mark) for text in texts if 2 <= len(text) <= LONGEST_LINE]
    for line in lines_with(elements, places, _leads):
        if line.element not in marked and len(line.text) <= _LONGEST_LEAD and has_lead(line.text):
            lines.append(line._replace(mark=Mark.LEAD))
    return sorted(lines, key=attrgetter("cost"))


def _leads(piece: str) -> bool:
    """Whether a piece of text introduces an author; what is too long for that makes its line so too."""
    return (len(piece) <= _LONGEST_LEAD or len(" ".join(piece.split())) <= _LONGEST_LEAD) and has_lead(piece)


def _mark(elements: Elements, element: int, path: str) -> Mark | None:
    """How an element is marked as an author's."""
    attributes, tag = elements.attributes[element], elements.tags[element]
    if not attributes or tag == "nav":
        return None
    if len(attributes) == 1 and "class" in attributes:  # most elements
        return _mark_of_names(attributes["class"], "")
    if "author" in attributes.get("itemprop", "") or "author" in attributes.get("rel", ""):
        return Mark.OWN
    if tag == "a":
        address = attributes.get("href", "").lower()
        found = _AUTHOR_PAGE.search(address)
        if found and not path.lower().startswith(address[found.start() :].rstrip("/") + "/"):
            return Mark.LINK
    return _mark_of_names(attributes.get("class", ""), attributes.get("id", ""))


@lru_cache(maxsize=4_096)  # names come back within a page and from page to page
def _mark_of_names(classes: str, identifier: str) -> Mark | None:
    words = f"{classes} {identifier}".lower()
    if _MARKS.search(words):
        return Mark.WEAK if _NOT_A_NAME.search(words) else Mark.NAMED
    return None


def _is_in_sentence(elements: Elements, element: int) -> bool:
    """Whether a link or a name lies in running text, where it is one whom the text is about."""
    if elements.tags[element] not in _INLINE:
        return False
    return len(visible_text(elements, elements.parents[element], LONGEST_LINE)) > _LONGEST_LEAD


def _lone(around: HeadlineWindow) -> Iterator[Line]:
    """Agencies that are all of a text or open it; names that are all of one, by the headline or by a date."""
    elements, places = around.elements, around.near
    title = "" if around.headline is None else visible_text(elements, around.headline)
    for index, (element, distance, own, tail) in enumerate(places):
        for text in (own, tail):
            if text is None:
                continue
            agency = _agency_in(text)
            name = None if agency or distance not in _ALONE else _name_alone(text)
            if not agency and (not name or name in title or _is_in_sentence(elements, element)):
                continue
            beside = [
                text,
                *(piece for place in places[max(index - 5, 0) : index + 6] for piece in place[2:]),
            ]
            is_dated = any(piece and len(piece) <= _LONGEST_LEAD and _YEAR.search(piece) for piece in beside)
            if (agency or is_dated or abs(distance) <= _BY_HEADLINE) and not within(
                elements, element, "list", around.ancestors
            ):
                yield Line(agency or name or "", distance, element, Mark.ALONE)


def _agency_in(text: str) -> str | None:
    """The agency that is all of a text, perhaps with its rights, or that a text's dateline names."""
    line = text.strip()
    dateline = _DATELINE.match(line) if "(" in line[:_LONGEST_NAME] else None
    if len(line) > _LONGEST_NAME and not dateline and line[0] != "©":
        return None
    name = dateline[1] if dateline else _RIGHTS.sub("", line) if line.startswith("©") else line
    # Two letters may stand for anything: "AA" sets the size of letters.
    return name if len(line) > 2 and len(name) <= _LONGEST_NAME and is_agency(name) else None


def _name_alone(text: str) -> str | None:
    """The person whose name, perhaps with a date, is all of a text."""
    line = " ".join(text[: 3 * _LONGEST_NAME].split())
    if " " not in line or len(line) > _LONGEST_NAME or not may_have_given_name(line) or _CREDIT.match(line):
        return None
    names = clean_authors(line)
    is_person = len(names) == 1 and names[0] in line and has_given_name(names[0]) and is_person_like(names[0])
    return names[0] if is_person else None


def _names_of(around: HeadlineWindow, path: str, line: Line) -> list[str]:
    """The names of authors on a line, unless it tells of others: commenters, photographers, other authors."""
    if line.mark == Mark.ALONE:
        return [line.text]
    if _CREDIT.match(line.text):
        return []
    elements = around.elements
    names = [name for name in _names_in(elements, line, path) if _is_author(name, line)]
    part: Part = "comments" if 0 < line.distance < FAR else "teaser"
    is_other = names and within(elements, elements.parents[line.element], part, around.ancestors)
    return [] if is_other else names


def _names_in(elements: Elements, line: Line, path: str) -> list[str]:
    """The names that fill elements of their own in the line, marked ones first; else those in its text."""
    holder, whole = line.element, line.text
    if line.mark in (Mark.OWN, Mark.LINK):  # co-authors are marked each on their own
        holder = elements.parents[holder]
        whole = visible_text(elements, holder, LONGEST_LINE)
    alike: dict[tuple[int, str, str], list[str]] = {}
    for inner in elements.inside(holder, *_NAME_TAGS) if len(whole) <= LONGEST_LINE else ():
        text = visible_text(elements, inner, LONGEST_LINE)
        if inner == holder or text not in whole:
            continue
        mark = _mark(elements, inner, path)
        is_sure = mark in (Mark.OWN, Mark.LINK)
        names = clean_authors(text) if is_sure or elements.is_leaf(inner) else []
        # Without capitals a list of topics looks as one of names does.
        if is_sure or (text.lower() != text.upper() and all(map(is_person_like, names))):
            look = elements.tags[inner], elements.attributes[inner].get("class", "")
            known = alike.setdefault((mark if mark is not None and is_sure else Mark.ALONE, *look), [])
            known += [name for name in names if name not in known and not is_generic(name)]
    best = min((look for look in alike if alike[look]), key=lambda look: look[0], default=None)
    return alike[best] if best else clean_authors(line.text)


def _is_author(name: str, line: Line) -> bool:
    """Whether a name is a person's, or the line vouches for it."""
    if is_person_like(name):
        is_vouched = line.distance < FAR or line.mark <= Mark.NAMED or ":" in line.text or "：" in line.text
        return is_vouched or has_given_name(name)
    words = [word for word in name.split() if word.isalpha() and word not in PARTICLES]
    if is_generic(name) or (" " in name and any(word[:1].islower() for word in words)):
        return False
    if line.mark <= Mark.NAMED or line.distance == FAR:
        return line.mark <= Mark.NAMED
    if line.mark == Mark.LINK:
        return abs(line.distance) <= _NEXT and is_login(name)
    # A date behind a name is seen only where an author is named, whatever they call themselves; "von" begins
    # many a phrase of the text: only by the headline is one word behind it a name.
    is_dated = _DATE_BEHIND.match(line.text.partition(name)[2]) is not None
    is_title = len(line.text) <= 40 and not name[:1].islower() and (" " in name or line.distance <= _NEAR)
    return line.mark == Mark.LEAD and (is_dated or is_title)
