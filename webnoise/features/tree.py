"""Sums over subtrees and over ancestors, for all elements of an outline at once."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["ancestor_minimum", "ancestor_sums", "main_container"]

Integers = NDArray[np.int64]


def ancestor_sums(values: NDArray[Any], ends: Integers, at: Integers) -> NDArray[Any]:
    """For each element of `at`, the sum of the rows of `values` over itself and the elements around it.

    In document order that is all that has opened so far without what has closed again.
    """
    opened = np.cumsum(values, axis=0)
    order = np.argsort(ends, kind="stable")
    closed = np.zeros((len(values) + 1, *values.shape[1:]), dtype=opened.dtype)
    np.cumsum(values[order], axis=0, out=closed[1:])
    sums: NDArray[Any] = opened[at] - closed[np.searchsorted(ends[order], at, side="right")]
    return sums


def ancestor_minimum(values: NDArray[Any], parents: Integers) -> NDArray[Any]:
    """For each element the least value among itself and the elements around it, by pointer doubling."""
    least, jump = values, parents
    while jump.any():
        least = np.minimum(least, least[jump])
        jump = jump[jump]
    least = np.minimum(least, values[0])
    return least


def main_container(weights: NDArray[Any], first: Integers, last: Integers) -> int:
    """The deepest element that holds more than half of the weight of the blocks.

    Elements with more than half lie inside one another, so the last of them in document order is the deepest.
    """
    before = np.concatenate(([0.0], np.cumsum(weights)))
    inside = before[last] - before[first]
    holders = np.flatnonzero(inside > before[-1] / 2)
    return int(holders[-1]) if len(holders) else 0
