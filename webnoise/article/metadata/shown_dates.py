"""The dates a page shows: in the lines around the headline, in <time> elements, in lines marked as dates."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from webnoise.article.metadata.nearby import lines_with
from webnoise.article.metadata.seen import line_text, visible_text
from webnoise.article.metadata.titles import Candidate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.html import HtmlElement

    from webnoise.article.metadata.calendar import Calendar
    from webnoise.article.metadata.nearby import Line, Place, Surroundings
    from webnoise.article.metadata.sources import Sources

__all__ = [
    "Dates",
    "Shown",
    "ShownDates",
    "element_date",
    "lonely_change",
    "lonely_date",
    "marked_date",
    "near_headline",
    "nearest",
    "time_elements",
]

_CHANGE_WORDS = ("update", "modif", "lastmod", "aktualis", "actualiz", "mise-a-jour", "edited", "geändert")
_TEASER_WORDS = tuple(
    "related sidebar teaser comment footer recent popular widget latest recommend more-".split()
)
_CHANGE_CUE = re.compile(
    r"\b(?:(?:last )?(?:updated?|modified|edited|revised|reviewed)|aktualisiert|geändert|überarbeitet|"
    r"mise? à jour|modifié|"
    r"actualizad[oa]|modificado|atualizad[oa]|aggiornat[oa]|modificato|bijgewerkt|gewijzigd|"
    r"uppdatera[dt]|oppdatert|opdateret|"
    r"päivitetty|muokattu|zaktualizowano|aktualizacja|aktualizováno|aktualizované|frissítve|actualizat|"
    r"güncelle\w*|"
    r"обновлен\w*|оновлено|ενημέρωση|diperbarui|更新|수정)\b",
    re.IGNORECASE,
)
_PUBLICATION_CUE = re.compile(
    r"\b(?:published|posted|first published|originally published|veröffentlicht|erschienen|publiziert|"
    r"publié|paru|publicado|"
    r"publicada|pubblicato|gepubliceerd|geplaatst|publicerad|publisert|udgivet|julkaistu|opublikowan\w*|"
    r"publikováno|publikované|"
    r"közzétéve|publicat|yayın\w*|опубликован\w*|опубліковано|δημοσιεύ\w*|dipublikasikan|发布|公開|입력)\b",
    re.IGNORECASE,
)
_FIRST_CUE = re.compile(r"\b(?:first|originally) published\b", re.IGNORECASE)
# The first letters of the words of both, as far as they are ASCII: cheap to look for before the cues are.
_CUE_STEMS = set(
    "upda modi edit revi aktu mise actu atua aggi bijg gewi uppd oppd opda muok zakt akt friss dipe publ "
    "post firs orig erschi ersc paru pubb gepu gepl udgi julk opub yayi dipu last (upd (pub (las |upd |pub "
    "-upd".split()
)
_COMMENT = re.compile(r"(?<!no-)(?<!-)\b[cC]omment(?!s?-(?:count|link|number|icon))")
_COMMENT_WRAPPERS = 6
_LONGEST_DATE_LINE = 80
_LONGEST_CHANGE_LINE = 160
_OPENING = re.compile(
    r"\s*((?:[^\W\d_]+ (?:vom|du|del|of|from) )?"
    r"(?:\d\d?\.\s?\d\d?\.\s?\d{4}|\d{4}-\d\d-\d\d|\d\d?\.? [^\W\d_]{3,} \d{4}))(?=\W*\s)"
)
# A year, or numbers parted as in a date; cheap to test before a date is read. All begin with a digit, which
# a search skips to.
_DATE_LIKE = re.compile(
    r"\d(?:(?:(?<=1)9|(?<=2)[05])\d\d|\s?[./-]\s?\d\d?\s?[./-]\s?\d\d"
    r"|(?<=[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef])"
    r"[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef]{3})"
)


def element_date(element: HtmlElement, calendar: Calendar) -> str | None:
    for name in ("datetime", "content", "data-datetime", "data-date", "data-time", "title"):
        if (text := element.get(name)) and (value := calendar.read(text)):
            return value
    return calendar.read(visible_text(element, _LONGEST_DATE_LINE + 40)[:_LONGEST_DATE_LINE])


def _is_change(element: HtmlElement) -> bool:
    own = f"{element.get('class') or ''} {element.get('itemprop') or ''}".lower()
    return any(word in own for word in _CHANGE_WORDS)


def _in_teaser(element: HtmlElement) -> bool:
    for ancestor in element.iterancestors():
        if ancestor.tag in ("aside", "footer", "nav"):
            return True
        words = f"{ancestor.get('class') or ''} {ancestor.get('id') or ''}".lower()
        if any(word in words for word in _TEASER_WORDS) and ancestor.tag not in ("body", "html"):
            return True
    return False


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
        found.append(Candidate("time changed" if _is_change(element) else "time", value))
    found.sort(key=lambda candidate: candidate.source == "time changed")
    yield from found[:3]


def _is_labelled(element: HtmlElement) -> bool:
    """Whether the line around a <time> element begins with a word for the publication."""
    parent = element.getparent()
    if parent is None:
        return False
    return _PUBLICATION_CUE.match(line_text(parent, _LONGEST_DATE_LINE)) is not None


class ShownDates:
    """The dates in the lines around the headline, read no farther from it than somebody asks."""

    def __init__(self, around: Surroundings, calendar: Calendar) -> None:
        self.around = around
        self.calendar = calendar

    @cached_property
    def below(self) -> list[Shown]:
        """Those right below the headline."""
        return list(_dates_in(self.around.below, self.calendar))

    @cached_property
    def beside(self) -> list[Shown]:
        """Those right above and below it."""
        return [*_dates_in(self.around.above, self.calendar), *self.below]

    @cached_property
    def near(self) -> list[Shown]:
        """All of them."""
        return list(_dates_in(self.around.near, self.calendar))


def near_headline(shown: ShownDates) -> Iterator[Candidate]:
    """The date that stands nearest to the headline; one that is only a change's, if there is no other."""
    if best := nearest(shown.near, shown.calendar):
        yield best
        return
    if opening := _opening_date(shown.around.near, shown.calendar):
        yield Candidate("near headline, opening", opening)
        return
    change = next((dates.modified for _, dates in shown.near if dates.modified), None)
    if change:
        yield Candidate("near headline, as change", change)


def _dates_in(places: list[Place], calendar: Calendar) -> Iterator[Shown]:
    text, dates = "", _NO_DATES
    for line in lines_with(places, _DATE_LIKE.search):
        # A wrapper's line repeats in the one element it wraps.
        if line.text != text:
            text = line.text
            dates = _labelled(text, calendar)
        if dates.published or dates.modified:
            yield line, dates


def _opening_date(places: list[Place], calendar: Calendar) -> str | None:
    """The date with which a paragraph begins: "27.1.2022 - At the opening ..."."""
    for _, distance, text, _ in places:
        if distance > 0 and text and (match := _OPENING.match(text)):
            return calendar.read(match[1])
    return None


def nearest(shown: list[Shown], calendar: Calendar) -> Candidate | None:
    changed: set[str] = set()
    best: str | None = None
    best_cost = 1000
    for line, dates in shown:
        if dates.modified:
            changed.add(dates.modified[:10])
        if dates.published is None or _is_change(line.element):
            continue
        if not dates.labelled and dates.published[:10] in changed:
            continue
        cost = _cost(line, labelled=dates.labelled)
        if cost < best_cost and not _in_comment(line.element):
            exact = element_date(line.element, calendar) if line.element.tag == "time" else None
            best, best_cost = exact or dates.published, cost
    return Candidate("near headline", best) if best else None


def _in_comment(element: HtmlElement) -> bool:
    """Whether one of the nearest wrappers of an element is a comment's."""
    current: HtmlElement | None = element
    for _ in range(_COMMENT_WRAPPERS):
        if current is None or current.tag in ("body", "main", "article"):
            return False
        if _COMMENT.search(f"{current.get('class') or ''} {current.get('id') or ''}"):
            return True
        current = current.getparent()
    return False


def _cost(line: Line, *, labelled: bool) -> int:
    """How far a line's date is from the headline; above it counts more, a mark or a label less."""
    cost = line.distance if line.distance > 0 else 8 - line.distance
    words = line.element.get("class") or ""
    if line.element.tag == "time" or "date" in words or "time" in words or "publish" in words:
        cost -= 15
    if not labelled:
        return cost
    return cost - (60 if _FIRST_CUE.search(line.text) else 20)


class Dates(NamedTuple):
    published: str | None
    modified: str | None
    labelled: bool


Shown = tuple["Line", Dates]
_NO_DATES = Dates(None, None, labelled=False)


def _labelled(text: str, calendar: Calendar) -> Dates:
    """The dates of publication and of change in a line that may label either."""
    may_be_labelled = _may_be_labelled(text)
    change = _CHANGE_CUE.search(text) if may_be_labelled else None
    publication = _PUBLICATION_CUE.search(text) if may_be_labelled else None
    modified = calendar.read(text[change.end() :]) if change else None
    if publication:
        return Dates(calendar.read(text[publication.end() :]), modified, labelled=True)
    if change:
        published = calendar.read(text[: change.start()])
        return Dates(published, modified, labelled=published is not None)
    # Longer lines without a label are sentences that speak of a date.
    return Dates(calendar.read(text) if len(text) <= _LONGEST_DATE_LINE else None, None, labelled=False)


def _may_be_labelled(text: str) -> bool:
    return not text.isascii() or not _CUE_STEMS.isdisjoint([word[:4] for word in text.lower().split()])


def marked_date(sources: Sources, calendar: Calendar) -> Iterator[Candidate]:
    """Short lines whose class promises a date, outside of teasers."""
    for element in sources.dated:
        text = visible_text(element, _LONGEST_DATE_LINE + 40)
        if len(text) > _LONGEST_DATE_LINE or not _DATE_LIKE.search(text):
            continue
        value = _labelled(text, calendar).published
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
            if text and 6 <= len(text) <= 100 and _DATE_LIKE.search(text):
                line = " ".join(text.split())
                if (
                    len(line) <= 45
                    and (value := _labelled(line, calendar).published)
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
            _may_be_labelled(text)
            and _CHANGE_CUE.search(text)
            and (value := calendar.read(line_text(element, _LONGEST_CHANGE_LINE)))
        ):
            days.setdefault(value[:10], value)
            if len(days) > 1:
                return
    yield from (Candidate("only change", value) for value in days.values())
