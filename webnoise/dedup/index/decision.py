"""When two texts are the same story, from their signatures alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from webnoise.dedup.index.columns import UNKNOWN_LENGTH, Signatures
from webnoise.dedup.index.tables import REACH
from webnoise.dedup.sketch import COUNT_BYTES, containments, resemblances
from webnoise.errors import ConfigError
from webnoise.model import Reason

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["Decision", "Thresholds"]


@dataclass(frozen=True, slots=True)
class Thresholds:
    """What makes a near duplicate.

    Any of: at most `bits` differing bits of the fingerprint (the paper's k = 3); an estimated
    resemblance of `resemblance`; the shorter text lies in the longer by `containment`, and the
    resemblance is at least `least_resemblance`. Texts of fewer than `short` terms must be equal.

    Chosen on one part and measured on another (`benchmarks/duplicates.py --choose`). Where one of five parts
    of the clusters, one of seven blogs or one of the two sets is left out in turn, at least 0.998 of the
    pairs left out are found and 0.989 of those found are right, on either set. `short` is set, not swept: the
    sets hold no such texts.
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


@dataclass(frozen=True, slots=True)
class Decision:
    """Pairs of texts judged, as columns."""

    distances: npt.NDArray[np.int64]
    similarities: npt.NDArray[np.float64]
    containments: npt.NDArray[np.float64]
    equal: npt.NDArray[np.bool_]
    accepted: npt.NDArray[np.bool_]

    @classmethod
    def of(cls, ones: Signatures, others: Signatures, thresholds: Thresholds) -> Decision:
        """Judge row i of `ones` against row i of `others`."""
        distances = bit_counts(ones.fingerprints ^ others.fingerprints)
        values, other_values = ones.sketches[:, COUNT_BYTES:], others.sketches[:, COUNT_BYTES:]
        counts, other_counts = ones.shingle_counts, others.shingle_counts
        sketched = (counts > 0) & (other_counts > 0)
        resemblance = np.where(sketched, resemblances(values, other_values), 0.0)
        contained = np.where(sketched, containments(resemblance, counts, other_counts), 0.0)
        lengths, other_lengths = ones.lengths, others.lengths
        equal = (distances == 0) & (lengths == other_lengths) & (ones.sketches == others.sketches).all(axis=1)
        shortest = np.minimum(lengths, other_lengths)
        near = (
            (distances <= thresholds.bits)
            | (resemblance >= thresholds.resemblance)
            | (contained >= thresholds.containment) & (resemblance >= thresholds.least_resemblance)
        )
        accepted = np.where(shortest < thresholds.short, equal & (shortest > 0), near)
        # without a sketch the angle between the weighted terms is the only estimate (Charikar 2002)
        angle = np.maximum(np.cos(np.pi * distances / 64), 0.0)
        unsketched = (lengths == UNKNOWN_LENGTH) | (other_lengths == UNKNOWN_LENGTH)
        similarities = np.where(equal, 1.0, np.where(unsketched, angle, resemblance))
        return cls(distances, similarities, contained, equal, accepted)

    def take(self, rows: npt.NDArray[np.intp]) -> Decision:
        return Decision(
            self.distances[rows],
            self.similarities[rows],
            self.containments[rows],
            self.equal[rows],
            self.accepted[rows],
        )

    @staticmethod
    def plausible(ones: Signatures, others: Signatures, thresholds: Thresholds) -> npt.NDArray[np.bool_]:
        """Which pairs are worth judging: most of those that share a band do so by chance."""
        near = resemblances(ones.sketches[:, COUNT_BYTES:], others.sketches[:, COUNT_BYTES:])
        least = min(thresholds.resemblance, thresholds.least_resemblance)
        return (near >= least) | (bit_counts(ones.fingerprints ^ others.fingerprints) <= thresholds.bits)

    def reason(self, row: int, thresholds: Thresholds) -> Reason:
        distance, similarity = int(self.distances[row]), float(self.similarities[row])
        if self.equal[row]:
            return Reason("same_text", "every term is equal")
        if distance <= thresholds.bits:
            return Reason("near_fingerprint", f"{distance} of 64 bits differ")
        if similarity >= thresholds.resemblance:
            return Reason("near_text", f"about {similarity:.0%} of the phrases are shared")
        return Reason(
            "contained_text", f"about {self.containments[row]:.0%} of the shorter text lies in the longer"
        )


def bit_counts(values: npt.NDArray[np.uint64]) -> npt.NDArray[np.int64]:
    """The number of ones in each value."""
    if hasattr(np, "bitwise_count"):
        counts: npt.NDArray[np.int64] = np.bitwise_count(values).astype(np.int64)
        return counts
    pieces = np.ascontiguousarray(values).view(np.uint16).reshape(-1, 4)
    summed: npt.NDArray[np.int64] = _BITS_OF_16[pieces].sum(axis=1, dtype=np.int64)
    return summed


_BITS_OF_16 = np.unpackbits(np.arange(1 << 16, dtype=np.uint16).view(np.uint8).reshape(-1, 2), axis=1).sum(
    axis=1, dtype=np.uint8
)
