"""When the article was published and when it was changed, each with its sources in order."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from webnoise.article.metadata.dates import DayOrder, find_date, is_future, moment, url_date
from webnoise.article.metadata.jsonld import text_of
from webnoise.article.metadata.seen import visible_text
from webnoise.article.metadata.sources import Sources
from webnoise.article.metadata.titles import Candidate

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from lxml.html import HtmlElement

    from webnoise.article.metadata.nearby import Line

__all__ = ["Calendar", "find_modified", "find_published"]

_PUBLISHED = (
    "article:published_time", "og:article:published_time", "article:published", "og:published_time", "datepublished", "pubdate",
    "publishdate", "publish-date", "publish_date", "publication_date", "publicationdate", "publisheddate", "published_time",
    "published-date", "parsely-pub-date", "sailthru.date", "cxenseparse:recs:publishtime", "cxenseparse:publishtime",
    "cxenseparse:recs:articlepublisheddate", "dc.date.issued", "dcterms.issued", "dc.date.created", "dcterms.created",
    "dcterms.date", "dc.date", "dc:date", "dcterms.available", "citation_publication_date", "citation_date", "citation_online_date",
    "article.published", "article_date_original", "article:post_date", "ptime", "pdate", "originalpublicationdate",
    "displaydate", "date_published", "datecreated", "article:created", "bt:pubdate", "mrf:published", "rnews:datepublished",
    "iso-8601-publish-date", "vr:published_time", "weibo:article:create_at", "date", "pub_date", "release_date", "created",
    "prism.publicationdate", "article.created", "shareaholic:article_published_time", "gsa-date", "startdate", "og:pubdate",
)  # fmt: skip
_MODIFIED = (
    "article:modified_time", "og:updated_time", "article:modified", "datemodified", "lastmod", "last-modified", "dc.date.modified",
    "dcterms.modified", "dateupdated", "article:updated_time", "updated_time", "revision_date", "moddate", "article_date_updated",
    "article.updated", "parsely-mod-date", "bt:moddate", "mrf:modified", "date_modified", "weibo:article:update_at", "utime",
    "modified", "og:modified_time", "iso-8601-modified-date",
)  # fmt: skip
# Names that sites make up for the same thing: w-published-date, article-pubdate.
_PUBLISHED_NAME = re.compile(
    r"publi(?:sh|ca)\w*[-_.:]?(?:date|time|on|at)|pub[-_.]?date|date[-_.:]?publi|release[-_.]?date|issue[-_.]?date"
)
_MODIFIED_NAME = re.compile(
    r"(?:modif\w*|updat\w*|revis\w*)[-_.:]?(?:date|time|on|at)|date[-_.:]?(?:modif|updat)|last[-_.]?(?:mod|upd)"
)
_CHANGE_WORDS = ("update", "modif", "lastmod", "aktualis", "actualiz", "mise-a-jour", "edited", "geändert")
_TEASER_WORDS = (
    "related",
    "sidebar",
    "teaser",
    "comment",
    "footer",
    "recent",
    "popular",
    "widget",
    "latest",
    "recommend",
    "more-",
)
_CHANGE_CUE = re.compile(
    r"\b(?:(?:last )?(?:updated?|modified|edited|revised|reviewed)|aktualisiert|geändert|überarbeitet|mise? à jour|modifié|"
    r"actualizad[oa]|modificado|atualizad[oa]|aggiornat[oa]|modificato|bijgewerkt|gewijzigd|uppdatera[dt]|oppdatert|opdateret|"
    r"päivitetty|muokattu|zaktualizowano|aktualizacja|aktualizováno|aktualizované|frissítve|actualizat|güncelle\w*|"
    r"обновлен\w*|оновлено|ενημέρωση|diperbarui|更新|수정)\b",
    re.IGNORECASE,
)
_PUBLICATION_CUE = re.compile(
    r"\b(?:published|posted|first published|originally published|veröffentlicht|erschienen|publiziert|publié|paru|publicado|"
    r"publicada|pubblicato|gepubliceerd|geplaatst|publicerad|publisert|udgivet|julkaistu|opublikowan\w*|publikováno|publikované|"
    r"közzétéve|publicat|yayın\w*|опубликован\w*|опубліковано|δημοσιεύ\w*|dipublikasikan|发布|公開|입력)\b",
    re.IGNORECASE,
)
_CORRECTABLE = ("json-ld", *_PUBLISHED)
_LONGEST_DATE_LINE = 80
# A year, or numbers parted as in a date; cheap to test before a date is read.
_DATE_LIKE = re.compile(
    r"(?:19|20|25)\d\d|\d\s?[./-]\s?\d\d?\s?[./-]\s?\d\d"
    r"|[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef]{4}"
)


@dataclass(frozen=True, slots=True)
class Calendar:
    """How this page writes dates, and the moment after which none of them can lie."""

    order: DayOrder
    language: str | None
    fetched: datetime

    @classmethod
    def of(cls, order: DayOrder, language: str | None, fetched: str | None) -> Calendar:
        now = moment(fetched) if fetched else datetime.now(UTC)
        return cls(order, language, now)

    def read(self, text: str) -> str | None:
        """The date in `text`; a time after the fetch is cut to its day, a day after it is none at all."""
        found = find_date(text, self.order, self.language)
        if found is None or not is_future(found, self.fetched):
            return found
        return None if is_future(found[:10], self.fetched) else found[:10]


def find_published(
    sources: Sources, calendar: Calendar, hints: Mapping[str, str]
) -> tuple[Candidate | None, list[Candidate]]:
    """The chosen date and the candidates, the surest first."""
    found = list(_declared(sources, calendar, "datePublished", _PUBLISHED))
    if not found:
        found.extend(_microdata(sources, calendar))
    for name in ("published", "date", "publication_date"):
        if (text := hints.get(name)) and (value := calendar.read(text)):
            found.append(Candidate("hint", value))
    if not found:
        found.extend(_near_headline(sources, calendar))
    if not found:
        found.extend(_times(sources, calendar))
    if in_url := calendar.read(url_date(urlsplit(sources.url).path) or ""):
        found.append(Candidate("url", in_url))
    if not found:
        found.extend(_dated(sources, calendar))
    if not found:
        found.extend(_lonely(sources, calendar))
    if not found:
        return None, []
    chosen = _most_local(found)
    if shown := _as_shown(sources, calendar, chosen):
        return shown, [shown, *found]
    return chosen, found


def _as_shown(sources: Sources, calendar: Calendar, chosen: Candidate) -> Candidate | None:
    """The date by the headline, where the page shows another day than it declares."""
    if not chosen.source.startswith(_CORRECTABLE):
        return None
    return _beside(sources, calendar, chosen) or _local_day(sources, calendar, chosen)


def _beside(sources: Sources, calendar: Calendar, chosen: Candidate) -> Candidate | None:
    """A shown day right below the headline that is neither declared nor labelled as a change.

    Markup may carry a template's or a build's date; on the development halves such a shown day was the
    right one in 20 of 22 cases, one more than a dozen elements away in 3 of 9. Above the headline stand
    mastheads with today's date.
    """
    shown = list(_dates_in([line for line in sources.beside if line.distance > 0], calendar))
    if not shown or any(dates.modified for _, dates in shown):
        return None
    days = {dates.published[:10] for _, dates in shown if dates.published}
    changes = {candidate.value[:10] for candidate in _declared(sources, calendar, "dateModified", _MODIFIED)}
    return None if chosen.value[:10] in days or not changes.isdisjoint(days) else _nearest(shown, calendar)


def _local_day(sources: Sources, calendar: Calendar, chosen: Candidate) -> Candidate | None:
    """The shown day where the declared UTC time is one day off: the page shows its own time zone.

    The shown day was right in 6 of 6 cases on the development halves.
    """
    if not chosen.value.endswith("+00:00"):
        return None
    shown = _nearest(list(_dates_in(sources.beside, calendar)), calendar)
    if shown and abs((moment(shown.value[:10]) - moment(chosen.value[:10])).days) == 1:
        return shown
    return None


def _most_local(found: list[Candidate]) -> Candidate:
    """The first candidate, or the same instant where another source gives it with the local offset."""
    first = found[0]
    if not first.value.endswith("+00:00"):
        return first
    instant = moment(first.value)
    for other in found[1:]:
        if len(other.value) > 19 and not other.value.endswith("+00:00") and moment(other.value) == instant:
            return other
    return first


def find_modified(
    sources: Sources, calendar: Calendar, published: str | None
) -> tuple[Candidate | None, list[Candidate]]:
    """The chosen date of the last change; one before the publication is no change of this article."""
    candidates = list(_declared(sources, calendar, "dateModified", _MODIFIED))
    candidates.extend(
        Candidate("itemprop dateModified", value)
        for element in sources.times
        if "dateModified" in (element.get("itemprop") or "") and (value := _element_date(element, calendar))
    )
    for candidate in candidates:
        if published is None or candidate.value[:10] >= published[:10]:
            return candidate, candidates
    return None, candidates


def _declared(sources: Sources, calendar: Calendar, key: str, names: tuple[str, ...]) -> Iterator[Candidate]:
    article, page = sources.article, sources.page
    keys = (key, "dateCreated", "uploadDate") if key == "datePublished" else (key,)
    pattern = _PUBLISHED_NAME if key == "datePublished" else _MODIFIED_NAME
    for source in keys:
        if (text := text_of(article.get(source))) and (value := calendar.read(text)):
            yield Candidate(f"json-ld {source}", value)
            break
    for name in names:
        for text in sources.metas.get(name, ())[:1]:
            if value := calendar.read(text):
                yield Candidate(name, value)
    for name, texts in sources.metas.items():
        if pattern.search(name) and name not in names and (value := calendar.read(texts[0])):
            yield Candidate(name, value)
    if (text := text_of(page.get(key))) and (value := calendar.read(text)):
        yield Candidate(f"json-ld page {key}", value)


def _element_date(element: HtmlElement, calendar: Calendar) -> str | None:
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


def _microdata(sources: Sources, calendar: Calendar) -> Iterator[Candidate]:
    for element in sources.marked:
        if "datePublished" in (element.get("itemprop") or "") and (value := _element_date(element, calendar)):
            yield Candidate("itemprop datePublished", value)
            return


def _times(sources: Sources, calendar: Calendar) -> Iterator[Candidate]:
    """The <time> elements outside of teasers; those of changes last."""
    found: list[Candidate] = []
    for element in sources.times[:40]:
        value = _element_date(element, calendar)
        if value is None or _in_teaser(element):
            continue
        if element.get("pubdate") is not None:
            yield Candidate("time pubdate", value)
            return
        found.append(Candidate("time changed" if _is_change(element) else "time", value))
    found.sort(key=lambda candidate: candidate.source == "time changed")
    yield from found[:3]


def _near_headline(sources: Sources, calendar: Calendar) -> Iterator[Candidate]:
    """The date that stands nearest to the headline; one that is only a change's, if there is no other."""
    shown = list(_dates_in(sources.near, calendar))
    if nearest := _nearest(shown, calendar):
        yield nearest
        return
    change = next((dates.modified for _, dates in shown if dates.modified), None)
    if change:
        yield Candidate("near headline, as change", change)


def _dates_in(lines: list[Line], calendar: Calendar) -> Iterator[tuple[Line, _Dates]]:
    for line in lines:
        if _DATE_LIKE.search(line.text):
            dates = _labelled(line.text, calendar)
            if dates.published or dates.modified:
                yield line, dates


def _nearest(shown: list[tuple[Line, _Dates]], calendar: Calendar) -> Candidate | None:
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
        if cost < best_cost:
            exact = _element_date(line.element, calendar) if line.element.tag == "time" else None
            best, best_cost = exact or dates.published, cost
    return Candidate("near headline", best) if best else None


def _cost(line: Line, *, labelled: bool) -> int:
    """How far a line's date is from the headline; above it counts more, a mark or a label less."""
    cost = line.distance if line.distance > 0 else 8 - line.distance
    words = line.element.get("class") or ""
    if line.element.tag == "time" or "date" in words or "time" in words or "publish" in words:
        cost -= 15
    return cost - 20 if labelled else cost


class _Dates(NamedTuple):
    published: str | None
    modified: str | None
    labelled: bool


def _labelled(text: str, calendar: Calendar) -> _Dates:
    """The dates of publication and of change in a line that may label either."""
    change = _CHANGE_CUE.search(text)
    publication = _PUBLICATION_CUE.search(text)
    modified = calendar.read(text[change.end() :]) if change else None
    if publication:
        return _Dates(calendar.read(text[publication.end() :]), modified, labelled=True)
    if change:
        published = calendar.read(text[: change.start()])
        return _Dates(published, modified, labelled=published is not None)
    # Longer lines without a label are sentences that speak of a date.
    return _Dates(calendar.read(text) if len(text) <= _LONGEST_DATE_LINE else None, None, labelled=False)


def _dated(sources: Sources, calendar: Calendar) -> Iterator[Candidate]:
    """Short lines whose class promises a date, outside of teasers."""
    for element in sources.dated:
        text = visible_text(element, _LONGEST_DATE_LINE + 40)
        if len(text) > _LONGEST_DATE_LINE or not _DATE_LIKE.search(text):
            continue
        value = _labelled(text, calendar).published
        if value and not _in_teaser(element):
            yield Candidate("date class", value)
            return


def _lonely(sources: Sources, calendar: Calendar) -> Iterator[Candidate]:
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
