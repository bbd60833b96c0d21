"""When two texts are the same story, from their signatures alone; and which matches of a text come first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from webnoise.dedup.index.columns import UNKNOWN_LENGTH, Signatures
from webnoise.dedup.index.hashes import REACH
from webnoise.dedup.simhash import bit_counts
from webnoise.dedup.sketch import COUNT_BYTES, containments, resemblances
from webnoise.errors import ConfigError
from webnoise.model import Reason

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy.typing as npt

    from webnoise.dedup.index.columns import Orders
    from webnoise.dedup.index.hashes import Rows
    from webnoise.dedup.index.parts import Part

__all__ = ["Decision", "Found", "Match", "Thresholds", "best_first", "judged"]

JUDGED_AT_ONCE = 1 << 16
"""Pairs compared in one step, some 20 megabytes: bounds the memory where crowds share a fingerprint."""


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


class Match(NamedTuple):
    """An earlier near duplicate: how many bits differ, how similar it is by estimate, and why it counts."""

    key: str
    distance: int
    similarity: float
    reason: Reason


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """Near duplicates that one part holds, as columns: who asked, where it stands, how near it is."""

    part: Part
    queries: Rows
    rows: Rows
    decision: Decision

    @property
    def ranks(self) -> tuple[npt.NDArray[Any], ...]:
        """What they are sorted by, the last first."""
        orders = self.part.orders.take(self.rows)
        return orders, self.decision.distances, -self.decision.similarities, self.queries

    def match(self, place: int, thresholds: Thresholds) -> Match:
        return Match(
            self.part.key(int(self.rows[place])),
            int(self.decision.distances[place]),
            float(self.decision.similarities[place]),
            self.decision.reason(place, thresholds),
        )

    def foremost(self, most: int) -> Found:
        """At most so many for each query: the best."""
        order = np.lexsort(self.ranks)
        order = order[_place_among_equals(self.queries[order]) < most]
        return Found(self.part, self.queries[order], self.rows[order], self.decision.take(order))


def judged(
    part: Part, candidates: tuple[Rows, Rows], asked: tuple[Signatures, Orders | None], thresholds: Thresholds
) -> Iterator[Found]:
    """Of the candidates (queries, rows) of a part the near duplicates, as far as seen before the query."""
    batch, orders = asked
    for start in range(0, len(candidates[0]), JUDGED_AT_ONCE):
        queries, rows = (column[start : start + JUDGED_AT_ONCE] for column in candidates)
        if orders is not None:
            earlier = part.orders.take(rows) < orders.take(queries)
            queries, rows = queries[earlier], rows[earlier]
        if not len(rows):
            continue
        ones, others = batch.take(queries), part.signatures.take(rows)
        near = Decision.plausible(ones, others, thresholds).nonzero()[0]
        if len(near):
            decision = Decision.of(ones.take(near), others.take(near), thresholds)
            accepted = decision.accepted.nonzero()[0]
            near = near[accepted]
            yield Found(part, queries[near], rows[near], decision.take(accepted))


def best_first(found: Sequence[Found], most: int | None) -> Iterator[tuple[int, Found, int]]:
    """(query, where it was found, place there), for each query the best first, and at most so many."""
    if not found:
        return
    counts = [len(some.queries) for some in found]
    parts = np.repeat(np.arange(len(found)), counts)
    places = np.concatenate([np.arange(count) for count in counts])
    columns = [np.concatenate(column) for column in zip(*(some.ranks for some in found), strict=True)]
    order = np.lexsort(columns)
    queries = columns[-1][order]
    if most is not None:
        within = _place_among_equals(queries) < most
        order, queries = order[within], queries[within]
    for query, part, place in zip(
        queries.tolist(), parts[order].tolist(), places[order].tolist(), strict=True
    ):
        yield query, found[part], place


def _place_among_equals(values: Rows) -> Rows:
    """Of sorted values: how many equal ones stand before each."""
    places: Rows = np.arange(len(values)) - np.searchsorted(values, values)
    return places
