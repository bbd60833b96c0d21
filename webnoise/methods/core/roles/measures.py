"""The numbers by which roles are told apart, beside those of both looks by which content is.

What stands around a block (`frame`), where its link leads (`links`), pictures beside it, what the metadata
say of title, authors and dates, and some of this of the blocks before and behind it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache, partial

import numpy as np
from numpy.typing import NDArray

from webnoise.features.columns import KIND_CODES
from webnoise.features.ground import Plan
from webnoise.features.role_names import element_bits, texts_bits, urls_bits
from webnoise.metadata.dates.read import blank_times, cut_date
from webnoise.methods.core.roles.frame import NAMES as FRAME_NAMES
from webnoise.methods.core.roles.frame import GroupBits, Rows, frame_rows
from webnoise.methods.core.roles.links import NAMES as LINK_NAMES
from webnoise.methods.core.roles.links import link_shapes
from webnoise.methods.core.second_look import CONTENT_NAMES, Floats
from webnoise.model import Block, PageBlocks
from webnoise.native import compiled
from webnoise.text.words import words

_SHORT = 120  # characters: in longer texts a word gives nothing away
_START = 400  # characters of a text whose words are compared
_MOST_LINKS = 8  # of a block that are looked at
_DIGIT = re.compile(r"\d")
_NO_DATE = 20  # words; what stands for the rest of a line without a date
_MOST_PICTURES = 3
_NO_BLOCK = -1.0  # what is told of a block beyond the page's ends

_FROM_HEADLINE, _KIND = CONTENT_NAMES.index("from_headline"), CONTENT_NAMES.index("kind")
_HEADING = KIND_CODES["heading"]

_TEXT_NAMES = (
    "day day_rest clock_rest author_share opens_author description_words description_said marks_at "
    "copyright colon lower_start capitals links"
).split()
_PICTURE_NAMES = ["pictures_before", "pictures_behind"]
_BESIDE = "words kind day author_share slug_words own_text_given pictures_before".split()
OWN_NAMES = (
    *FRAME_NAMES,
    *_TEXT_NAMES,
    *LINK_NAMES,
    *_PICTURE_NAMES,
    *(f"{side}_{name}" for side in ("prev", "next") for name in _BESIDE),
)
NAMES = (*CONTENT_NAMES, *OWN_NAMES)
_BESIDE_ROWS = [NAMES.index(name) for name in _BESIDE]


def role_measures(page: PageBlocks, ground: Plan, content: Rows, scores: Floats) -> Rows:
    """One row per name in `NAMES`, one column per block.

    `content` are the columns of the second look, `scores` the log-odds that came of it.
    """
    kept, beliefs = scores > 0, (1 / (1 + np.exp(-scores))).astype(np.float32)
    rows = np.empty((len(NAMES), len(page.blocks)), np.float32)
    bits = GroupBits(
        element_bits(ground), urls_bits(page.blocks, _MOST_LINKS), texts_bits(page.blocks, _SHORT)
    )
    parts = (
        content,
        frame_rows(ground, kept, beliefs, content[_FROM_HEADLINE], bits, content[_KIND] == _HEADING),
        _dated(page, ground),
        _written(page),
        link_shapes(page.blocks, page.url),
        _pictures(page),
    )
    many = len(_BESIDE)
    np.concatenate(parts, out=rows[: -2 * many], casting="same_kind")
    beside, before, behind = rows.take(_BESIDE_ROWS, axis=0), rows[-2 * many : -many], rows[-many:]
    before[:, 0] = behind[:, -1] = _NO_BLOCK
    before[:, 1:], behind[:, :-1] = beside[:, :-1], beside[:, 1:]
    return rows


def _written(page: PageBlocks) -> Rows:
    authors = [words(author.lower()) for author in page.authors]
    names = {word for author in authors for word in author}
    firsts = {author[0] for author in authors if author}
    described = set(words((page.description or "").lower()))
    if native := compiled("words"):
        told: Rows = native.wordings(page.blocks, names, firsts, described, _START, _wording)
        return told
    return wordings(page.blocks, names, firsts, described)


def _pictures(page: PageBlocks) -> NDArray[np.int64]:
    """How many pictures stand between a block and the one before it, and the one behind it."""
    n = len(page.blocks)
    firsts = page.outline.first_block
    at = [firsts[picture] for picture in page.outline.tagged("img")]
    many = np.minimum(np.bincount(np.array(at, np.int64), minlength=n + 1), _MOST_PICTURES)
    return np.array([many[:n], many[1 : n + 1]])


def _dated(page: PageBlocks, ground: Plan) -> Rows:
    """Whether a short text holds a day, and how many words beside the day and beside times."""
    asked = ground.digit_share.nonzero()[0]
    tell = partial(day_of, language=page.language)
    if native := compiled("words"):
        told: Rows = native.days(page.blocks, asked, _SHORT, _NO_DATE, tell)
        return told
    return days(page.blocks, asked, tell)


def days(
    blocks: Sequence[Block], asked: NDArray[np.int64], tell: Callable[[str], tuple[int, int, int]]
) -> Rows:
    """Three rows, one column per block; those that are not asked about hold no digit."""
    found = np.full((3, len(blocks)), _NO_DATE, np.float32)
    found[0] = 0
    for index in asked.tolist():
        if len(blocks[index].text) <= _SHORT:
            found[:, index] = tell(blocks[index].text)
    return found


@lru_cache(maxsize=8_192)
def day_of(text: str, language: str | None) -> tuple[int, int, int]:
    if not _DIGIT.search(text):
        return 0, _NO_DATE, _NO_DATE
    dated = cut_date(text, language=language)
    rest = min(len(words(dated[1])), _NO_DATE) if dated else _NO_DATE
    return int(dated is not None), rest, min(len(words(blank_times(text))), _NO_DATE)


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
