"""The title: the headline that is shown, checked against those declared, without the site's name."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from webnoise.metadata.candidates import Candidate
from webnoise.metadata.collected import Sources
from webnoise.metadata.jsonld import text_of
from webnoise.metadata.seen import visible_text
from webnoise.metadata.title_choice import TELLING, agreed, best_declared, retold
from webnoise.metadata.title_text import clean_title, squash, without_site

if TYPE_CHECKING:
    from lxml.html import HtmlElement

__all__ = ["find_title"]

# A headline is rarely over 40 words; an h1 that is longer wraps a page's whole top.
_LONGEST = 350
_HEADINGS = 40
_SHORTEST_REST = 8
# A headline is rarely over 30 words; what has more is a paragraph that is set as one.
_MOST_WORDS = 30
_SHORTEST_SECTION = 4
_KICKER = re.compile(
    r"kicker|overline|topline|roof|dach|toptitle|supertitle|eyebrow|spitzmarke|h1small|pretitle"
)
_DATE_BEFORE = re.compile(r"^\d{1,2}[./]\d{1,2}[./]\d{4}\s*[-–|:]?\s+(?=\D{10})")
_HOME = re.compile(r"^(?:\S*//[^/?#]+)?/?(?:index\.\w+|home)?$|^\.{1,2}/?$", re.IGNORECASE)
_META_TITLES = (
    "twitter:title", "parsely-title", "sailthru.title", "dc.title", "dcterms.title", "dc:title",
    "citation_title",
    "article:title", "headline", "title", "og:headline", "hdl", "cxenseparse:title", "cxenseparse:recs:title",
    "fb_title", "mrf:title", "bt:title", "search_title", "meta_title", "ptime_title",
)  # fmt: skip


def find_title(
    sources: Sources, site_names: list[str], hint: str | None
) -> tuple[Candidate | None, list[Candidate]]:
    """The chosen title and the candidates it was chosen from; remembers where the page shows it."""
    names = {squash(name) for name in site_names if name}
    names.discard("")
    sections = _sections(sources)
    declared = _declared(sources, names, sections, hint)
    headlines = _shown(sources, names, sections, {squash(value) for _, value in declared})
    shown = [candidate for candidate, _ in headlines]
    candidates = shown + declared
    if not candidates:
        return None, []
    chosen = (
        retold(shown, declared)
        or _below_site_name(sources, shown, declared)
        or agreed(shown, declared)
        or _lesser_heading(sources, declared)
        or best_declared(declared, shown)
    )
    sources.headline = _where(sources, chosen, headlines)
    return chosen, candidates


def _sections(sources: Sources) -> set[str]:
    """What the address and the markup call the page's section: no part of its title."""
    folders = [part for part in sources.path.split("/") if part][:-1]
    found = {squash(part) for part in (*folders, sources.meta("article:section") or "")}
    return {name for name in found if len(name) >= _SHORTEST_SECTION and not name[0].isdigit()}


def _where(
    sources: Sources, chosen: Candidate | None, headlines: list[tuple[Candidate, HtmlElement]]
) -> HtmlElement | None:
    """The element that shows the title: its h1, a lesser heading that says the same, else the only h1."""
    if chosen is not None:
        letters = squash(chosen.value)
        for candidate, element in headlines:
            if candidate is chosen or squash(candidate.value) == letters:
                return element
        for element in sources.root.iter("h2", "h3", "h4"):
            if squash(visible_text(element)) == letters:
                return element
    return headlines[0][1] if headlines else None


def _declared(sources: Sources, names: set[str], sections: set[str], hint: str | None) -> list[Candidate]:
    found: list[Candidate] = []
    for key in ("headline", "name", "alternativeHeadline"):
        if value := text_of(sources.article.get(key)):
            found.append(Candidate(f"json-ld {key}", value))
            break
    if value := sources.meta("og:title"):
        found.append(Candidate("og:title", value))
    if hint:
        found.append(Candidate("hint", hint))
    for name in filter(sources.metas.__contains__, _META_TITLES):
        found.append(Candidate(name, sources.metas[name][0]))
        if len(found) > 4:
            break
    if sources.title:
        found.append(Candidate("title", sources.title))
    cleaned: list[Candidate] = []
    ready: dict[str, str] = {}
    for source, raw in found:
        if raw not in ready:
            ready[raw] = without_site(clean_title(raw), names, sections)
        value = ready[raw]
        if value and squash(value) not in names:
            cleaned.append(Candidate(source, value))
    return cleaned


def _shown(
    sources: Sources, names: set[str], sections: set[str], declared: set[str]
) -> list[tuple[Candidate, HtmlElement]]:
    found: list[tuple[Candidate, HtmlElement]] = []
    for element in sources.headlines[:12]:
        value = clean_title(_without_kicker(element, declared), shown=True)
        letters = squash(value)
        if (
            letters
            and letters not in names
            and len(value) <= _LONGEST
            and (value.count(" ") < _MOST_WORDS or not declared)
            and not _is_logo(element, letters)
        ):
            title = without_site(value, names, sections)
            found.append((Candidate("h1", _DATE_BEFORE.sub("", title)), element))
    return found


def _without_kicker(headline: HtmlElement, declared: set[str]) -> str:
    """The headline's text, less a kicker or a subtitle in an element of its own that no title declares."""
    text = visible_text(headline)
    inner = headline
    while len(inner) == 1 and not (inner.text or "").strip() and not (inner[0].tail or "").strip():
        inner = inner[0]
    if len(inner) == 0 or (inner.text or "").strip():
        return text
    first = visible_text(inner[0])
    rest = text[len(first) :] if text.startswith(first) else ""
    if len(squash(rest)) < _SHORTEST_REST or not first:
        return text
    if squash(rest) in declared:
        return rest.lstrip(" :|-–—")
    if squash(text) in declared:
        return text
    if squash(first) in declared and len(squash(first)) >= TELLING:
        return first
    words = f"{inner[0].get('class', '')} {inner.get('class', '')}".lower()
    return rest.lstrip(" :|-–—") if _KICKER.search(words) else text


def _is_logo(element: HtmlElement, letters: str) -> bool:
    """Whether a heading is wholly a link to the front page: the site's name, not the article's."""
    for link in element.iter("a"):
        if _HOME.match((link.get("href") or "").strip()) and squash(visible_text(link)) == letters:
            return True
    parent = element.getparent()
    return parent is not None and parent.tag == "a" and bool(_HOME.match((parent.get("href") or "").strip()))


def _below_site_name(sources: Sources, shown: list[Candidate], declared: list[Candidate]) -> Candidate | None:
    """The h2 or h3 that is the rest of the title element where the h1 is its shorter end, a site's name."""
    whole = next((squash(value) for source, value in declared if source == "title"), "")
    said = {squash(value) for _, value in declared}
    for headline in shown:
        letters = squash(headline.value)
        if letters in said or not (whole.endswith(letters) or whole.startswith(letters)):
            continue
        rest = whole.removesuffix(letters) if whole.endswith(letters) else whole.removeprefix(letters)
        words = len(headline.value.split())
        for element in islice(sources.root.iter("h2", "h3"), _HEADINGS) if len(rest) >= TELLING else ():
            value = clean_title(visible_text(element))
            if squash(value) == rest and len(value.split()) > words:
                return Candidate(element.tag, value)
    return None


def _lesser_heading(sources: Sources, declared: list[Candidate]) -> Candidate | None:
    """The longest h2 or h3 that stands whole at the start or the end of a declared title."""
    squashed = [squash(value) for _, value in declared]
    best: Candidate | None = None
    for element in islice(sources.root.iter("h2", "h3"), _HEADINGS):
        value = clean_title(visible_text(element))
        letters = squash(value)
        if len(letters) < TELLING or (best and len(value) <= len(best.value)):
            continue
        if any(other.startswith(letters) or other.endswith(letters) for other in squashed):
            best = Candidate(element.tag, value)
    return best
