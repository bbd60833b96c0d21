"""A learned forest of small trees that tells page types apart, evaluated with numpy alone."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Forest", "kind_forest"]


@dataclass(frozen=True)
class Forest:
    """Boosted trees; tree t votes for type t modulo the number of types.

    Every tree is filled up to its depth, so that a level is two arrays: node n of a level asks whether the
    measure it names is above its threshold, and leads to node 2n of the next level, or to 2n + 1.
    """

    types: tuple[str, ...]
    measures: tuple[str, ...]
    levels: tuple[tuple[NDArray[np.intp], NDArray[np.float64]], ...]
    leaves: NDArray[np.float64]

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Forest:
        """The forest of the data file: a tree is a list of [measure, threshold, left, right] or [value]."""
        nodes = [(tree, 0) for tree in data["trees"]]
        levels = []
        for _ in range(data["depth"]):
            asked = [_question(tree, place) for tree, place in nodes]
            measure, threshold, left, right = zip(*asked, strict=True)
            levels.append((np.array(measure, np.intp), np.array(threshold, np.float64)))
            children = zip([tree for tree, _ in nodes], left, right, strict=True)
            nodes = [(tree, child) for tree, *pair in children for child in pair]
        leaves = np.array([tree[place][0] for tree, place in nodes])
        return cls(tuple(data["types"]), tuple(data["measures"]), tuple(levels), leaves)

    def shares(self, measures: Mapping[str, float]) -> Mapping[str, float]:
        """How likely the page is of each type; the shares sum to 1."""
        row = np.array([measures.get(name, 0.0) for name in self.measures])
        return dict(zip(self.types, self.shares_of(row), strict=True))

    def shares_of(self, row: NDArray[np.float64]) -> Sequence[float]:
        """The same for a row of measures in the forest's order. All trees are walked down at once."""
        measure, threshold = self.levels[0]
        node = 2 * np.arange(len(measure)) + (row.take(measure) > threshold)
        for measure, threshold in self.levels[1:]:
            goes_right = row.take(measure.take(node)) > threshold.take(node)
            node *= 2
            node += goes_right
        votes = self.leaves.take(node).reshape(-1, len(self.types)).sum(axis=0)
        odds = np.exp(votes - votes.max())
        shares: list[float] = (odds / odds.sum()).tolist()
        return shares


def _question(tree: Sequence[Sequence[float]], place: int) -> Sequence[float]:
    """A leaf above the last level asks what is never so, and stands again in both places below."""
    return tree[place] if len(tree[place]) > 1 else (0, np.inf, place, place)


@cache
def kind_forest() -> Forest:
    """The forest that ships with the package; `webnoise.lab.training.kind` makes it."""
    text = (files("webnoise") / "model_data" / "kind.json").read_text("utf-8")
    return Forest.from_dict(json.loads(text))
