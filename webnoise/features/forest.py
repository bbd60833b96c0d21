"""Boosted trees in plain arrays: what the package's trained models decide by.

Every tree is filled up to its depth. It is a row of questions (is feature c above t?), whose answers on the
way down are the bits of a leaf's number. An oblivious tree asks one question per level, of all its nodes;
another asks one per node, level by level, from left to right.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webnoise.features.trees import Questions, outputs, votes

Floats = NDArray[np.floating[Any]]
Leaves = NDArray[np.uint8]


@dataclass(frozen=True)
class Forest:
    """`columns` and `thresholds` have shape (questions, trees), `values` (trees, leaves, outputs).

    Outputs add up over the trees: they are what each group of features contributes to one score. `bias` is
    what a score starts from.
    """

    columns: NDArray[np.int64]
    thresholds: Floats
    values: Floats
    bias: float = 0.0

    @property
    def depth(self) -> int:
        return int(self.values.shape[1]).bit_length() - 1

    def leaves(self, features: Floats) -> Leaves:
        """The leaf that each row reaches in each tree, of shape (trees, rows).

        `features` has one row per feature, and one column per row that is asked about.
        """
        return self._questions.leaves(np.ascontiguousarray(features, self.thresholds.dtype))

    def scores(self, leaves: Leaves) -> Floats:
        """For each row the bias and all outputs of its leaves, summed up."""
        return outputs(leaves, self._leaf_sums[:, np.newaxis], self.depth, self.bias)[:, 0]

    def votes(self, leaves: Leaves, types: int) -> Floats:
        """Rows by types, where each tree in turn votes for one of the types by its only output."""
        return votes(leaves, self._leaf_sums, self.depth, types)

    def votes_for(self, features: NDArray[np.float32], asked: NDArray[np.bool_]) -> Floats:
        """As `votes`, of trees with a question for each node: a row is asked about the types that it is
        `asked` about (rows by types too), and has 0 for the others.
        """
        return self._questions.votes_for(np.ascontiguousarray(features), self._leaf_sums, asked)

    def outputs(self, leaves: Leaves, rows: NDArray[np.int64] | None = None) -> Floats:
        """Rows by outputs: each output summed up over the row's leaves; of all rows, or of some."""
        return outputs(leaves, self._leaf_values, self.depth, 0.0, rows)

    @cached_property
    def _questions(self) -> Questions:
        return Questions(self.columns, self.thresholds, self.depth)

    @cached_property
    def _leaf_values(self) -> Floats:
        """The outputs of each leaf of all trees, as a row."""
        return np.ascontiguousarray(self.values, np.float32).reshape(-1, self.values.shape[2])

    @cached_property
    def _leaf_sums(self) -> Floats:
        sums: Floats = self.values.sum(axis=2, dtype=np.float32)
        return sums.ravel()

    @classmethod
    def load(cls, path: Path) -> tuple[Forest, dict[str, Any]]:
        """The forest, and what was saved beside it."""
        with np.load(path) as stored:
            arrays = {name: stored[name] for name in stored.files}
        values = np.ascontiguousarray(arrays.pop("leaves"))
        if values.dtype == np.float16:
            values = values.astype(np.float32)
        columns = arrays.pop("columns").astype(np.int64)
        forest = cls(columns, arrays.pop("thresholds"), values, float(arrays.pop("bias")))
        return forest, {name: array.tolist() for name, array in arrays.items()}
