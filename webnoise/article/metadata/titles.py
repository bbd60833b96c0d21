"""The title: the headline that is shown, checked against those declared, without the site's name."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from webnoise.article.metadata.jsonld import text_of
from webnoise.article.metadata.seen import visible_text
from webnoise.article.metadata.sources import Sources
from webnoise.article.metadata.title_text import clean_title, squash, without_site

if TYPE_CHECKING:
    from lxml.html import HtmlElement

__all__ = ["Candidate", "find_title"]

# A headline is rarely over 40 words; an h1 that is longer wraps a page's whole top.
_LONGEST = 350
# So many letters in common are no accident; a section's name is shorter.
_TELLING = 12
_HEADINGS = 40
_SHORTEST_REST = 8
_SENTENCE = 5
_CLEARLY = 0.2
_LONGEST_ARTICLE = 3
# A headline is rarely over 30 words; what has more is a paragraph that is set as one.
_MOST_WORDS = 30
_SHORTEST_SECTION = 4
_KICKER = re.compile(
    r"kicker|overline|topline|roof|dach|toptitle|supertitle|eyebrow|spitzmarke|h1small|pretitle"
)
_BYLINE_TAIL = re.compile(
    r"\d{1,2}[./]\s?\d{1,2}[./]\s?\d{2,4}|\b(?:posted|published|updated) |\s[|]\s|\(\w+\.\w+\)", re.IGNORECASE
)
_DATE_BEFORE = re.compile(r"^\d{1,2}[./]\d{1,2}[./]\d{4}\s*[-–|:]?\s+(?=\D{10})")
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
        _retold(shown, declared)
        or _agreed(shown, declared)
        or _lesser_heading(sources, declared)
        or _best_declared(declared, shown)
    )
    sources.headline = _where(sources, chosen, headlines)
    return chosen, candidates


def _sections(sources: Sources) -> set[str]:
    """What the address and the markup call the page's section: no part of its title."""
    folders = [part for part in sources.path.split("/") if part][:-1]
    found = {squash(part) for part in (*folders, sources.meta("article:section") or "")}
    return {name for name in found if len(name) >= _SHORTEST_SECTION and not name[0].isdigit()}


def _retold(shown: list[Candidate], declared: list[Candidate]) -> Candidate | None:
    """The declared title that differs from the headline for a reason.

    Where JSON-LD and the title element repeat the h1 and og:title alone says it in other words, those three
    are written for search engines and og:title is the editors' (development pages: 9 of 11 golds). Where
    JSON-LD and og:title set the same kicker before the h1, the page shows it apart from the h1.
    """
    said = {source.partition(" ")[0]: value for source, value in reversed(declared)}
    social, linked = said.get("og:title"), said.get("json-ld")
    if social is None or linked is None:
        return None
    letters = {squash(value) for _, value in shown}
    own = squash(social)
    if own in letters:
        return None
    longer = any(len(headline) >= _TELLING and headline in own for headline in letters)
    others = [squash(value) for source, value in declared if source != "og:title"]
    repeated = squash(linked) in letters and squash(said.get("title", "")) in letters
    retold = own not in others and repeated and not longer
    kicked = own == squash(linked) and any(
        len(headline) >= _TELLING and re.search(rf"\w: {re.escape(value)}$", social)
        for headline, value in ((squash(value), value) for _, value in shown)
    )
    if kicked or (retold and len(own) >= _TELLING and len(social.split()) > 2):
        return next(candidate for candidate in declared if candidate.source == "og:title")
    return None


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
    if squash(first) in declared and len(squash(first)) >= _TELLING:
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


def _agreed(shown: list[Candidate], declared: list[Candidate]) -> Candidate | None:
    """The shown headline that the page also declares: whole, in part, or mostly in its words."""
    squashed = [squash(value) for _, value in declared]
    exact = [(squashed.count(squash(candidate.value)), candidate) for candidate in shown]
    votes, best = max(exact, key=lambda pair: (pair[0], len(pair[1].value)), default=(0, None))
    if votes and best:
        return _as_spaced(best, declared)
    return (
        _with_kicker(shown, declared, squashed) or _in_declared(shown, squashed) or _edited(shown, declared)
    )


def _as_spaced(shown: Candidate, declared: list[Candidate]) -> Candidate:
    """The headline with the words of the declared title where markup has split one of them in the h1."""
    letters, words = squash(shown.value), len(shown.value.split())
    for source, value in declared:
        if len(value.split()) < words and squash(value) == letters:
            return Candidate(f"h1, as {source}", value)
    return shown


def _with_kicker(shown: list[Candidate], declared: list[Candidate], squashed: list[str]) -> Candidate | None:
    """The declared title where the h1 says it with more around it (a kicker above, a date below)."""
    for candidate in shown:
        letters = squash(candidate.value)
        for part, other in zip(squashed, declared, strict=True):
            if len(part) < 10 or part not in letters:
                continue
            # What goes on behind the declared title is the rest of the headline, or a byline; an article
            # before it is no kicker.
            if letters.startswith(part):
                is_around = _BYLINE_TAIL.search(candidate.value) is not None
            else:
                is_around = squashed.count(part) > 1 and letters.find(part) > _LONGEST_ARTICLE
            if is_around:
                return other
    return None


def _in_declared(shown: list[Candidate], squashed: list[str]) -> Candidate | None:
    inside = [
        candidate
        for candidate in shown
        if len(letters := squash(candidate.value)) >= 10 and any(letters in other for other in squashed)
    ]
    return max(inside, key=lambda candidate: len(candidate.value), default=None)


def _edited(shown: list[Candidate], declared: list[Candidate]) -> Candidate | None:
    """The h1 that shares over half of its words with a declared title: the same headline, edited."""
    best, best_share = None, 0.5
    for candidate in shown:
        share = max((_overlap(candidate.value, value) for _, value in declared), default=0.0)
        # Further headlines are those of other articles, unless they say clearly more of the title.
        if share > best_share + (_CLEARLY if best else 0.0):
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
        value = clean_title(visible_text(element))
        letters = squash(value)
        if len(letters) < _TELLING or (best and len(value) <= len(best.value)):
            continue
        if any(other.startswith(letters) or other.endswith(letters) for other in squashed):
            best = Candidate(element.tag, value)
    return best


def _best_declared(declared: list[Candidate], shown: list[Candidate]) -> Candidate | None:
    """Without a shown headline that agrees: the only h1, or the first if it is a sentence.

    Else what most declarations say, the first of them on a tie. Development pages: of 62 with one h1 that no
    declaration agrees with, 38 golds are the h1, 11 are declared.
    """
    if not declared:
        return shown[0] if shown else None
    squashed = [squash(value) for _, value in declared]
    said = declared[max(range(len(declared)), key=lambda place: squashed.count(squashed[place]))]
    if not shown or _names_section(shown[0].value, said.value, squashed):
        return said
    return shown[0] if len(shown) == 1 or len(shown[0].value.split()) >= _SENTENCE else said


def _names_section(headline: str, said: str, squashed: list[str]) -> bool:
    """Whether a headline of a word or two is that of a section, where all declarations say one title.

    Development pages: 2 golds are declared, 1 is the h1.
    """
    letters = squash(said)
    return (
        len(headline.split()) <= 2 < len(said.split())
        and squashed.count(letters) == len(squashed) > 1
        and squash(headline) not in letters
    )
