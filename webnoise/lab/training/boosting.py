"""Gradient boosting of oblivious trees on soft labels, in numpy alone.

One question per level, the same for all nodes of the level, chosen by the gain summed over the nodes; Newton
steps on the logistic loss (Friedman 2001; oblivious trees as in CatBoost, Prokhorenkova et al. 2018).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Boosted", "BoostingPlan", "boost"]

Floats = NDArray[np.float64]
_BINS = 64


@dataclass(frozen=True, slots=True)
class BoostingPlan:
    """Set by hand after the study that 200 shallow oblivious trees suffice; not swept one by one."""

    trees: int = 200
    depth: int = 6
    rate: float = 0.12
    row_share: float = 0.4
    column_share: float = 0.3
    penalty: float = 4.0
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Boosted:
    """Questions of shape (depth, trees); values and covers (training weight) of shape (trees, 2**depth)."""

    columns: NDArray[np.int64]
    thresholds: NDArray[np.float32]
    values: Floats
    covers: Floats
    bias: float
    gains: Floats
    """By column, the sum of the gains of its questions."""


def boost(
    rows: NDArray[np.float32],
    labels: Floats,
    weights: Floats,
    plan: BoostingPlan,
    progress: Callable[[int], None] | None = None,
) -> Boosted:
    """`rows` has one row per column (measure), one column per training row; weights average 1."""
    random = np.random.default_rng(plan.seed)
    binned, edges = _bin(rows)
    many_columns, many_rows = binned.shape
    mean = float((weights * labels).sum() / weights.sum())
    bias = float(np.log(mean / (1 - mean)))
    scores = np.full(many_rows, bias)
    columns = np.zeros((plan.depth, plan.trees), dtype=np.int64)
    thresholds = np.zeros((plan.depth, plan.trees), dtype=np.float32)
    values = np.zeros((plan.trees, 1 << plan.depth))
    covers = np.zeros_like(values)
    gains = np.zeros(many_columns)
    for tree in range(plan.trees):
        chance = 1 / (1 + np.exp(-scores))
        gradient = weights * (chance - labels)
        curvature = weights * chance * (1 - chance)
        sample = np.flatnonzero(random.random(many_rows) < plan.row_share)
        offered = np.sort(random.permutation(many_columns)[: max(1, round(plan.column_share * many_columns))])
        cuts = [len(edges[column]) for column in offered]
        questions = _grow(binned[np.ix_(offered, sample)], cuts, gradient[sample], curvature[sample], plan)
        leaf = np.zeros(many_rows, dtype=np.int64)
        for level, (place, edge, gain) in enumerate(questions):
            column = int(offered[place])
            columns[level, tree] = column
            thresholds[level, tree] = edges[column][edge]
            gains[column] += gain
            leaf = (leaf << 1) | (binned[column] > edge)
        size = 1 << plan.depth
        slope = np.bincount(leaf, gradient, minlength=size)
        values[tree] = -plan.rate * slope / (np.bincount(leaf, curvature, minlength=size) + plan.penalty)
        covers[tree] = np.bincount(leaf, weights, minlength=size)
        scores += values[tree][leaf]
        if progress:
            progress(tree)
    return Boosted(columns, thresholds, values, covers, bias, gains)


def _bin(rows: NDArray[np.float32]) -> tuple[NDArray[np.uint8], list[NDArray[np.float32]]]:
    """Each column cut at quantiles of its distinct values: `binned > e` is `value > edges[e]`."""
    binned = np.empty(rows.shape, dtype=np.uint8)
    edges = []
    for place, column in enumerate(rows):
        distinct, counts = np.unique(column, return_counts=True)
        if len(distinct) > _BINS:
            # Half by frequency, half by value, so that rare large values keep cuts of their own.
            spread = np.cumsum(np.sqrt(counts))
            picks = np.searchsorted(spread, np.linspace(0, spread[-1], _BINS + 1)[1:-1])
            distinct = np.unique(distinct[np.minimum(picks, len(distinct) - 1)])
        cuts = ((distinct[:-1] + distinct[1:]) / 2).astype(np.float32)
        if not len(cuts):
            cuts = np.array([np.inf], dtype=np.float32)
        edges.append(cuts)
        binned[place] = np.searchsorted(cuts, column, side="left")
    return binned, edges


def _grow(
    binned: NDArray[np.uint8], cuts: list[int], gradient: Floats, curvature: Floats, plan: BoostingPlan
) -> list[tuple[int, int, float]]:
    """The questions (column, edge, gain) of one tree, level by level."""
    node = np.zeros(binned.shape[1], dtype=np.int64)
    questions = []
    score = _fit(np.array([gradient.sum()]), np.array([curvature.sum()]), plan.penalty).sum()
    for level in range(plan.depth):
        best = (0, 0, -np.inf)
        base = node * _BINS
        size = _BINS << level
        for place, bins in enumerate(binned):
            keys = base + bins
            slope = np.bincount(keys, gradient, minlength=size).reshape(-1, _BINS).cumsum(axis=1)
            bend = np.bincount(keys, curvature, minlength=size).reshape(-1, _BINS).cumsum(axis=1)
            fit = _fit(slope, bend, plan.penalty) + _fit(
                slope[:, -1:] - slope, bend[:, -1:] - bend, plan.penalty
            )
            total = fit.sum(axis=0)[: cuts[place]]
            edge = int(total.argmax())
            if total[edge] > best[2]:
                best = (place, edge, float(total[edge]))
        place, edge, total_score = best
        questions.append((place, edge, total_score - score))
        score = total_score
        node = (node << 1) | (binned[place] > edge)
    return questions


def _fit(slope: Floats, bend: Floats, penalty: float) -> Floats:
    return slope * slope / (bend + penalty)
