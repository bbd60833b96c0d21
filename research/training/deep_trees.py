"""Forests by LightGBM, for models that are asked of few: the doubtful blocks of a page, or the page itself.

Its trees grow where the error is, and take longer to walk than oblivious ones (`oblivious.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from research.training.oblivious import BINS, Floats
from webnoise.features.forest import Forest


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
        "feature_fraction": plan.column_share, "min_data_in_leaf": plan.fewest_rows, "max_bin": BINS - 1,
        "lambda_l2": plan.penalty, "seed": plan.seed, "deterministic": True, "force_col_wise": True,
        "verbose": -1,
    }  # fmt: skip
    trees = _lightgbm_trees(rows.T, labels, weights, parameters, plan.trees)
    forest = filled(trees, plan.depth)
    leaves, bias = grouped_nodes(trees, plan.depth, groups)
    return Forest(forest.columns, _rounded_down(forest.thresholds), leaves, bias)


def _rounded_down(thresholds: NDArray[Any]) -> NDArray[np.float32]:
    """In single precision: so a threshold between two numbers of that precision stays between them."""
    rounded = thresholds.astype(np.float32)
    above = rounded > thresholds
    rounded[above] = np.nextafter(rounded[above], np.float32(-np.inf))
    return rounded


@dataclass(frozen=True, slots=True)
class VotePlan:
    """Trees that vote for the classes in turn, one of each class in a round.

    For doubtful roles, on two of five folds, macro F1 is 0.721 with it, 0.718 with depth 7 and 0.719 with 63
    leaves of depth 8, which take four and eight times the room; 0.714 with 50 rounds at the rate 0.14, 0.693
    for the small forest alone. Differences below 0.01 mean little there: plans that hardly differ do so.
    """

    rounds: int = 70
    leaves: int = 31
    depth: int = 5
    rate: float = 0.1
    row_share: float = 0.6
    column_share: float = 0.3
    fewest_rows: int = 15
    penalty: float = 5.0
    seed: int = 0


def boost_votes(
    rows: NDArray[np.float32], classes: NDArray[np.int64], weights: Floats, count: int, plan: VotePlan
) -> Forest:
    """A forest whose votes are the log-odds of the classes; rows as those of `boost_classes`."""
    parameters = {
        "objective": "multiclass", "num_class": count, "num_leaves": plan.leaves, "max_depth": plan.depth,
        "learning_rate": plan.rate, "bagging_fraction": plan.row_share, "bagging_freq": 1,
        "feature_fraction": plan.column_share, "min_data_in_leaf": plan.fewest_rows, "max_bin": BINS - 1,
        "min_sum_hessian_in_leaf": 0.5, "lambda_l2": plan.penalty, "seed": plan.seed, "num_threads": 1,
        "deterministic": True, "force_col_wise": True, "verbose": -1,
    }  # fmt: skip
    forest = filled(_lightgbm_trees(rows.T, classes, weights, parameters, plan.rounds), plan.depth)
    return replace(
        forest, thresholds=_rounded_down(forest.thresholds), values=forest.values.astype(np.float32)
    )


def grouped_nodes(
    trees: Sequence[Mapping[str, Any]], depth: int, group_of: NDArray[np.int64]
) -> tuple[NDArray[np.float32], float]:
    """As `grouped_leaves`, of LightGBM's trees filled up to one depth."""
    out = np.zeros((len(trees), 1 << depth, int(group_of.max()) + 1))
    bias = 0.0
    for number, tree in enumerate(trees):
        bias += _expected(tree)[0]
        nodes, contributions = [tree], [out[number, 0]]
        for _ in range(depth):
            contributions = [
                _contributions(node, below, sums, group_of)
                for node, sums in zip(nodes, contributions, strict=True)
                for below in _below(node)
            ]
            nodes = [below for node in nodes for below in _below(node)]
        out[number] = contributions
    return out.astype(np.float32), bias


def _contributions(
    node: Mapping[str, Any], below: Mapping[str, Any], sums: Floats, group_of: NDArray[np.int64]
) -> Floats:
    """Return what the groups contributed on the way to a node, and by the split to one below it."""
    if node is below:
        return sums
    result = sums.copy()
    result[group_of[node["split_feature"]]] += _expected(below)[0] - _expected(node)[0]
    return result


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
