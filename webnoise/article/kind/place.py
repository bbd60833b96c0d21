"""Where the text of a page stands, and where its links lead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from urllib.parse import urlsplit

from webnoise.article.kind.text import BlockCounts
from webnoise.article.kind.words import groups_in, name_words
from webnoise.model import Outline, PageBlocks

__all__ = ["link_measures", "main_element", "names_above", "place_measures"]

_COUNTED_TAGS = ("img", "article", "time", "input", "button", "p", "code", "iframe")
_TEXT_WORDS = frozenset("body content text richtext prose main copy".split())
_HEADLINE_STEPS = 6  # above the headline stands its header, then the page
_SIDE_TAGS = frozenset("aside footer nav header form".split())
_ROW_TAGS = frozenset("li ul ol table td dl dd".split())
_LINK_SIGNS = (
    "tel:", "mailto:", "/forum", "/thread", "/author", "/user", "/member", "/profile", "/product", "/docs",
    "/20", "comment", "reply", "\n#", "/tag", "/categor", "/contact", "/news",
)  # fmt: skip


def main_element(counts: BlockCounts) -> int | None:
    """The element that holds most of the long text, among those right around long blocks."""
    mass = counts.mass
    return max(mass, key=mass.__getitem__) if mass else None


def names_above(outline: Outline, element: int, steps: int = 60) -> tuple[set[str], set[str]]:
    """Words of the class names, and the tags, of an element and those around it below `body`."""
    words: set[str] = set()
    tags: set[str] = set()
    while element > 0 and steps and (tag := outline.tags[element]) != "body":
        tags.add(tag)
        words |= _words_of(outline.attributes[element])
        element, steps = outline.parents[element], steps - 1
    return words, tags


def _words_of(attributes: Mapping[str, str]) -> frozenset[str]:
    if not attributes:
        return frozenset()
    kind = attributes.get("itemtype", "").rpartition("/")[2]
    return name_words(
        f"{attributes.get('class', '')} {attributes.get('id', '')} {attributes.get('itemprop', '')} {kind}"
    )


def place_measures(page: PageBlocks, counts: BlockCounts) -> dict[str, float]:
    """How the long text is spread over the page, and what the names above it and on the page say."""
    outline, mass = page.outline, counts.mass
    measures: dict[str, float] = {}
    words: set[str] = set()
    tags: set[str] = set()
    main = main_element(counts)
    if main is not None:
        words, tags = names_above(outline, main)
        around: dict[int, float] = {}
        for element, length in mass.items():
            parent = outline.parents[element]
            around[parent] = around.get(parent, 0.0) + length
        ranked = sorted(mass.values(), reverse=True)
        measures["main share"] = ranked[0] / counts.long
        measures["second share"] = ranked[1] / ranked[0] if len(ranked) > 1 else 0.0
        measures["outer share"] = max(around.values()) / counts.long
        measures["places"] = len(mass)
        measures["outer places"] = len(around)
        measures["main blocks"] = outline.last_block[main] - outline.first_block[main]
    measures["main text name"] = len(words & _TEXT_WORDS)
    measures["main in article"] = float("article" in tags)
    measures["main in main"] = float("main" in tags)
    measures["main aside"] = float(not tags.isdisjoint(_SIDE_TAGS))
    measures["main in row"] = float(not tags.isdisjoint(_ROW_TAGS))
    _add_groups(measures, "main", words)
    headline = (
        names_above(outline, counts.headline_element, _HEADLINE_STEPS)[0] if counts.headline >= 0 else ()
    )
    _add_groups(measures, "headline", headline)
    _add_groups(measures, "body", _body_words(outline))
    numbers = Counter(outline.tags)
    for tag in _COUNTED_TAGS:
        measures[f"<{tag}>"] = numbers[tag]
    measures["<p> share"] = measures["<p>"] / (len(outline) + 1)
    measures["body post"] = _post_or_page(outline)
    return measures


def _add_groups(measures: dict[str, float], of: str, words: set[str] | tuple[()] | frozenset[str]) -> None:
    for group, count in groups_in(words).items():
        measures[f"{of} {group}"] = count


def _body_words(outline: Outline) -> frozenset[str]:
    words: frozenset[str] = frozenset()
    for element in range(min(4, len(outline))):
        if outline.tags[element] in ("html", "body"):
            words |= _words_of(outline.attributes[element])
    return words


def _post_or_page(outline: Outline) -> float:
    """WordPress says on `body` whether it shows a post (1) or a page or a list (-1); others (0) do not."""
    for element in range(min(4, len(outline))):
        if outline.tags[element] == "body":
            classes = outline.attributes[element].get("class", "").split()
            if "single-post" in classes or "post-template-default" in classes:
                return 1.0
            return -1.0 if not {"page", "archive", "home", "search"}.isdisjoint(classes) else 0.0
    return 0.0


def link_measures(counts: BlockCounts, url: str) -> dict[str, float]:
    """Shares of links with signs of shops, forums, offices and manuals, and of those to other hosts."""
    urls = counts.urls
    number = len(urls) + 1
    joined = "\n" + "\n".join(urls).lower()
    measures = {f"link {sign.strip()}": joined.count(sign) / number for sign in _LINK_SIGNS}
    try:
        host = (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        host = ""
    absolute = joined.count("\nhttp")
    measures["links"] = number
    measures["links distinct"] = len(set(urls)) / number
    measures["links out"] = (
        max(absolute - joined.count(f"//{host}") - joined.count(f"//www.{host}"), 0) / number
    )
    return measures
