"""The arrays of a page that all measures start from: one look at each block and each element."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from webnoise.features import characters as kinds
from webnoise.features.characters import count_characters
from webnoise.features.lexicon import AROUND, OWN, ElementRows, Lexicon
from webnoise.features.tree import least_ancestor, prefix_sums
from webnoise.model import PageBlocks

__all__ = ["Ground", "survey"]

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

ANCHOR, FORM, FIGURE, LIST, ARTICLE, IMAGE = range(1, 7)
TAG_CODES: dict[str, int] = {
    "a": ANCHOR, "form": FORM, "fieldset": FORM, "button": FORM, "select": FORM, "label": FORM,
    "textarea": FORM, "figure": FIGURE, "figcaption": FIGURE, "ul": LIST, "ol": LIST, "dl": LIST,
    "article": ARTICLE,
    "img": IMAGE, "picture": IMAGE, "svg": IMAGE, "video": IMAGE, "iframe": IMAGE,
}  # fmt: skip
TAG_COUNT = 7
_TITLE_START, _LONGEST_TITLE = 12, 300  # characters


@dataclass(frozen=True, slots=True)
class Ground:
    """Columns by block (from `texts` to `least_around`) and by element (the rest).

    Elements are those that hold blocks, numbered in document order: half of the outline. The others are
    inline or empty, and no block has them around it.
    """

    texts: Sequence[str]
    at: Integers
    """The block's element."""
    kinds: Sequence[str]
    levels: Integers
    characters: NDArray[np.int64]
    words: Floats
    lengths: Integers
    link_share: Floats
    repeats: list[int]
    opening: Floats
    opening_least: Floats
    title: Floats
    """How much of the page's title stands in the block, for headings and what starts as the title does."""
    least_around: Integers
    """Of the block's element and those around it, the one whose names weigh least."""

    own: Floats
    around: Floats
    styles: Integers
    rows: ElementRows
    row_numbers: Integers
    tag_codes: NDArray[np.intp]
    hidden: Floats
    sizes: Integers
    """Elements in the subtree, the empty ones too."""
    images: Floats
    """Pictures and players in the subtree."""
    parents: Integers
    ends: Integers
    first: Integers
    last: Integers

    def __len__(self) -> int:
        return len(self.texts)


def survey(page: PageBlocks, lexicon: Lexicon) -> Ground:
    outline = page.outline
    _, texts, block_kinds, block_levels, elements, links, _ = zip(*page.blocks, strict=True)
    lengths = np.array([*map(len, texts)], dtype=np.int64)
    counts = count_characters(texts, lengths)
    # Scripts without spaces: two characters to the word, as Chinese words are on average.
    words = counts[:, kinds.SPACE] + counts[:, kinds.UNSPACED] / 2 + 1.0
    linked = [sum([end - start for start, end, _ in some]) if some else 0 for some in links]
    opening, opening_least = lexicon.weigh_openings(texts)
    levels = np.array(block_levels, dtype=np.int64)
    seen = Counter(texts)

    columns = (outline.first_block, outline.last_block, outline.parents, outline.ends)
    first, last, parents, ends = (np.array(column, dtype=np.int64) for column in columns)
    holds = last > first
    holders = holds.nonzero()[0]
    number = holds.cumsum() - 1  # of an element among the holders
    holding = holders.tolist()
    row_numbers, rows = lexicon.rows_for(outline, holding)
    weights, styles = rows.look_up(row_numbers)
    codes = np.fromiter(map(TAG_CODES.get, outline.tags, repeat(0)), dtype=np.intp, count=len(outline))
    images = prefix_sums(codes == IMAGE)
    at, parents, ends = number[np.array(elements)], number[parents[holders]], ends[holders]
    around = weights[:, AROUND]
    return Ground(
        texts=texts,
        at=at,
        kinds=block_kinds,
        levels=levels,
        characters=counts,
        words=words,
        lengths=lengths,
        link_share=np.array(linked) / np.maximum(lengths, 1),
        repeats=[seen[text] for text in texts],
        opening=opening,
        opening_least=opening_least,
        title=_title_likeness(texts, block_levels, page.title),
        least_around=least_ancestor(around, parents)[at],
        own=weights[:, OWN],
        around=around,
        styles=styles,
        rows=rows,
        row_numbers=np.array(row_numbers, dtype=np.int64),
        tag_codes=codes[holders],
        hidden=np.array(_hidden(outline.attributes, holding)),
        sizes=ends - holders,
        images=images[ends] - images[holders],
        parents=parents,
        ends=holders.searchsorted(ends),
        first=first[holders],
        last=last[holders],
    )


def _title_likeness(texts: Sequence[str], levels: Sequence[int], title: str | None) -> Floats:
    """The share of a block's words that the title holds times the share of the title's that it holds."""
    likeness = np.zeros(len(texts))
    if title:
        title_words = frozenset(title.lower().split())
        start = title[:_TITLE_START]
        for place, (text, level) in enumerate(zip(texts, levels, strict=True)):
            if level or text.startswith(start):
                words = text[:_LONGEST_TITLE].lower().split()
                if common := len(title_words.intersection(words)):
                    likeness[place] = common * common / (len(words) * len(title_words))
    return likeness


def _hidden(attributes: Sequence[Mapping[str, str]], elements: Sequence[int]) -> list[float]:
    """1 for an element that the page hides, a half for one that it hides from screen readers only."""
    values: list[float] = []
    for element in elements:
        attribute = attributes[element]
        value = 0.0
        if len(attribute) > 1 or "class" not in attribute:
            if "style" in attribute:
                style = attribute["style"]
                if "none" in style or "hidden" in style:
                    style = style.replace(" ", "").lower()
                    if "display:none" in style or "visibility:hidden" in style:
                        value = 1.0
            if "hidden" in attribute:
                value = 1.0
            elif "aria-hidden" in attribute and attribute["aria-hidden"] == "true":
                value += 0.5
        values.append(value)
    return values
