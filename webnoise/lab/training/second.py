"""The second look from labelled pages: trees over the first scores of sites that the models did not know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webnoise.features.columns import measure_ground
from webnoise.features.forest import Forest
from webnoise.features.ground import survey
from webnoise.lab.training.boosting import BoostingPlan, boost_score
from webnoise.lab.training.pages import FOLDS, LabelledPage
from webnoise.methods.core.model import CoreModel, SecondModel
from webnoise.methods.core.second_look import NAMES, columns_of, group_of

# Of the blocks that the first look is sure are noise, and that are, this share is trained on.
NOISE_SHARE = 0.5
NOISE_LABEL, NOISE_SCORE = 0.02, -3.0
# Set by hand: fewer and flatter trees than the first look, for much is decided already.
PLAN = BoostingPlan(trees=120, depth=5, rate=0.1)
THRESHOLD = 0.25
"""Of 0, 0.15, 0.25, 0.35 and 0.45 the one with the best mean over the sets, out of fold, by 0.0005."""
WORDS_POWER = 0.8
"""A block weighs by this power of its words. With the first look's 0.5 the mean is 0.0005 less."""


class SecondRows:
    """The columns of all labelled blocks, by page; each page as the model of its fold saw it."""

    def __init__(self, pages: Sequence[LabelledPage], models: Sequence[CoreModel], seed: int = 0) -> None:
        random = np.random.default_rng(seed)
        self._folds: list[int] = []
        self._columns: list[NDArray[np.float32]] = []
        self._labels: list[NDArray[Any]] = []
        self._weights: list[NDArray[Any]] = []
        for page in pages:
            columns, first = _seen(page, models[page.fold])
            noise = (page.labels < NOISE_LABEL) & (first < NOISE_SCORE)
            kept = ~np.isnan(page.labels) & (~noise | (random.random(len(noise)) < NOISE_SHARE))
            self._folds.append(page.fold)
            self._columns.append(columns[:, kept])
            self._labels.append(page.labels[kept])
            weights = page.weights(WORDS_POWER)
            self._weights.append(np.where(noise, weights / NOISE_SHARE, weights)[kept])

    def fit(self, wanted: Callable[[int], bool], plan: BoostingPlan) -> Forest:
        """The trees of the pages whose fold is wanted."""
        chosen = [number for number, fold in enumerate(self._folds) if wanted(fold)]
        weights = np.concatenate([self._weights[number] for number in chosen])
        labels = np.concatenate([self._labels[number] for number in chosen])
        columns = np.concatenate([self._columns[number] for number in chosen], axis=1)
        groups = np.array([group_of(name) for name in NAMES])
        forest, _ = boost_score(columns, labels, weights / weights.mean(), groups, plan)
        return forest


def _seen(page: LabelledPage, model: CoreModel) -> tuple[NDArray[np.float32], NDArray[Any]]:
    ground = survey(page.page, model.lexicon)
    measures = measure_ground(ground)
    first = model.forest.scores(model.forest.leaves(measures)) - np.float32(model.threshold)
    return columns_of(ground, measures, first, page.page), first


def look_again_out_of_fold(
    models: Sequence[CoreModel], rows: SecondRows, plan: BoostingPlan = PLAN
) -> list[CoreModel]:
    """The folds' models, each with a second look that has seen no site of its fold."""

    def second(fold: int) -> SecondModel:
        return SecondModel(rows.fit(lambda other: other != fold, plan), THRESHOLD)

    return [replace(models[fold], second=second(fold)) for fold in range(FOLDS)]


def look_again_at_all(model: CoreModel, rows: SecondRows, plan: BoostingPlan = PLAN) -> CoreModel:
    return replace(model, second=SecondModel(rows.fit(lambda _: True, plan), THRESHOLD))
