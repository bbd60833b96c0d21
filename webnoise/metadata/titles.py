"""The title: the headline that is shown, checked against those declared, without the site's name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from itertools import islice

from webnoise.metadata.sources.candidates import Candidate, Source, squash
from webnoise.metadata.sources.collect import Sources, text_of
from webnoise.metadata.sources.surroundings import visible_text
from webnoise.metadata.title_text import clean_title, title_parts, without_site
from webnoise.page.elements import Elements
from webnoise.text.lists import read_groups, read_patterns

# A headline is rarely over 40 words; an h1 that is longer wraps a page's whole top.
_LONGEST, _MOST_HEADINGS = 200, 40
# So many letters in common are no accident; a section's name is shorter.
_TELLING = 10
_SENTENCE = 5  # words
_CLEARLY = 0.2
_LINE_TAGS = frozenset("p div span td th b strong font big center em i h4 h5 h6".split())

_SOCIAL, _HINT, _ELEMENT = Source("meta", "og:title"), Source("hint"), Source("title")
_PROPERTIES = ("headline", "name", "alternativeHeadline")
_META_TITLES = read_groups("webnoise.metadata", "lists/meta_names.txt")["titles"]
_KICKER = re.compile(read_patterns("webnoise.metadata", "lists/patterns.txt")["kicker"])
_HOME = re.compile(r"^(?:\S*//[^/?#]+)?/?(?:index\.\w+|home)?$|^\.{1,2}/?$", re.IGNORECASE)


def find_title(
    sources: Sources, site_names: list[str], hint: str | None
) -> tuple[Candidate | None, list[Candidate], int | None]:
    """The chosen title, the candidates it was chosen from, and the element that shows it."""
    elements = sources.elements
    names = {squash(name) for name in site_names if name} - {""}
    sections = {squash(part) for part in (*sources.path.split("/"), sources.meta("article:section") or "")}
    declared = _declared(sources, names, sections, hint)
    headings = _headings(elements, names, sections, {squash(value) for _, value in declared})
    shown = list(headings.values())
    if not shown and not declared:
        return None, [], None
    parts = {squash(part) for _, value in declared if not shown for part in title_parts(value)}
    chosen = (
        _retold(shown, declared)
        or _agreed(shown, declared)
        or _edited(shown, declared)
        or _part_of_title(_lesser(elements, parts), declared)
        or _best_declared(declared, shown)
    )
    return chosen, shown + declared, _headline(elements, chosen, headings)


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
    titles: dict[str, str] = {}
    told: list[Candidate] = []
    for source, raw in found:
        if not raw:
            continue
        if raw not in titles:
            titles[raw] = without_site(clean_title(raw), names, sections)
        if (value := titles[raw]) and squash(value) not in names:
            told.append(Candidate(source, value))
    return told


def _headings(
    elements: Elements, names: set[str], sections: set[str], declared: set[str]
) -> dict[int, Candidate]:
    """The titles that the page shows as its first headings."""
    found: dict[int, Candidate] = {}
    for element in elements.tagged("h1")[:12]:
        value = clean_title(_without_kicker(elements, element, declared), shown=True)
        letters = squash(value)
        if not letters or letters in names or len(value) > _LONGEST or _is_logo(elements, element, letters):
            continue
        found[element] = Candidate(Source("heading", "h1"), without_site(value, names, sections))
    return found


def _without_kicker(elements: Elements, heading: int, declared: set[str]) -> str:
    """The heading's text, or the piece of it that a title declares: less a kicker, a subtitle, a byline."""
    text = visible_text(elements, heading)
    if elements.is_leaf(heading):
        return text
    while len(children := [*elements.children(heading)]) == 1 and visible_text(elements, children[0]) == text:
        heading = children[0]
    first = visible_text(elements, children[0]) if children else ""
    rest = text.removeprefix(first).lstrip(" :|/-–—") if first else ""
    for piece in (rest, text, first, *elements.strings(heading), title_parts(text)[0]):
        if len(squash(piece)) >= _TELLING and squash(piece) in declared:
            return piece
    classes = [elements.attributes[element].get("class", "") for element in (heading, *children[:1])]
    return rest if len(squash(rest)) >= _TELLING and _KICKER.search(" ".join(classes).lower()) else text


def _is_logo(elements: Elements, heading: int, letters: str) -> bool:
    """Whether a heading is wholly a link to the front page: the site's name, not the article's."""
    parent = elements.parents[heading]
    links = [*elements.inside(heading, "a"), *([parent] if elements.tags[parent] == "a" else [])]
    return any(
        leads_home(elements, link) and squash(visible_text(elements, link)) == letters for link in links
    )


def leads_home(elements: Elements, link: int) -> bool:
    """Whether a link leads to the front page."""
    return is_home(elements.attributes[link].get("href"))


def is_home(href: str | None) -> bool:
    """Whether an address, as a link has it, is that of the front page."""
    address = (href or "").strip()
    return address.rpartition("//")[2].count("/") < 2 and _HOME.match(address) is not None


def _lesser(elements: Elements, parts: AbstractSet[str]) -> Iterator[Candidate]:
    """The lesser headings, and the lines that are one of some parts of titles, as in old layouts."""
    for element in elements.tagged("h2", "h3")[:_MOST_HEADINGS]:
        text = visible_text(elements, element)
        yield Candidate(Source("heading", elements.tags[element]), clean_title(text))
    for _, text in elements.told(_LINE_TAGS, _TELLING, _LONGEST) if parts else ():
        if squash(text) in parts:
            yield Candidate(Source("title line"), clean_title(text))


def _retold(shown: list[Candidate], declared: list[Candidate]) -> Candidate | None:
    """og:title where it alone says the headline in other words than h1, JSON-LD and title element.

    Those three are written for search engines, and it is the editors' (development pages: 9 of 11 golds).
    """
    told = {source: squash(value) for source, value in reversed(declared)}
    social = next((candidate for candidate in declared if candidate.source == _SOCIAL), None)
    linked = next((told[source] for source, _ in declared if source.kind == "json-ld"), None)
    if social is None or linked is None:
        return None
    own, letters = told.pop(_SOCIAL), {squash(value) for _, value in shown}
    if own == linked and any(social.value.endswith(f": {value}") for _, value in shown):
        return social  # the page shows its kicker apart from the h1
    is_new = own not in told.values() and not any(headline in own for headline in letters)
    is_alone = is_new and {linked, told.get(_ELEMENT)} <= letters
    return social if is_alone and len(own) >= _TELLING and len(social.value.split()) > 2 else None


def _agreed(shown: list[Candidate], declared: list[Candidate]) -> Candidate | None:
    """The shown headline that most declarations say too, in their words where markup has split one of its."""
    told = [squash(value) for _, value in declared]
    best = max(shown, key=lambda each: (told.count(squash(each.value)), len(each.value)), default=None)
    letters = squash(best.value) if best else ""
    same = [other for other, own in zip(declared, told, strict=True) if own == letters]
    if not best or not same:
        return None
    source, value = min(same, key=lambda other: len(other.value.split()))
    is_split = len(value.split()) < len(best.value.split())
    return Candidate(Source("heading", f"h1, as {source}"), value) if is_split else best


def _edited(shown: list[Candidate], declared: list[Candidate]) -> Candidate | None:
    """The h1 that shares over half of its words with a declared title: the same headline, edited."""
    titles = [{*re.findall(r"\w+", value.lower())} for _, value in declared]
    best, best_share = None, 0.5
    for candidate in shown:
        words = {*re.findall(r"\w+", candidate.value.lower())}
        fewer = [(title & words, min(len(title), len(words))) for title in titles]
        share = max((len(both) / least for both, least in fewer if least > 2), default=0.0)
        # Further headlines are those of other articles, unless they say clearly more of the title.
        if share > best_share + (_CLEARLY if best else 0.0):
            best, best_share = candidate, share
    return best


def _part_of_title(lines: Iterable[Candidate], declared: list[Candidate]) -> Candidate | None:
    """The longest of some lines that stands whole at the start or the end of a declared title."""
    titles = [squash(value) for _, value in declared]
    parts = [
        line
        for line in lines
        if len(letters := squash(line.value)) >= _TELLING
        and any(letters in (title[: len(letters)], title[-len(letters) :]) for title in titles)
    ]
    return max(parts, key=lambda line: len(line.value), default=None)


def _best_declared(declared: list[Candidate], shown: list[Candidate]) -> Candidate:
    """The only h1, or the first if it is a sentence; else what most declarations say.

    A word or two yield where all declarations say one title. Development pages: of 62 with one h1 that
    nothing declares, 38 golds are the h1, 11 are declared.
    """
    told = [squash(value) for _, value in declared]
    first = shown[0].value if shown else ""
    is_label = len(first.split()) <= 2 and len({*told}) == 1 < len(told) and squash(first) not in told[0]
    if not declared or len(first.split()) >= _SENTENCE or (len(shown) == 1 and not is_label):
        return shown[0]
    return max(declared, key=lambda candidate: told.count(squash(candidate.value)))


def _headline(elements: Elements, chosen: Candidate, headings: dict[int, Candidate]) -> int | None:
    """The element that shows the title: its h1, a lesser heading that says it, the first h1, or a line."""
    letters = squash(chosen.value)
    for element, heading in headings.items():
        if squash(heading.value) == letters:
            return element
    for element in elements.tagged("h2", "h3", "h4"):
        if squash(visible_text(elements, element)) == letters:
            return element
    if headings:
        return next(iter(headings))
    told = elements.told(_LINE_TAGS, len(letters), 2 * len(chosen.value))
    return next((element for element, text in told if squash(text) == letters), None)
