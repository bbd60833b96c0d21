"""The second stage from labelled pages: trees over the first scores of sites that the models did not know.

They learn from all blocks but the surest noise, though only the doubtful ones are asked about: from these
alone they learn less (by 0.001).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from research.training.deep_trees import DeepPlan, boost_deep
from research.training.pages import FOLDS, LabelledPage
from webnoise.features.context import SHARED_NAMES, shared_words
from webnoise.features.forest import Forest
from webnoise.features.measures import compute_features
from webnoise.methods.core.model import CoreModel
from webnoise.methods.core.second_stage import NAMES, ScoredContext, SecondModel, group_of

SURE_NOISE = -4.0  # first scores below; two blocks of five, of which one in two hundred is content
PLAN = DeepPlan()
THRESHOLD = 0.25
"""With a forest of 500 trees the mean over the sets, out of fold, was 0.9609 with it and 0.9604 with 0."""
WORDS_POWER = 0.8
"""A block weighs by this power of its words. With the first stage's 0.5 the mean is 0.0005 less."""


class SecondRows:
    """The columns of labelled blocks, by page; each page as the model of its fold saw it."""

    def __init__(self, pages: Sequence[LabelledPage], models: Sequence[CoreModel]) -> None:
        self._folds: list[int] = []
        self._columns: list[NDArray[np.float32]] = []
        self._labels: list[NDArray[Any]] = []
        self._weights: list[NDArray[Any]] = []
        for page in pages:
            kept, columns = _seen(page, models[page.fold])
            self._folds.append(page.fold)
            self._columns.append(columns)
            self._labels.append(page.labels[kept])
            self._weights.append(page.weights(WORDS_POWER)[kept])

    def fit(self, wanted: Callable[[int], bool], plan: DeepPlan) -> Forest:
        """The trees of the pages whose fold is wanted."""
        chosen = [number for number, fold in enumerate(self._folds) if wanted(fold)]
        weights = np.concatenate([self._weights[number] for number in chosen])
        labels = np.concatenate([self._labels[number] for number in chosen])
        columns = np.concatenate([self._columns[number] for number in chosen], axis=1)
        groups = np.array([group_of(name) for name in NAMES])
        return boost_deep(columns, labels, weights / weights.mean(), groups, plan)


def _seen(page: LabelledPage, model: CoreModel) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """The blocks that teach, and their features. A sure block is compared with the other sure ones."""
    arrays, features = compute_features(page.page, model.lexicon)
    first = model.forest.scores(model.forest.leaves(features)) - np.float32(model.threshold)
    kept = np.flatnonzero(~np.isnan(page.labels) & (first > SURE_NOISE))
    context = ScoredContext(page.page, arrays, features, first)
    columns, sure = context.features_of(kept), context.sure.nonzero()[0]
    for number in np.flatnonzero(context.sure[kept]).tolist():
        others = sure[sure != kept[number]]
        columns[-len(SHARED_NAMES) :, number] = shared_words(
            arrays.texts, others, kept[number : number + 1]
        ).ravel()
    return kept, columns


def second_stage_out_of_fold(
    models: Sequence[CoreModel], rows: SecondRows, plan: DeepPlan = PLAN
) -> list[CoreModel]:
    """The folds' models, each with a second stage that has seen no site of its fold."""

    def second(fold: int) -> SecondModel:
        return SecondModel(rows.fit(lambda other: other != fold, plan), THRESHOLD)

    return [replace(models[fold], second=second(fold)) for fold in range(FOLDS)]


def second_stage_of_all(model: CoreModel, rows: SecondRows, plan: DeepPlan = PLAN) -> CoreModel:
    return replace(model, second=SecondModel(rows.fit(lambda _: True, plan), THRESHOLD))
