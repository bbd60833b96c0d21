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
_STEPS = 2 + np.array([[0], [-1], [-2], [1], [2]])  # to a score and those beside it, two places before each
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
    if native := compiled("neighbours"):
        bits = element_bits(ground)
        found: NDArray[np.float32] = native.columns_around(ground, *_believed(scores), bits, description)
        return found
    page = ScoredPage(ground, scores)
    return columns_around(page, description, page.every)


def columns_around(page: ScoredPage, description: str | None, asked: Integers) -> NDArray[np.float32]:
    """The same of the blocks that are asked about."""
    rows = [
        *_near(page, asked),
        *_region(page, asked),
        *_order(page, asked),
        *_page(page),
        *said_by_description(page, description, asked),
        _early(page, asked),
        *named_around(page, asked),
    ]
    out = np.empty((len(NAMES), len(asked)), dtype=np.float32)
    for number, row in enumerate(rows):
        out[number] = row
    return out


def _believed(scores: NDArray[Any]) -> tuple[Floats, Floats]:
    """The scores within their bound, and what they let believe."""
    bounded = _between(np.asarray(scores, np.float64), -BOUND, BOUND)
    return bounded, 1 / (1 + np.exp(-bounded))


def _between(values: NDArray[Any], low: float, high: float) -> NDArray[Any]:
    """`np.clip` at a third of its cost."""
    bounded: NDArray[Any] = np.minimum(np.maximum(values, low), high)
    return bounded


class ScoredPage:
    """A page's first scores, with prefix sums of words and of the words that are believed to be content."""

    def __init__(self, ground: Plan, scores: NDArray[Any]) -> None:
        self.ground = ground
        self.scores, self.beliefs = _believed(scores)
        self.words = ground.words
        self.expected = self.beliefs * ground.words
        self.before = prefix_sums(np.array([ground.words, self.expected]))
        self.total = max(float(self.before[1, -1]), 1e-6)
        self.n = len(ground)
        self.every = np.arange(self.n)
        self.sure = (self.scores > SURE) & (ground.words >= ANCHOR_WORDS)
        self.kept = self.scores > 0

    def between(self, low: Integers, high: Integers) -> tuple[Floats, Floats]:
        """Mean belief per word, and share of all expected words, of blocks from `low` to `high`."""
        words, expected = between(self.before, low, high)
        return expected / np.maximum(words, 1e-6), expected / self.total

    def last(self, chosen: NDArray[np.bool_], none: int) -> Integers:
        """By block the last of the chosen ones up to it; `none` where none is."""
        found: Integers = np.maximum.accumulate(np.where(chosen, self.every, none))
        return found

    def following(self, chosen: NDArray[np.bool_], none: int) -> Integers:
        """By block the first of the chosen ones from it on; `none` where none is."""
        found: Integers = np.minimum.accumulate(np.where(chosen, self.every, none)[::-1])[::-1]
        return found


def _near(page: ScoredPage, asked: Integers) -> list[Floats]:
    n = page.n
    padded = np.full(n + 4, -BOUND)
    padded[2:-2] = page.scores
    rows = [*padded.take(asked + _STEPS)]
    low, high = np.maximum(asked - _REACH, 0), np.minimum(asked + _REACH + 1, n)
    words, expected = between(page.before, low, high)
    rows.extend((expected - page.expected[asked]) / np.maximum(words - page.words[asked], 1e-6))
    rows.append(np.minimum(asked - page.last(page.sure, -FAR * 2)[asked], FAR))
    rows.append(np.minimum(page.following(page.sure, n + FAR * 2)[asked] - asked, FAR))
    return rows


def _region(page: ScoredPage, asked: Integers) -> list[Any]:
    ground = page.ground
    parents, first, last = ground.parents, ground.first, ground.last
    at = ground.at[asked]
    up1 = parents[ground.at]
    up2 = parents[up1]
    count, rank = _alike(ground)
    most = _most_alike(count, parents, at)
    areas = np.array([up1[asked], up2[asked], parents[up2[asked]], most])
    *near, repeated = zip(*page.between(first[areas], last[areas]), strict=True)
    rows: list[Any] = [row for area in near for row in area]
    groups = style_groups(ground, up1, up2)
    words = np.bincount(groups, weights=page.words)
    expected = np.bincount(groups, weights=page.expected)
    group = groups[asked]
    rows += [(expected / words)[group], (expected / page.total)[group], *repeated]
    rows.append((expected / expected.max())[group])
    main = main_container(page.before[1], first, last)
    inside = (at >= main) & (at < ground.ends[main])
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


def _most_alike(count: Floats, parents: Integers, at: Integers) -> Integers:
    """Of these elements and those around each the one with the most siblings, of equals the innermost."""
    most, above = at, at
    while np.count_nonzero(above):  # a tenth of the cost of `any`
        above = parents[above]
        most = np.where(count[above] > count[most], above, most)
    return most


def _order(page: ScoredPage, asked: Integers) -> list[Any]:
    n, kept = page.n, page.kept
    levels = page.ground.levels
    share = page.before[1] / page.total
    rows: list[Any] = [share[asked], 1 - share[asked + 1], *_islands(page, asked)]
    heads = np.concatenate(([0], (levels > 0).nonzero()[0]))
    section = heads.searchsorted(asked, side="right") - 1
    ends = np.concatenate((heads[1:], [n]))
    head, end = heads[section], ends[section]
    low = np.minimum(head + 1, n)
    mean, share = page.between(
        np.array([low, np.minimum(asked + 1, n)]), np.array([np.maximum(end, low), np.minimum(asked + 5, n)])
    )
    rows += [mean[0], share[0], page.scores[head], mean[1]]
    rows.append(np.minimum((levels == 1).cumsum()[asked], 4))
    rows.append(np.minimum((kept.cumsum() - kept)[asked], 20))
    return rows


def _islands(page: ScoredPage, asked: Integers) -> list[Any]:
    """Runs of kept blocks that no gap parts."""
    at = page.kept.nonzero()[0]
    if not len(at):
        return [0.0] * 5
    number = np.concatenate(([0], (at[1:] - at[:-1] > GAP).cumsum()))
    mass = np.bincount(number, weights=page.expected[at])
    own = number[np.maximum(at.searchsorted(asked, side="right") - 1, 0)]
    before = np.concatenate(([-FAR], page.last(page.kept, -FAR)[:-1]))
    behind = np.concatenate((page.following(page.kept, page.n + FAR)[1:], [page.n + FAR]))
    return [
        (mass / page.total)[own], own - int(mass.argmax()), _between(asked - at[0], -FAR, FAR),
        np.minimum(asked - before[asked], FAR), np.minimum(behind[asked] - asked, FAR),
    ]  # fmt: skip


def _page(page: ScoredPage) -> list[Any]:
    doubts = np.minimum(page.beliefs, 1 - page.beliefs) * page.words
    doubt = float(doubts.cumsum()[-1]) / page.total  # one after the other, as the compiled twin adds
    return [
        log1p(page.total), doubt, log1p(int(page.kept.sum())), float(page.scores.max()),
        log1p(float(page.before[0, -1]) - page.total),
    ]  # fmt: skip


def said_by_description(page: ScoredPage, description: str | None, asked: Integers) -> list[Floats]:
    """How much of a block the page's description says too, and the other way round."""
    shared, said = np.zeros(len(asked)), np.zeros(len(asked))
    wanted = frozenset((description or "").lower().split())
    if len(wanted) < FEWEST_WORDS:
        return [shared, said]
    start = (description or "")[:SAME_START].lower()
    likely = ((page.words >= DESCRIBED_WORDS) & (page.scores > DESCRIBED_SCORE))[asked].tolist()
    for number, index in enumerate(asked.tolist()):
        text = page.ground.texts[index]
        if likely[number] or text[:SAME_START].lower() == start:
            own = {*text[:LONGEST].lower().split()}
            if common := len(wanted & own):
                shared[number], said[number] = common / len(own), common / len(wanted)
    return [shared, said]


def _early(page: ScoredPage, asked: Integers) -> Integers:
    """How many sure blocks stand before."""
    before: Integers = page.sure.cumsum() - page.sure
    return np.minimum(before[asked], 10)


def named_around(page: ScoredPage, asked: Integers) -> list[Any]:
    """Whether an element around the block is named after comments, or a near one after captions."""
    ground = page.ground
    at = ground.at[asked]
    bits = element_bits(ground)
    if not np.count_nonzero(bits & (COMMENT | CAPTION)):
        return [np.zeros(len(asked)), np.zeros(len(asked))]
    held = page.before[1, ground.last] - page.before[1, ground.first]
    bits = np.where(held > MAIN_PART * page.total, 0, bits)
    comments, captions = bits & COMMENT > 0, bits & CAPTION > 0
    around = ancestor_sums(comments, ground.ends, at) if np.count_nonzero(comments) else np.zeros(len(asked))
    near = captions[at] + 0.5 * captions[ground.parents[at]]
    return [np.minimum(around, 3), np.minimum(near, 1)]
