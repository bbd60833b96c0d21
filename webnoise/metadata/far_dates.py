"""The dates a page shows far from the headline: in <time> elements, in marked lines, alone on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webnoise.metadata.candidates import Candidate
from webnoise.metadata.date_lines import (
    CHANGE_CUE,
    DATE_LIKE,
    LONGEST_DATE_LINE,
    PUBLICATION_CUE,
    dates_of,
    element_date,
    is_change,
    may_be_labelled,
)
from webnoise.metadata.seen import line_text, visible_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.html import HtmlElement

    from webnoise.metadata.collected import Sources
    from webnoise.metadata.dates.read import Calendar

__all__ = ["lonely_change", "lonely_date", "marked_date", "time_elements"]

_TEASER_WORDS = tuple(
    "related sidebar teaser comment footer recent popular widget latest recommend more-".split()
)
_LONGEST_CHANGE_LINE = 160


def time_elements(sources: Sources, calendar: Calendar) -> Iterator[Candidate]:
    """The <time> elements outside of teasers; those of changes last."""
    found: list[Candidate] = []
    for element in sources.times[:40]:
        value = element_date(element, calendar)
        if value is None:
            continue
        # Some pages set the dates of their articles into a sidebar.
        if _is_labelled(element):
            yield Candidate("time labelled", value)
            return
        if _in_teaser(element):
            continue
        if element.get("pubdate") is not None:
            yield Candidate("time pubdate", value)
            return
        found.append(Candidate("time changed" if is_change(element) else "time", value))
    found.sort(key=lambda candidate: candidate.source == "time changed")
    yield from found[:3]


def _is_labelled(element: HtmlElement) -> bool:
    """Whether the line around a <time> element begins with a word for the publication."""
    parent = element.getparent()
    if parent is None:
        return False
    return PUBLICATION_CUE.match(line_text(parent, LONGEST_DATE_LINE)) is not None


def marked_date(sources: Sources, calendar: Calendar) -> Iterator[Candidate]:
    """Short lines whose class promises a date, outside of teasers."""
    for element in sources.dated:
        text = visible_text(element, LONGEST_DATE_LINE + 40)
        if len(text) > LONGEST_DATE_LINE or not DATE_LIKE.search(text):
            continue
        value = dates_of(text, calendar).published
        if value and not _in_teaser(element):
            yield Candidate("date class", value)
            return


def lonely_date(sources: Sources, calendar: Calendar) -> Iterator[Candidate]:
    """The only day that stands by itself, as a line of its own, anywhere on the page."""
    days: dict[str, str] = {}
    for element in sources.root.iter(
        "p", "span", "div", "td", "li", "small", "em", "i", "b", "strong", "font", "h4", "h5", "h6"
    ):
        for text in (element.text, element.tail):
            if text and 6 <= len(text) <= 100 and DATE_LIKE.search(text):
                line = " ".join(text.split())
                if (
                    len(line) <= 45
                    and (value := dates_of(line, calendar).published)
                    and not _in_teaser(element)
                ):
                    days.setdefault(value[:10], value)
                    if len(days) > 1:
                        return
    yield from (Candidate("only date", value) for value in days.values())


def lonely_change(sources: Sources, calendar: Calendar) -> Iterator[Candidate]:
    """The only day that a line anywhere on the page calls that of a change, as wikis do in their footers."""
    days: dict[str, str] = {}
    for element in sources.root.iter("p", "span", "div", "li", "time", "small", "em", "i", "td"):
        text = element.text
        if not text or not 6 <= len(text) <= _LONGEST_CHANGE_LINE or text.isspace():
            continue
        if (
            may_be_labelled(text)
            and CHANGE_CUE.search(text)
            and (value := calendar.read(line_text(element, _LONGEST_CHANGE_LINE)))
        ):
            days.setdefault(value[:10], value)
            if len(days) > 1:
                return
    yield from (Candidate("only line, as change", value) for value in days.values())


def _in_teaser(element: HtmlElement) -> bool:
    for ancestor in element.iterancestors():
        if ancestor.tag in ("aside", "footer", "nav"):
            return True
        words = f"{ancestor.get('class') or ''} {ancestor.get('id') or ''}".lower()
        if any(word in words for word in _TEASER_WORDS) and ancestor.tag not in ("body", "html"):
            return True
    return False
