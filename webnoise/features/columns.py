"""The columns that the default method decides by: one row per measure, one entry per block.

Each section below computes its rows together, for on a page of 200 blocks the cost of an array operation is
the call and not the work. A section's names stand above it in the order of its rows. Last come the groups of
columns, by the kind of evidence that they are.
"""

from __future__ import annotations

from itertools import pairwise
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webnoise.features.ground import (
    ANCHOR,
    ARTICLE,
    COMMA,
    IMAGE,
    LETTER,
    MARK,
    OTHER,
    STOP,
    TAG_COUNT,
    UNSPACED,
    UPPER,
    Floats,
    Ground,
    GroundPlan,
    Integers,
    Plan,
    ancestor_sums,
    between,
    main_container,
    path_to,
    prefix_sums,
    style_groups,
    survey,
)
from webnoise.features.lexicon import Lexicon
from webnoise.model import PageBlocks
from webnoise.native import compiled

# Hidden text can be the article, but where there is visible text the container is found by that.
HIDDEN_BELIEF = 0.2

KIND_CODES = {"text": 0, "heading": 1, "list_item": 2, "quote": 3, "code": 4, "cell": 5, "caption": 6}
AROUND, HIDDEN = 0, IMAGE
"""Rows of the sums over ancestors; the others are those of tags, of which nobody asks for these two."""
SENTENCE_ENDS = frozenset('.!?…。！？।؟۔"”»')


def measure(page: PageBlocks, lexicon: Lexicon) -> NDArray[np.float32]:
    """One row per name in `NAMES`, one column per block; the page must have blocks."""
    return measure_with_plan(page, lexicon)[1]


def measure_with_plan(page: PageBlocks, lexicon: Lexicon) -> tuple[Plan, NDArray[np.float32]]:
    """The measures, and the columns that they were taken from."""
    native = compiled("measures")
    if native and native.reads(page.outline.attributes):
        measures, columns = native.measure(page, lexicon)
        return GroundPlan(**columns), measures
    ground = survey(page, lexicon)
    return ground, measure_ground(ground)


def measure_ground(ground: Ground) -> NDArray[np.float32]:
    out = np.empty((len(NAMES), len(ground)), dtype=np.float32)
    sums = _Sums(ground)
    _text(ground, out[TEXT])
    near = _place(ground, sums, out[PLACE])
    _areas(ground, sums, out[AREAS])
    _position(ground, sums, out[POSITION])
    _neighbours(ground, near, sums, out[NEIGHBOURS])
    _headings(ground, near, out[HEADINGS])
    _styles(ground, sums, out[STYLES])
    _whole(sums, out[WHOLE])
    return out


class _Sums:
    """The main container, and prefix sums over blocks that several sections use."""

    def __init__(self, ground: Ground) -> None:
        self.up1 = ground.parents[ground.at]
        self.up2 = ground.parents[self.up1]
        values = np.zeros((TAG_COUNT, len(ground.tag_codes)))
        values[ground.tag_codes, np.arange(len(ground.tag_codes))] = 1.0
        values[AROUND], values[HIDDEN] = ground.around, ground.hidden
        self.ancestors = ancestor_sums(values, ground.ends, ground.at)
        around = self.ancestors[AROUND]
        self.plain = ground.words * (1 - ground.link_share)
        self.stops = ground.characters[:, STOP]
        # Running text: at least 8 words outside of links and a sentence that ends, and no heading.
        good = (self.plain >= 8) & (self.stops > 0) & (ground.link_share < 0.5) & (ground.levels == 0)
        # ... as far as the names of its place and its first words let believe.
        belief = 1 / (1 + np.exp(-_between(around + ground.opening, -8, 8)))
        belief = np.where(self.ancestors[HIDDEN] >= 1, belief * HIDDEN_BELIEF, belief)
        self.credible = np.where(good, self.plain * belief, 1e-9)
        self.before = prefix_sums(np.array([ground.words, self.plain, self.credible]))
        self.main = main_container(self.before[2], ground.first, ground.last)
        self.credit = max(float(self.before[2, -1]), 1e-6)
        credible = self.before[2]
        inside = credible[ground.last[self.main]] - credible[ground.first[self.main]]
        self.main_share = float(inside) / self.credit


def _between(values: NDArray[Any], low: float, high: float) -> NDArray[Any]:
    """`np.clip` at a third of its cost, which on small arrays is the call."""
    bounded: NDArray[Any] = np.minimum(np.maximum(values, low), high)
    return bounded


TEXT_NAMES = (
    "words stop_count word_length upper commas stops marks other ends_stop repeats link_share opening "
    "opening_least later later_least closing closing_least title kind level"
).split()


def _text(ground: Ground, out: NDArray[np.float32]) -> None:
    count = ground.characters.T
    words = ground.words
    out[0] = np.log1p(words)
    out[1] = np.log1p(count[STOP])
    out[2] = ground.lengths / words
    letters = count[LETTER] + count[UPPER] + count[UNSPACED]
    out[3] = count[UPPER] / np.maximum(letters, 1)
    out[4:8] = count[[COMMA, STOP, MARK, OTHER]] / words
    out[8] = [*map(SENTENCE_ENDS.__contains__, map(itemgetter(-1), ground.texts))]
    out[9] = ground.repeats
    out[10] = ground.link_share
    out[11:17] = ground.wording
    out[17] = ground.title
    out[18] = np.fromiter(map(KIND_CODES.__getitem__, ground.kinds), np.int64)
    out[19] = ground.levels


PLACE_NAMES = (
    "own own_parent own_near around around_least around_main hidden hidden_main in_anchor in_form in_figure "
    "in_list in_article own_elements up1_images up2_images"
).split()


def _place(ground: Ground, sums: _Sums, out: NDArray[np.float32]) -> Floats:
    at, up1, up2 = ground.at, sums.up1, sums.up2
    own = ground.own
    out[0], out[1] = own[at], own[up1]
    near: Floats = own[at] + own[up1] + own[up2]
    out[2] = near
    around = sums.ancestors[AROUND]
    out[3] = around
    out[4] = ground.around[ground.least_around]
    to_main = path_to(sums.main, ground.parents)
    out[5] = around - ground.around[to_main].cumsum()[-1]  # one after the other, as the compiled twin adds
    out[6] = sums.ancestors[HIDDEN]
    out[7] = ground.hidden[to_main].sum()
    out[8:13] = sums.ancestors[ANCHOR : ARTICLE + 1]
    out[13] = np.log1p(ground.sizes[at])
    out[14] = ground.images[up1]
    out[15] = ground.images[up2]
    return near


_AREA_MEASURES = "words words_per_block link_share cred".split()
AREA_NAMES = [f"{area}_{name}" for name in _AREA_MEASURES for area in ("up1", "up2", "up3", "branch")]
AREA_NAMES += ["own_link_share", "branch_own"]


def _areas(ground: Ground, sums: _Sums, out: NDArray[np.float32]) -> None:
    """The elements around a block: parent, grandparent, its parent, and the branch of the main container."""
    branch = _branches(ground, sums.main)
    areas = np.array([sums.up1, sums.up2, ground.parents[sums.up2], branch, ground.at])
    low, high = ground.first[areas], ground.last[areas]
    words, plain, credible = between(sums.before, low, high)
    words = np.maximum(words, 1)
    out[0:4] = np.log1p(words[:4])
    out[4:8] = np.log1p(words[:4] / np.maximum(high - low, 1)[:4])
    link_share = 1 - plain / words
    out[8:12] = link_share[:4]
    out[12:16] = credible[:4] / sums.credit
    out[16] = link_share[4]
    out[17] = ground.own[branch]


def _branches(ground: Ground, main: int) -> Integers:
    """For each block the child of the main container that it lies in; outside of it its own element."""
    at, end = ground.at, ground.ends[main]
    children = main + 1 + (ground.parents[main + 1 : end] == main).nonzero()[0]
    if not len(children):
        return at
    found = children[np.maximum(children.searchsorted(at, side="right") - 1, 0)]
    return np.where((at > main) & (at < end), found, at)


POSITION_NAMES = (
    "inside blocks_from_main_start blocks_to_main_end index words_before cred_before cred_after "
    "cred_before_in_main credible from_headline cred_from_headline"
).split()


def _position(ground: Ground, sums: _Sums, out: NDArray[np.float32]) -> None:
    n, main = len(ground), sums.main
    head, tail = int(ground.first[main]), int(ground.last[main])
    index = np.arange(n)
    words, _, credible = sums.before
    out[0] = (ground.at >= main) & (ground.at < ground.ends[main])
    out[1] = _between(index - head, -20, 20)
    out[2] = _between(tail - 1 - index, -20, 20)
    out[3] = index / n
    out[4] = words[:-1] / words[-1]
    out[5] = credible[:-1] / sums.credit
    out[6] = 1 - credible[1:] / sums.credit
    out[7] = _between((credible[:-1] - credible[head]) / max(credible[tail] - credible[head], 1e-6), 0, 1)
    out[8] = sums.credible / ground.words
    title = ground.title + 0.3 * (ground.levels == 1)
    headline = int(title.argmax())
    if title[headline] < 0.25:  # no block is like the title
        headline = -1
    out[9] = _between(index - headline, -15, 40)
    out[10] = (credible[:-1] - credible[max(headline, 0)]) / sums.credit


_NEIGHBOUR_MEASURES = "link_share around near opening".split()
NEIGHBOUR_NAMES = [f"{side}_{name}" for side in ("prev", "next") for name in _NEIGHBOUR_MEASURES]
NEIGHBOUR_NAMES += "window_cred window_link_share window_after".split()
WINDOW = 4  # blocks to each side


def _neighbours(ground: Ground, near: Floats, sums: _Sums, out: NDArray[np.float32]) -> None:
    n = len(ground)
    values = np.array([ground.link_share, sums.ancestors[AROUND], near, ground.opening], dtype=np.float32)
    many = len(_NEIGHBOUR_MEASURES)
    out[: 2 * many] = -1.0  # beyond the page's ends
    out[:many, 1:] = values[:, :-1]
    out[many : 2 * many, :-1] = values[:, 1:]
    index = np.arange(n)
    low, high = np.maximum(index - WINDOW, 0), np.minimum(index + WINDOW + 1, n)
    words, plain, credible = between(sums.before, low, high)
    out[-3] = np.log1p(credible)
    out[-2] = 1 - plain / np.maximum(words, 1)
    out[-1] = np.log1p(np.maximum(sums.before[2, high] - sums.before[2, 1:], 0))


HEADING_NAMES = "heading_distance heading_opening heading_near heading_level heading_title".split()


def _headings(ground: Ground, near: Floats, out: NDArray[np.float32]) -> None:
    """The heading that a block stands under: the last one before it."""
    n = len(ground)
    index = np.arange(n)
    last = np.empty(n, dtype=np.int64)
    last[0] = -1
    np.maximum.accumulate(np.where(ground.levels > 0, index, -1)[:-1], out=last[1:])
    under = last >= 0
    out[0] = np.where(under, _between(index - last, 0, 30), 31)
    values = np.array([ground.opening, near, ground.levels, ground.title])
    out[1:] = np.where(under, values[:, last], 0)


STYLE_NAMES = "style_size style_words style_link_share style_cred".split()


def _styles(ground: Ground, sums: _Sums, out: NDArray[np.float32]) -> None:
    """The blocks in the same place."""
    group = style_groups(ground, sums.up1, sums.up2)
    size = np.bincount(group)
    words = np.bincount(group, weights=ground.words)
    plain = np.bincount(group, weights=sums.plain)
    credible = np.bincount(group, weights=sums.credible)
    out[:] = np.array([np.log1p(size), np.log1p(words / size), 1 - plain / words, credible / sums.credit])[
        :, group
    ]


WHOLE_NAMES = "page_words page_cred page_main_share page_link_share".split()


def _whole(sums: _Sums, out: NDArray[np.float32]) -> None:
    words, plain, _ = sums.before[:, -1]
    out[0] = np.log1p(words)
    out[1] = np.log1p(sums.credit)
    out[2] = sums.main_share
    out[3] = 1 - plain / words


_SECTIONS = (
    TEXT_NAMES, PLACE_NAMES, AREA_NAMES, POSITION_NAMES, NEIGHBOUR_NAMES, HEADING_NAMES, STYLE_NAMES,
    WHOLE_NAMES,
)  # fmt: skip
NAMES = tuple(name for section in _SECTIONS for name in section)
_STARTS = np.cumsum([0, *map(len, _SECTIONS)]).tolist()
TEXT, PLACE, AREAS, POSITION, NEIGHBOURS, HEADINGS, STYLES, WHOLE = (
    slice(start, end) for start, end in pairwise(_STARTS)
)


GROUPS = tuple("links wording naming element position surroundings shape section repetition title".split())

_MEMBERS: dict[str, str] = {
    "links": "link_share own_link_share up1_link_share up2_link_share up3_link_share branch_link_share "
    "in_anchor",
    "wording": "opening opening_least later later_least closing closing_least",
    "naming": "own own_parent own_near around around_least around_main branch_own",
    "element": "kind level in_form in_figure in_list in_article own_elements hidden hidden_main",
    "position": "inside blocks_from_main_start blocks_to_main_end index words_before cred_before cred_after "
    "cred_before_in_main from_headline cred_from_headline",
    "shape": "words word_length upper commas stops stop_count marks other ends_stop credible",
    "section": "heading_distance heading_opening heading_near heading_level heading_title",
    "repetition": "repeats style_size style_words style_link_share style_cred",
    "title": "title",
}
_GROUP_OF = {name: group for group, names in _MEMBERS.items() for name in names.split()}


def group_of(column: str) -> int:
    """The index in GROUPS; what is not named by itself measures the block's surroundings or the page."""
    return GROUPS.index(_GROUP_OF.get(column, "surroundings"))
