"""Bylines far from the headline: marked, behind a label, or the one author whom the page links to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from webnoise.metadata.author_marks import (
    CREDIT,
    LEAD_RANK,
    is_plausible,
    leads_to_author,
    mark,
    names_in,
)
from webnoise.metadata.elsewhere import within_teaser
from webnoise.metadata.given_names import has_given_name
from webnoise.metadata.names import clean_authors, has_lead, is_person_like
from webnoise.metadata.seen import line_text

if TYPE_CHECKING:
    from lxml.html import HtmlElement

    from webnoise.metadata.collected import Sources

__all__ = ["far_authors"]

_LABEL = re.compile(
    r"(?:[^\w\s]\s?)?(?:(?:text(?:e|o)?|tekst|autor(?:e|a|in|en)?|authors?|auteure?|words|written by|"
    r"story by|by|"
    r"автор|"
    r"текст|作者|记者|記者|责任编辑|責任編輯)\s*[:：]"
    r"|(?:text|words|written|story|posted|(?:blog )?beitrag|artikel|interview|kommentar|"
    r"(?:ein|der) \w+)\s+(?:by|von)\s"
    r"|(?:autor(?:en|in)?|authors?|von|by|par|por)\s)",
    re.IGNORECASE,
)
# What a label can begin with: a sign, or two of the letters above. Cheap to test on every element.
_SIGNS = set("(-–—*•/|©\"'„“[")
_OPENINGS = set("te au wo wr st by po bl be ar in ko ei de vo pa ав те 作者 记者 記者 责任 責任".split())
_ENGLISH_LEAD = re.compile(r"\W*(?:(?:written|story|posted|words|text) )?by ", re.IGNORECASE)
_BYLINE_TAGS = (
    "a", "span", "p", "div", "address", "strong", "b", "em", "i", "li", "h3", "h4", "h5", "h6", "td", "cite",
    "meta",
)  # fmt: skip
# A byline is short; an element with more text holds an author's box or a whole article.
_LONGEST_BYLINE = 160
_LONGEST_LEAD = 90


def far_authors(sources: Sources) -> tuple[str, list[str]] | None:
    """The surest of these bylines, with what made it one."""
    path, frame = sources.path, sources.around.frame
    elements = list(sources.root.iter(*_BYLINE_TAGS))
    marked = [element for element in elements if _is_marked(element)]
    if names := _most_marked(marked, path, frame):
        return "marked byline", names
    other = set(marked)
    links = [
        element
        for element in elements
        if element.tag == "a" and element not in other and leads_to_author(element, path)
    ]
    other.update(links)
    for element in elements:
        if (
            (text := element.text)
            and _is_label(text)
            and element not in other
            and (names := _labelled(element, frame))
        ):
            return "labelled byline", names
    if names := _linked(links, frame):
        return "link to author", names
    return None


def _is_marked(element: HtmlElement) -> bool:
    # All values cost no more than one by its name, and few elements have a mark in any.
    values = "\n".join(element.values())
    if not ("uthor" in values or "yline" in values or "meta" in values or "creator" in values):
        return False
    classes = element.get("class", "")
    if "uthor" in classes or "yline" in classes or "meta" in classes:
        return "comment" not in classes
    if element.tag == "a":
        return "author" in element.get("rel", "")
    return element.get("itemprop") in ("author", "creator")


def _most_marked(elements: list[HtmlElement], path: str, frame: set[HtmlElement]) -> list[str] | None:
    """The names in the element with the surest mark, the first of equals."""
    ranked = [
        (rank, place) for place, element in enumerate(elements) if (rank := _rank(element, path)) is not None
    ]
    return next(filter(None, (_names(elements[place], rank, frame) for rank, place in sorted(ranked))), None)


def _rank(element: HtmlElement, path: str) -> int | None:
    text = _text(element)
    if not 2 <= len(text) <= _LONGEST_BYLINE:
        return None
    rank = mark(element, path)
    return LEAD_RANK if rank is None and len(text) <= _LONGEST_LEAD and has_lead(text) else rank


def _names(element: HtmlElement, rank: int, frame: set[HtmlElement]) -> list[str]:
    if within_teaser(element, frame):
        return []
    text = _text(element)
    return [name for name in names_in(element, text) if is_plausible(name, rank, text)]


def _text(element: HtmlElement) -> str:
    return element.get("content") or line_text(element, _LONGEST_BYLINE + 1)


def _is_label(text: str) -> bool:
    text = text.lstrip()
    return (text[:2].lower() in _OPENINGS or text[:1] in _SIGNS) and _LABEL.match(
        text[:_LONGEST_BYLINE]
    ) is not None


def _labelled(element: HtmlElement, frame: set[HtmlElement]) -> list[str]:
    """The names behind a label such as "Text:" or "Autorin:"."""
    line = line_text(element, _LONGEST_BYLINE + 1)
    # "Von" begins many a sentence; only a label with a colon vouches for a name that is not common.
    sure = ":" in line or "：" in line or _ENGLISH_LEAD.match(line) is not None
    if line.endswith((":", "：")):
        line += " " + " ".join((element.tail or "").split())
    if len(line) > _LONGEST_BYLINE or CREDIT.match(line) or within_teaser(element, frame):
        return []
    return [name for name in clean_authors(line) if is_person_like(name) and (sure or has_given_name(name))]


def _linked(links: list[HtmlElement], frame: set[HtmlElement]) -> list[str]:
    """The one person to whose page the links lead; none when they lead to several."""
    names: dict[str, str] = {}
    for link in links:
        for name in clean_authors(line_text(link, 200)):
            if (
                is_person_like(name)
                and has_given_name(name)
                and name.casefold() not in names
                and not within_teaser(link, frame)
            ):
                names[name.casefold()] = name
        if len(names) > 1:
            return []
    return list(names.values())
