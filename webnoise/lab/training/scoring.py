"""How good models are on pages they have not seen: the scores that the corpora's README defines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from webnoise.features.columns import measure
from webnoise.lab.evaluate.scores import corpus_shingle_f1, shingle_score, snippet_counts, snippets_f1
from webnoise.lab.training.pages import LabelledPage
from webnoise.methods.core.model import CoreModel
from webnoise.model import PageBlocks

__all__ = ["ScoredPage", "best_threshold", "block_scores", "score_pages", "scores_by_set"]

# Thresholds tried, in log-odds; the scores are flat around the best one.
THRESHOLDS = tuple(round(-0.6 + 0.1 * step, 1) for step in range(15))


@dataclass(frozen=True, slots=True)
class ScoredPage:
    labelled: LabelledPage
    scores: NDArray[np.float32]

    def text(self, threshold: float) -> str:
        blocks = self.labelled.page.blocks
        return "\n".join(block.text for block in blocks if self.scores[block.index] > threshold)


def score_pages(
    pages: Iterable[LabelledPage], model_for: Callable[[LabelledPage], CoreModel]
) -> list[ScoredPage]:
    """Every page with the scores of its blocks by the model that is to judge it."""
    return [ScoredPage(page, block_scores(model_for(page), page.page)) for page in pages]


def block_scores(model: CoreModel, page: PageBlocks) -> NDArray[np.float32]:
    return model.forest.scores(measure(page, model.lexicon))


def scores_by_set(pages: Sequence[ScoredPage], threshold: float) -> dict[str, float]:
    """The headline score of each corpus: shingle F1, or F1 over strings where a corpus has no texts.

    Only articles count where pages have types.
    """
    found: dict[str, float] = {}
    for corpus in dict.fromkeys(page.labelled.gold.corpus for page in pages):
        chosen = [
            page
            for page in pages
            if page.labelled.gold.corpus == corpus and page.labelled.gold.type in (None, "article")
        ]
        texts = [(page.labelled.gold, page.text(threshold)) for page in chosen]
        with_text = [shingle_score(gold.text, text) for gold, text in texts if gold.text is not None]
        if with_text:
            found[corpus] = round(corpus_shingle_f1(with_text).f1, 4)
        else:
            counts = [snippet_counts(text, gold.must, gold.mustnot) for gold, text in texts]
            found[corpus] = round(snippets_f1(counts).f1, 4)
    return found


def best_threshold(pages: Sequence[ScoredPage]) -> float:
    """The threshold with the best mean over the corpora."""

    def mean(threshold: float) -> float:
        return float(np.mean(list(scores_by_set(pages, threshold).values())))

    return max(THRESHOLDS, key=mean)
