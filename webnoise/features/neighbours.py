"""The columns of the second look: what the first scores say of a block's neighbours, region and page.

A score says how a block looks by itself and by its place. Beside the scores of the others it says more: a
doubtful line among sure paragraphs is text, a sure paragraph in a list of doubtful ones is a comment.
"""

from __future__ import annotations

from math import log1p
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webnoise.features.ground import (
    Floats,
    Integers,
    Plan,
    ancestor_sums,
    between,
    least_ancestor,
    main_container,
    prefix_sums,
    style_groups,
)
from webnoise.features.role_names import NAME_GROUPS, element_bits
from webnoise.native import compiled

SURE = 2.0  # log-odds from which a block is an anchor for others
ANCHOR_WORDS = 12
FAR = 25  # blocks
WINDOWS = (2, 6)
_REACH = np.array(WINDOWS)[:, np.newaxis]
BOUND = 8.0  # log-odds; beyond, the trees need no finer steps
GAP = 6  # blocks of noise that part two islands of text
MAIN_PART = 0.4  # of the expected words: an element that holds so much is no box beside the text
FEWEST_WORDS = 4  # of a description that is worth comparing
# Compared are blocks of so many words that are not sure to be noise, and those that start as it does.
DESCRIBED_WORDS, DESCRIBED_SCORE = 6, -4
SAME_START, LONGEST = 10, 600  # characters
COMMENT, CAPTION = (1 << NAME_GROUPS.index(group) for group in ("comment", "caption"))

NEAR_NAMES = (
    "score prev_score prev2_score next_score next2_score window2 window6 before_sure after_sure".split()
)
AREA_NAMES = [
    f"{area}_{what}" for area in ("up1", "up2", "up3", "style", "repeated") for what in ("mean", "share")
]
REGION_NAMES = [
    *AREA_NAMES,
    *"style_best main_inside main_share repeated_count repeated_rank repeated_words".split(),
]
ORDER_NAMES = (
    "share_before share_after island_share island_side island_first gap_before gap_after section_mean "
    "section_share heading_score after_mean level1_before kept_before"
).split()
PAGE_NAMES = "page_expected page_doubt page_kept page_best page_noise".split()
TEXT_NAMES = "description of_description early".split()
ROLE_NAMES = ["in_comments", "named_caption"]
NAMES = (*NEAR_NAMES, *REGION_NAMES, *ORDER_NAMES, *PAGE_NAMES, *TEXT_NAMES, *ROLE_NAMES)


def look_around(ground: Plan, scores: NDArray[Any], description: str | None) -> NDArray[np.float32]:
    """One row per name in `NAMES`, one column per block."""
    scores = _between(np.asarray(scores, np.float64), -BOUND, BOUND)
    beliefs = 1 / (1 + np.exp(-scores))
    native = compiled("neighbours")
    twin = native.columns_around if native else columns_around
    columns: NDArray[np.float32] = twin(ground, scores, beliefs, element_bits(ground), description)
    return columns


def columns_around(
    ground: Plan, scores: Floats, beliefs: Floats, bits: Integers, description: str | None
) -> NDArray[np.float32]:
    """The same of bounded scores, the beliefs that follow from them, and the names of the elements."""
    page = _Sums(ground, scores, beliefs)
    rows = [
        *_near(page),
        *_region(page),
        *_order(page),
        *_page(page),
        *_description(ground, page, description),
        *_named(page, bits),
    ]
    out = np.empty((len(NAMES), page.n), dtype=np.float32)
    for number, row in enumerate(rows):
        out[number] = row
    return out


def _between(values: NDArray[Any], low: float, high: float) -> NDArray[Any]:
    """`np.clip` at a third of its cost."""
    bounded: NDArray[Any] = np.minimum(np.maximum(values, low), high)
    return bounded


class _Sums:
    """Prefix sums of words and of the words that are believed to be content."""

    def __init__(self, ground: Plan, scores: Floats, beliefs: Floats) -> None:
        self.ground = ground
        self.scores = scores
        self.beliefs = beliefs
        self.words = ground.words
        self.expected = beliefs * ground.words
        self.before = prefix_sums(np.array([ground.words, self.expected]))
        self.total = max(float(self.before[1, -1]), 1e-6)
        self.n = len(ground)
        self.index = np.arange(self.n)
        self.sure = (scores > SURE) & (ground.words >= ANCHOR_WORDS)
        self.kept = scores > 0

    def between(self, low: Integers, high: Integers) -> tuple[Floats, Floats]:
        """Mean belief per word, and share of all expected words, of blocks from `low` to `high`."""
        words, expected = between(self.before, low, high)
        return expected / np.maximum(words, 1e-6), expected / self.total


def _near(page: _Sums) -> list[Floats]:
    n, index = page.n, page.index
    padded = np.full(n + 4, -BOUND)
    padded[2:-2] = page.scores
    rows = [page.scores, padded[1:-3], padded[:-4], padded[3:-1], padded[4:]]
    low, high = np.maximum(index - _REACH, 0), np.minimum(index + _REACH + 1, n)
    words, expected = between(page.before, low, high)
    rows.extend((expected - page.expected) / np.maximum(words - page.words, 1e-6))
    last = np.maximum.accumulate(np.where(page.sure, index, -FAR * 2))
    following = np.minimum.accumulate(np.where(page.sure, index, n + FAR * 2)[::-1])[::-1]
    rows.append(np.minimum(index - last, FAR))
    rows.append(np.minimum(following - index, FAR))
    return rows


def _region(page: _Sums) -> list[Any]:
    ground = page.ground
    parents, first, last = ground.parents, ground.first, ground.last
    up1 = parents[ground.at]
    up2 = parents[up1]
    count, rank = _alike(ground)
    most = least_ancestor(-count, parents)[ground.at]
    areas = np.array([up1, up2, parents[up2], most])
    *near, repeated = zip(*page.between(first[areas], last[areas]), strict=True)
    rows: list[Any] = [row for area in near for row in area]
    group = style_groups(ground, up1, up2)
    words = np.bincount(group, weights=page.words)
    expected = np.bincount(group, weights=page.expected)
    rows += [(expected / words)[group], (expected / page.total)[group], *repeated]
    rows.append((expected / expected.max())[group])
    main = main_container(page.before[1], first, last)
    inside = (ground.at >= main) & (ground.at < ground.ends[main])
    rows += [inside, float(page.before[1, last[main]] - page.before[1, first[main]]) / page.total]
    rows += [np.log1p(count[most]), np.minimum(rank[most], 5)]
    rows.append(np.log1p(page.before[0, last[most]] - page.before[0, first[most]]))
    return rows


def _alike(ground: Plan) -> tuple[Floats, Integers]:
    """For each element of several blocks how many such siblings of its style there are, and which it is."""
    several = (ground.last - ground.first >= 2).nonzero()[0]
    siblings = (ground.parents[several] * 1_000_003 + ground.styles[several]).tolist()
    met: dict[int, int] = {}
    ranks = []
    for sibling in siblings:
        ranks.append(met.get(sibling, 0))
        met[sibling] = ranks[-1] + 1
    count, rank = np.zeros(len(ground.parents)), np.zeros(len(ground.parents), np.int64)
    count[several] = [*map(met.__getitem__, siblings)]
    rank[several] = ranks
    return count, rank


def _order(page: _Sums) -> list[Any]:
    n, index, kept = page.n, page.index, page.kept
    levels = page.ground.levels
    share = page.before[1] / page.total
    rows: list[Any] = [share[:-1], 1 - share[1:]]
    # Islands: runs of kept blocks that no gap parts.
    at = kept.nonzero()[0]
    if len(at):
        gaps = at[1:] - at[:-1] > GAP
        number = np.concatenate(([0], gaps.cumsum()))
        mass = np.bincount(number, weights=page.expected[at])
        greatest = int(mass.argmax())
        nearest = np.maximum(at.searchsorted(index, side="right") - 1, 0)
        own = number[nearest]
        rows += [(mass / page.total)[own], own - greatest, _between(index - at[0], -FAR, FAR)]
        previous = np.maximum.accumulate(np.where(kept, index, -FAR))
        behind = np.minimum.accumulate(np.where(kept, index, n + FAR)[::-1])[::-1]
        before = np.concatenate(([FAR], index[1:] - previous[:-1]))
        after = np.concatenate((behind[1:] - index[:-1], [FAR]))
        rows += [np.minimum(before, FAR), np.minimum(after, FAR)]
    else:
        rows += [0.0] * 5
    heads = np.concatenate(([0], (levels > 0).nonzero()[0]))
    section = heads.searchsorted(index, side="right") - 1
    ends = np.concatenate((heads[1:], [n]))
    low, high = np.minimum(heads[section] + 1, n), ends[section]
    mean, share = page.between(
        np.array([low, np.minimum(index + 1, n)]), np.array([np.maximum(high, low), np.minimum(index + 5, n)])
    )
    rows += [mean[0], share[0], page.scores[heads[section]], mean[1]]
    rows += [np.minimum((levels == 1).cumsum(), 4), np.minimum(kept.cumsum() - kept, 20)]
    return rows


def _page(page: _Sums) -> list[Any]:
    doubts = np.minimum(page.beliefs, 1 - page.beliefs) * page.words
    doubt = float(doubts.cumsum()[-1]) / page.total  # one after the other, as the compiled twin adds
    return [
        log1p(page.total), doubt, log1p(int(page.kept.sum())), float(page.scores.max()),
        log1p(float(page.before[0, -1]) - page.total),
    ]  # fmt: skip


def _description(ground: Plan, page: _Sums, description: str | None) -> list[Any]:
    """How much of a block the page's description says too, and the other way round."""
    shared, said = np.zeros(page.n), np.zeros(page.n)
    wanted = frozenset((description or "").lower().split())
    if len(wanted) >= FEWEST_WORDS:
        start = (description or "")[:SAME_START].lower()
        asked = ((page.words >= DESCRIBED_WORDS) & (page.scores > DESCRIBED_SCORE)).tolist()
        compared = [
            (index, text)
            for index, text in enumerate(ground.texts)
            if asked[index] or text[:SAME_START].lower() == start
        ]
        for index, text in compared:
            own = {*text[:LONGEST].lower().split()}
            if common := len(wanted & own):
                shared[index], said[index] = common / len(own), common / len(wanted)
    early = np.minimum(page.sure.cumsum() - page.sure, 10)
    return [shared, said, early]


def _named(page: _Sums, bits: Integers) -> list[Any]:
    """Whether an element around the block is named after comments, or a near one after captions."""
    ground = page.ground
    held = page.before[1, ground.last] - page.before[1, ground.first]
    bits = np.where(held > MAIN_PART * page.total, 0, bits)
    comments, captions = bits & COMMENT > 0, bits & CAPTION > 0
    around = (
        ancestor_sums(comments, ground.ends, ground.at) if np.count_nonzero(comments) else np.zeros(page.n)
    )
    near = captions[ground.at] + 0.5 * captions[ground.parents[ground.at]]
    return [np.minimum(around, 3), np.minimum(near, 1)]
