"""Secondary noise: blocks that nearly repeat an earlier one (paper 003, section 3.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from webnoise.dedup.simhash import hamming

NEAR = 3
"""Bits in which near duplicates may differ: k of paper 003, section 3.3.3."""

_BITS = 64


class Repeat(NamedTuple):
    earlier: int
    distance: int


def near_duplicates(fingerprints: Sequence[int | None], k: int = NEAR) -> dict[int, Repeat]:
    """For each index whose fingerprint nearly repeats an earlier one: that earlier index; None never repeats.

    Two fingerprints that differ in at most k bits agree in one of k + 1 bands, so only those are compared.
    """
    width = _BITS // (k + 1)
    mask = (1 << width) - 1
    bands: list[dict[int, list[int]]] = [{} for _ in range(k + 1)]
    marks: dict[int, int] = {}
    found: dict[int, Repeat] = {}
    for index, mark in enumerate(fingerprints):
        if mark is None:
            continue
        parts = [mark >> band * width & mask for band in range(k + 1)]
        near = [earlier for band, part in zip(bands, parts, strict=True) for earlier in band.get(part, ())]
        close = [earlier for earlier in near if hamming(mark, marks[earlier]) <= k]
        if close:
            earlier = min(close)
            found[index] = Repeat(earlier, hamming(mark, marks[earlier]))
            continue
        marks[index] = mark
        for band, part in zip(bands, parts, strict=True):
            band.setdefault(part, []).append(index)
    return found
