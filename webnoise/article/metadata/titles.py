"""The title: the headline that is shown, checked against those declared, without the site's name."""

from __future__ import annotations

import html
import re
import unicodedata
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from webnoise.article.metadata.jsonld import text_of
from webnoise.article.metadata.seen import visible_text
from webnoise.article.metadata.sources import Sources

if TYPE_CHECKING:
    from lxml.html import HtmlElement

__all__ = ["Candidate", "find_title", "squash", "without_site"]

_SEPARATOR = re.compile(
    r"\s+(?:[-–—|:·•»«/~›>]|::|\|\||--|//)+\s+|\s*[|｜¦]\s*|\s+[»|]|--|_(?=[^\W\d_a-zA-Z]{2,})"
)
# A headline is rarely over 40 words; an h1 that is longer wraps a page's whole top.
_LONGEST = 350
# So many letters in common are no accident; a section's name is shorter.
_TELLING = 12
_HEADINGS = 40
_DATE_BEFORE = re.compile(r"^\d{1,2}[./]\d{1,2}[./]\d{4}\s*[-–|:]?\s+(?=\D{10})")
_INVISIBLE = dict.fromkeys(map(ord, "\u200b\u00ad\ufeff\u2060"))
_NOT_LETTERS = re.compile(r"[\W_]+")
_HOME = re.compile(r"^(?:\S*//[^/?#]+)?/?(?:index\.\w+|home)?$|^\.{1,2}/?$", re.IGNORECASE)
_META_TITLES = (
    "twitter:title", "parsely-title", "sailthru.title", "dc.title", "dcterms.title", "dc:title",
    "citation_title",
    "article:title", "headline", "title", "og:headline", "hdl", "cxenseparse:title", "cxenseparse:recs:title",
    "fb_title", "mrf:title", "bt:title", "search_title", "meta_title", "ptime_title",
)  # fmt: skip


class Candidate(NamedTuple):
    """A value for a field, and the source that gave it."""

    source: str
    value: str


def squash(text: str) -> str:
    """The letters and digits of a text alone: what is left to compare once spelling habits are gone."""
    return _NOT_LETTERS.sub("", text.casefold())


def find_title(
    sources: Sources, site_names: list[str], hint: str | None
) -> tuple[Candidate | None, list[Candidate]]:
    """The chosen title and the candidates it was chosen from; remembers where the page shows it."""
    names = {squash(name) for name in site_names if name}
    names.discard("")
    declared = _declared(sources, names, hint)
    headlines = _shown(sources, names)
    shown = [candidate for candidate, _ in headlines]
    candidates = shown + declared
    if not candidates:
        return None, []
    chosen = _agreed(shown, declared) or _lesser_heading(sources, declared) or _best_declared(declared, shown)
    sources.headline = _where(sources, chosen, headlines)
    return chosen, candidates


def _where(
    sources: Sources, chosen: Candidate | None, headlines: list[tuple[Candidate, HtmlElement]]
) -> HtmlElement | None:
    """The element that shows the title: its h1, a lesser heading that says the same, else the only h1."""
    for candidate, element in headlines:
        if candidate is chosen:
            return element
    if chosen is not None:
        letters = squash(chosen.value)
        for element in sources.root.iter("h2", "h3", "h4"):
            if squash(visible_text(element)) == letters:
                return element
    return headlines[0][1] if headlines else None


def _declared(sources: Sources, names: set[str], hint: str | None) -> list[Candidate]:
    found: list[Candidate] = []
    for key in ("headline", "name", "alternativeHeadline"):
        if value := text_of(sources.article.get(key)):
            found.append(Candidate(f"json-ld {key}", value))
            break
    if value := sources.meta("og:title"):
        found.append(Candidate("og:title", value))
    if hint:
        found.append(Candidate("hint", hint))
    for name in _META_TITLES:
        if value := sources.meta(name):
            found.append(Candidate(name, value))
            if len(found) > 4:
                break
    if sources.title:
        found.append(Candidate("title", sources.title))
    cleaned: list[Candidate] = []
    ready: dict[str, str] = {}
    for source, raw in found:
        if raw not in ready:
            ready[raw] = without_site(_clean(raw), names)
        value = ready[raw]
        if value and squash(value) not in names:
            cleaned.append(Candidate(source, value))
    return cleaned


def _shown(sources: Sources, names: set[str]) -> list[tuple[Candidate, HtmlElement]]:
    found: list[tuple[Candidate, HtmlElement]] = []
    for element in sources.headlines[:12]:
        value = _clean(visible_text(element))
        letters = squash(value)
        if letters and letters not in names and len(value) <= _LONGEST and not _is_logo(element, letters):
            found.append((Candidate("h1", _DATE_BEFORE.sub("", without_site(value, names))), element))
    return found


def _is_logo(element: HtmlElement, letters: str) -> bool:
    """Whether a heading is wholly a link to the front page: the site's name, not the article's."""
    for link in element.iter("a"):
        if _HOME.match((link.get("href") or "").strip()) and squash(visible_text(link)) == letters:
            return True
    parent = element.getparent()
    return parent is not None and parent.tag == "a" and bool(_HOME.match((parent.get("href") or "").strip()))


def _agreed(shown: list[Candidate], declared: list[Candidate]) -> Candidate | None:
    """The shown headline that the page also declares: whole, in part, or mostly in its words."""
    squashed = [squash(value) for _, value in declared]
    exact = [(squashed.count(squash(candidate.value)), candidate) for candidate in shown]
    votes, best = max(exact, key=lambda pair: (pair[0], len(pair[1].value)), default=(0, None))
    if votes:
        return best
    return (
        _with_kicker(shown, declared, squashed) or _in_declared(shown, squashed) or _edited(shown, declared)
    )


def _with_kicker(shown: list[Candidate], declared: list[Candidate], squashed: list[str]) -> Candidate | None:
    """The declared title where the h1 says it with more around it (a kicker above, a date below)."""
    for candidate in shown:
        letters = squash(candidate.value)
        for part, other in zip(squashed, declared, strict=True):
            if len(part) >= 10 and part in letters and squashed.count(part) > 1:
                return other
    return None


def _in_declared(shown: list[Candidate], squashed: list[str]) -> Candidate | None:
    for candidate in shown:
        letters = squash(candidate.value)
        if len(letters) >= 10 and any(letters in other for other in squashed):
            return candidate
    return None


def _edited(shown: list[Candidate], declared: list[Candidate]) -> Candidate | None:
    """The h1 that shares over half of its words with a declared title: the same headline, edited."""
    best, best_share = None, 0.5
    for candidate in shown:
        share = max((_overlap(candidate.value, value) for _, value in declared), default=0.0)
        if share > best_share:
            best, best_share = candidate, share
    return best


def _overlap(one: str, other: str) -> float:
    words, others = set(re.findall(r"\w+", one.lower())), set(re.findall(r"\w+", other.lower()))
    if not words or not others:
        return 0.0
    return len(words & others) / min(len(words), len(others)) if min(len(words), len(others)) > 2 else 0.0


def _lesser_heading(sources: Sources, declared: list[Candidate]) -> Candidate | None:
    """The longest h2 or h3 that stands whole at the start or the end of a declared title."""
    squashed = [squash(value) for _, value in declared]
    best: Candidate | None = None
    for element in islice(sources.root.iter("h2", "h3"), _HEADINGS):
        value = _clean(visible_text(element))
        letters = squash(value)
        if len(letters) < _TELLING or (best and len(value) <= len(best.value)):
            continue
        if any(other.startswith(letters) or other.endswith(letters) for other in squashed):
            best = Candidate(element.tag, value)
    return best


def _best_declared(declared: list[Candidate], shown: list[Candidate]) -> Candidate | None:
    """Without a shown headline that agrees: what most declarations say, the first of them on a tie.

    The only h1 of a page wins over declarations that do not agree among three of themselves.
    """
    if not declared:
        return shown[0] if shown else None
    squashed = [squash(value) for _, value in declared]
    best = max(range(len(declared)), key=lambda place: squashed.count(squashed[place]))
    if len(shown) == 1 and squashed.count(squashed[best]) < 3:
        return shown[0]
    return declared[best]


def _clean(text: str) -> str:
    if "&" in text:
        text = html.unescape(text)
    if "<" in text:
        text = re.sub(r"<[^<>]{0,200}>", "", text)
    if not text.isascii():
        text = unicodedata.normalize("NFC", text.translate(_INVISIBLE))
    return " ".join(text.split())


def without_site(title: str, names: set[str]) -> str:
    """The title without the parts at its ends that are the site's name (`names` as `squash` gives them)."""
    while True:
        cuts = list(_SEPARATOR.finditer(title))
        if not cuts:
            return title
        first, last = cuts[0], cuts[-1]
        if _names_site(title[last.end() :], names):
            title = title[: last.start()].strip()
        elif _names_site(title[: first.start()], names):
            title = title[first.end() :].strip()
        else:
            return title


def _names_site(part: str, names: set[str]) -> bool:
    letters = squash(part)
    if not letters or letters in names:
        return True
    return any(
        len(name) >= 4
        and (
            (name in letters and len(letters) <= 2 * len(name) + 4) or (len(letters) >= 4 and letters in name)
        )
        for name in names
    )
