"""Records of any collection, grouped by their story."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from itertools import islice
from typing import Any

from webnoise.dedup.index import DuplicateIndex, Match, Thresholds
from webnoise.dedup.signature import Signature, signature
from webnoise.errors import InputError

AT_ONCE = 512
"""Records between two steps of the progress bar; lookups by the hundred are cheap."""


@dataclass(frozen=True, slots=True)
class Fields:
    """The names under which records hold their text, key and language."""

    text: str = "text"
    key: str = "id"
    language: str = "language"


@dataclass(frozen=True, slots=True)
class ClusterMember:
    """A record of a cluster: the earlier record it is nearest to, and how near.

    `number` is its place among all records, from 1 on.
    """

    number: int
    key: str
    duplicate_of: str
    distance: int
    similarity: float
    reason: str


@dataclass(frozen=True, slots=True)
class Cluster:
    """Records of one story: the first seen, and its duplicates in the order they came."""

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


def cluster(
    records: Iterable[Mapping[str, Any]],
    fields: Fields | None = None,
    thresholds: Thresholds | None = None,
    progress: Callable[[int], object] | None = None,
    url: str | None = None,
) -> list[Cluster]:
    """The clusters of two records or more, in the order of their first records.

    A record without a key gets its number as `#1`, `#2`, ... `progress` is called with the number of
    records done since its last call (a tqdm bar's `update` fits). `url` names where the index is built:
    in memory without one.

    >>> story = "Ministers agreed in Geneva on Monday to cut tariffs on steel by a third. " * 4
    >>> [found] = cluster([{"id": "a", "text": story}, {"id": "b", "text": story.upper()}])
    >>> found.key, [duplicate.key for duplicate in found.duplicates]
    ('a', ['b'])
    """
    return cluster_signed(_signed(records, fields or Fields()), thresholds, progress, url)


def cluster_signed(
    signed: Iterable[tuple[str, Signature]],
    thresholds: Thresholds | None = None,
    progress: Callable[[int], object] | None = None,
    url: str | None = None,
) -> list[Cluster]:
    """`cluster` for records whose signatures are known already: their keys, and those."""
    stories = _Stories()
    # A key in the index starts with the record's number, so that no two are equal.
    numbered = ((f"{number} {key}", sign) for number, (key, sign) in enumerate(signed, 1))
    with DuplicateIndex(url, thresholds) as index:
        while batch := list(islice(numbered, AT_ONCE)):
            keys, signatures = zip(*batch, strict=True)
            for key, matches in zip(keys, index.add_many(keys, signatures), strict=True):
                for match in matches:
                    stories.join(key, match)
            if progress is not None:
                progress(len(batch))
    return stories.clusters()


class _Stories:
    """Records joined into stories (disjoint sets); only records that have a duplicate are held."""

    def __init__(self) -> None:
        self._parents: dict[str, str] = {}
        self._nearest: dict[str, ClusterMember] = {}

    def join(self, key: str, match: Match) -> None:
        """Add `key` to the cluster of `match`; the best match comes first."""
        reason = match.reason.code
        nearest = ClusterMember(
            _number(key), _label(key), _label(match.key), match.distance, match.similarity, reason
        )
        self._nearest.setdefault(key, nearest)
        first, later = sorted((self._root(key), self._root(match.key)), key=_number)
        if first != later:
            self._parents[later] = first
            # the first record of another story: `key` shows the two stories to be one
            linked = ClusterMember(
                _number(later), _label(later), _label(key), match.distance, match.similarity, "linked"
            )
            self._nearest.setdefault(later, linked)

    def clusters(self) -> list[Cluster]:
        clusters: dict[str, Cluster] = {}
        for key in sorted(self._parents, key=_number):
            first = self._root(key)
            clusters.setdefault(first, Cluster(_number(first), _label(first))).duplicates.append(
                self._nearest[key]
            )
        return [clusters[first] for first in sorted(clusters, key=_number)]

    def _root(self, key: str) -> str:
        path = []
        while key in self._parents:
            path.append(key)
            key = self._parents[key]
        self._parents.update(dict.fromkeys(path, key))
        return key


def _signed(records: Iterable[Mapping[str, Any]], fields: Fields) -> Iterator[tuple[str, Signature]]:
    for number, record in enumerate(records, 1):
        text = record.get(fields.text)
        if not isinstance(text, str):
            raise InputError(f"record {number} has no text under {fields.text!r}: name the field that has it")
        label, language = record.get(fields.key), record.get(fields.language)
        sign = signature(text, language if isinstance(language, str) else None)
        yield f"#{number}" if label is None else str(label), sign


def _number(key: str) -> int:
    return int(key.partition(" ")[0])


def _label(key: str) -> str:
    return key.partition(" ")[2]
