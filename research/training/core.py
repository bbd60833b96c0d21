"""Models from labelled pages: one for all of them, and one per fold that has not seen the fold's sites."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from research.training.oblivious import BoostingPlan, boost_score
from research.training.pages import FOLDS, LabelledPage
from research.training.words import WordTable
from webnoise.features.groups import group_of
from webnoise.features.lexicon import Lexicon
from webnoise.features.measures import NAMES, compute_features
from webnoise.methods.core.model import CoreModel

# Of the blocks that are noise by their labels, this share is trained on, with its weight made up for: they
# are nine of ten, and most of them are menus.
NOISE_SHARE = 0.35
NOISE_LABEL = 0.02
# This share of the pages is measured as if no word were known, for pages whose names say nothing:
# machine-made classes, languages that no training page has.
NAMELESS_SHARE = 0.15

Lexica = Mapping[tuple[int, ...], Lexicon]
Say = Callable[[str], None]


class Rows(NamedTuple):
    measures: NDArray[np.float32]
    labels: NDArray[np.float64]
    weights: NDArray[np.float64]


def fit_lexica(
    pages: Sequence[LabelledPage], say: Say, *, pairs: bool = True
) -> dict[tuple[int, ...], Lexicon]:
    """Lexica by the folds they have not seen: none, each one, and (for cross-validation) each pair."""
    table = WordTable(pages)
    left_out: list[tuple[int, ...]] = [(), *((fold,) for fold in range(FOLDS))]
    if pairs:
        left_out += combinations(range(FOLDS), 2)
    lexica = {}
    for folds in left_out:
        lexica[folds] = table.fit(folds)
        say(
            f"words without folds {folds}: {len(lexica[folds].names)} of names, "
            f"{sum(map(len, lexica[folds].words.values()))} of text"
        )
    return lexica


def cross_fit(pages: Sequence[LabelledPage], lexica: Lexica, plan: BoostingPlan, say: Say) -> list[CoreModel]:
    """For each fold a model that has seen no site of it, neither in its trees nor in its words.

    Training rows of fold j in the model of fold i are measured by words that have seen neither.
    """
    models = []
    for fold in range(FOLDS):
        others = [page for page in pages if page.fold != fold]
        seen_neither = {
            other: lexica[tuple(sorted((fold, other)))] for other in range(FOLDS) if other != fold
        }
        rows = training_rows(others, seen_neither)
        model, _ = _fit(rows, lexica[fold,], plan)
        say(f"fold {fold}: {rows.labels.size} rows")
        models.append(model)
    return models


def fit_all(
    pages: Sequence[LabelledPage], lexica: Lexica, plan: BoostingPlan
) -> tuple[CoreModel, dict[str, float]]:
    """The model of all pages, and the share of the trees' gain that each measure brought."""
    rows = training_rows(pages, {fold: lexica[fold,] for fold in range(FOLDS)})
    model, gains = _fit(rows, lexica[()], plan)
    shares = gains / gains.sum()
    return model, dict(sorted(zip(NAMES, shares.tolist(), strict=True), key=lambda pair: -pair[1]))


def training_rows(
    pages: Sequence[LabelledPage], lexicon_of_fold: Mapping[int, Lexicon], seed: int = 0
) -> Rows:
    """The rows of all labelled blocks; a page is measured by the lexicon of its fold."""
    random = np.random.default_rng(seed)
    nameless = Lexicon()
    measures, labels, weights = [], [], []
    for page in pages:
        lexicon = nameless if random.random() < NAMELESS_SHARE else lexicon_of_fold[page.fold]
        noise = page.labels < NOISE_LABEL
        kept = ~np.isnan(page.labels) & (~noise | (random.random(len(noise)) < NOISE_SHARE))
        if not kept.any():
            continue
        measures.append(compute_features(page.page, lexicon)[1][:, kept])
        labels.append(page.labels[kept])
        weighed = page.weights()
        weights.append(np.where(noise, weighed / NOISE_SHARE, weighed)[kept])
    every = np.concatenate(weights)
    return Rows(np.concatenate(measures, axis=1), np.concatenate(labels), every / every.mean())


def _fit(rows: Rows, lexicon: Lexicon, plan: BoostingPlan) -> tuple[CoreModel, NDArray[np.float64]]:
    groups = np.array([group_of(name) for name in NAMES])
    forest, gains = boost_score(*rows, groups, plan)
    return CoreModel(lexicon, forest), gains
