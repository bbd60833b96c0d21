"""The blocks of a page sorted by what they hold: running text, short lines, headings, teasers, menus."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from webnoise.model import Block, Outline, PageBlocks
from webnoise.text.words import name_parts

LONG = 80
"""Characters from which a block is a sentence or more; about a line and a half of print."""
HEADLINE = 30  # a link of so many characters is a headline, a shorter one a menu's
TEASER_LINKS = 3  # a block of more links is a menu that was folded into one
SHORT = 40
# A sign of these scripts holds about as much as 2.5 letters.
_DENSE_SCRIPTS = {"zh": 2.5, "ja": 2.5, "ko": 2.0}


@dataclass(slots=True)
class BlockCounts:
    """What `count_blocks` finds. Lengths are in characters of scripts with letters."""

    blocks: int
    long: list[Block] = field(default_factory=list)
    """Blocks of running text; at most a third of it is linked."""
    long_lengths: list[float] = field(default_factory=list)
    text_by_element: dict[int, float] = field(default_factory=dict)
    """The length of the long blocks by the element around theirs."""
    content_element: int | None = None
    """The one of these with the most text."""
    main_words: set[str] = field(default_factory=set)
    main_tags: set[str] = field(default_factory=set)
    short: list[str] = field(default_factory=list)
    headline: Block | None = None
    headline_length: float = 0
    headings: int = 0
    linked_headings: int = 0
    teasers: int = 0
    menu: int = 0
    captions: int = 0
    linked: float = 0
    length_by_kind: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    urls: list[str] = field(default_factory=list)

    @property
    def long_length(self) -> float:
        return sum(self.long_lengths)


def count_blocks(page: PageBlocks, language: str | None) -> BlockCounts:
    """Sort the blocks of a page, and name the element that holds most of its text."""
    counts = BlockCounts(len(page.blocks))
    scale = _DENSE_SCRIPTS.get(language or page.language or "", 1.0)
    length_by_kind, urls = counts.length_by_kind, counts.urls
    for block in page.blocks:
        _, text, kind, level, _, links, _ = block
        length, linked = len(text) * scale, 0.0
        length_by_kind[kind] += length
        if links:
            for start, end, url in links:
                linked += end - start
                urls.append(url)
            linked *= scale
            counts.linked += linked
        if kind == "heading":
            if level == 1 and counts.headline is None:
                counts.headline, counts.headline_length = block, length
            if linked * 2 > length:
                counts.linked_headings += 1
            else:
                counts.headings += 1
            continue
        counts.captions += kind == "caption"
        if kind == "code":
            continue
        if linked * 1.3 > length:
            if len(links) > TEASER_LINKS:
                counts.menu += len(links)
            elif length >= HEADLINE:
                counts.teasers += 1
            else:
                counts.menu += 1
        elif length < SHORT:
            counts.short.append(text)
        elif length >= LONG and linked * 3 < length:
            counts.long.append(block)
            counts.long_lengths.append(length)
    _locate_text(counts, page.outline)
    return counts


def _locate_text(counts: BlockCounts, outline: Outline) -> None:
    texts = counts.text_by_element
    for block, length in zip(counts.long, counts.long_lengths, strict=True):
        around = outline.parents[block.element]
        texts[around] = texts.get(around, 0.0) + length
    if texts:
        counts.content_element = max(texts, key=texts.__getitem__)
        counts.main_words, counts.main_tags = names_above(outline, counts.content_element)


def names_above(outline: Outline, element: int, steps: int = 60) -> tuple[set[str], set[str]]:
    """Return the words of the class names, and the tags, of an element and those around it below `body`."""
    words: set[str] = set()
    tags: set[str] = set()
    while element > 0 and steps and (tag := outline.tags[element]) != "body":
        tags.add(tag)
        words |= name_words(outline.attributes[element])
        element, steps = outline.parents[element], steps - 1
    return words, tags


def name_words(attributes: Mapping[str, str]) -> frozenset[str]:
    """Return the words of an element's class, id and microdata."""
    if not attributes:
        return frozenset()
    kind = attributes.get("itemtype", "").rpartition("/")[2]
    return _split(
        f"{attributes.get('class', '')} {attributes.get('id', '')} {attributes.get('itemprop', '')} {kind}"
    )


@lru_cache(maxsize=4096)  # the pages of a site share their class names
def _split(names: str) -> frozenset[str]:
    """Split class names and ids such as `articleBody post-text` into words, in lower case."""
    return frozenset(name_parts(names[:400]))
