"""A name that stands alone by the headline, a date or a portrait: a byline without any mark."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from webnoise.metadata.author_marks import CREDIT
from webnoise.metadata.given_names import has_given_name, may_have_given_name
from webnoise.metadata.names import clean_authors, is_agency, is_person_like

if TYPE_CHECKING:
    from lxml.html import HtmlElement

    from webnoise.metadata.collected import Sources
    from webnoise.metadata.nearby import Place

__all__ = ["lone_agency", "lone_name", "lone_signature"]

# Set by hand, not swept: a byline's elements from the headline, and a date's or a portrait's from the name.
_ABOVE = -6
_BELOW = 30
_BESIDE = 5
_NEXT = 10
_LONGEST = 60
_DATED = re.compile(r"(?:19|20)\d\d")
_RIGHTS = re.compile(r"^©\s*(?:19|20)\d\d\s+")
_DATELINE = re.compile(r"\s*[^\W\d_][^().]{1,40}\s\(([^()\s]{2,20})\)\s*[-–—.:]")
_LIST = re.compile(
    r"breadcrumb|\bnav|menu|categor|\btags?\b|topic|kicker|share|social|search|comment|logo|brand|caption|figure|"
    r"toc|button|btn|rating|price|licen[sc]e|copyright"
)


def lone_name(sources: Sources) -> str | None:
    """The nearest name that is a line of its own, or has only a date in its line."""
    places = [place for place in sources.around.near if _ABOVE <= place[1] <= _BELOW]
    named = [(at, text, name) for at, (text, name) in enumerate(map(_named, places)) if name]
    if not named:
        return None
    title = " ".join(sources.headline.itertext()) if sources.headline is not None else ""
    for at, text, name in named:
        around = places[max(0, at - _BESIDE) : at + _BESIDE + 1]
        element, distance, _, _ = places[at]
        if name in title or _is_listed(element):
            continue
        if (
            abs(distance) <= _NEXT
            or _DATED.search(text)
            or any(_is_portrait(place[0], name) or _is_dated(place) for place in around)
        ):
            return name
    return None


def lone_agency(sources: Sources) -> str | None:
    """The news agency that is a line of its own near the headline, or stands in the text's dateline."""
    for element, _, *texts in sources.around.near:
        for text in texts:
            if text and (name := _agency(text)) and not _is_listed(element):
                return name
    return None


def _agency(text: str) -> str | None:
    if len(text) <= _LONGEST:
        name = _RIGHTS.sub("", text.strip())
        # Two letters alone may stand for anything: "AA" sets the size of letters.
        return name if len(name) > 2 and is_agency(name) else None
    dateline = _DATELINE.match(text) if "(" in text[:_LONGEST] else None
    return dateline[1] if dateline and is_agency(dateline[1]) else None


def lone_signature(sources: Sources) -> str | None:
    """The only name that fills a paragraph in bold or italic letters, as those below articles do."""
    names: set[str] = set()
    for element in sources.root.iter("b", "i", "em", "strong", "font"):
        text = element.text
        if not text or len(element) or not 5 <= len(text) <= _LONGEST or not may_have_given_name(text):
            continue
        name = " ".join(text.split())
        if (
            is_person_like(name)
            and has_given_name(name)
            and clean_authors(name) == [name]
            and not _is_listed(element)
            and _fills_paragraph(element)
        ):
            names.add(name)
            if len(names) > 1:
                return None
    return next(iter(names), None)


def _fills_paragraph(element: HtmlElement) -> bool:
    for wrapper in element.iterancestors():
        if (element.tail and element.tail.strip()) or len(wrapper) > 1 or (wrapper.text or "").strip():
            return False
        if wrapper.tag in ("p", "div"):
            return True
        element = wrapper
    return False


def _named(place: Place) -> tuple[str, str | None]:
    for text in place[2:]:
        if text and len(text) <= _LONGEST * 3:
            line = " ".join(text.split())
            if (
                5 <= len(line) <= _LONGEST
                and " " in line
                and may_have_given_name(line)
                and not CREDIT.match(line)
            ):
                names = clean_authors(line, visible=True)
                if (
                    len(names) == 1
                    and is_person_like(names[0])
                    and names[0] in line
                    and has_given_name(names[0])
                ):
                    return line, names[0]
    return "", None


def _is_dated(place: Place) -> bool:
    element, _, *texts = place
    return element.tag == "time" or any(text and len(text) <= 80 and _DATED.search(text) for text in texts)


def _is_portrait(element: HtmlElement, name: str) -> bool:
    return element.tag == "img" and name.casefold() in element.get("alt", "").casefold()


def _is_listed(element: HtmlElement) -> bool:
    """Whether the element is one of a list of links or labels, where titles have the shape of names."""
    current: HtmlElement | None = element
    for _ in range(4):
        if current is None:
            return False
        if current.tag in ("nav", "figcaption", "figure", "button", "form", "h1", "h2", "footer", "aside"):
            return True
        if _LIST.search(" ".join([current.get(name, "") for name in ("class", "id", "rel", "href")]).lower()):
            return True
        current = current.getparent()
    return False
