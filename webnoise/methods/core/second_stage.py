"""Score again the blocks that the first stage is in doubt about, by the scores of their neighbours.

A larger forest weighs what the first scores say around a block, and how many of its words the sure paragraphs
have; it scores the doubtful blocks alone, one in ten of a page. Long pages choose a threshold of their own.
`score_rules` has the rules for whole regions of a page.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webnoise.features.arrays import PageArrays
from webnoise.features.context import ANCHOR_WORDS, SHARED_NAMES, SURE, compute_context, shared_words
from webnoise.features.context import NAMES as CONTEXT_NAMES
from webnoise.features.forest import Forest
from webnoise.features.groups import GROUPS
from webnoise.features.groups import group_of as first_group_of
from webnoise.features.measures import NAMES as FIRST_NAMES
from webnoise.methods.core.regions import in_other_articles
from webnoise.model import PageBlocks

Floats = NDArray[np.floating[Any]]
BLOCK_NAMES = (*FIRST_NAMES, *CONTEXT_NAMES)
"""The features of all blocks; the roles use them too."""
NAMES = (*BLOCK_NAMES, *SHARED_NAMES)

_GROUPS = {
    "description": "title", "of_description": "title", "section_mean": "section",
    "section_share": "section", "heading_score": "section", "level1_before": "section",
    "style_mean": "repetition", "style_share": "repetition", "style_best": "repetition",
    "repeated_mean": "repetition", "repeated_count": "repetition", "repeated_rank": "repetition",
    "shared_words": "wording", "sure_words": "wording",
}  # fmt: skip
_POSITION = frozenset("before_sure after_sure share_before share_after island_first early".split())
DOUBT = 0.85
"""The first stage is in doubt about blocks whose score is nearer than this to its threshold, in log-odds.

With a forest of 500 trees, mean F1 over the sets out of fold was 0.9598 at 0.5, 0.9607 at 0.7, 0.9608 from
0.85 to 2.5."""
# Expected words of content from which a page chooses its own threshold: on shorter ones, of old layouts above
# all, a lower threshold lets in what surrounds the text.
LONG_PAGE = 600
_LOWEST_THRESHOLD, _HIGHEST_THRESHOLD = -0.6, 0.3  # log-odds


@dataclass(frozen=True)
class SecondModel:
    """The trees of the second stage, and the score above which it keeps a block."""

    forest: Forest
    threshold: float = 0.0


@dataclass(frozen=True)
class ScoredContext:
    """A page with the scores of the first stage: what the second stage, the rules and the roles read."""

    page: PageBlocks
    arrays: PageArrays
    features: NDArray[np.float32]
    scores: Floats

    @cached_property
    def context(self) -> NDArray[np.float32]:
        return compute_context(self.arrays, self.scores, self.page.description)

    @cached_property
    def block_features(self) -> NDArray[np.float32]:
        """One row per name in `BLOCK_NAMES`, one column per block."""
        return np.concatenate([self.features, self.context])

    @cached_property
    def other_articles(self) -> NDArray[np.bool_]:
        """The blocks of articles that follow the page's own."""
        return in_other_articles(self.page.outline, self.features)

    @property
    def sure(self) -> NDArray[np.bool_]:
        """The paragraphs that the first stage is sure of."""
        return (self.scores > SURE) & (self.arrays.words >= ANCHOR_WORDS)

    def features_of(self, blocks: NDArray[np.int64]) -> NDArray[np.float32]:
        """One row per name in `NAMES`, one column per block of these."""
        shared = shared_words(self.arrays.texts, self.sure.nonzero()[0], blocks)
        return np.concatenate([
            self.features.take(blocks, axis=1), self.context.take(blocks, axis=1), shared,
        ])  # fmt: skip


@dataclass(frozen=True)
class SecondStage:
    """`scores` are those of all blocks: the first stage's where that was sure.

    `leaves` are what each of the `doubtful` blocks reached in each tree.
    """

    context: ScoredContext
    doubtful: NDArray[np.int64]
    leaves: NDArray[np.uint8]
    scores: Floats


def group_of(name: str) -> int:
    """The index in GROUPS of a feature's group; the first stage's own score has one more."""
    if name == "score":
        return len(GROUPS)
    if name in FIRST_NAMES:
        return first_group_of(name)
    if name.startswith(("named_", "in_")):
        return GROUPS.index("naming")
    if name in _POSITION:
        return GROUPS.index("position")
    return GROUPS.index(_GROUPS.get(name, "surroundings"))


def second_stage(model: SecondModel, context: ScoredContext) -> SecondStage:
    """Score the doubtful blocks again."""
    doubtful = np.flatnonzero(np.abs(context.scores) < DOUBT)
    if not len(doubtful):
        none = np.zeros((len(model.forest.values), 0), np.uint8)
        return SecondStage(context, doubtful, none, context.scores)
    leaves = model.forest.leaves(context.features_of(doubtful))
    scores = context.scores.copy()
    scores[doubtful] = model.forest.scores(leaves) - np.float32(model.threshold)
    return SecondStage(context, doubtful, leaves, scores)


def page_threshold(words: Floats, scores: Floats) -> float:
    """The score above which a page's blocks are kept: half of the best F1 that their odds let expect.

    That maximises the expected F1 (Lipton, Elkan and Naryanaswamy 2014): where little is sure, more is kept.
    Short pages keep 0.
    """
    odds = 1 / (1 + np.exp(-scores.astype(np.float64)))
    expected = odds * words
    total = float(expected.sum())
    if total <= LONG_PAGE:
        return 0.0
    order = np.argsort(-odds, kind="stable")
    best = float((2 * expected[order].cumsum() / (words[order].cumsum() + total)).max()) / 2
    return min(max(log(best / (1 - best)), _LOWEST_THRESHOLD), _HIGHEST_THRESHOLD)
