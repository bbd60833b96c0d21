"""Boosted oblivious trees in plain arrays: every level of a tree asks one question of all blocks.

A tree of depth d is d questions (is column f above t?) whose answers are the bits of a leaf's number. So a
whole page passes through all trees in a few array operations, without a machine-learning library. A leaf
holds not one value but what each group of columns contributed to it (the change of the tree's expectation at
each question on the way down, after A. Saabas), so the score and its explanation are one sum.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

__all__ = ["Forest"]

Floats = NDArray[np.float32]
_TREES_AT_ONCE = 100  # what a page of 200 blocks asks of so many stays in the processor's cache


@dataclass(frozen=True, slots=True)
class Forest:
    """`columns` and `thresholds` have shape (depth, trees), `leaves` (trees, 2**depth, groups)."""

    columns: NDArray[np.int64]
    thresholds: Floats
    leaves: Floats
    bias: float

    @property
    def depth(self) -> int:
        return int(self.columns.shape[0])

    def contributions(self, measures: Floats) -> Floats:
        """Blocks by groups: what each group adds to the score, which is their sum plus the bias.

        `measures` holds one row per column, one column per block.
        """
        trees = self.columns.shape[1]
        total: Floats = self._part(measures, slice(0, _TREES_AT_ONCE))
        for start in range(_TREES_AT_ONCE, trees, _TREES_AT_ONCE):
            total += self._part(measures, slice(start, start + _TREES_AT_ONCE))
        return total

    def _part(self, measures: Floats, trees: slice) -> Floats:
        columns, leaves = self.columns[:, trees], self.leaves[trees]
        depth, many = columns.shape
        answers = measures.take(columns.ravel(), axis=0) > self.thresholds[:, trees].reshape(-1, 1)
        bits = answers.view(np.uint8).reshape(depth, many, -1)
        leaf = bits[0]
        for level in range(1, depth):
            leaf = (leaf << 1) | bits[level]
        places = leaf + (np.arange(many) << depth)[:, np.newaxis]
        part: Floats = leaves.reshape(many << depth, -1).take(places, axis=0).sum(axis=0)
        return part

    def save(self, path: Path, names: tuple[str, ...], threshold: float) -> None:
        """Half precision for the leaves: the sum of 200 trees errs by less than 0.01."""
        np.savez_compressed(
            path,
            columns=self.columns.astype(np.int16),
            thresholds=self.thresholds,
            leaves=self.leaves.astype(np.float16),
            bias=np.float32(self.bias),
            names=np.array(names),
            threshold=np.float32(threshold),
        )

    @classmethod
    def load(cls, path: Path) -> tuple[Forest, tuple[str, ...], float]:
        """The trees, the names of the columns they ask, and the threshold of their score."""
        with np.load(path) as stored:
            forest = cls(
                stored["columns"].astype(np.int64),
                stored["thresholds"].astype(np.float32),
                np.ascontiguousarray(stored["leaves"].astype(np.float32)),
                float(stored["bias"]),
            )
            return forest, tuple(stored["names"].tolist()), float(stored["threshold"])


def grouped_leaves(
    columns: NDArray[np.int64],
    values: NDArray[np.float64],
    covers: NDArray[np.float64],
    group_of: NDArray[np.int64],
) -> tuple[Floats, float]:
    """Leaf values (trees, 2**depth) to contributions by group, and the bias they are changes from."""
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
