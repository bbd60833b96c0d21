"""The default method: cheap evidence from one pass, weighed by a small trained model that says why.

With a memory of its site, the siblings' word on each block's text and place is heard as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from webnoise.blocks.segment import segment
from webnoise.features.columns import measure_ground
from webnoise.features.ground import Ground, survey
from webnoise.methods.base import LearningMethod
from webnoise.methods.core.fallback import judge_unshown, rescue, with_unshown_text
from webnoise.methods.core.forest import Forest
from webnoise.methods.core.model import CoreModel, shipped_model
from webnoise.methods.core.reasons import Evidence, explain, reason_codes
from webnoise.methods.core.tables import judge_whole_tables
from webnoise.model import PageBlocks, Reason
from webnoise.page.parse import Document
from webnoise.site.index import Recall
from webnoise.site.memory import SiteMemory
from webnoise.site.trace import PageTrace, trace_page
from webnoise.site.weigh import SHIPPED, Weights, remembered_codes, remembered_reasons, weigh
from webnoise.verdicts import Verdicts

__all__ = ["Core"]


@dataclass(frozen=True)
class _Weighed:
    """One page as the model alone sees it: its measures, and the log-odds of every block."""

    page: PageBlocks
    ground: Ground
    measures: NDArray[np.float32]
    scores: NDArray[np.float32]
    forest: Forest

    @cached_property
    def contributions(self) -> NDArray[np.float32]:
        """What each group of evidence adds to the scores: for reasons and for their codes."""
        return self.forest.contributions(self.measures)

    @cached_property
    def trace(self) -> PageTrace:
        return trace_page(self.page, 1 / (1 + np.exp(-self.scores.astype(np.float64))))


class Core(LearningMethod[SiteMemory]):
    """Each block's score is the belief that it is content.

    `model` replaces the shipped model of a page alone, `weights` what its site's memory counts.
    """

    name: ClassVar[str] = "core"

    def __init__(self, model: CoreModel | None = None, weights: Weights = SHIPPED) -> None:
        self._model = model
        self._weights = weights
        self._latest: _Weighed | None = None

    @property
    def model(self) -> CoreModel:
        return self._model or shipped_model()

    def new_memory(self) -> SiteMemory:
        return SiteMemory()

    def load_memory(self, data: bytes) -> SiteMemory:
        return SiteMemory.from_bytes(data)

    def segment(self, document: Document) -> PageBlocks:
        """Hidden text too: scripts show it on many sites, and that it is hidden is evidence like any other.

        Where the page shows next to no text, what it keeps for readers without scripts or as a script's data.
        """
        return with_unshown_text(document, segment(document, hidden=True, lean=True))

    def judge(self, page: PageBlocks, site: SiteMemory | None = None) -> Verdicts:
        if not page.blocks:
            return Verdicts.of(())
        weighed = self._weigh(page)
        alone = weighed.scores
        recall = site.recall(weighed.trace) if site is not None else None
        scores = weigh(alone, recall, self._weights) if recall is not None else alone
        verdicts = Verdicts(
            (scores > 0).tolist(),
            (1 / (1 + np.exp(-scores))).tolist(),
            lambda: self._reasons(weighed, scores, recall),
            lambda: self._codes(weighed, scores, recall),
        )
        if not any(verdicts.kept):
            verdicts = rescue(page, verdicts)
        return judge_whole_tables(page, judge_unshown(page, verdicts))

    def learn(self, memory: SiteMemory, page: PageBlocks) -> None:
        if page.blocks:
            memory.learn(self._weigh(page).trace)

    def _weigh(self, page: PageBlocks) -> _Weighed:
        """A page that is learned and then judged, as in a crawl, is weighed once."""
        latest = self._latest
        if latest is None or latest.page is not page:
            model = self.model
            ground = survey(page, model.lexicon)
            measures = measure_ground(ground)
            scores = model.forest.scores(measures) - np.float32(model.threshold)
            self._latest = latest = _Weighed(page, ground, measures, scores, model.forest)
        return latest

    def _reasons(self, weighed: _Weighed, scores: NDArray[np.float32], recall: Recall | None) -> list[Reason]:
        evidence = Evidence(weighed.page, weighed.ground, weighed.measures)
        reasons = explain(evidence, weighed.contributions, scores > 0)
        return reasons if recall is None else remembered_reasons(reasons, weighed.scores, scores, recall)

    def _codes(self, weighed: _Weighed, scores: NDArray[np.float32], recall: Recall | None) -> list[str]:
        """What `_reasons` says, without its words."""
        codes = reason_codes(weighed.measures, weighed.contributions, scores > 0)
        return codes if recall is None else remembered_codes(codes, weighed.scores, scores)
