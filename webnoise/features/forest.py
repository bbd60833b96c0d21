"""Boosted trees in plain arrays, walked by numpy alone: what the package's two trained models decide by.

Every tree is filled up to its depth. It is a row of questions (is measure c above t?), whose answers on the
way down are the bits of a leaf's number. An oblivious tree asks one question per level, of all its nodes;
another asks one per node, the nodes of a level standing together, from left to right.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webnoise.native import compiled

Floats = NDArray[np.floating[Any]]
Leaves = NDArray[np.uint8]
_ANSWERS_AT_ONCE = 20_000  # of trees times rows: so many stay in the processor's cache
_ROWS_AT_ONCE = 4_096  # in Python: the answers of all trees to a hundred thousand rows take gigabytes
_native = compiled("forest")


@dataclass(frozen=True)
class Forest:
    """`columns` and `thresholds` have shape (questions, trees), `values` (trees, leaves, outputs).

    Outputs add up over the trees: they are what each group of measures contributes to one score. `bias` is
    what a score starts from.
    """

    columns: NDArray[np.int64]
    thresholds: Floats
    values: Floats
    bias: float = 0.0

    @property
    def depth(self) -> int:
        return int(self.values.shape[1]).bit_length() - 1

    def leaves(self, measures: Floats) -> Leaves:
        """The leaf that each row reaches in each tree, of shape (trees, rows).

        `measures` has one row per measure, and one column per row that is asked about.
        """
        if _native and measures.dtype == self.thresholds.dtype:
            found: Leaves = self._questions.leaves(np.ascontiguousarray(measures))
            return found
        ask = self._ask_levels if len(self.columns) == self.depth else self._walk_nodes
        starts = range(0, max(measures.shape[1], 1), _ROWS_AT_ONCE)
        return np.concatenate([ask(measures[:, start : start + _ROWS_AT_ONCE]) for start in starts], axis=1)

    def _ask_levels(self, measures: Floats) -> Leaves:
        found: Leaves
        columns, thresholds, asked = self._distinct_questions
        answers = (measures.take(columns, axis=0) > thresholds).view(np.uint8)
        found, *deeper = answers.take(asked, axis=0)
        for level in deeper:
            found += found
            found |= level
        return found

    @cached_property
    def _distinct_questions(self) -> tuple[NDArray[np.int64], Floats, NDArray[np.intp]]:
        """The columns and thresholds of each question once, and which one each level of each tree asks."""
        once, asked = np.unique([self.columns.ravel(), self.thresholds.ravel()], axis=1, return_inverse=True)
        columns, thresholds = once[0].astype(np.int64), once[1].astype(self.thresholds.dtype)
        return columns, thresholds[:, np.newaxis], asked.reshape(self.columns.shape)

    def _walk_nodes(self, measures: Floats) -> Leaves:
        columns, thresholds, roots = self._questions_by_tree
        rows = (np.arange(measures.shape[1]) * len(measures))[:, np.newaxis]
        values = measures.T.ravel()
        asked = roots.repeat(len(rows), axis=0)
        for _ in range(self.depth):
            answers = values.take(columns.take(asked) + rows) > thresholds.take(asked)
            asked += asked - roots  # the nodes below n are 2 n + 1 and 2 n + 2
            asked += answers
            asked += 1
        found: Leaves = np.ascontiguousarray((asked - roots - len(self.columns)).T, np.uint8)
        return found

    @cached_property
    def _questions_by_tree(self) -> tuple[NDArray[np.int16], Floats, NDArray[np.int64]]:
        """The columns and thresholds of all nodes, tree by tree, and where each tree begins, as a row."""
        nodes, trees = self.columns.shape
        roots = np.arange(0, nodes * trees, nodes)[np.newaxis]
        return self.columns.T.ravel().astype(np.int16), self.thresholds.T.ravel(), roots

    def scores(self, leaves: Leaves) -> Floats:
        """For each row the bias and all outputs of its leaves, summed up."""
        return self._sums(leaves, self._leaf_sums[:, np.newaxis], self.bias)[:, 0]

    def votes(self, leaves: Leaves, types: int) -> Floats:
        """Rows by types, where each tree in turn votes for one of the types by its only output."""
        if _native and types * leaves.shape[1] > 1:  # numpy adds up a single column in pairs
            votes: Floats = _native.votes(leaves, self._leaf_sums, self.depth, types)
            return votes
        numbers = leaves + self._first_leaves
        total: Floats = self._leaf_sums.take(numbers).reshape(-1, types, leaves.shape[1]).sum(axis=0)
        return total.T

    def votes_for(self, measures: NDArray[np.float32], asked: NDArray[np.bool_]) -> Floats:
        """As `votes`, of trees with a question for each node: rows by types, where a row is asked about the
        types that it is `asked` about (rows by types too), and has 0 for the others.
        """
        if _native:
            votes: Floats = self._questions.votes_for(np.ascontiguousarray(measures), self._leaf_sums, asked)
            return votes
        every = self.votes(self.leaves(measures), asked.shape[1])
        return np.where(asked, every, np.float32(0))

    def outputs(self, leaves: Leaves, rows: NDArray[np.int64] | None = None) -> Floats:
        """Rows by outputs: each output summed up over the row's leaves; of all rows, or of some."""
        if self.has_halves:
            sums: Floats = self._halves.outputs(leaves, self._at_once(leaves.shape[1]), rows)
            return sums
        return self._sums(leaves, self.values.reshape(-1, self.values.shape[2]), 0.0, rows)

    def _sums(
        self, leaves: Leaves, values: Floats, start: float, rows: NDArray[np.int64] | None = None
    ) -> Floats:
        many = leaves.shape[1] if rows is None else len(rows)
        one_sum = many * values.shape[1] == 1  # numpy adds up a single column in pairs
        if _native and values.dtype == np.float32 and not one_sum:
            at_once = self._at_once(leaves.shape[1])
            sums: Floats = _native.outputs(leaves, values, self.depth, start, at_once, rows)
            return sums
        total: Floats = np.empty((many, values.shape[1]), dtype=values.dtype)
        total.fill(start)
        for numbers in self._numbers(leaves):
            asked = numbers if rows is None else numbers[:, rows]
            total += values.take(asked, axis=0).sum(axis=0)
        return total

    @cached_property
    def _questions(self) -> Any:
        """Those of all trees, as the compiled twin asks them."""
        return _native.Questions(self.columns, self.thresholds, self.depth) if _native else None

    @property
    def has_halves(self) -> bool:
        """Whether the compiled twin adds up the outputs as the processor does fastest."""
        return _native is not None and self._halves is not None

    @cached_property
    def _halves(self) -> Any:
        if not _native or self.values.dtype != np.float32 or self.values.shape[2] == 1:
            return None
        return _native.halved(np.ascontiguousarray(self.values).reshape(-1, self.values.shape[2]), self.depth)

    @cached_property
    def _leaf_sums(self) -> Floats:
        sums: Floats = self.values.sum(axis=2)
        return sums.ravel()

    @cached_property
    def _first_leaves(self) -> NDArray[np.int64]:
        """The number of each tree's first leaf among those of all trees, as a column."""
        return (np.arange(len(self.values)) << self.depth)[:, np.newaxis]

    def _numbers(self, leaves: Leaves) -> Iterator[NDArray[np.int64]]:
        """The leaves as numbers among those of all trees, some trees at a time."""
        for part in self._parts(leaves.shape[1]):
            yield leaves[part] + self._first_leaves[part]

    def _parts(self, rows: int) -> Iterator[slice]:
        at_once = self._at_once(rows)
        return (slice(start, start + at_once) for start in range(0, self.columns.shape[1], at_once))

    @staticmethod
    def _at_once(rows: int) -> int:
        """How many trees are asked, and summed up, together."""
        return 1 + _ANSWERS_AT_ONCE // max(rows, 1)

    def save(self, path: Path, **beside: Any) -> None:
        np.savez_compressed(
            path, columns=self.columns.astype(np.int16), thresholds=self.thresholds, leaves=self.values,
            bias=np.float32(self.bias), **beside,
        )  # fmt: skip

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
