"""The numbers by which roles are told apart, beside those by which content is.

Words that give a role away stand in a list: in the names of the elements around a block, in the addresses
that it links to, in its own text if that is short, and in the heading above it. Where a block stands
relative to the kept text and what the metadata say of title, authors and dates is the rest.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webnoise.features.columns import NAMES as CONTENT_NAMES
from webnoise.features.ground import Plan, prefix_sums
from webnoise.features.role_names import (
    NAME_GROUPS,
    TEXT_GROUPS,
    element_bits,
    flags,
    nearness,
    text_bits,
    url_bits,
)
from webnoise.metadata import Metadata
from webnoise.metadata.dates.read import cut_date, cut_times
from webnoise.model import Block, PageBlocks
from webnoise.native import compiled
from webnoise.text.words import words

Rows = NDArray[np.float32]

_SHORT = 120  # characters: in longer texts a word gives nothing away
_START = 400  # characters of a text whose words are compared
_HEADING_REACH = 40  # blocks behind a heading that stand under it
_FAR = 30  # blocks; farther is far
_FEW_BLOCKS = 2  # with one kept block among them: an element may be named for that
_MOST_LINKS = 8  # of a block that are looked at
_DIGIT = re.compile(r"\d")
_NO_DATE = 20  # words; what stands for the rest of a line without a date

_POSITION_NAMES = (
    "kept score prev_score next_score from_first_kept to_last_kept kept_around kept_wider prev_kept "
    "next_kept before_headline digits"
).split()
_TEXT_NAMES = (
    "day day_rest clock_rest author_share opens_author description_share of_description marks_at "
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
    page: PageBlocks,
    metadata: Metadata,
    ground: Plan,
    content: Rows,
    verdicts: tuple[Sequence[bool], Sequence[float]],
) -> Rows:
    """One row per name in `NAMES`, one column per block.

    `content` are the measures of `features.columns`, `verdicts` what was kept and the scores.
    """
    kept, scores = np.asarray(verdicts[0], np.bool_), np.asarray(verdicts[1], np.float32)
    own = [
        *_named(ground, kept),
        *flags(_link_bits(page), NAME_GROUPS),
        *_worded(page),
        *_placed(ground, scores, kept, content),
        *_written(page, metadata, ground),
    ]
    return np.concatenate([content, np.asarray(own, np.float32)])


def _named(ground: Plan, kept: NDArray[np.bool_]) -> Rows:
    """How near an element is that is named by each group.

    Elements that hold the text are not asked: articles bear the names of their tags and sections.
    """
    before = prefix_sums(kept)
    text = before[ground.last] - before[ground.first]
    few = ground.last - ground.first <= _FEW_BLOCKS
    asked = (text == 0) | ((text == 1) & few)
    return nearness(ground, np.where(asked, element_bits(ground), 0))


def _link_bits(page: PageBlocks) -> NDArray[np.int64]:
    found = np.zeros(len(page.blocks), np.int64)
    for block in page.blocks:
        if block.links:
            bits = 0
            for link in block.links[:_MOST_LINKS]:
                bits |= url_bits(link.url[:200])
            found[block.index] = bits
    return found


def _worded(page: PageBlocks) -> Rows:
    """The groups of words in the block itself, then in the heading that it stands under."""
    own = [text_bits(block.text) if len(block.text) <= _SHORT else 0 for block in page.blocks]
    above = []
    heading, since = 0, 0
    for block, bits in zip(page.blocks, own, strict=True):
        if block.kind == "heading":
            heading, since = bits, 0
        above.append(heading if since < _HEADING_REACH else 0)
        since += 1
    both = np.array([own, above], np.int64)
    return np.concatenate([flags(bits, TEXT_GROUPS) for bits in both])


def _placed(ground: Plan, scores: Rows, kept: NDArray[np.bool_], content: Rows) -> list[NDArray[Any]]:
    index = np.arange(len(ground))
    chosen = np.flatnonzero(kept)
    first, last = (int(chosen[0]), int(chosen[-1])) if len(chosen) else (0, 0)
    before = prefix_sums(kept)
    up1 = ground.parents[ground.at]
    shares = []
    for area in (up1, ground.parents[up1]):
        low, high = ground.first[area], ground.last[area]
        shares.append((before[high] - before[low]) / np.maximum(high - low, 1))
    padded = np.concatenate(([0.0], scores, [0.0]))
    around = np.concatenate(([0.0], kept, [0.0]))
    headline = content[CONTENT_NAMES.index("from_headline")]
    return [
        kept.astype(np.float32), scores, padded[:-2], padded[2:],
        np.clip(index - first, -_FAR, _FAR), np.clip(last - index, -_FAR, _FAR),
        *shares, around[:-2], around[2:], (headline < 0).astype(np.float32),
        ground.digit_share,
    ]  # fmt: skip


def _written(page: PageBlocks, metadata: Metadata, ground: Plan) -> Rows:
    authors = [words(author.lower()) for author in metadata.authors]
    names = {word for author in authors for word in author}
    firsts = {author[0] for author in authors if author}
    described = set(words((metadata.description or "").lower()))
    if native := compiled("words"):
        told = native.wordings(page.blocks, names, firsts, described, _START, _wording)
    else:
        told = wordings(page.blocks, names, firsts, described)
    return np.concatenate([_dated(page, metadata.language, ground), told])


def _dated(page: PageBlocks, language: str | None, ground: Plan) -> Rows:
    """Whether a short text holds a day, and how many words beside the day and beside times."""
    found = np.full((3, len(page.blocks)), _NO_DATE, np.float32)
    found[0] = 0
    for index in ground.digit_share.nonzero()[0].tolist():
        text = page.blocks[index].text
        if len(text) <= _SHORT and _DIGIT.search(text):
            found[2, index] = min(len(words(cut_times(text))), _NO_DATE)
            if dated := cut_date(text, language=language):
                found[:2, index] = 1, min(len(words(dated[1])), _NO_DATE)
    return found


def wordings(blocks: Sequence[Block], names: set[str], firsts: set[str], described: set[str]) -> Rows:
    """What blocks' words share with the authors' names and the description, and how they are written."""
    return np.array([_wording(block, names, firsts, described) for block in blocks], np.float32).T


def _wording(block: Block, names: set[str], firsts: set[str], described: set[str]) -> tuple[float, ...]:
    text, links = block.text, block.links
    start = text[:_START]
    found = words(start.lower())
    many = max(len(found), 1)
    unique = set(found)
    shared = len(described & unique)
    return (
        (len([word for word in found if word in names]) if names else 0) / many,
        float(bool(found) and found[0] in firsts),
        shared / max(len(unique), 1), shared / max(len(described), 1),
        float("@" in start), float("©" in start or "(c)" in start), float(text.endswith((":", "："))),
        float(text[:1].islower()), len([word for word in start.split() if word[0].isupper()]) / many,
        min(len(links), 30),
    )  # fmt: skip
