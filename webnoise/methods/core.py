"""The default method: cheap evidence from one pass, weighed by a small trained model that says why."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from webnoise.blocks.segment import segment
from webnoise.methods.base import Method
from webnoise.methods.core_model import CoreModel, shipped_model
from webnoise.methods.core_reasons import Explainer
from webnoise.model import PageBlocks, Verdict
from webnoise.page.parse import Document

__all__ = ["Core"]

# Visible words below which a page is taken to show its text by script, and its hidden text is read as well.
LITTLE_TEXT = 60


class Core(Method):
    """Each block's score is the log-odds of being content; `model` replaces the shipped weights."""

    name: ClassVar[str] = "core"

    def __init__(self, model: CoreModel | None = None) -> None:
        self._model = model

    @property
    def model(self) -> CoreModel:
        return self._model or shipped_model()

    def segment(self, document: Document) -> PageBlocks:
        page = segment(document)
        if _words(page) < LITTLE_TEXT:
            unhidden = segment(document, hidden=True)
            if _words(unhidden) > 2 * _words(page):
                return unhidden
        return page

    def judge(self, page: PageBlocks, site: Any = None) -> list[Verdict]:
        if not page.blocks:
            return []
        model = self.model
        measures, contributions = model.contributions(page)
        scores = contributions.sum(axis=1) + np.float32(model.forest.bias - model.threshold)
        kept = scores > 0
        return Explainer(page, model.lexicon, measures, contributions).verdicts(scores, kept)


def _words(page: PageBlocks) -> int:
    return sum(block.text.count(" ") + 1 for block in page.blocks)
