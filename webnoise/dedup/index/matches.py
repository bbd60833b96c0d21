"""When two texts are the same story, from their signatures alone; and which matches of a text come first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from webnoise.dedup.index.columns import UNKNOWN_LENGTH, Orders, Signatures
from webnoise.dedup.index.hashes import REACH, Rows
from webnoise.dedup.index.parts import Part
from webnoise.dedup.simhash import bit_counts
from webnoise.dedup.sketch import COUNT_BYTES, containments, equal_values, resemblances
from webnoise.errors import ConfigError
from webnoise.model import Reason

Pairs = npt.NDArray[np.void]
"""Rows of `PAIR`."""

_LOOKED_AT = 16

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


class Match(NamedTuple):
    """An earlier near duplicate: how many bits differ, how similar it is by estimate, and why it counts."""

    key: str
    distance: int
    similarity: float
    reason: Reason


PAIR = np.dtype(
    [
        ("query", np.int64),
        ("part", np.int64),
        ("row", np.int64),
        ("order", np.uint32),
        ("distance", np.int64),
        ("similarity", np.float64),
        ("containment", np.float64),
        ("equal", np.bool_),
        ("near", np.bool_),
    ]
)
"""Two texts compared: who asked, where the other stands, when it was first seen, and how near they are."""


def compare(ones: Signatures, others: Signatures, thresholds: Thresholds) -> Pairs:
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
    # without a sketch the angle between the weighted terms is the only estimate (Charikar 2002)
    angle = np.maximum(np.cos(np.pi * distances / 64), 0.0)
    unsketched = (lengths == UNKNOWN_LENGTH) | (other_lengths == UNKNOWN_LENGTH)
    pairs = np.zeros(len(distances), PAIR)
    pairs["distance"] = distances
    pairs["similarity"] = np.where(equal, 1.0, np.where(unsketched, angle, resemblance))
    pairs["containment"] = contained
    pairs["equal"] = equal
    pairs["near"] = np.where(shortest < thresholds.short, equal & (shortest > 0), near)
    return pairs


def near_pairs(
    part: Part, candidates: tuple[Rows, Rows], asked: tuple[Signatures, Orders | None], thresholds: Thresholds
) -> Iterator[Pairs]:
    """Of the candidates (queries, rows) of a part the near duplicates that live and were seen before."""
    batch, orders = asked
    if len(batch) == 1 and not _any_plausible(part, candidates[1], batch, thresholds):
        return
    for start in range(0, len(candidates[0]), JUDGED_AT_ONCE):
        queries, rows = (column[start : start + JUDGED_AT_ONCE] for column in candidates)
        wanted = ~part.dead.take(rows)
        if orders is not None:
            wanted &= part.orders.take(rows) < orders.take(queries)
        queries, rows = queries[wanted], rows[wanted]
        if not len(rows):
            continue
        ones, others = batch.take(queries), part.signatures.take(rows)
        plausible = _plausible(ones, others, thresholds).nonzero()[0]
        if len(plausible):
            pairs = compare(ones.take(plausible), others.take(plausible), thresholds)
            pairs["query"], pairs["row"] = queries[plausible], rows[plausible]
            pairs["order"] = part.orders.take(pairs["row"])
            yield pairs[pairs["near"]]


def _any_plausible(part: Part, rows: Rows, one: Signatures, thresholds: Thresholds) -> bool:
    """Whether a single text needs a closer look at these rows, by few calls: most are there by chance."""
    if len(rows) > _LOOKED_AT:
        return True
    known, values = part.signatures, one.sketches[0, COUNT_BYTES:]
    least = equal_values(min(thresholds.resemblance, thresholds.least_resemblance))
    fingerprint = int(one.fingerprints[0])
    for row in rows.tolist():
        if (int(known.fingerprints[row]) ^ fingerprint).bit_count() <= thresholds.bits:
            return True
        if np.count_nonzero(known.sketches[row, COUNT_BYTES:] == values) >= least:
            return True
    return False


def _plausible(ones: Signatures, others: Signatures, thresholds: Thresholds) -> npt.NDArray[np.bool_]:
    """Which pairs are worth judging: most of those that share a band do so by chance."""
    near = resemblances(ones.sketches[:, COUNT_BYTES:], others.sketches[:, COUNT_BYTES:])
    least = min(thresholds.resemblance, thresholds.least_resemblance)
    return (near >= least) | (bit_counts(ones.fingerprints ^ others.fingerprints) <= thresholds.bits)


def best_first(pairs: Pairs, most: int | None) -> Pairs:
    """For each query its pairs, the best first, and at most so many."""
    pairs = pairs[np.lexsort((pairs["order"], pairs["distance"], -pairs["similarity"], pairs["query"]))]
    if most is None:
        return pairs
    better = np.arange(len(pairs)) - np.searchsorted(pairs["query"], pairs["query"])
    return pairs[better < most]


def matches_among(
    one: Signatures, others: Signatures, keys: Sequence[str], orders: Orders, thresholds: Thresholds
) -> list[Match]:
    """Which of some texts are near duplicates of one, best first; `orders` are those of their first sight."""
    pairs = compare(one.take(np.zeros(len(others), np.int64)), others, thresholds)
    pairs["row"], pairs["order"] = np.arange(len(others)), orders
    near = best_first(pairs[pairs["near"]], None)
    return [_match(pair, keys[pair[2]], thresholds) for pair in near.tolist()]


def to_match(pair: tuple[Any, ...], parts: Sequence[Part], thresholds: Thresholds) -> Match:
    return _match(pair, parts[pair[1]].keys[pair[2]], thresholds)


def _match(pair: tuple[Any, ...], key: str, thresholds: Thresholds) -> Match:
    _, _, _, _, distance, similarity, containment, equal, _ = pair
    if equal:
        reason = Reason("same_text", "every term is equal")
    elif distance <= thresholds.bits:
        reason = Reason("near_fingerprint", f"{distance} of 64 bits differ")
    elif similarity >= thresholds.resemblance:
        reason = Reason("near_text", f"about {similarity:.0%} of the phrases are shared")
    else:
        detail = f"about {containment:.0%} of the shorter text lies in the longer"
        reason = Reason("contained_text", detail)
    return Match(key, distance, similarity, reason)
