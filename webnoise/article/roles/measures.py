"""The numbers by which roles are told apart, beside those by which content is.

Words that give a role away stand in a list: in the names of the elements around a block, in the addresses
that it links to, in its own text if that is short, and in the heading above it. Where a block stands
relative to the kept text and what the metadata say of title, authors and dates is the rest.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from webnoise.features.columns import NAMES as CONTENT_NAMES
from webnoise.features.columns import measure
from webnoise.features.role_names import NAME_GROUPS, TEXT_GROUPS, name_bits, text_bits
from webnoise.metadata import Metadata
from webnoise.metadata.dates.read import cut_date, cut_times
from webnoise.model import Block, PageBlocks
from webnoise.text.words import words

Rows = NDArray[np.float32]

_SHORT = 120  # characters: in longer texts a word gives nothing away
_HEADING_REACH = 40  # blocks behind a heading that stand under it
_FAR = 30  # blocks; farther is far
_FEW_BLOCKS = 2  # with one kept block among them: an element may be named for that
_MOST_LINKS = 8  # of a block that are looked at


_POSITION_NAMES = (
    "kept score prev_score next_score from_first_kept to_last_kept kept_around kept_wider prev_kept "
    "next_kept before_headline"
).split()
_TEXT_NAMES = (
    "day day_rest clock_rest author_share opens_author description_share of_description digits marks_at "
    "copyright colon lower_start capitals links"
).split()
OWN_NAMES = (
    *(f"name_{group}" for group in NAME_GROUPS),
    *(f"link_{group}" for group in NAME_GROUPS),
    *(f"own_{group}" for group in TEXT_GROUPS),
    *(f"heading_{group}" for group in TEXT_GROUPS),
    *_POSITION_NAMES,
    *_TEXT_NAMES,
)
NAMES = (*CONTENT_NAMES, *OWN_NAMES)


def role_measures(
    page: PageBlocks, metadata: Metadata, content: Rows, scores: Sequence[float], kept: Sequence[bool]
) -> Rows:
    """One row per name in `NAMES`, one column per block; `content` are the measures of `features.columns`."""
    own = [
        *_named(page, kept),
        *_linked(page),
        *_worded(page),
        *_placed(page, np.asarray(scores, np.float32), np.asarray(kept, np.bool_), content),
        *_written(page, metadata),
    ]
    return np.concatenate([content, np.asarray(own, np.float32)])


def _named(page: PageBlocks, kept: Sequence[bool]) -> Rows:
    """For each group how near an element around the block is that is named by it: 1 for its own, then 1/2.

    Elements that hold the text are not asked: articles bear the names of their tags and sections.
    """
    outline = page.outline
    count = len(NAME_GROUPS)
    nothing = np.zeros(count, np.float32)
    before = [0, *accumulate(kept)]
    near: list[Rows] = []
    for element, (tag, attributes) in enumerate(zip(outline.tags, outline.attributes, strict=True)):
        around = near[outline.parents[element]] if element else nothing
        if around is not nothing:
            around = around / (1 + around)
        first, last = outline.first_block[element], outline.last_block[element]
        text = before[last] - before[first]
        if text <= 1 and (not text or last - first <= _FEW_BLOCKS):
            bits = name_bits(f"{tag} {attributes.get('class', '')} {attributes.get('id', '')}")
            if bits:
                around = np.maximum(around, _flags(bits, count))
        near.append(around)
    return np.array([near[block.element] for block in page.blocks], np.float32).T


@lru_cache(maxsize=4_096)
def _flags(bits: int, count: int) -> Rows:
    return np.array([bits >> place & 1 for place in range(count)], np.float32)


def _linked(page: PageBlocks) -> Rows:
    rows = np.zeros((len(page.blocks), len(NAME_GROUPS)), np.float32)
    for block in page.blocks:
        bits = 0
        for link in block.links[:_MOST_LINKS]:
            bits |= _url_bits(link.url[:200])
        if bits:
            rows[block.index] = _flags(bits, len(NAME_GROUPS))
    return rows.T


@lru_cache(maxsize=4_096)
def _url_bits(url: str) -> int:
    """Of the parts of an address, but not of a slug, which tells the story."""
    bits = 0
    for segment in re.split(r"[/?&#=.]+", url.lower()):
        if segment.count("-") < 2:
            bits |= name_bits(segment)
    return bits


def _worded(page: PageBlocks) -> Rows:
    """The groups of words in the block itself, then in the heading that it stands under."""
    count = len(TEXT_GROUPS)
    rows = np.zeros((len(page.blocks), 2 * count), np.float32)
    heading, since = 0, _HEADING_REACH
    for block in page.blocks:
        bits = text_bits(block.text) if len(block.text) <= _SHORT else 0
        if block.kind == "heading":
            heading, since = bits, 0
        since += 1
        if bits:
            rows[block.index, :count] = _flags(bits, count)
        if heading and since <= _HEADING_REACH:
            rows[block.index, count:] = _flags(heading, count)
    return rows.T


def _placed(page: PageBlocks, scores: Rows, kept: NDArray[np.bool_], content: Rows) -> Rows:
    n = len(page.blocks)
    index = np.arange(n)
    chosen = np.flatnonzero(kept)
    first, last = (int(chosen[0]), int(chosen[-1])) if len(chosen) else (0, 0)
    sums = np.concatenate(([0], np.cumsum(kept)))
    outline = page.outline
    parents = np.asarray(outline.parents)
    low, high = np.asarray(outline.first_block), np.asarray(outline.last_block)
    up1 = parents[[block.element for block in page.blocks]]
    up2 = parents[up1]
    padded = np.concatenate(([0.0], scores, [0.0]))
    flags = np.concatenate(([False], kept, [False]))

    def share(area: NDArray[np.int64]) -> NDArray[np.float64]:
        found: NDArray[np.float64] = (sums[high[area]] - sums[low[area]]) / np.maximum(
            high[area] - low[area], 1
        )
        return found

    headline = content[CONTENT_NAMES.index("from_headline")]
    return np.array(
        [
            kept, scores, padded[:-2], padded[2:],
            np.clip(index - first, -_FAR, _FAR), np.clip(last - index, -_FAR, _FAR),
            share(up1), share(up2), flags[:-2], flags[2:], headline < 0,
        ],
        np.float32,
    )  # fmt: skip


def _written(page: PageBlocks, metadata: Metadata) -> Rows:
    names = {word for author in metadata.authors for word in words(author.lower())}
    firsts = {found[0] for author in metadata.authors if (found := words(author.lower()))}
    described = set(words((metadata.description or "").lower()))
    return np.array([_line(block, metadata, names, firsts, described) for block in page.blocks], np.float32).T


def _line(
    block: Block, metadata: Metadata, names: set[str], firsts: set[str], described: set[str]
) -> tuple[float, ...]:
    text = block.text
    found = words(text[:600].lower())
    many = max(len(found), 1)
    is_short = len(text) <= _SHORT
    has_digit = is_short and any(map(str.isdigit, text))
    dated = cut_date(text, language=metadata.language) if has_digit else None
    rest = len(words(dated[1])) if dated else 20
    untimed = len(words(cut_times(text))) if has_digit else 20
    shared = len(described.intersection(found))
    return (
        float(dated is not None), min(rest, 20), min(untimed, 20),
        sum(word in names for word in found) / many, float(bool(found) and found[0] in firsts),
        shared / max(len(set(found)), 1), shared / max(len(described), 1),
        sum(map(str.isdigit, text[:_SHORT])) / max(len(text[:_SHORT]), 1),
        float("@" in text), float("©" in text or "(c)" in text.lower()), float(text.endswith((":", "："))),
        float(text[:1].islower()), sum(word[:1].isupper() for word in text[:600].split()) / many,
        min(len(block.links), 30),
    )  # fmt: skip


def content_measures(page: PageBlocks) -> Rows:
    """For methods that measure otherwise."""
    from webnoise.methods.core.model import shipped_model

    return measure(page, shipped_model().lexicon)
