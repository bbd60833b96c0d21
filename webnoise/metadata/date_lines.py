"""What a line says about dates: that of the publication, that of a change, and which words label them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from webnoise.metadata.seen import visible_text

if TYPE_CHECKING:
    from lxml.html import HtmlElement

    from webnoise.metadata.dates.read import Calendar

__all__ = [
    "CHANGE_CUE",
    "DATE_LIKE",
    "FIRST_CUE",
    "LONGEST_DATE_LINE",
    "PUBLICATION_CUE",
    "Dates",
    "dates_of",
    "element_date",
    "is_change",
    "may_be_labelled",
]

_CHANGE_WORDS = ("update", "modif", "lastmod", "aktualis", "actualiz", "mise-a-jour", "edited", "geändert")
CHANGE_CUE = re.compile(
    r"\b(?:(?:last )?(?:updated?|modified|edited|revised|reviewed)|aktualisiert|geändert|überarbeitet|"
    r"mise? à jour|modifié|"
    r"actualizad[oa]|modificado|atualizad[oa]|aggiornat[oa]|modificato|bijgewerkt|gewijzigd|"
    r"uppdatera[dt]|oppdatert|opdateret|"
    r"päivitetty|muokattu|zaktualizowano|aktualizacja|aktualizováno|aktualizované|frissítve|actualizat|"
    r"güncelle\w*|"
    r"обновлен\w*|оновлено|ενημέρωση|diperbarui|更新|수정)\b",
    re.IGNORECASE,
)
PUBLICATION_CUE = re.compile(
    r"\b(?:published|posted|first published|originally published|veröffentlicht|erschienen|publiziert|"
    r"publié|paru|publicado|"
    r"publicada|pubblicato|gepubliceerd|geplaatst|publicerad|publisert|udgivet|julkaistu|opublikowan\w*|"
    r"publikováno|publikované|"
    r"közzétéve|publicat|yayın\w*|опубликован\w*|опубліковано|δημοσιεύ\w*|dipublikasikan|发布|公開|입력)\b",
    re.IGNORECASE,
)
FIRST_CUE = re.compile(r"\b(?:first|originally) published\b", re.IGNORECASE)
# The first letters of the words of both, as far as they are ASCII: cheap to look for before the cues are.
_CUE_STEMS = set(
    "upda modi edit revi aktu mise actu atua aggi bijg gewi uppd oppd opda muok zakt akt friss dipe publ "
    "post firs orig erschi ersc paru pubb gepu gepl udgi julk opub yayi dipu last (upd (pub (las |upd |pub "
    "-upd".split()
)
LONGEST_DATE_LINE = 80
# A year, or numbers parted as in a date; cheap to test before a date is read. All begin with a digit, which
# a search skips to.
DATE_LIKE = re.compile(
    r"\d(?:(?:(?<=1)9|(?<=2)[05])\d\d|\s?[./-]\s?\d\d?\s?[./-]\s?\d\d"
    r"|(?<=[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef])"
    r"[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef]{3})"
)


class Dates(NamedTuple):
    published: str | None
    modified: str | None
    labelled: bool


def dates_of(text: str, calendar: Calendar) -> Dates:
    """The dates of publication and of change in a line that may label either."""
    has_cue = may_be_labelled(text)
    change = CHANGE_CUE.search(text) if has_cue else None
    publication = PUBLICATION_CUE.search(text) if has_cue else None
    modified = calendar.read(text[change.end() :]) if change else None
    if publication:
        return Dates(calendar.read(text[publication.end() :]), modified, labelled=True)
    if change:
        published = calendar.read(text[: change.start()])
        return Dates(published, modified, labelled=published is not None)
    # Longer lines without a label are sentences that speak of a date.
    return Dates(calendar.read(text) if len(text) <= LONGEST_DATE_LINE else None, None, labelled=False)


def may_be_labelled(text: str) -> bool:
    return not text.isascii() or not _CUE_STEMS.isdisjoint([word[:4] for word in text.lower().split()])


def element_date(element: HtmlElement, calendar: Calendar) -> str | None:
    for name in ("datetime", "content", "data-datetime", "data-date", "data-time", "title"):
        if (text := element.get(name)) and (value := calendar.read(text)):
            return value
    return calendar.read(visible_text(element, LONGEST_DATE_LINE + 40)[:LONGEST_DATE_LINE])


def is_change(element: HtmlElement) -> bool:
    own = f"{element.get('class') or ''} {element.get('itemprop') or ''}".lower()
    return any(word in own for word in _CHANGE_WORDS)
