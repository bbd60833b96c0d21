"""Sums over the blocks of a page: how much text there is, in blocks of which kinds, and how much in links."""

from __future__ import annotations

from dataclasses import dataclass, field

from webnoise.model import Block, PageBlocks
from webnoise.native import compiled

LONG = 80
"""Characters from which a block is a sentence or more; about a line and a half of print."""
HEADLINE = 30  # a link of so many characters is a headline, a shorter one a menu's
TEASER_LINKS = 3  # a block of more links is a menu that was folded into one
PARAGRAPH = 250
SHORT = 40
# A sign of these scripts says about as much as 2.5 letters.
_DENSE_SCRIPTS = {"zh": 2.5, "ja": 2.5, "ko": 2.0}
SENTENCE_ENDS = frozenset('.!?。！？…"”»।:')


@dataclass(slots=True)
class BlockCounts:
    """Sums over the blocks of a page, in characters unless they count blocks.

    Long blocks hold text of their own, a third of it at most in links. `mass` is the length of the long
    blocks by the element around theirs.
    """

    blocks: int = 0
    total: float = 0
    linked: float = 0
    long_blocks: int = 0
    long: float = 0
    longest: float = 0
    paragraphs: int = 0
    sentences: int = 0
    near: int = 0
    first_long: int = -1
    last_long: int = -9
    long_items: int = 0
    headings: int = 0
    linked_headings: int = 0
    headline: int = -1
    headline_length: float = 0
    headline_element: int = 0
    teasers: int = 0
    menu: int = 0
    items: float = 0
    cells: float = 0
    code: float = 0
    captions: int = 0
    caption_length: float = 0
    mass: dict[int, float] = field(default_factory=dict)
    short: list[str] = field(default_factory=list)
    long_texts: list[str] = field(default_factory=list)
    urls: list[str] = field(default_factory=list)
    main_names: tuple[set[str], set[str]] | None = None


def count_blocks(page: PageBlocks, language: str | None) -> BlockCounts:
    """The one loop over the blocks; it is long because a call per block would double its cost."""
    parents = page.outline.parents
    scale = _DENSE_SCRIPTS.get(language or page.language or "", 1.0)
    if native := compiled("article"):
        found: BlockCounts = native.count_blocks(page.blocks, parents, scale)
        return found
    counts = BlockCounts(blocks=len(page.blocks))
    mass, urls, short, long_texts = counts.mass, counts.urls, counts.short, counts.long_texts
    total = all_linked = 0.0
    near = teasers = menu = 0
    last_long = -9
    for block in page.blocks:
        text, kind = block.text, block.kind
        length = len(text) * scale
        total += length
        linked = 0.0
        if block.links:
            for start, end, url in block.links:
                linked += end - start
                urls.append(url)
            linked *= scale
            all_linked += linked
        if kind != "text":
            if kind == "heading":
                _count_heading(counts, block, length, linked)
                continue
            if kind == "code":
                counts.code += length
                continue
            if kind == "list_item":
                counts.items += length
                counts.long_items += length >= LONG and linked * 3 < length
            elif kind == "cell":
                counts.cells += length
            elif kind == "caption":
                counts.captions += 1
                counts.caption_length += length
        if linked * 1.3 > length:
            if len(block.links) > TEASER_LINKS:
                menu += len(block.links)
            elif length >= HEADLINE:
                teasers += 1
            else:
                menu += 1
        elif length < SHORT:
            short.append(text)
        elif length >= LONG and linked * 3 < length:
            near += block.index - last_long <= 2
            if not long_texts:
                counts.first_long = block.index
            last_long = block.index
            around = parents[block.element]
            mass[around] = mass.get(around, 0.0) + length
            long_texts.append(text)
    counts.total, counts.linked, counts.near, counts.last_long = total, all_linked, near, last_long
    counts.teasers, counts.menu, counts.long_blocks = teasers, menu, len(long_texts)
    counts.long = sum(mass.values())
    lengths = [len(text) * scale for text in long_texts]
    counts.longest = max(lengths, default=0.0)
    counts.paragraphs = sum(length >= PARAGRAPH for length in lengths)
    counts.sentences = sum(text[-1] in SENTENCE_ENDS for text in long_texts)
    return counts


def _count_heading(counts: BlockCounts, block: Block, length: float, linked: float) -> None:
    if block.level == 1 and counts.headline < 0:
        counts.headline, counts.headline_length = block.index, length
        counts.headline_element = block.element
    if linked * 2 > length:
        counts.linked_headings += 1
    else:
        counts.headings += 1
