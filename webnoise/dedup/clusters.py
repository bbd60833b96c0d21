"""Group the records of a collection by their story: sorted hashes, compared pairs, connected components."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from webnoise.dedup.compare import MOST_MATCHES, Comparisons, Thresholds, compare, reason_of
from webnoise.dedup.hashes import HASHES, MOST_SHARING, text_hashes
from webnoise.dedup.signature import RECORD, Signature, Signatures, signature
from webnoise.errors import InputError

Rows = npt.NDArray[np.int64]

_BYTES = f"S{RECORD.itemsize}"
_COMPARED_AT_ONCE = 1 << 16
"""Pairs, some 20 megabytes: bounds the memory where thousands of texts share a hash."""


@dataclass(frozen=True, slots=True)
class Fields:
    """The names under which records hold their text, key and language."""

    text: str = "text"
    key: str = "id"
    language: str = "language"


@dataclass(frozen=True, slots=True)
class ClusterMember:
    """A record of a cluster: the earlier record it is nearest to, and how near.

    `number` counts the records from 1 on. The first record of two clusters that a later record joins is
    nearest to that later one; its reason is "linked".
    """

    number: int
    key: str
    duplicate_of: str
    distance: int
    similarity: float
    reason: str


@dataclass(frozen=True, slots=True)
class Cluster:
    """Records of one story: the first of them, and its duplicates in their order."""

    number: int
    key: str
    duplicates: list[ClusterMember] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        return {
            "key": self.key,
            "size": len(self.duplicates) + 1,
            "duplicates": [_fields_of(duplicate) for duplicate in self.duplicates],
        }


def _fields_of(duplicate: ClusterMember) -> dict[str, Any]:
    fields = {**asdict(duplicate), "similarity": round(duplicate.similarity, 3)}
    del fields["number"]
    return fields


class Pairs(NamedTuple):
    """Near duplicates: the earlier row of each pair, the later one, and how they compare."""

    ones: Rows
    others: Rows
    compared: Comparisons


def cluster(
    records: Iterable[Mapping[str, Any]],
    fields: Fields | None = None,
    thresholds: Thresholds | None = None,
    progress: Callable[[int], object] | None = None,
) -> list[Cluster]:
    """Return the clusters of two records or more, in the order of their first records.

    A record without a key gets its number as `#1`, `#2`, ... `progress` is called with the number of
    records done since its last call (a tqdm bar's `update` fits).

    >>> story = "Ministers agreed in Geneva on Monday to cut tariffs on steel by a third. " * 4
    >>> [found] = cluster([{"id": "a", "text": story}, {"id": "b", "text": story.upper()}])
    >>> found.key, [duplicate.key for duplicate in found.duplicates]
    ('a', ['b'])
    """
    return cluster_signed(_signed(records, fields or Fields(), progress), thresholds)


def cluster_signed(
    signed: Iterable[tuple[str, Signature]], thresholds: Thresholds | None = None
) -> list[Cluster]:
    """`cluster` records whose signatures are known already: their keys, and those."""
    keys, serialised = list[str](), bytearray()
    for key, one in signed:
        keys.append(key)
        serialised += one.to_bytes()
    thresholds = thresholds or Thresholds()
    pairs = near_pairs(np.frombuffer(serialised, RECORD), thresholds)
    rows, firsts = components(pairs.ones, pairs.others)
    nearest = _nearest(pairs.others, pairs)
    linked = _nearest(pairs.ones, pairs)
    clusters: dict[int, Cluster] = {}
    for row, first in zip(rows.tolist(), firsts.tolist(), strict=True):
        if row == first:
            clusters[row] = Cluster(row + 1, keys[row])
            continue
        pair = nearest.get(row, linked.get(row, -1))
        compared, is_linked = pairs.compared[pair], row not in nearest
        other = int(pairs.others[pair] if is_linked else pairs.ones[pair])
        reason = "linked" if is_linked else reason_of(compared, thresholds).code
        distance, similarity = int(compared["distance"]), float(compared["similarity"])
        member = ClusterMember(row + 1, keys[row], keys[other], distance, similarity, reason)
        clusters[first].duplicates.append(member)
    return list(clusters.values())


def near_pairs(signatures: Signatures, thresholds: Thresholds) -> Pairs:
    """Return the pairs of near duplicates: each row and the oldest `MOST_SHARING` that share a hash with it.

    Of equal signatures only the first is compared with others, and a row with `MOST_MATCHES` with no more.
    """
    _, first_of_all, inverse = np.unique(signatures.view(_BYTES), return_index=True, return_inverse=True)
    firsts, rows = first_of_all[inverse], np.arange(len(signatures))
    repeated = firsts != rows
    found = [*_judged(signatures, firsts[repeated], rows[repeated], thresholds)]
    alone = rows[~repeated]
    hashes, matches = text_hashes(signatures[alone]), np.zeros(len(signatures), np.int32)
    for table in range(HASHES):
        for ones, others in _sharing(hashes, table):
            wanted = matches[alone[others]] < MOST_MATCHES
            for pairs in _judged(signatures, alone[ones[wanted]], alone[others[wanted]], thresholds):
                matches[pairs.others] += 1
                found.append(pairs)
    if not found:
        return Pairs(rows[:0], rows[:0], compare(signatures[:0], signatures[:0], thresholds))
    earlier, later, compared = zip(*found, strict=True)
    pairs = Pairs(np.concatenate(earlier), np.concatenate(later), np.concatenate(compared))
    _, once = np.unique(pairs.ones << 32 | pairs.others, return_index=True)
    return Pairs(pairs.ones[once], pairs.others[once], pairs.compared[once])


def components(ones: Rows, others: Rows) -> tuple[Rows, Rows]:
    """Return the ids that pairs join, in order, and for each the least id of its connected component."""
    ids, ends = np.unique(np.concatenate([ones, others]), return_inverse=True)
    lefts, rights = ends.reshape(2, -1)
    roots = np.arange(len(ids))
    while True:
        left_roots, right_roots = roots[lefts], roots[rights]
        if (left_roots == right_roots).all():
            return ids, ids[roots]
        np.minimum.at(roots, np.maximum(left_roots, right_roots), np.minimum(left_roots, right_roots))
        while not ((shorter := roots[roots]) == roots).all():  # every root hangs from its own root
            roots = shorter


def _signed(
    records: Iterable[Mapping[str, Any]], fields: Fields, progress: Callable[[int], object] | None
) -> Iterator[tuple[str, Signature]]:
    for number, record in enumerate(records, 1):
        text = record.get(fields.text)
        if not isinstance(text, str):
            raise InputError(f"record {number} has no text under {fields.text!r}: name the field that has it")
        key, language = record.get(fields.key), record.get(fields.language)
        yield (
            f"#{number}" if key is None else str(key),
            signature(text, language if isinstance(language, str) else None),
        )
        if progress is not None:
            progress(1)


def _sharing(hashes: npt.NDArray[np.int64], table: int) -> Iterator[tuple[Rows, Rows]]:
    """Yield the pairs (earlier, later) of rows that share a hash of a table, and none of an earlier table."""
    column = hashes[:, table]
    order = column.argsort(kind="stable")
    order = order[np.searchsorted(column, 0, sorter=order) :]
    ranks = _ranks(column[order])
    later = ranks.nonzero()[0]
    for rank in range(MOST_SHARING):
        later = later[ranks[later] > rank]
        if not len(later):
            break
        ones, others = order[later - ranks[later] + rank], order[later]
        new = (hashes[ones, :table] != hashes[others, :table]).all(axis=1)
        yield ones[new], others[new]
    crowded = order[ranks >= MOST_SHARING]
    hashes[crowded, table] = -2 - crowded  # equal to none: what was left out is new in a later table


def _judged(signatures: Signatures, ones: Rows, others: Rows, thresholds: Thresholds) -> Iterator[Pairs]:
    """Yield those of some pairs that are near duplicates."""
    for start in range(0, len(ones), _COMPARED_AT_ONCE):
        few = slice(start, start + _COMPARED_AT_ONCE)
        compared = compare(signatures[ones[few]], signatures[others[few]], thresholds)
        near = compared["near"].nonzero()[0]
        if len(near):
            yield Pairs(ones[few][near], others[few][near], compared[near])


def _nearest(rows: Rows, pairs: Pairs) -> dict[int, int]:
    """Return for each of `rows`, one side of the pairs, the position of its best pair."""
    compared = pairs.compared
    order = np.lexsort((pairs.ones, pairs.others, compared["distance"], -compared["similarity"], rows))
    known, bests = np.unique(rows[order], return_index=True)
    return dict(zip(known.tolist(), order[bests].tolist(), strict=True))


def _ranks(ordered: npt.NDArray[np.int64]) -> Rows:
    """Return how many equal values precede each of some ordered values."""
    positions = np.arange(len(ordered))
    begins = np.ones(len(ordered), np.bool_)
    begins[1:] = ordered[1:] != ordered[:-1]
    ranks: Rows = positions - np.maximum.accumulate(np.where(begins, positions, 0))
    return ranks
