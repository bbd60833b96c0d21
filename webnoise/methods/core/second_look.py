"""Decide again where the first look is in doubt, with its scores of the neighbours, the region and the page.

A larger forest weighs what the first scores say around a block, and how many of its words the sure paragraphs
have; it is asked of the doubtful blocks alone, one in ten of a page. On long pages the cut is chosen for the
page. Then come the few rules for what is decided whole: comments go, a second article goes, and so do
captions; the standfirst that the description repeats stays.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webnoise.features.columns import GROUPS, KIND_CODES
from webnoise.features.columns import NAMES as FIRST_NAMES
from webnoise.features.columns import group_of as first_group_of
from webnoise.features.forest import Forest
from webnoise.features.ground import Plan
from webnoise.features.neighbours import (
    ANCHOR_WORDS,
    SURE,
    ScoredPage,
    columns_around,
    look_around,
    named_around,
    said_by_description,
)
from webnoise.features.neighbours import NAMES as AROUND_NAMES
from webnoise.features.shared_words import NAMES as SHARED_NAMES
from webnoise.features.shared_words import shared_words
from webnoise.model import Outline, PageBlocks
from webnoise.native import compiled

Floats = NDArray[np.floating[Any]]
CONTENT_NAMES = (*FIRST_NAMES, *AROUND_NAMES)
"""What is measured of all blocks; roles are told by it too."""
NAMES = (*CONTENT_NAMES, *SHARED_NAMES)

_FIRST = {name: row for row, name in enumerate(FIRST_NAMES)}
_GROUPS = {
    "description": "title", "of_description": "title", "section_mean": "section",
    "section_share": "section", "heading_score": "section", "level1_before": "section",
    "style_mean": "repetition", "style_share": "repetition", "style_best": "repetition",
    "repeated_mean": "repetition", "repeated_count": "repetition", "repeated_rank": "repetition",
    "shared_words": "wording", "sure_words": "wording",
}  # fmt: skip
_POSITION = frozenset("before_sure after_sure share_before share_after island_first early".split())
DOUBT = 0.85
"""The first look is in doubt of blocks whose score is nearer than this to its cut, in log-odds.

With a forest of 500 trees, mean F1 over the sets out of fold was 0.9598 at 0.5, 0.9607 at 0.7, 0.9608 from
0.85 to 2.5."""
# Words that are expected to be content from which a page is long enough to choose its own cut: on shorter
# ones, of old layouts above all, a lower cut lets in what stands around the text.
LONG_PAGE = 600
_LOWEST_CUT, _HIGHEST_CUT = -0.6, 0.3  # log-odds
# What a rule decides is told by a score of this size, so that a site's memory may still say otherwise.
TOLD = 1.0
BEHIND_HEADLINE = 12  # blocks in which a standfirst may stand
SHORTEST, LONGEST = 30, 600  # characters of a standfirst
LINKED = 0.3
# Of the block's words in the description, of the description's in the block: a sentence more or less.
OF_BLOCK, OF_DESCRIPTION = 0.7, 0.5
_LIKE_TITLE = 0.5
_FEWEST_BLOCKS = 4  # of an article beside others


@dataclass(frozen=True)
class SecondModel:
    """The trees of the second look, and the score above which it keeps a block."""

    forest: Forest
    threshold: float = 0.0


@dataclass(frozen=True)
class Surroundings:
    """A page and its first scores: what the second look, its rules and the roles ask about blocks."""

    page: PageBlocks
    plan: Plan
    measures: NDArray[np.float32]
    first: Floats

    @cached_property
    def columns(self) -> NDArray[np.float32]:
        """One row per name in `CONTENT_NAMES`, one column per block."""
        return np.concatenate([self.measures, self.around])

    @cached_property
    def around(self) -> NDArray[np.float32]:
        return look_around(self.plan, self.first, self.page.description)

    def columns_of(self, asked: NDArray[np.int64]) -> NDArray[np.float32]:
        """One row per name in `NAMES`, one column per block that is asked about."""
        if compiled("neighbours"):  # one pass over all blocks is cheap only there
            around = self.around.take(asked, axis=1)
        else:
            around = columns_around(self.scored, self.page.description, asked)
        shared = shared_words(self.plan.texts, self.sure.nonzero()[0], asked)
        return np.concatenate([self.measures.take(asked, axis=1), around, shared])

    @property
    def sure(self) -> NDArray[np.bool_]:
        """The paragraphs that the first look is sure of."""
        return (self.first > SURE) & (self.plan.words >= ANCHOR_WORDS)

    @cached_property
    def scored(self) -> ScoredPage:
        return ScoredPage(self.plan, self.first)


@dataclass(frozen=True)
class Look:
    """What the second look saw of a page, and made of it."""

    surroundings: Surroundings
    doubtful: NDArray[np.int64]
    """The blocks that were decided again."""
    leaves: NDArray[np.uint8]
    """Where each of these came out in each tree."""
    scores: Floats
    """Of all blocks: the first look's, where that was sure."""

    @property
    def columns(self) -> NDArray[np.float32]:
        """Of all blocks."""
        return self.surroundings.columns


def group_of(column: str) -> int:
    """The group of evidence, among those of the first look; what its own score says is one more."""
    if column == "score":
        return len(GROUPS)
    if column in _FIRST:
        return first_group_of(column)
    if column.startswith(("named_", "in_")):
        return GROUPS.index("naming")
    if column in _POSITION:
        return GROUPS.index("position")
    return GROUPS.index(_GROUPS.get(column, "surroundings"))


def look_again(
    second: SecondModel, page: PageBlocks, ground: Plan, measures: NDArray[np.float32], first: Floats
) -> Look:
    surroundings = Surroundings(page, ground, measures, first)
    doubtful = np.flatnonzero(np.abs(first) < DOUBT)
    if not len(doubtful):
        return Look(surroundings, doubtful, np.zeros((len(second.forest.values), 0), np.uint8), first)
    leaves = second.forest.leaves(surroundings.columns_of(doubtful))
    scores = first.copy()
    scores[doubtful] = second.forest.scores(leaves) - np.float32(second.threshold)
    return Look(surroundings, doubtful, leaves, scores)


def page_cut(ground: Plan, scores: Floats) -> float:
    """The score above which a page's blocks are kept: half of the best F1 that its beliefs let expect.

    So is the expected F1 greatest (Lipton, Elkan and Naryanaswamy 2014): where little is sure, more is kept.
    """
    beliefs = 1 / (1 + np.exp(-scores.astype(np.float64)))
    native = compiled("regions")
    best = (native.best_f1 if native else best_f1)(beliefs, ground.words) / 2
    return min(max(log(best / (1 - best)), _LOWEST_CUT), _HIGHEST_CUT) if best else 0.0


def best_f1(beliefs: Floats, words: Floats) -> float:
    """The best expected F1 of a page that is long enough to choose by it; 0 of a shorter one.

    Sums are taken one after the other, as the compiled twin takes them.
    """
    expected = beliefs * words
    total = float(expected.cumsum()[-1])
    if total <= LONG_PAGE:
        return 0.0
    order = np.argsort(-beliefs, kind="stable")
    right, kept = np.cumsum(expected[order]), np.cumsum(words[order])
    return float((2 * right / (kept + total)).max())


def decide_regions(seen: Surroundings, scores: Floats) -> Floats:
    """The scores after the rules for whole regions."""
    decided, page = scores.copy(), seen.page
    no_text = never_text(page.outline, seen.measures)
    native = compiled("regions")
    if native and decided.dtype == np.float32:
        native.decide(page.blocks, seen.measures, seen.around, decided, no_text, bool(page.description))
    else:
        decide(seen, decided, no_text)
    return decided


def never_text(outline: Outline, measures: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Blocks that are no text whatever they look like: those of other articles, and lists to choose from."""
    away = in_other_articles(outline, measures)
    for element in outline.tagged("select"):
        away[outline.first_block[element] : outline.last_block[element]] = True
    return away


def decide(seen: Surroundings, scores: Floats, no_text: NDArray[np.bool_]) -> None:
    """Change the scores by these rules."""
    if seen.page.description:
        _keep_standfirst(seen, scores)
    in_comments, named_caption = named_around(seen.scored, seen.scored.every)
    away = (in_comments > 0) | (named_caption >= 1 / 2) | no_text
    if away.any():
        scores[away] = np.minimum(scores[away], -TOLD)
    # Golds disagree about pull quotes; here they are text, so that only the first look may drop them.
    quoted = seen.measures[_FIRST["kind"]] == KIND_CODES["quote"]
    if quoted.any():
        first = seen.scored.scores.astype(np.float32)
        quoted &= (first > 0) & ~away
        scores[quoted] = np.maximum(scores[quoted], first[quoted])


def _keep_standfirst(seen: Surroundings, scores: Floats) -> None:
    """Between the headline and the text, what says the same as the page's description."""
    kept = (scores > 0).nonzero()[0]
    if not len(kept):
        return
    before = slice(kept[0])
    behind, linked = seen.measures[[_FIRST["from_headline"], _FIRST["link_share"]], before]
    likely = ((behind > 0) & (behind <= BEHIND_HEADLINE) & (linked <= LINKED)).nonzero()[0]
    if not len(likely):
        return
    of_block, of_description = said_by_description(seen.scored, seen.page.description, likely)
    said = (of_block > OF_BLOCK) & (of_description > OF_DESCRIPTION)
    for index in likely[said].tolist():
        if SHORTEST <= len(seen.page.blocks[index].text) <= LONGEST:
            scores[index] = TOLD


def in_other_articles(outline: Outline, measures: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Blocks of `article` elements behind that of the headline; if it is in none, all may be its parts.

    Where one element holds a stream of articles, those beside the headline's go that have a headline too.
    """
    away = np.zeros(measures.shape[1], np.bool_)
    articles = [
        (outline.first_block[element], outline.last_block[element])
        for element in outline.tagged("article")
        if outline.last_block[element] - outline.first_block[element] >= _FEWEST_BLOCKS
    ]
    if len(articles) < 2:
        return away
    title, levels = measures[_FIRST["title"]], measures[_FIRST["level"]]
    headline = int((title + 0.3 * (levels == 1)).argmax())
    around = [(first, last) for first, last in articles if first <= headline < last]
    if title[headline] < _LIKE_TITLE or not around:
        return away
    (_, stream_end), (_, own_end) = around[0], around[-1]
    for first, last in articles:
        if first >= stream_end or (first >= own_end and _is_headed(levels[first:last], levels[headline])):
            away[first:last] = True
    return away


def _is_headed(levels: NDArray[np.float32], level: float) -> bool:
    """Whether blocks have a heading of this level among them."""
    return level > 0 and bool((levels == level).any())
