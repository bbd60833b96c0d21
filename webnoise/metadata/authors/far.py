"""Authors far from the headline: marked, behind a label, linked to, signed below; and the site's owner."""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from itertools import islice

from webnoise.metadata.authors.marks import (
    CREDIT,
    LEAD_RANK,
    is_plausible,
    leads_to_author,
    mark,
    may_be_marked,
    names_in,
)
from webnoise.metadata.authors.names import (
    clean_authors,
    has_given_name,
    has_lead,
    is_person_like,
    may_have_given_name,
)
from webnoise.metadata.authors.near import is_listed
from webnoise.metadata.sources.candidates import Source
from webnoise.metadata.sources.collect import Sources
from webnoise.metadata.sources.surroundings import UNSEEN, line_text, visible_text, within
from webnoise.page.elements import Elements
from webnoise.text.lists import read_patterns

_PATTERNS = read_patterns("webnoise.metadata", "lists/patterns.txt")
_LABEL = re.compile(rf"(?:[^\w\s]\s?)?(?:{_PATTERNS['far_label']})", re.IGNORECASE)
# What a label can begin with: a sign, or two of the letters above. Cheap to test on every element.
_SIGNS = frozenset("(-–—*•/|©\"'„“[")
_OPENINGS = frozenset(
    "te au wo wr st by po bl be ar in ko ei de vo pa ав те 作者 记者 記者 责任 責任".split()
)
_ENGLISH_LEAD = re.compile(r"\W*(?:(?:written|story|posted|words|text) )?by ", re.IGNORECASE)
_BYLINE_TAGS = frozenset("a span p div address strong b em i li h3 h4 h5 h6 td cite meta".split())
# A byline is short; an element with more text holds an author's box or a whole article.
_LONGEST_BYLINE = 160
_LONGEST_LEAD = 90
_LONGEST_NAME = 60
_LONGEST_TEXT = 1_000_000
_BOLD_TAGS = frozenset("b i em strong font".split())

_TITLE_PART = re.compile(r"(?<!\s)\s++[-–—|·•:]\s+")
_POSSESSIVE = re.compile(r"['’]s\b.*$")
_NOTICE = re.compile(
    r"(?:©|\(c\)|copyright)\W{0,8}(?:\(c\)\W{0,8})?(?:(?:19|20)\d\d\W{0,8}){0,4}(?:by\s+)?"
    r"([^\W\d_][^|•·©,()\d]{4,40}?)"
    r"(?:\.(?:\s|$)|[|•·©,()]|\s[-–—]\s|all rights|alle rechte|$)",
    re.IGNORECASE,
)
_COPYRIGHT = ("©", "(c)", "opyright", "OPYRIGHT")
_LONGEST_FOOTER = 600
_MOST_OWNER_WORDS = 2
# Where a page without a footer element says whose it is.
_LAST_ELEMENTS = 100


def far_byline(elements: Elements, path: str, frame: AbstractSet[int]) -> tuple[Source, list[str]] | None:
    """The surest byline anywhere on the page; `frame` holds the headline."""
    marked = _marked(elements)
    if names := _most_marked(elements, marked, path, frame):
        return Source("marked byline"), names
    other = set(marked)
    links = [
        element
        for element in may_be_marked(elements, elements.tagged("a"))
        if element not in other and leads_to_author(elements, element, path)
    ]
    other.update(links)
    for element, text in elements.told(_BYLINE_TAGS, 1, _LONGEST_TEXT):
        if _is_label(text) and element not in other and (names := _labelled(elements, element, frame)):
            return Source("labelled byline"), names
    if names := _linked(elements, links, frame):
        return Source("link to author"), names
    return None


def _marked(elements: Elements) -> list[int]:
    """The elements that class, rel or itemprop mark as a byline, in document order."""
    by_class = elements.valued("class", "uthor", "yline", "meta")
    others = {*elements.valued("rel", "author"), *elements.valued("itemprop", "author", "creator")}
    others.difference_update(by_class)
    marked = [element for element in by_class if "comment" not in elements.attributes[element]["class"]]
    marked += [element for element in others if _is_marked_by_use(elements, element)]
    return sorted(element for element in marked if elements.tags[element] in _BYLINE_TAGS)


def _is_marked_by_use(elements: Elements, element: int) -> bool:
    attributes = elements.attributes[element]
    if elements.tags[element] == "a":
        return "author" in attributes.get("rel", "")
    return attributes.get("itemprop") in ("author", "creator")


def _most_marked(
    elements: Elements, marked: list[int], path: str, frame: AbstractSet[int]
) -> list[str] | None:
    """The names in the element with the surest mark, the first of equals."""
    ranks = ((_rank(elements, element, path), element) for element in marked)
    ranked = sorted((rank, element) for rank, element in ranks if rank is not None)
    return next(filter(None, (_names(elements, element, rank, frame) for rank, element in ranked)), None)


def _rank(elements: Elements, element: int, path: str) -> int | None:
    text = _text(elements, element)
    if not 2 <= len(text) <= _LONGEST_BYLINE:
        return None
    rank = mark(elements, element, path)
    return LEAD_RANK if rank is None and len(text) <= _LONGEST_LEAD and has_lead(text) else rank


def _names(elements: Elements, element: int, rank: int, frame: AbstractSet[int]) -> list[str]:
    if within(elements, element, "teaser", frame):
        return []
    text = _text(elements, element)
    return [name for name in names_in(elements, element, text) if is_plausible(name, rank, text)]


def _text(elements: Elements, element: int) -> str:
    return elements.attributes[element].get("content") or line_text(elements, element, _LONGEST_BYLINE + 1)


def _is_label(text: str) -> bool:
    text = text.lstrip()
    return (text[:2].lower() in _OPENINGS or text[:1] in _SIGNS) and _LABEL.match(
        text[:_LONGEST_BYLINE]
    ) is not None


def _labelled(elements: Elements, element: int, frame: AbstractSet[int]) -> list[str]:
    """The names behind a label such as "Text:" or "Autorin:"."""
    line = line_text(elements, element, _LONGEST_BYLINE + 1)
    # "Von" begins many a sentence; only a label with a colon vouches for a name that is not common.
    sure = ":" in line or "：" in line or _ENGLISH_LEAD.match(line) is not None
    if line.endswith((":", "：")):
        line += " " + " ".join((elements.tails[element] or "").split())
    if len(line) > _LONGEST_BYLINE or CREDIT.match(line) or within(elements, element, "teaser", frame):
        return []
    return [name for name in clean_authors(line) if is_person_like(name) and (sure or has_given_name(name))]


def _linked(elements: Elements, links: list[int], frame: AbstractSet[int]) -> list[str]:
    """The one person to whose page the links lead; none when they lead to several."""
    names: dict[str, str] = {}
    for link in links:
        for name in clean_authors(line_text(elements, link, 200)):
            if (
                is_person_like(name)
                and has_given_name(name)
                and name.casefold() not in names
                and not within(elements, link, "teaser", frame)
            ):
                names[name.casefold()] = name
        if len(names) > 1:
            return []
    return list(names.values())


def signature(elements: Elements) -> str | None:
    """The only name that fills a paragraph in bold or italic letters, as those below articles do."""
    names: set[str] = set()
    for element, text in elements.told(_BOLD_TAGS, 5, _LONGEST_NAME):
        if not elements.is_leaf(element):
            continue
        name = " ".join(text.split())
        if (
            may_have_given_name(name)
            and is_person_like(name)
            and has_given_name(name)
            and clean_authors(name) == [name]
            and not is_listed(elements, element)
            and _fills_paragraph(elements, element)
        ):
            names.add(name)
            if len(names) > 1:
                return None
    return next(iter(names), None)


def _fills_paragraph(elements: Elements, element: int) -> bool:
    for wrapper in elements.ancestors(element):
        has_more = elements.ends[wrapper + 1] != elements.ends[wrapper]
        if has_more or (elements.tails[element] or "").strip() or (elements.texts[wrapper] or "").strip():
            return False
        if elements.tags[wrapper] in ("p", "div"):
            return True
        element = wrapper
    return False


def site_owner(sources: Sources, site_names: list[str]) -> tuple[Source, str] | None:
    """The owner of a personal site, who wrote what nobody else is named for.

    It is the person after whom the site is named, or who holds its copyright.
    """
    for name in site_names:
        if owner := _person(name):
            return Source("site name"), owner
    parts = _TITLE_PART.split(sources.title or "")
    if len(parts) > 1:
        # At its start a title names its subject, unless that is a thing of somebody's.
        for part in (parts[-1], parts[0] if _POSSESSIVE.search(parts[0]) else ""):
            if owner := _person(part):
                return Source("title"), owner
    for text in _copyright_lines(sources.elements):
        notice = _NOTICE.search(text)
        if notice and (owner := _person(notice[1])):
            return Source("copyright"), owner
    return None


def _copyright_lines(elements: Elements) -> Iterator[str]:
    for footer in elements.tagged("footer"):
        yield visible_text(elements, footer, _LONGEST_FOOTER)
    if not any(map(elements.may_show, _COPYRIGHT)):
        return
    for element in islice(_from_the_end(elements), _LAST_ELEMENTS):
        text = elements.texts[element] or ""
        if any(sign in text for sign in _COPYRIGHT):
            yield " ".join(text.split())


def _from_the_end(elements: Elements) -> Iterator[int]:
    """The elements of a page that readers see, those of its last branch first."""
    rest = [0]
    while rest:
        element = rest.pop()
        yield element
        rest.extend(child for child in elements.children(element) if elements.tags[child] not in UNSEEN)


def _person(text: str) -> str | None:
    name = _POSSESSIVE.sub("", text).strip()
    # Three words and more are a wiki's, a shop's, a school's after a person.
    if len([word for word in name.split() if not word.endswith(".")]) > _MOST_OWNER_WORDS:
        return None
    # "St. Mary's" is a school's or a parish's.
    if "/" in name or name.startswith("St. "):
        return None
    return name if is_person_like(name) and has_given_name(name) else None
