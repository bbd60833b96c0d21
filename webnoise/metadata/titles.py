"""The title: the headline that is shown, checked against those declared, without the site's name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from webnoise.metadata.sources.candidates import Candidate, Source, squash
from webnoise.metadata.sources.collect import Sources, text_of
from webnoise.metadata.sources.surroundings import visible_text
from webnoise.metadata.title_text import clean_title, title_parts, without_site
from webnoise.page.elements import Elements
from webnoise.text.lists import read_groups, read_patterns

# A headline is rarely over 40 words; an h1 that is longer wraps a page's whole top.
_LONGEST = 350
_HEADINGS = 40
_SHORTEST_REST = 8
# A headline is rarely over 30 words; what has more is a paragraph that is set as one.
_MOST_WORDS = 30
_SHORTEST_SECTION = 4
# So many letters in common are no accident; a section's name is shorter.
_TELLING = 12
_SENTENCE = 5
_CLEARLY = 0.2
_LONGEST_ARTICLE = 3
_MOST_PARTS = 4
_UNSHOWN = frozenset(["title", "script", "style", "option", "a"])

_SOCIAL = Source("meta", "og:title")
_META_TITLES = read_groups("webnoise.metadata", "lists/meta_names.txt")["titles"]
_KICKER = re.compile(read_patterns("webnoise.metadata", "lists/patterns.txt")["kicker"])
_DATE_BEFORE = re.compile(r"^\d{1,2}[./]\d{1,2}[./]\d{4}\s*[-–|:]?\s+(?=\D{10})")
_BYLINE_TAIL = re.compile(
    r"\d{1,2}[./]\s?\d{1,2}[./]\s?\d{2,4}|\b(?:posted|published|updated) |\s[|]\s|\(\w+\.\w+\)", re.IGNORECASE
)
_HOME = re.compile(r"^(?:\S*//[^/?#]+)?/?(?:index\.\w+|home)?$|^\.{1,2}/?$", re.IGNORECASE)


class Title(NamedTuple):
    """The chosen title, the candidates it was chosen from, and the element that shows it."""

    chosen: Candidate | None
    candidates: list[Candidate]
    headline: int | None


def find_title(sources: Sources, site_names: list[str], hint: str | None) -> Title:
    names = {squash(name) for name in site_names if name} - {""}
    sections = _sections(sources)
    declared = _declared(sources, names, sections, hint)
    headlines = _shown(sources.elements, names, sections, {squash(value) for _, value in declared})
    shown = list(headlines.values())
    if not shown and not declared:
        return Title(None, [], None)
    chosen = (
        _retold(shown, declared)
        or _below_site_name(sources.elements, shown, declared)
        or _agreed(shown, declared)
        or _lesser_heading(sources.elements, declared)
        or (_line_of_title(sources.elements, declared) if not shown else None)
        or _best_declared(declared, shown)
    )
    return Title(chosen, shown + declared, _headline(sources.elements, chosen, headlines))


def _sections(sources: Sources) -> set[str]:
    """What the address and the markup call the page's section: no part of its title."""
    folders = [part for part in sources.path.split("/") if part][:-1]
    found = {squash(part) for part in (*folders, sources.meta("article:section") or "")}
    return {name for name in found if len(name) >= _SHORTEST_SECTION and not name[0].isdigit()}


def _headline(elements: Elements, chosen: Candidate, headlines: dict[int, Candidate]) -> int | None:
    """The element that shows the title: its h1, a lesser heading that says it, the first h1, or a line."""
    letters = squash(chosen.value)
    for element, candidate in headlines.items():
        if candidate is chosen or squash(candidate.value) == letters:
            return element
    for element in elements.tagged("h2", "h3", "h4"):
        if squash(visible_text(elements, element)) == letters:
            return element
    return next(iter(headlines)) if headlines else _line_saying(elements, chosen.value)


def _declared(sources: Sources, names: set[str], sections: set[str], hint: str | None) -> list[Candidate]:
    found: list[Candidate] = []
    for key in ("headline", "name", "alternativeHeadline"):
        if value := text_of(sources.article.get(key)):
            found.append(Candidate(Source("json-ld", key), value))
            break
    if value := sources.meta("og:title"):
        found.append(Candidate(_SOCIAL, value))
    if hint:
        found.append(Candidate(Source("hint"), hint))
    for name in filter(sources.metas.__contains__, _META_TITLES):
        found.append(Candidate(Source("meta", name), sources.metas[name][0]))
        if len(found) > 4:
            break
    if sources.title:
        found.append(Candidate(Source("title"), sources.title))
    titles = {raw: without_site(clean_title(raw), names, sections) for raw in {raw for _, raw in found}}
    return [
        Candidate(source, title)
        for source, raw in found
        if (title := titles[raw]) and squash(title) not in names
    ]


def _shown(
    elements: Elements, names: set[str], sections: set[str], declared: set[str]
) -> dict[int, Candidate]:
    """The titles that the page shows as its first headings."""
    found: dict[int, Candidate] = {}
    for element in elements.tagged("h1")[:12]:
        value = clean_title(_without_kicker(elements, element, declared), shown=True)
        letters = squash(value)
        if (
            letters
            and letters not in names
            and len(value) <= _LONGEST
            and (value.count(" ") < _MOST_WORDS or not declared)
            and not _is_logo(elements, element, letters)
        ):
            title = without_site(value, names, sections)
            found[element] = Candidate(Source("heading", "h1"), _DATE_BEFORE.sub("", title))
    return found


def _without_kicker(elements: Elements, headline: int, declared: set[str]) -> str:
    """The headline's text, less a kicker or a subtitle in an element of its own that no title declares."""
    text = visible_text(elements, headline)
    holder = _innermost_wrapper(elements, headline)
    if elements.is_leaf(holder) or (elements.texts[holder] or "").strip():
        return text
    first = visible_text(elements, holder + 1)
    rest = text[len(first) :] if text.startswith(first) else ""
    if len(squash(rest)) < _SHORTEST_REST or not first:
        return text
    if squash(rest) in declared:
        return rest.lstrip(" :|-–—")
    if squash(text) in declared:
        return text
    if squash(first) in declared and len(squash(first)) >= _TELLING:
        return first
    classes = (elements.attributes[element].get("class", "") for element in (holder + 1, holder))
    return rest.lstrip(" :|-–—") if _KICKER.search(" ".join(classes).lower()) else text


def _innermost_wrapper(elements: Elements, element: int) -> int:
    """The innermost element that holds all that an element holds."""
    ends, texts, tails = elements.ends, elements.texts, elements.tails
    while (
        (child := element + 1) < ends[element] == ends[child]
        and not (texts[element] or "").strip()
        and not (tails[child] or "").strip()
    ):
        element = child
    return element


def _is_logo(elements: Elements, heading: int, letters: str) -> bool:
    """Whether a heading is wholly a link to the front page: the site's name, not the article's."""
    for link in elements.inside(heading, "a"):
        if leads_home(elements, link) and squash(visible_text(elements, link)) == letters:
            return True
    parent = elements.parents[heading]
    return elements.tags[parent] == "a" and leads_home(elements, parent)


def leads_home(elements: Elements, link: int) -> bool:
    """Whether a link leads to the front page."""
    return _HOME.match(elements.attributes[link].get("href", "").strip()) is not None


def _lesser_headings(elements: Elements) -> Iterator[Candidate]:
    for element in islice(elements.tagged("h2", "h3"), _HEADINGS):
        source = Source("heading", elements.tags[element])
        yield Candidate(source, clean_title(visible_text(elements, element)))


def _retold(shown: list[Candidate], declared: list[Candidate]) -> Candidate | None:
    """The declared title that differs from the headline for a reason.

    Where JSON-LD and the title element repeat the h1 and og:title alone says it in other words, those three
    are written for search engines and og:title is the editors' (development pages: 9 of 11 golds). Where
    JSON-LD and og:title set the same kicker before the h1, the page shows it apart from the h1.
    """
    social = next((candidate for candidate in declared if candidate.source == _SOCIAL), None)
    linked = _first_of("json-ld", declared)
    if social is None or not linked:
        return None
    own, letters = squash(social.value), {squash(value) for _, value in shown}
    if own in letters:
        return None
    longer = any(len(headline) >= _TELLING and headline in own for headline in letters)
    others = [squash(value) for source, value in declared if source != _SOCIAL]
    repeated = linked in letters and _first_of("title", declared) in letters
    reworded = own not in others and repeated and not longer
    kicked = own == linked and any(
        len(squash(value)) >= _TELLING and re.search(rf"\w: {re.escape(value)}$", social.value)
        for _, value in shown
    )
    if kicked or (reworded and len(own) >= _TELLING and len(social.value.split()) > 2):
        return social
    return None


def _first_of(kind: str, declared: list[Candidate]) -> str:
    """The letters of the first title from a source of this kind."""
    return next((squash(value) for source, value in declared if source.kind == kind), "")


def _below_site_name(
    elements: Elements, shown: list[Candidate], declared: list[Candidate]
) -> Candidate | None:
    """The h2 or h3 that is the rest of the title element where the h1 is its shorter end, a site's name."""
    whole = _first_of("title", declared)
    said = {squash(value) for _, value in declared}
    for headline in shown:
        letters = squash(headline.value)
        if letters in said or not (whole.endswith(letters) or whole.startswith(letters)):
            continue
        rest = whole.removesuffix(letters) if whole.endswith(letters) else whole.removeprefix(letters)
        words = len(headline.value.split())
        for heading in _lesser_headings(elements) if len(rest) >= _TELLING else ():
            if squash(heading.value) == rest and len(heading.value.split()) > words:
                return heading
    return None


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
            return Candidate(Source("heading", f"h1, as {source}"), value)
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
    fewer = min(len(words), len(others))
    return len(words & others) / fewer if fewer > 2 else 0.0


def _lesser_heading(elements: Elements, declared: list[Candidate]) -> Candidate | None:
    """The longest h2 or h3 that stands whole at the start or the end of a declared title."""
    squashed = [squash(value) for _, value in declared]
    best: Candidate | None = None
    for heading in _lesser_headings(elements):
        letters = squash(heading.value)
        if len(letters) < _TELLING or (best and len(heading.value) <= len(best.value)):
            continue
        if any(other.startswith(letters) or other.endswith(letters) for other in squashed):
            best = heading
    return best


def _line_of_title(elements: Elements, declared: list[Candidate]) -> Candidate | None:
    """The longest part of a declared title that is a line of its own: old layouts have no headings."""
    parts = {part for _, value in declared for part in title_parts(value)[-_MOST_PARTS:]}
    for part in sorted(parts, key=len, reverse=True):
        if len(squash(part)) >= _TELLING and _line_saying(elements, part) is not None:
            return Candidate(Source("title line"), part)
    return None


def _line_saying(elements: Elements, words: str) -> int | None:
    """The first element of the body whose own text is these words."""
    letters, longest = squash(words), len(words) + 8
    for element, text in enumerate(elements.texts):
        if (
            text
            and len(letters) <= len(text) <= longest
            and elements.tags[element] not in _UNSHOWN
            and squash(text) == letters
        ):
            return element
    return None


def _best_declared(declared: list[Candidate], shown: list[Candidate]) -> Candidate:
    """Without a shown headline that agrees: the only h1, or the first if it is a sentence.

    Else what most declarations say, the first of them on a tie. Development pages: of 62 with one h1 that no
    declaration agrees with, 38 golds are the h1, 11 are declared.
    """
    if not declared:
        return shown[0]
    squashed = [squash(value) for _, value in declared]
    said = max(declared, key=lambda candidate: squashed.count(squash(candidate.value)))
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
