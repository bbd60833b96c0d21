"""Forests of oblivious trees from labelled rows, for models that are asked of every block.

One question per level for all nodes of the level, chosen by the gain summed over the nodes; Newton steps on
the logistic loss, in numpy alone (Friedman 2001; oblivious trees as in CatBoost, Prokhorenkova et al. 2018).
One score on soft labels, or the odds of classes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webnoise.features.forest import Forest

Floats = NDArray[np.float64]
BINS = 64
"""Bins of a measure, at most."""


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


def boost_score(
    rows: NDArray[np.float32], labels: Floats, weights: Floats, groups: NDArray[np.int64], plan: BoostingPlan
) -> tuple[Forest, Floats]:
    """A forest of oblivious trees, and by column the sum of the gains of its questions.

    `rows` has one row per column (measure), one column per training row; weights average 1. The forest's
    outputs are what each group of columns contributes to the score; `groups` has the group of each column.
    """
    random = np.random.default_rng(plan.seed)
    binned, edges = _bin(rows)
    many_columns, many_rows = binned.shape
    mean = float((weights * labels).sum() / weights.sum())
    bias = float(np.log(mean / (1 - mean)))
    scores = np.full(many_rows, bias)
    columns = np.zeros((plan.depth, plan.trees), dtype=np.int64)
    thresholds = np.zeros((plan.depth, plan.trees), dtype=np.float32)
    values = np.zeros((plan.trees, 1 << plan.depth))
    covers = np.zeros_like(values)  # training weight
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
        for level, (index, edge, gain) in enumerate(questions):
            column = int(offered[index])
            columns[level, tree] = column
            thresholds[level, tree] = edges[column][edge]
            gains[column] += gain
            leaf = (leaf << 1) | (binned[column] > edge)
        size = 1 << plan.depth
        slope = np.bincount(leaf, gradient, minlength=size)
        values[tree] = -plan.rate * slope / (np.bincount(leaf, curvature, minlength=size) + plan.penalty)
        covers[tree] = np.bincount(leaf, weights, minlength=size)
        scores += values[tree][leaf]
    leaves, expected = grouped_leaves(columns, values, covers, groups)
    return Forest(columns, thresholds, leaves, bias + expected), gains


def _bin(rows: NDArray[np.float32]) -> tuple[NDArray[np.uint8], list[NDArray[np.float32]]]:
    """Each column cut at quantiles of its distinct values: `binned > e` is `value > edges[e]`."""
    binned = np.empty(rows.shape, dtype=np.uint8)
    edges = []
    for index, column in enumerate(rows):
        distinct, counts = np.unique(column, return_counts=True)
        if len(distinct) > BINS:
            # Half by frequency, half by value, so that rare large values keep cuts of their own.
            spread = np.cumsum(np.sqrt(counts))
            picks = np.searchsorted(spread, np.linspace(0, spread[-1], BINS + 1)[1:-1])
            distinct = np.unique(distinct[np.minimum(picks, len(distinct) - 1)])
        cuts = ((distinct[:-1] + distinct[1:]) / 2).astype(np.float32)
        if not len(cuts):
            cuts = np.array([np.inf], dtype=np.float32)
        edges.append(cuts)
        binned[index] = np.searchsorted(cuts, column, side="left")
    return binned, edges


def _grow(
    binned: NDArray[np.uint8], cuts: list[int], gradient: Floats, curvature: Floats, plan: BoostingPlan
) -> list[tuple[int, int, float]]:
    """The questions (column, edge, gain) of one tree, level by level, for one output or for several."""
    outputs = [*zip(np.atleast_2d(gradient), np.atleast_2d(curvature), strict=True)]
    node = np.zeros(binned.shape[1], dtype=np.int64)
    questions = []
    score = sum(_fit(slope.sum(), bend.sum(), plan.penalty) for slope, bend in outputs)
    for level in range(plan.depth):
        best = (0, 0, -np.inf)
        base = node * BINS
        size = BINS << level
        for index, bins in enumerate(binned):
            keys = base + bins
            total = np.zeros(cuts[index])
            for gradients, curvatures in outputs:
                slope = np.bincount(keys, gradients, minlength=size).reshape(-1, BINS).cumsum(axis=1)
                bend = np.bincount(keys, curvatures, minlength=size).reshape(-1, BINS).cumsum(axis=1)
                fit = _fit(slope, bend, plan.penalty) + _fit(
                    slope[:, -1:] - slope, bend[:, -1:] - bend, plan.penalty
                )
                total += fit.sum(axis=0)[: cuts[index]]
            edge = int(total.argmax())
            if total[edge] > best[2]:
                best = (index, edge, float(total[edge]))
        index, edge, total_score = best
        questions.append((index, edge, total_score - score))
        score = total_score
        node = (node << 1) | (binned[index] > edge)
    return questions


def _fit(slope: Any, bend: Any, penalty: float) -> Any:
    return slope * slope / (bend + penalty)


@dataclass(frozen=True, slots=True)
class ClassPlan:
    """Set by hand; `sketch` is how many classes a tree's questions are sought for, those that err most."""

    trees: int = 200
    depth: int = 6
    rate: float = 0.2
    row_share: float = 0.5
    column_share: float = 0.3
    penalty: float = 1.0
    sketch: int = 4
    seed: int = 0


def boost_classes(
    rows: NDArray[np.float32], classes: NDArray[np.int64], weights: Floats, count: int, plan: ClassPlan
) -> Forest:
    """A forest of oblivious trees whose outputs are the log-odds of the classes.

    All classes share a tree: its leaves hold one value for each. Its questions are those that help the
    classes with the greatest gradients (Iosipoi and Vakhrushev 2022, "top outputs").
    """
    random = np.random.default_rng(plan.seed)
    binned, edges = _bin(rows)
    many_columns, many_rows = binned.shape
    truth = np.zeros((count, many_rows))
    truth[classes, np.arange(many_rows)] = 1.0
    prior = np.log((truth * weights).sum(axis=1) / weights.sum() + 1e-6)
    scores = np.repeat(prior[:, np.newaxis], many_rows, axis=1)
    columns = np.zeros((plan.depth, plan.trees), dtype=np.int64)
    thresholds = np.zeros((plan.depth, plan.trees), dtype=np.float32)
    size = 1 << plan.depth
    values = np.zeros((plan.trees, size, count), dtype=np.float32)
    grow = BoostingPlan(depth=plan.depth, penalty=plan.penalty)
    for tree in range(plan.trees):
        chance = np.exp(scores - scores.max(axis=0))
        chance /= chance.sum(axis=0)
        gradient = weights * (chance - truth)
        curvature = weights * chance * (1 - chance)
        sample = np.flatnonzero(random.random(many_rows) < plan.row_share)
        offered = np.sort(random.permutation(many_columns)[: max(1, round(plan.column_share * many_columns))])
        cuts = [len(edges[column]) for column in offered]
        erring = np.argsort(-(gradient**2).sum(axis=1) * random.random(count))[: plan.sketch]
        part = binned[np.ix_(offered, sample)]
        questions = _grow(part, cuts, gradient[erring][:, sample], curvature[erring][:, sample], grow)
        leaf = np.zeros(many_rows, dtype=np.int64)
        for level, (index, edge, _) in enumerate(questions):
            column = int(offered[index])
            columns[level, tree] = column
            thresholds[level, tree] = edges[column][edge]
            leaf = (leaf << 1) | (binned[column] > edge)
        for number in range(count):
            slope = np.bincount(leaf, gradient[number], minlength=size)
            bend = np.bincount(leaf, curvature[number], minlength=size) + plan.penalty
            values[tree, :, number] = -plan.rate * slope / bend
            scores[number] += values[tree, leaf, number]
    values[0] += prior
    return Forest(columns, thresholds, values)


def grouped_leaves(
    columns: NDArray[np.int64],
    values: NDArray[np.float64],
    covers: NDArray[np.float64],
    group_of: NDArray[np.int64],
) -> tuple[NDArray[np.float32], float]:
    """Leaf values (trees, 2**depth) to contributions by group, and the bias they are changes from.

    A leaf then holds not one value but what each group of columns contributed to it: the change of the tree's
    expectation at each question on the way down, after A. Saabas. So score and explanation are one sum.
    """
    depth, trees = columns.shape
    groups = int(group_of.max()) + 1
    out = np.zeros((trees, 1 << depth, groups))
    bias = 0.0
    every = np.arange(1 << depth)
    for tree in range(trees):
        cover, value = covers[tree] + 1e-9, values[tree]
        expected = np.full(1 << depth, (cover * value).sum() / cover.sum())
        bias += expected[0]
        for level in range(depth):
            width = 1 << (depth - level - 1)  # leaves that share the first level + 1 answers stand together
            mass = cover.reshape(-1, width).sum(axis=1)
            mean = (cover * value).reshape(-1, width).sum(axis=1) / mass
            below = np.repeat(mean, width)
            out[tree, every, group_of[columns[level, tree]]] += below - expected
            expected = below
    return out.astype(np.float32), bias
