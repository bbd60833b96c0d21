"""The second look from labelled pages: trees over the first scores of sites that the models did not know.

They learn from all blocks but the surest noise, though only the doubtful ones are asked about: from these
alone they learn less (by 0.001).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webnoise.features.columns import measure_ground
from webnoise.features.forest import Forest
from webnoise.features.ground import survey
from webnoise.features.shared_words import NAMES as SHARED_NAMES
from webnoise.features.shared_words import shared_words
from webnoise.lab.training.deep_trees import DeepPlan, boost_deep
from webnoise.lab.training.pages import FOLDS, LabelledPage
from webnoise.methods.core.model import CoreModel
from webnoise.methods.core.second_look import NAMES, SecondModel, Surroundings, group_of

SURE_NOISE = -4.0  # first scores below; two blocks of five, of which one in two hundred is content
PLAN = DeepPlan()
THRESHOLD = 0.25
"""With a forest of 500 trees the mean over the sets, out of fold, was 0.9609 with it and 0.9604 with 0."""
WORDS_POWER = 0.8
"""A block weighs by this power of its words. With the first look's 0.5 the mean is 0.0005 less."""


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
    """The blocks that teach, and their columns. What is sure itself is held against the other sure blocks."""
    ground = survey(page.page, model.lexicon)
    measures = measure_ground(ground)
    first = model.forest.scores(model.forest.leaves(measures)) - np.float32(model.threshold)
    kept = np.flatnonzero(~np.isnan(page.labels) & (first > SURE_NOISE))
    surroundings = Surroundings(page.page, ground, measures, first)
    columns, sure = surroundings.columns_of(kept), surroundings.sure.nonzero()[0]
    for number in np.flatnonzero(surroundings.sure[kept]).tolist():
        others = sure[sure != kept[number]]
        columns[-len(SHARED_NAMES) :, number] = shared_words(
            ground.texts, others, kept[number : number + 1]
        ).ravel()
    return kept, columns


def look_again_out_of_fold(
    models: Sequence[CoreModel], rows: SecondRows, plan: DeepPlan = PLAN
) -> list[CoreModel]:
    """The folds' models, each with a second look that has seen no site of its fold."""

    def second(fold: int) -> SecondModel:
        return SecondModel(rows.fit(lambda other: other != fold, plan), THRESHOLD)

    return [replace(models[fold], second=second(fold)) for fold in range(FOLDS)]


def look_again_at_all(model: CoreModel, rows: SecondRows, plan: DeepPlan = PLAN) -> CoreModel:
    return replace(model, second=SecondModel(rows.fit(lambda _: True, plan), THRESHOLD))
