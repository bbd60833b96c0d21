"""Boosted oblivious trees in plain arrays: every level of a tree asks one question of all blocks.

A tree of depth d is d questions (is column f above t?) whose answers are the bits of a leaf's number. So a
whole page passes through all trees in a few array operations, without a machine-learning library. A leaf
holds not one value but what each group of columns contributed to it (the change of the tree's expectation at
each question on the way down, after A. Saabas), so the score and its explanation are one sum.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

__all__ = ["Forest"]

Floats = NDArray[np.float32]
_ANSWERS_AT_ONCE = 20_000  # of trees times blocks: so many stay in the processor's cache


@dataclass(frozen=True)
class Forest:
    """`columns` and `thresholds` have shape (depth, trees), `leaves` (trees, 2**depth, groups)."""

    columns: NDArray[np.int64]
    thresholds: Floats
    leaves: Floats
    bias: float

    @cached_property
    def values(self) -> Floats:
        """What a leaf adds to the score, of shape (trees, 2**depth)."""
        values: Floats = self.leaves.sum(axis=2)
        return values

    @property
    def depth(self) -> int:
        return int(self.columns.shape[0])

    def scores(self, measures: Floats) -> Floats:
        """What the trees say of each block; `measures` holds one row per column, one column per block."""
        leaves = self.values.ravel()
        total = np.full(measures.shape[1], self.bias, dtype=np.float32)
        for places in self._leaf_places(measures):
            total += leaves.take(places).sum(axis=0)
        return total

    def contributions(self, measures: Floats) -> Floats:
        """Blocks by groups: what each group adds to the score, which is their sum plus the bias."""
        leaves = self.leaves.reshape(-1, self.leaves.shape[2])
        total = np.zeros((measures.shape[1], leaves.shape[1]), dtype=np.float32)
        for places in self._leaf_places(measures):
            total += leaves.take(places, axis=0).sum(axis=0)
        return total

    def _leaf_places(self, measures: Floats) -> Iterator[NDArray[np.int64]]:
        """The leaf that each block reaches in each tree, as its place among all leaves."""
        depth, trees = self.columns.shape
        at_once = 1 + _ANSWERS_AT_ONCE // measures.shape[1]
        for start in range(0, trees, at_once):
            chosen = slice(start, start + at_once)
            columns = self.columns[:, chosen]
            answers = measures.take(columns.ravel(), axis=0) > self.thresholds[:, chosen].reshape(-1, 1)
            bits = answers.view(np.uint8).reshape(*columns.shape, -1)
            leaf = bits[0]
            for level in range(1, depth):
                leaf = (leaf << 1) | bits[level]
            yield leaf + (np.arange(start, start + columns.shape[1]) << depth)[:, np.newaxis]

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
