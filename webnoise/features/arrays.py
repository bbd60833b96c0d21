"""The arrays of a page that its features are computed from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webnoise.features.names import ElementRows

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class PageArrays:
    """Columns by block (from `texts` to `digit_share`) and by element (the rest).

    Elements are those that hold blocks, numbered in document order: half of the outline. The others are
    inline or empty, and no block has them around it.
    """

    texts: Sequence[str]
    at: Integers
    """The block's element."""
    levels: Integers
    words: Floats
    digit_share: Floats
    """The share of digits among a block's characters."""

    rows: ElementRows
    row_numbers: Integers
    around: Floats
    """What the names of the element weigh on all blocks inside."""
    styles: Integers
    """Equal for equal tag and class."""
    parents: Integers
    ends: Integers
    first: Integers
    last: Integers

    def __len__(self) -> int:
        return len(self.texts)


def prefix_sums(values: NDArray[Any]) -> Floats:
    """What precedes each index along the last axis: the sum over [a, b) is sums[..., b] - sums[..., a]."""
    sums = np.zeros((*values.shape[:-1], values.shape[-1] + 1))
    values.cumsum(axis=-1, out=sums[..., 1:])
    return sums


def least_ancestor(values: NDArray[Any], parents: Integers) -> Integers:
    """For each element the one of least value among itself and those around it, by pointer doubling."""
    least = np.arange(len(values))
    jump = parents
    while np.count_nonzero(jump):  # a tenth of the cost of `any`
        other = least[jump]
        least = np.where(values[other] < values[least], other, least)
        jump = jump[jump]
    return np.where(values[0] < values[least], 0, least)
