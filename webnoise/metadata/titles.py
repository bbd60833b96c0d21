"""The title: the best of the headings that a page shows and the titles that it declares."""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import islice

from webnoise.metadata.sources.candidates import Candidate, Rated, Source, best_first, squash
from webnoise.metadata.sources.collect import Sources, text_of
from webnoise.metadata.sources.headline_window import visible_text
from webnoise.metadata.title_text import clean_title, title_parts, without_site
from webnoise.page.elements import Elements
from webnoise.text.lists import read_groups, read_patterns

SCORES = {
    "h1": 0.0, "line": 1.75, "json-ld": 1.0, "og:title": 0.5, "hint": 0.5, "meta": -0.5, "title": 0.5,
    "first": 0.25, "only": 0.25, "declared": 1.25, "exact": 0.5, "sentence": 0.75, "label": -1.0,
    "unbroken": 3.0, "with kicker": 3.0, "rewritten": 3.0,
}  # fmt: skip
"""What speaks for and against a candidate (`_signs` explains each); swept by `research.benchmarks.metadata_sweep`."""

# A headline is rarely over 40 words; an h1 that is longer wraps a page's whole top.
_LONGEST, _MOST_H1, _MOST_HEADINGS = 200, 12, 40
_SURE = 10  # so many letters in common are no accident; a section's name is shorter
_SENTENCE = 5  # words
_LINE_TAGS = frozenset("p div span td th b strong font big center em i h4 h5 h6".split())
_SOCIAL, _HINT, _ELEMENT = Source("meta", "og:title"), Source("hint"), Source("title")
_PROPERTIES = ("headline", "name", "alternativeHeadline")
_META_TITLES = read_groups("webnoise.metadata", "lists/meta_names.txt")["titles"]
_KICKER = re.compile(read_patterns("webnoise.metadata", "lists/patterns.txt")["kicker"])
_HOME = re.compile(r"^(?:\S*//[^/?#]+)?/?(?:index\.\w+|home)?$|^\.{1,2}/?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Titles:
    """The candidates of a page; `headings` by their elements."""

    headings: dict[int, Candidate]
    declared: list[Candidate]
    lines: list[Candidate]

    @property
    def all(self) -> list[Candidate]:
        return [*self.headings.values(), *self.declared, *self.lines]


def find_title(
    sources: Sources, site_names: list[str], hint: str | None
) -> tuple[Candidate | None, list[Candidate], int | None]:
    """Return the chosen title, the candidates it was chosen from, and the element that shows it."""
    titles = _collect(sources, {squash(name) for name in site_names if name} - {""}, hint)
    if not titles.all:
        return None, [], None
    chosen = best_first([*map(Rated, titles.all, _signs(titles))], SCORES)[0]
    return chosen, titles.all, _headline(sources.elements, chosen, titles.headings)


def _collect(sources: Sources, names: set[str], hint: str | None) -> _Titles:
    sections = {squash(part) for part in (*sources.path.split("/"), sources.meta("article:section") or "")}
    declared = _declared(sources, names, sections, hint)
    letters = [squash(value) for _, value in declared]
    headings = _headings(sources.elements, names, sections, {*letters})
    titles = _Titles(headings, declared, [])
    if _declared_heading(titles) is not None:
        return titles
    parts = {squash(part) for _, value in declared if not headings for part in title_parts(value)}
    return _Titles(headings, declared, list(_lines(sources.elements, letters, parts)))


def _signs(titles: _Titles) -> Iterator[list[str]]:
    """Yield what speaks for and against each candidate, as keys of `SCORES`."""
    shown, declared = [*titles.headings.values()], titles.declared
    letters = [squash(value) for _, value in declared]
    linked = next((squash(value) for source, value in declared if source.kind == "json-ld"), None)
    headline = _declared_heading(titles)
    for number, (_, value) in enumerate(shown):
        signs = ["h1"]
        signs += ["first"] * (number == 0) + ["only"] * (len(shown) == 1)
        signs += ["declared"] * (number == headline) + ["exact"] * (squash(value) in letters)
        words = len(value.split())
        signs += ["sentence"] * (words >= _SENTENCE)
        # A word or two yield where all declarations agree on another title.
        is_agreed = len({*letters}) == 1 < len(letters) and squash(value) not in letters[0]
        yield [*signs, "label"] if words <= 2 and is_agreed else signs
    for (source, value), own in zip(declared, letters, strict=True):
        signs = ["og:title" if source == _SOCIAL else source.kind]
        same = [heading for _, heading in shown if squash(heading) == own]
        # Markup may split a word of the heading.
        signs += ["unbroken"] * any(len(value.split()) < len(heading.split()) for heading in same)
        if source == _SOCIAL and own == linked:
            signs += ["with kicker"] * any(value.endswith(f": {heading}") for _, heading in shown)
        is_rewritten = source == _SOCIAL and _is_rewritten(own, titles, letters)
        yield [*signs, "rewritten"] if is_rewritten else signs
    for _ in titles.lines:
        yield ["line"]


def _declared_heading(titles: _Titles) -> int | None:
    """Return the number of the h1 that shares over half of its words with a declared title."""
    found, best = None, 1 / 2
    for number, (_, value) in enumerate(titles.headings.values()):
        common = max((_common(value, title) for _, title in titles.declared), default=0.0)
        if common > best:
            # Further headings are those of other articles, unless they say clearly more of the title.
            found, best = number, common + 0.2
    return found


def _is_rewritten(own: str, titles: _Titles, letters: list[str]) -> bool:
    """Whether og:title alone says the headline in other words than h1, JSON-LD and title element.

    Those three are written for search engines, and it is the editors'.
    """
    shown = {squash(value) for _, value in titles.headings.values()}
    by_source = {source.kind: other for (source, _), other in zip(titles.declared, letters, strict=True)}
    others = {by_source.get("json-ld"), by_source.get("title")}
    is_new = letters.count(own) == 1 and not any(heading in own for heading in shown)
    return is_new and len(own) >= _SURE and None not in others and others <= shown


def _common(one: str, other: str) -> float:
    """Return the share of the shorter title's words that both have; 0 where it has hardly any."""
    words, others = ({*re.findall(r"\w+", title.lower())} for title in (one, other))
    fewer = min(len(words), len(others))
    return len(words & others) / fewer if fewer > 2 else 0.0


def _declared(sources: Sources, names: set[str], sections: set[str], hint: str | None) -> list[Candidate]:
    article, metas = sources.article, sources.metas
    linked = ((key, text) for key in _PROPERTIES if article and (text := text_of(article.get(key))))
    found = [
        *((Source("json-ld", key), text) for key, text in islice(linked, 1)),
        (_SOCIAL, sources.meta("og:title")),
        (_HINT, hint),
        *((Source("meta", name), metas[name][0]) for name in [*filter(metas.__contains__, _META_TITLES)][:2]),
        (_ELEMENT, sources.title),
    ]
    cleaned = {raw: without_site(clean_title(raw), names, sections) for _, raw in found if raw}
    return [
        Candidate(source, cleaned[raw])
        for source, raw in found
        if raw and cleaned[raw] and squash(cleaned[raw]) not in names
    ]


def _headings(
    elements: Elements, names: set[str], sections: set[str], declared: set[str]
) -> dict[int, Candidate]:
    """Return the first headings of the page without logos."""
    found: dict[int, Candidate] = {}
    for element in elements.tagged("h1")[:_MOST_H1]:
        value = clean_title(_without_kicker(elements, element, declared), shown=True)
        letters = squash(value)
        if not letters or letters in names or len(value) > _LONGEST or _is_logo(elements, element, letters):
            continue
        found[element] = Candidate(Source("heading", "h1"), without_site(value, names, sections))
    return found


def _without_kicker(elements: Elements, heading: int, declared: set[str]) -> str:
    """Return the heading's text, or the piece that is declared: without kicker, subtitle and byline."""
    text = visible_text(elements, heading)
    if elements.is_leaf(heading):
        return text
    while len(children := [*elements.children(heading)]) == 1 and visible_text(elements, children[0]) == text:
        heading = children[0]
    first = visible_text(elements, children[0]) if children else ""
    rest = text.removeprefix(first).lstrip(" :|/-–—") if first else ""
    for piece in (rest, text, first, *elements.strings(heading), title_parts(text)[0]):
        if len(squash(piece)) >= _SURE and squash(piece) in declared:
            return piece
    classes = [elements.attributes[element].get("class", "") for element in (heading, *children[:1])]
    return rest if len(squash(rest)) >= _SURE and _KICKER.search(" ".join(classes).lower()) else text


def _is_logo(elements: Elements, heading: int, letters: str) -> bool:
    """Whether a heading is wholly a link to the front page: the site's name, not the article's."""
    parent = elements.parents[heading]
    links = [*elements.inside(heading, "a"), *([parent] if elements.tags[parent] == "a" else [])]
    return any(
        is_home(elements.attributes[link].get("href")) and squash(visible_text(elements, link)) == letters
        for link in links
    )


def is_home(href: str | None) -> bool:
    """Whether an address, as a link has it, is that of the front page."""
    address = (href or "").strip()
    return address.rpartition("//")[2].count("/") < 2 and _HOME.match(address) is not None


def _lines(elements: Elements, declared: list[str], parts: AbstractSet[str]) -> Iterator[Candidate]:
    """Yield lesser headings that start or end a declared title, and lines that are a part of one."""
    for element in elements.tagged("h2", "h3")[:_MOST_HEADINGS]:
        text = clean_title(visible_text(elements, element))
        letters = squash(text)
        if len(letters) >= _SURE and any(
            title.startswith(letters) or title.endswith(letters) for title in declared
        ):
            yield Candidate(Source("heading", elements.tags[element]), text)
    for text in elements.texts_of(_LINE_TAGS, _SURE, _LONGEST)[1] if parts else ():
        if len(squash(text)) >= _SURE and squash(text) in parts:
            yield Candidate(Source("title line"), clean_title(text))


def _headline(elements: Elements, chosen: Candidate, headings: dict[int, Candidate]) -> int | None:
    """Return the element that shows the title: its h1, a lesser heading, the first h1, or a line."""
    letters = squash(chosen.value)
    for element, heading in headings.items():
        if squash(heading.value) == letters:
            return element
    for element in elements.tagged("h2", "h3", "h4"):
        if squash(visible_text(elements, element)) == letters:
            return element
    if headings:
        return next(iter(headings))
    lines = elements.texts_of(_LINE_TAGS, len(letters), 2 * len(chosen.value))
    return next((element for element, text in zip(*lines, strict=True) if squash(text) == letters), None)
