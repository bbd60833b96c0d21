"""The default method: cheap evidence from one pass, weighed by a small trained model that gives its reasons.

With a memory of its site, it also weighs what siblings have at each block's text and position.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from webnoise.blocks.segment import segment
from webnoise.decisions import Decisions
from webnoise.features.arrays import PageArrays
from webnoise.features.measures import compute_features
from webnoise.methods.base import LearningMethod, Prepared
from webnoise.methods.core.fallback import keep_script_text, rescue, with_script_text
from webnoise.methods.core.model import CoreModel, shipped_model
from webnoise.methods.core.reasons import BlockEvidence, explain
from webnoise.methods.core.roles.features import role_features
from webnoise.methods.core.roles.model import shipped_roles
from webnoise.methods.core.score_rules import RULE_LOGIT, apply_score_rules, never_text
from webnoise.methods.core.second_stage import ScoredContext, SecondStage, page_threshold, second_stage
from webnoise.model import PageBlocks, Reason
from webnoise.page.parse import Document
from webnoise.site.headline import remembered_title
from webnoise.site.memory import SiteMemory
from webnoise.site.recall import Recall
from webnoise.site.roles import no_text_by_site
from webnoise.site.trace import PageTrace, trace_page
from webnoise.site.weigh import SHIPPED, Weights, recurring, remembered_reasons, weigh

Floats = NDArray[np.floating[Any]]


@dataclass(frozen=True)
class ScoredPage(Prepared):
    """A page as the model alone scores it; without `arrays` if it has no blocks."""

    model: CoreModel
    features: NDArray[np.float32]
    leaves: NDArray[np.uint8]
    """What each block reached in each tree of the first stage."""
    scores: Floats
    """The log-odds of each block."""
    arrays: PageArrays | None = None
    second: SecondStage | None = None

    @cached_property
    def contributions(self) -> Floats:
        """What each group of features adds to the log-odds of each block."""
        found = self.model.forest.outputs(self.leaves)
        if self.model.second is not None and self.second is not None:
            again = self.model.second.forest.outputs(self.second.leaves)
            found[self.second.doubtful] += again[:, : found.shape[1]]
        return found

    @cached_property
    def trace(self) -> PageTrace:
        """What the page leaves in its site's memory, but for its roles."""
        return trace_page(self.page, _probabilities(self.scores))

    @cached_property
    def role_odds(self) -> NDArray[np.float32]:
        """The log-odds of each block's roles by this page alone; needs the second stage."""
        return shipped_roles().odds(self.role_features)

    @property
    def role_features(self) -> NDArray[np.float32]:
        assert self.arrays is not None
        assert self.second is not None
        return role_features(self.page, self.arrays, self.second.context.block_features, self.scores)


@dataclass(frozen=True, slots=True)
class CoreEvidence:
    """Why the default method decided as it did; `recall` of the siblings may have changed the `scores`."""

    prepared: ScoredPage
    scores: Floats
    recall: Recall | None

    def reasons(self) -> Sequence[Reason]:
        seen = self.prepared
        assert seen.arrays is not None
        block_evidence = BlockEvidence(seen.page, seen.arrays, seen.features, self.scores > 0)
        reasons = explain(block_evidence, seen.contributions)
        if self.recall is None:
            return reasons
        return remembered_reasons(reasons, seen.scores, self.scores, self.recall)


class Core(LearningMethod[ScoredPage, SiteMemory]):
    """A block's score is the probability that it is content.

    `model` replaces the shipped model of a page alone, `weights` how much its site's memory counts.
    """

    name: ClassVar[str] = "core"

    def __init__(self, model: CoreModel | None = None, weights: Weights = SHIPPED) -> None:
        self._model = model
        self._weights = weights

    @property
    def model(self) -> CoreModel:
        return self._model or shipped_model()

    def new_memory(self) -> SiteMemory:
        return SiteMemory()

    def load_memory(self, data: bytes) -> SiteMemory:
        return SiteMemory.from_bytes(data)

    def segment(self, document: Document) -> PageBlocks:
        """Include hidden text: scripts show it on many sites, and that it is hidden is a feature.

        Where the page shows next to no text, add what it keeps for readers without scripts or in scripts.
        """
        return with_script_text(document, segment(document, hidden=True, lean=True))

    def prepare(self, page: PageBlocks) -> ScoredPage:
        model = self.model
        if not page.blocks:
            nothing = np.zeros((0, 0), dtype=np.float32)
            return ScoredPage(page, model, nothing, nothing.astype(np.uint8), nothing[0:0].ravel())
        arrays, features = compute_features(page, model.lexicon)
        leaves = model.forest.leaves(features)
        scores = model.forest.scores(leaves) - np.float32(model.threshold)
        if model.second is None:
            return ScoredPage(page, model, features, leaves, scores, arrays)
        context = ScoredContext(page, arrays, features, scores)
        second = second_stage(model.second, context)
        scores = second.scores - np.float32(page_threshold(arrays.words, second.scores))
        return ScoredPage(
            page, model, features, leaves, apply_score_rules(context, scores), arrays, second
        )  # fmt: skip

    def learn(self, memory: SiteMemory, prepared: ScoredPage) -> None:
        if prepared.page.blocks and memory.may_take(prepared.trace):
            likeliest = scored_page(prepared).role_odds.argmax(axis=1).astype(np.uint8)
            memory.learn(replace(prepared.trace, roles=likeliest))

    def judge(self, prepared: ScoredPage, memory: SiteMemory | None = None) -> Decisions:
        page, scores, recall = prepared.page, prepared.scores, None
        if not page.blocks:
            return Decisions.of(())
        if memory is not None:
            recall = memory.recall(prepared.trace)
            scores = self._with_siblings(prepared, memory, recall)
        evidence = CoreEvidence(prepared, scores, recall)
        decisions = Decisions(scores > 0, _probabilities(scores), evidence)
        if not decisions.keep.any():
            decisions = rescue(page, decisions, recurring(recall) if recall and recall.siblings else None)
        return keep_script_text(page, decisions)

    def _with_siblings(self, prepared: ScoredPage, memory: SiteMemory, recall: Recall) -> Floats:
        """The scores after the siblings count. Where these have bylines or captions, there is no text."""
        scores = weigh(prepared.scores, recall, self._weights)
        away = no_text_by_site(memory.roles(prepared.trace), recall.with_path)
        scores = np.where(away, np.minimum(scores, -RULE_LOGIT), scores)
        if prepared.second is None:
            return scores
        return np.where(never_text(prepared.second.context), np.minimum(scores, prepared.scores), scores)

    def title(
        self, title: str | None, prepared: ScoredPage, kept: Sequence[bool], memory: SiteMemory | None
    ) -> str | None:
        return title if memory is None else remembered_title(title, prepared.page, kept, memory)


def scored_page(prepared: Prepared) -> ScoredPage:
    """The page as the default method scores it in both stages, whatever method prepared it."""
    if isinstance(prepared, ScoredPage) and prepared.second is not None:
        return prepared
    return Core().prepare(prepared.page)


def _probabilities(log_odds: Floats) -> NDArray[np.float64]:
    return 1 / (1 + np.exp(-log_odds.astype(np.float64)))
