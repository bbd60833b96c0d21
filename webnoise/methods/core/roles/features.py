"""The features of the roles, beside those of both stages.

What surrounds a block (`context`), where its link leads (`links`), pictures beside it, its words in the
description and the authors, dates in it, and some of this of the blocks before and after it.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from webnoise.features.arrays import PageArrays
from webnoise.features.measures import KIND_CODES
from webnoise.features.role_names import element_bits, texts_bits, urls_bits
from webnoise.features.words import wordings
from webnoise.metadata.dates.read import blank_times, cut_date, may_hold_date
from webnoise.methods.core.roles.context import NAMES as SURROUNDING_NAMES
from webnoise.methods.core.roles.context import GroupBits, Rows, context_rows
from webnoise.methods.core.roles.links import NAMES as LINK_NAMES
from webnoise.methods.core.roles.links import link_shapes
from webnoise.methods.core.second_stage import BLOCK_NAMES, Floats
from webnoise.model import PageBlocks
from webnoise.text.words import words

_SHORT = 120  # characters: in longer texts a word gives nothing away
_START = 400  # characters of a text whose words are compared
_MOST_LINKS = 8  # of a block
_NO_DATE = 20  # words: the rest of a line without a date
_MOST_PICTURES = 3
_NO_BLOCK = -1.0  # the features of a block beyond the page's ends

_FROM_HEADLINE, _KIND = BLOCK_NAMES.index("from_headline"), BLOCK_NAMES.index("kind")
_HEADING = KIND_CODES["heading"]

_TEXT_NAMES = (
    "day day_rest clock_rest author_share opens_author description_words description_said marks_at "
    "copyright colon lower_start capitals links"
).split()
_PICTURE_NAMES = ["pictures_before", "pictures_behind"]
_BESIDE = "words kind day author_share slug_words own_text_given pictures_before".split()
OWN_NAMES = (
    *SURROUNDING_NAMES,
    *_TEXT_NAMES,
    *LINK_NAMES,
    *_PICTURE_NAMES,
    *(f"{side}_{name}" for side in ("prev", "next") for name in _BESIDE),
)
NAMES = (*BLOCK_NAMES, *OWN_NAMES)
_BESIDE_ROWS = [NAMES.index(name) for name in _BESIDE]


def role_features(page: PageBlocks, arrays: PageArrays, block_features: Rows, scores: Floats) -> Rows:
    """One row per name in `NAMES`, one column per block.

    `block_features` are those of the second stage, `scores` the log-odds that came of it.
    """
    kept, beliefs = scores > 0, (1 / (1 + np.exp(-scores))).astype(np.float32)
    rows = np.empty((len(NAMES), len(page.blocks)), np.float32)
    bits = GroupBits(
        element_bits(arrays), urls_bits(page.blocks, _MOST_LINKS), texts_bits(page.blocks, _SHORT)
    )
    from_headline, is_heading = block_features[_FROM_HEADLINE], block_features[_KIND] == _HEADING
    parts = (
        block_features,
        context_rows(arrays, kept, beliefs, from_headline, bits, is_heading),
        _date_rows(page, arrays),
        _word_rows(page),
        link_shapes(page.blocks, page.url),
        _picture_rows(page),
    )
    many = len(_BESIDE)
    np.concatenate(parts, out=rows[: -2 * many], casting="same_kind")
    beside, before, after = rows.take(_BESIDE_ROWS, axis=0), rows[-2 * many : -many], rows[-many:]
    before[:, 0] = after[:, -1] = _NO_BLOCK
    before[:, 1:], after[:, :-1] = beside[:, :-1], beside[:, 1:]
    return rows


def _word_rows(page: PageBlocks) -> Rows:
    authors = [words(author.lower()) for author in page.authors]
    names = {word for author in authors for word in author}
    firsts = {author[0] for author in authors if author}
    described = set(words((page.description or "").lower()))
    return wordings(page.blocks, names, firsts, described, _START)


def _picture_rows(page: PageBlocks) -> NDArray[np.int64]:
    """Count the pictures between a block and the one before it, and the one after it."""
    n = len(page.blocks)
    firsts = page.outline.first_block
    at = [firsts[picture] for picture in page.outline.tagged("img")]
    many = np.minimum(np.bincount(np.array(at, np.int64), minlength=n + 1), _MOST_PICTURES)
    return np.array([many[:n], many[1 : n + 1]])


def _date_rows(page: PageBlocks, arrays: PageArrays) -> Rows:
    """Whether a short text holds a day, and how many words beside the day and beside times."""
    rows = np.full((3, len(page.blocks)), _NO_DATE, np.float32)
    rows[0] = 0
    for index in arrays.digit_share.nonzero()[0].tolist():
        text = page.blocks[index].text
        if len(text) <= _SHORT:
            rows[:, index] = day_of(text, page.language)
    return rows


@lru_cache(maxsize=8_192)
def day_of(text: str, language: str | None) -> tuple[int, int, int]:
    dated = cut_date(text, language=language) if may_hold_date(text) else None
    rest = min(len(words(dated[1])), _NO_DATE) if dated else _NO_DATE
    return int(dated is not None), rest, min(len(words(blank_times(text))), _NO_DATE)
