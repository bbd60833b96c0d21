"""What the blocks of a page say about its kind: how much text there is and where, and where links lead."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, MutableMapping
from functools import cache, lru_cache
from urllib.parse import urlsplit

from webnoise.article.kind.counts import BlockCounts
from webnoise.model import Outline, PageBlocks
from webnoise.native import compiled
from webnoise.text.lists import read_groups
from webnoise.text.signs import Signs
from webnoise.text.words import name_parts

_CURRENCIES = "$€£¥₹"
_COUNTED_TAGS = ("img", "article", "time", "input", "button", "p", "code", "iframe")
_TAG_NAMES = tuple(f"<{tag}>" for tag in _COUNTED_TAGS)
_TEXT_WORDS = frozenset("body content text richtext prose main copy".split())
_HEADLINE_STEPS = 6  # above the headline stands its header, then the page
_SIDE_TAGS = frozenset("aside footer nav header form".split())
_ROW_TAGS = frozenset("li ul ol table td dl dd".split())
_LINK_SIGNS = (
    "tel:", "mailto:", "/forum", "/thread", "/author", "/user", "/member", "/profile", "/product", "/docs",
    "/20", "comment", "reply", "\n#", "/tag", "/categor", "/contact", "/news",
)  # fmt: skip
_LINK_NAMES = tuple(f"link {sign.strip()}" for sign in _LINK_SIGNS)
_COUNTED_SIGNS = Signs((*_LINK_SIGNS, "\nhttp"))


def block_measures(url: str, page: PageBlocks, counts: BlockCounts) -> dict[str, float]:
    """All numbers that come from the blocks, by name."""
    measures = _text_measures(counts)
    measures.update(_position_measures(page, counts))
    measures.update(_link_measures(counts, url))
    return measures


def _text_measures(counts: BlockCounts) -> dict[str, float]:
    """Counts, and shares that do not depend on the size of the page."""
    long_blocks, total = counts.long_blocks + 1, counts.total + 1
    short = "\n".join(counts.short)
    short_blocks = len(counts.short) + 1
    span = counts.last_long - counts.first_long + 1 if counts.long_blocks else 1
    headed = counts.headline >= 0 and counts.first_long >= 0
    return {
        "blocks": counts.blocks,
        "characters": counts.total,
        "link share": counts.linked / total,
        "long blocks": counts.long_blocks,
        "long text": counts.long,
        "long share": counts.long / total,
        "long mean": counts.long / long_blocks,
        "longest": counts.longest,
        "paragraphs": counts.paragraphs,
        "sentence share": counts.sentences / long_blocks,
        "near share": counts.near / long_blocks,
        "density": counts.long_blocks / span,
        "first long": max(counts.first_long, 0) / (counts.blocks + 1),
        "long items": counts.long_items / long_blocks,
        "headings": counts.headings,
        "headings per text": counts.headings / long_blocks,
        "text per heading": counts.long / (counts.headings + 1),
        "linked headings": counts.linked_headings,
        "linked heading share": counts.linked_headings / (counts.linked_headings + counts.headings + 1),
        "headline": float(counts.headline >= 0),
        "headline length": counts.headline_length,
        "headline gap": min(abs(counts.first_long - counts.headline), 60) if headed else 60,
        "teasers": counts.teasers,
        "teaser share": counts.teasers / (counts.teasers + long_blocks),
        "menu": counts.menu,
        "items": counts.items / total,
        "cells": counts.cells / total,
        "code": counts.code / total,
        "captions": counts.captions,
        "short blocks": len(counts.short),
        "short share": short_blocks / (counts.blocks + 1),
        "prices": sum(map(short.count, _CURRENCIES)) / short_blocks,
        "years": (short.count("201") + short.count("202")) / short_blocks,
        "short questions": short.count("?") / short_blocks,
    }


def main_element(counts: BlockCounts) -> int | None:
    """The element that holds most of the long text, among those right around long blocks."""
    mass = counts.mass
    return max(mass, key=mass.__getitem__) if mass else None


def main_names(page: PageBlocks, counts: BlockCounts) -> tuple[set[str], set[str]]:
    """Words and tags above the main element, looked for once."""
    if counts.main_names is None:
        main = main_element(counts)
        counts.main_names = (set(), set()) if main is None else names_above(page.outline, main)
    return counts.main_names


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
    return _name_words(
        f"{attributes.get('class', '')} {attributes.get('id', '')} {attributes.get('itemprop', '')} {kind}"
    )


def _position_measures(page: PageBlocks, counts: BlockCounts) -> dict[str, float]:
    """How the long text is spread over the page, and what the names above it and on the page say."""
    outline, mass = page.outline, counts.mass
    measures = no_groups("main", "headline", "body")
    words, tags = main_names(page, counts)
    main = main_element(counts)
    if main is not None:
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
    count_groups(measures, "main", words)
    if counts.headline >= 0:
        count_groups(measures, "headline", names_above(outline, counts.headline_element, _HEADLINE_STEPS)[0])
    count_groups(measures, "body", _body_words(outline))
    measures.update(zip(_TAG_NAMES, tag_counts(outline, _COUNTED_TAGS), strict=True))
    measures["<p> share"] = measures["<p>"] / (len(outline) + 1)
    measures["body post"] = _post_or_page(outline)
    return measures


def tag_counts(outline: Outline, tags: Collection[str]) -> list[int]:
    """How many elements have each of these tags."""
    if (native := compiled("article")) and native.reads(outline.attributes):
        counts: list[int] = native.tag_counts(outline.attributes, tags)
        return counts
    return [outline.tags.count(tag) for tag in tags]


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


def _link_measures(counts: BlockCounts, url: str) -> dict[str, float]:
    """Shares of links with signs of shops, forums, offices and manuals, and of those to other hosts."""
    urls = counts.urls
    number = len(urls) + 1
    joined = "\n" + "\n".join(urls).lower()
    *signs, absolute = _COUNTED_SIGNS.counts(joined)
    measures = {name: count / number for name, count in zip(_LINK_NAMES, signs, strict=True)}
    try:
        host = (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        host = ""
    measures["links"] = number
    measures["links distinct"] = len(set(urls)) / number
    measures["links out"] = (
        max(absolute - joined.count(f"//{host}") - joined.count(f"//www.{host}"), 0) / number
    )
    return measures


@lru_cache(maxsize=4096)  # the pages of a site share their class names
def _name_words(names: str) -> frozenset[str]:
    """The words of class names and ids, `articleBody post-text` taken apart, in lower case."""
    return frozenset(name_parts(names[:400]))


def no_groups(*parts: str) -> dict[str, float]:
    """No word of any group of `words.txt`, in any of these parts of a page."""
    return _no_groups(parts).copy()


def count_groups(measures: MutableMapping[str, float], part: str, words: Iterable[str]) -> None:
    """Add to the measures how many of the words, of a part of the page, belong to each group."""
    measures_of = _group_measures(part)
    for word in words:
        for measure in measures_of.get(word, ()):
            measures[measure] += 1


@cache
def _no_groups(parts: tuple[str, ...]) -> dict[str, float]:
    return {f"{part} {group}": 0 for part in parts for group in _groups()}


@cache
def _group_measures(part: str) -> dict[str, list[str]]:
    """By word, the measures that count the groups that it belongs to."""
    measures_of: dict[str, list[str]] = {}
    for group, words in _groups().items():
        for word in words:
            measures_of.setdefault(word, []).append(f"{part} {group}")
    return measures_of


@cache
def _groups() -> dict[str, list[str]]:
    return read_groups("webnoise.article.kind", "words.txt")
