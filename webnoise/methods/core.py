"""The default method: cheap evidence from one pass, weighed by a small trained model that says why.

With a memory of its site, the siblings' word on each block's text and place is heard as well.
"""

from __future__ import annotations

from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from webnoise.blocks.segment import segment
from webnoise.features.columns import measure_ground
from webnoise.features.ground import survey
from webnoise.methods.base import LearningMethod
from webnoise.methods.trained.fallback import judge_unshown, rescue, with_unshown_text
from webnoise.methods.trained.model import CoreModel, shipped_model
from webnoise.methods.trained.reasons import Evidence, explain
from webnoise.methods.trained.tables import judge_whole_tables
from webnoise.model import PageBlocks, Verdict
from webnoise.page.parse import Document
from webnoise.site.memory import SiteMemory
from webnoise.site.trace import PageTrace, trace_page
from webnoise.site.weigh import remembered_reasons, weigh

__all__ = ["Core"]


class _Weighed(NamedTuple):
    """One page before the model: its evidence, what each part adds, and the log-odds of every block."""

    evidence: Evidence
    contributions: NDArray[np.float32]
    scores: NDArray[np.float32]


class Core(LearningMethod[SiteMemory]):
    """Each block's score is the belief that it is content; `model` replaces the shipped weights."""

    name: ClassVar[str] = "core"

    def __init__(self, model: CoreModel | None = None) -> None:
        self._model = model

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
        return with_unshown_text(document, segment(document, hidden=True))

    def judge(self, page: PageBlocks, site: SiteMemory | None = None) -> list[Verdict]:
        if not page.blocks:
            return []
        evidence, contributions, alone = self._weigh(page)
        scores = alone
        if site is not None:
            recall = site.recall(_trace(page, alone))
            scores = weigh(alone, recall)
        verdicts = explain(evidence, contributions, scores)
        if site is not None:
            verdicts = remembered_reasons(verdicts, alone, recall)
        if not (scores > 0).any():
            verdicts = rescue(page, verdicts)
        return judge_whole_tables(page, judge_unshown(page, verdicts))

    def learn(self, memory: SiteMemory, page: PageBlocks) -> None:
        if page.blocks:
            memory.learn(_trace(page, self._weigh(page).scores))

    def _weigh(self, page: PageBlocks) -> _Weighed:
        """The page alone: what the model says of every block."""
        model = self.model
        ground = survey(page, model.lexicon)
        measures = measure_ground(ground)
        contributions = model.forest.contributions(measures)
        scores = contributions.sum(axis=1) + np.float32(model.forest.bias - model.threshold)
        return _Weighed(Evidence(page, ground, measures), contributions, scores)


def _trace(page: PageBlocks, scores: NDArray[np.float32]) -> PageTrace:
    return trace_page(page, 1 / (1 + np.exp(-scores.astype(np.float64))))
