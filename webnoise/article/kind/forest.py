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

    A node sends a page left where the measure it names is not above its threshold; a leaf leads to itself.
    `children` holds the left and the right child of each node in turn.
    """

    types: tuple[str, ...]
    measures: tuple[str, ...]
    depth: int
    roots: NDArray[np.intp]
    measure: NDArray[np.intp]
    threshold: NDArray[np.float64]
    children: NDArray[np.intp]
    value: NDArray[np.float64]

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Forest:
        """The forest of the data file: a tree is a list of [measure, threshold, left, right] or [value]."""
        rows: list[tuple[int, float, int, int, float]] = []
        roots = []
        for tree in data["trees"]:
            first = len(rows)
            roots.append(first)
            for place, node in enumerate(tree):
                if len(node) == 1:
                    rows.append((0, 0.0, first + place, first + place, node[0]))
                else:
                    rows.append((node[0], node[1], first + node[2], first + node[3], 0.0))
        measure, threshold, left, right, value = zip(*rows, strict=True)
        return cls(
            types=tuple(data["types"]),
            measures=tuple(data["measures"]),
            depth=data["depth"],
            roots=np.array(roots, dtype=np.intp),
            measure=np.array(measure, dtype=np.intp),
            threshold=np.array(threshold),
            children=np.array([left, right], dtype=np.intp).T.ravel(),
            value=np.array(value),
        )

    def shares(self, measures: Mapping[str, float]) -> Mapping[str, float]:
        """How likely the page is of each type; the shares sum to 1."""
        row = np.array([measures.get(name, 0.0) for name in self.measures])
        return dict(zip(self.types, self.shares_of(row), strict=True))

    def shares_of(self, row: NDArray[np.float64]) -> Sequence[float]:
        """The same for a row of measures in the forest's order. All trees are walked down at once."""
        node = self.roots
        for _ in range(self.depth):
            goes_right = row.take(self.measure.take(node)) > self.threshold.take(node)
            node = self.children.take(2 * node + goes_right)
        votes = self.value.take(node).reshape(-1, len(self.types)).sum(axis=0)
        odds = np.exp(votes - votes.max())
        shares: list[float] = (odds / odds.sum()).tolist()
        return shares


@cache
def kind_forest() -> Forest:
    """The forest that ships with the package; `webnoise.methods.training.kind` makes it."""
    text = (files("webnoise") / "model_data" / "kind.json").read_text("utf-8")
    return Forest.from_dict(json.loads(text))
