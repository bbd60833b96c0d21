"""Forests from labelled rows, for all models of the package: one score on soft labels, or votes for types.

Trees that are asked of every block are oblivious, one question per level for all nodes of the level, chosen
by the gain summed over the nodes; Newton steps on the logistic loss, in numpy alone (Friedman 2001; oblivious
trees as in CatBoost, Prokhorenkova et al. 2018). Those that are asked of few, the doubtful blocks of a page
or the page itself, are LightGBM's: they grow where the error is, and take longer to walk.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webnoise.features.forest import Forest

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
        if len(distinct) > _BINS:
            # Half by frequency, half by value, so that rare large values keep cuts of their own.
            spread = np.cumsum(np.sqrt(counts))
            picks = np.searchsorted(spread, np.linspace(0, spread[-1], _BINS + 1)[1:-1])
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
        base = node * _BINS
        size = _BINS << level
        for index, bins in enumerate(binned):
            keys = base + bins
            total = np.zeros(cuts[index])
            for gradients, curvatures in outputs:
                slope = np.bincount(keys, gradients, minlength=size).reshape(-1, _BINS).cumsum(axis=1)
                bend = np.bincount(keys, curvatures, minlength=size).reshape(-1, _BINS).cumsum(axis=1)
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


@dataclass(frozen=True, slots=True)
class DeepPlan:
    """Trees with a question for each node, of 256 leaves at most.

    For the doubtful blocks, mean F1 over the sets out of fold is 0.9598 with 150 trees, 0.9591 with 250,
    0.9600 and 0.9601 (two seeds) with 400; 0.9598 and 0.9602 without a bound on the depth. With 120
    oblivious trees for all blocks it was 0.9583.
    """

    trees: int = 400
    leaves: int = 63
    depth: int = 8
    rate: float = 0.04
    row_share: float = 0.5
    column_share: float = 0.2
    fewest_rows: int = 60
    penalty: float = 10.0
    seed: int = 0


def boost_deep(
    rows: NDArray[np.float32], labels: Floats, weights: Floats, groups: NDArray[np.int64], plan: DeepPlan
) -> Forest:
    """A forest for one score on soft labels, of rows and with outputs as those of `boost_score`."""
    parameters = {
        "objective": "cross_entropy", "num_leaves": plan.leaves, "max_depth": plan.depth,
        "learning_rate": plan.rate, "bagging_fraction": plan.row_share, "bagging_freq": 1,
        "feature_fraction": plan.column_share, "min_data_in_leaf": plan.fewest_rows, "max_bin": _BINS - 1,
        "lambda_l2": plan.penalty, "seed": plan.seed, "deterministic": True, "force_col_wise": True,
        "verbose": -1,
    }  # fmt: skip
    trees = _lightgbm_trees(rows.T, labels, weights, parameters, plan.trees)
    forest = filled(trees, plan.depth)
    leaves, bias = grouped_nodes(trees, plan.depth, groups)
    # Rounded down, a threshold between two numbers of single precision stays between them.
    thresholds = forest.thresholds.astype(np.float32)
    above = thresholds > forest.thresholds
    thresholds[above] = np.nextafter(thresholds[above], np.float32(-np.inf))
    return Forest(forest.columns, thresholds, leaves, bias)


def grouped_nodes(
    trees: Sequence[Mapping[str, Any]], depth: int, group_of: NDArray[np.int64]
) -> tuple[NDArray[np.float32], float]:
    """As `grouped_leaves`, of LightGBM's trees filled up to one depth."""
    out = np.zeros((len(trees), 1 << depth, int(group_of.max()) + 1))
    bias = 0.0
    for number, tree in enumerate(trees):
        bias += _expected(tree)[0]
        nodes, told = [tree], [out[number, 0]]
        for _ in range(depth):
            told = [
                _told(node, below, sums, group_of)
                for node, sums in zip(nodes, told, strict=True)
                for below in _below(node)
            ]
            nodes = [below for node in nodes for below in _below(node)]
        out[number] = told
    return out.astype(np.float32), bias


def _told(
    node: Mapping[str, Any], below: Mapping[str, Any], sums: Floats, group_of: NDArray[np.int64]
) -> Floats:
    """What the groups contributed on the way to a node, and by the question that led from it to one below."""
    if node is below:
        return sums
    told = sums.copy()
    told[group_of[node["split_feature"]]] += _expected(below)[0] - _expected(node)[0]
    return told


def _expected(node: Mapping[str, Any]) -> tuple[float, int]:
    """What a tree expects of the rows that come to a node, and how many came in training."""
    if "leaf_value" in node:
        return node["leaf_value"], node.get("leaf_count", 1)
    parts = [_expected(below) for below in _below(node)]
    many = sum(count for _, count in parts)
    return sum(value * count for value, count in parts) / many, many


def boost_types(
    rows: Floats, types: Sequence[int], weights: Floats, parameters: Mapping[str, Any], rounds: int
) -> Forest:
    """A forest whose trees vote for the types in turn; `rows` has one row per training row."""
    trees = _lightgbm_trees(rows, np.array(types), weights, parameters, rounds)
    return filled(trees, parameters["max_depth"])


def _lightgbm_trees(
    rows: NDArray[np.floating[Any]],
    labels: NDArray[Any],
    weights: Floats,
    parameters: Mapping[str, Any],
    rounds: int,
) -> list[Mapping[str, Any]]:
    import lightgbm

    data = lightgbm.Dataset(rows, labels, weight=weights)
    dumped = lightgbm.train(dict(parameters), data, rounds).dump_model()
    return [tree["tree_structure"] for tree in dumped["tree_info"]]


def filled(trees: Sequence[Mapping[str, Any]], depth: int) -> Forest:
    """Trees of any shape, filled up to one depth: a leaf above the last level asks what is never so."""
    columns, thresholds, leaves = [], [], []
    for tree in trees:
        nodes = [tree]
        asked: list[tuple[int, float]] = []
        for _ in range(depth):
            asked += [_question(node) for node in nodes]
            nodes = [below for node in nodes for below in _below(node)]
        columns.append([column for column, _ in asked])
        thresholds.append([threshold for _, threshold in asked])
        leaves.append([[float(f"{node['leaf_value']:.4g}")] for node in nodes])
    return Forest(np.array(columns, np.int64).T.copy(), np.array(thresholds).T.copy(), np.array(leaves))


def _question(node: Mapping[str, Any]) -> tuple[int, float]:
    """Measure and threshold; numbers with six digits."""
    if "leaf_value" in node:
        return 0, np.inf
    return node["split_feature"], float(f"{node['threshold']:.6g}")


def _below(node: Mapping[str, Any]) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    return (node, node) if "leaf_value" in node else (node["left_child"], node["right_child"])
