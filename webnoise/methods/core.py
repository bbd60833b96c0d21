"""The default method: cheap evidence from one pass, weighed by a small trained model that says why."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from webnoise.blocks.segment import segment
from webnoise.features.columns import measure_ground
from webnoise.features.ground import survey
from webnoise.methods.base import Method
from webnoise.methods.trained.fallback import judge_unshown, rescue, with_unshown_text
from webnoise.methods.trained.model import CoreModel, shipped_model
from webnoise.methods.trained.reasons import Evidence, explain
from webnoise.model import PageBlocks, Verdict
from webnoise.page.parse import Document

__all__ = ["Core"]


class Core(Method):
    """Each block's score is the belief that it is content; `model` replaces the shipped weights."""

    name: ClassVar[str] = "core"

    def __init__(self, model: CoreModel | None = None) -> None:
        self._model = model

    @property
    def model(self) -> CoreModel:
        return self._model or shipped_model()

    def segment(self, document: Document) -> PageBlocks:
        """Hidden text too: scripts show it on many sites, and that it is hidden is evidence like any other.

        Where the page shows next to no text, what it keeps for readers without scripts or as a script's data.
        """
        return with_unshown_text(document, segment(document, hidden=True))

    def judge(self, page: PageBlocks, site: Any = None) -> list[Verdict]:  # noqa: ARG002 - one page at a time
        if not page.blocks:
            return []
        model = self.model
        ground = survey(page, model.lexicon)
        measures = measure_ground(ground)
        contributions = model.forest.contributions(measures)
        scores = contributions.sum(axis=1) + np.float32(model.forest.bias - model.threshold)
        verdicts = explain(Evidence(page, ground, measures), contributions, scores)
        if not (scores > 0).any():
            verdicts = rescue(page, verdicts)
        return judge_unshown(page, verdicts)
