"""Decide by two signatures whether texts are near duplicates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from webnoise.dedup.hashes import REACH
from webnoise.dedup.signature import UNKNOWN_LENGTH, Signatures, as_records
from webnoise.dedup.simhash import bit_counts
from webnoise.dedup.sketch import containments, resemblances
from webnoise.errors import ConfigError
from webnoise.model import Reason

MOST_MATCHES = 100
"""Matches of one text: a notice that ten thousand pages repeat must not cost ten thousand each."""

Comparisons = npt.NDArray[np.void]
"""Rows of `COMPARISON`."""

COMPARISON = np.dtype(
    [
        ("distance", np.int64),
        ("similarity", np.float64),
        ("containment", np.float64),
        ("equal", np.bool_),
        ("near", np.bool_),
    ]
)


@dataclass(frozen=True, slots=True)
class Thresholds:
    """What makes a near duplicate.

    Any of: at most `bits` differing bits of the fingerprint (the paper's k = 3); an estimated
    resemblance of `resemblance`; the shorter text lies in the longer by `containment`, and the
    resemblance is at least `least_resemblance`. Texts of fewer than `short` terms must be equal.

    Chosen on one part and measured on another (`research.benchmarks.duplicates --choose`). Where one of five
    parts of the clusters, one of seven blogs or one of the two sets is left out in turn, at least 0.998 of
    the pairs left out are found and 0.989 of those found are right, on either set. `short` is set, not
    swept: the sets hold no such texts.
    """

    bits: int = REACH
    resemblance: float = 0.55
    containment: float = 0.8
    least_resemblance: float = 0.4
    short: int = 20

    def __post_init__(self) -> None:
        if not 0 <= self.bits <= REACH:
            raise ConfigError(f"bits must lie in 0 .. {REACH}, the reach of the index; not {self.bits}")
        for name in ("resemblance", "containment", "least_resemblance"):
            if not 0 < getattr(self, name) <= 1:
                raise ConfigError(f"{name} must lie above 0 and be at most 1, not {getattr(self, name)}")


class Match(NamedTuple):
    """An earlier near duplicate: how many bits differ, how similar it is by estimate, and why it counts."""

    key: str
    distance: int
    similarity: float
    reason: Reason


class Candidate(NamedTuple):
    """A text that shares a hash with another: the number of its first sight, its key, its signature."""

    number: int
    key: str
    signature: bytes


def compare(ones: Signatures, others: Signatures, thresholds: Thresholds) -> Comparisons:
    """Compare row i of `ones` with row i of `others`; a single row is compared with all."""
    distances = bit_counts(ones["fingerprint"] ^ others["fingerprint"])
    counts, other_counts = ones["shingles"].astype(np.int64), others["shingles"].astype(np.int64)
    sketched = (counts > 0) & (other_counts > 0)
    resemblance = np.where(sketched, resemblances(ones["minima"], others["minima"]), 0.0)
    contained = np.where(sketched, containments(resemblance, counts, other_counts), 0.0)
    lengths, other_lengths = ones["length"], others["length"]
    same_sketch = (counts == other_counts) & (ones["minima"] == others["minima"]).all(axis=1)
    equal = (distances == 0) & (lengths == other_lengths) & same_sketch
    shortest = np.minimum(lengths, other_lengths)
    near = (
        (distances <= thresholds.bits)
        | (resemblance >= thresholds.resemblance)
        | (contained >= thresholds.containment) & (resemblance >= thresholds.least_resemblance)
    )
    # without a sketch the angle between the weighted terms is the only estimate (Charikar 2002)
    angle = np.maximum(np.cos(np.pi * distances / 64), 0.0)
    unsketched = (lengths == UNKNOWN_LENGTH) | (other_lengths == UNKNOWN_LENGTH)
    compared = np.zeros(len(distances), COMPARISON)
    compared["distance"] = distances
    compared["similarity"] = np.where(equal, 1.0, np.where(unsketched, angle, resemblance))
    compared["containment"] = contained
    compared["equal"] = equal
    compared["near"] = np.where(shortest < thresholds.short, equal & (shortest > 0), near)
    return compared


def best_matches(
    signature: bytes, candidates: Sequence[Candidate], thresholds: Thresholds, most: int | None
) -> list[Match]:
    """Return the near duplicates among candidates, the best first, and at most so many."""
    if not candidates:
        return []
    others = as_records(candidate.signature for candidate in candidates)
    compared = compare(as_records([signature]), others, thresholds)
    rows = sorted(
        compared["near"].nonzero()[0].tolist(),
        key=lambda row: (-compared["similarity"][row], compared["distance"][row], candidates[row].number),
    )
    return [
        Match(
            candidates[row].key,
            int(compared["distance"][row]),
            float(compared["similarity"][row]),
            reason_of(compared[row], thresholds),
        )
        for row in rows[:most]
    ]


def reason_of(compared: np.void, thresholds: Thresholds) -> Reason:
    """Return why two texts, compared as a row of `COMPARISON`, are near duplicates."""
    distance, similarity, containment, equal, _ = compared.tolist()
    if equal:
        return Reason("same_text", "every term is equal")
    if distance <= thresholds.bits:
        return Reason("near_fingerprint", f"{distance} of 64 bits differ")
    if similarity >= thresholds.resemblance:
        return Reason("near_text", f"about {similarity:.0%} of the phrases are shared")
    return Reason("contained_text", f"about {containment:.0%} of the shorter text lies in the longer")
