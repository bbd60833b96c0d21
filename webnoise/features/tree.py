"""Sums over subtrees and over ancestors, for all elements of an outline at once."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["ancestor_sums", "least_ancestor", "main_container", "path_to", "prefix_sums"]

Integers = NDArray[np.int64]


def prefix_sums(values: NDArray[Any]) -> NDArray[np.float64]:
    """What lies before each place along the last axis: the sum over [a, b) is sums[..., b] - sums[..., a]."""
    sums = np.zeros((*values.shape[:-1], values.shape[-1] + 1))
    values.cumsum(axis=-1, out=sums[..., 1:])  # np.cumsum costs another call, on small arrays half of it
    return sums


def ancestor_sums(values: NDArray[Any], ends: Integers, at: Integers) -> NDArray[np.float64]:
    """For each element of `at`, the sum of `values` over itself and all elements around it.

    `values` has the elements along its last axis.

    In document order that is all that has opened so far without what has closed again.
    """
    order = ends.argsort(kind="stable")
    opened = prefix_sums(values)
    closed = prefix_sums(values[..., order])
    many_closed = ends[order].searchsorted(at, side="right")
    sums: NDArray[np.float64] = opened[..., at + 1] - closed[..., many_closed]
    return sums


def least_ancestor(values: NDArray[Any], parents: Integers) -> Integers:
    """For each element the one of least value among itself and those around it, by pointer doubling."""
    least = np.arange(len(values))
    jump = parents
    while jump.any():
        other = least[jump]
        least = np.where(values[other] < values[least], other, least)
        jump = jump[jump]
    return np.where(values[0] < values[least], 0, least)


def path_to(element: int, parents: Integers) -> list[int]:
    """The element and those around it, innermost first."""
    path = [element]
    while element:
        element = int(parents[element])
        path.append(element)
    return path


def main_container(before: NDArray[Any], first: Integers, last: Integers) -> int:
    """The deepest element that holds more than half of the weight of the blocks, by its prefix sums.

    Elements with more than half lie inside one another, so the last of them in document order is the deepest.
    """
    inside = before[last] - before[first]
    holders = (inside > before[-1] / 2).nonzero()[0]
    return int(holders[-1]) if len(holders) else 0
