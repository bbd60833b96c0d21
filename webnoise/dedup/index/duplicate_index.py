"""The index of every text seen, asked for the near duplicates of one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Self

import numpy as np

from webnoise.dedup.index.columns import Orders, Signatures, check
from webnoise.dedup.index.files import FileStorage
from webnoise.dedup.index.hashes import OneText, Probes, Rows
from webnoise.dedup.index.matches import Match, Pairs, Thresholds, best_first, near_pairs, to_match
from webnoise.dedup.index.parts import Part
from webnoise.dedup.index.storage import MemoryStorage
from webnoise.dedup.signature import Signature
from webnoise.sqlite_file import sqlite_path

AT_ONCE = 4096
"""Signatures looked up in one sweep: of 256 to 65,536 the fastest at ten million entries."""

FILED_AT_ONCE = 1 << 20
"""Signatures filed in one step: more than a few thousand become a segment of their own."""

MOST_MATCHES = 100
"""Matches returned for one text: a notice that ten thousand pages repeat must not cost ten thousand each."""


class DuplicateIndex:
    """Finds the earlier near duplicates of a text.

    `url` says where the index lives: nowhere but in memory (None), or `sqlite:///some/file.db`, with
    the bulk in the folder `some/file.db.duplicates` beside it. What `add` returned for is kept
    through the death of the process at any moment. `most` bounds the matches returned for one text.

    >>> index = DuplicateIndex()
    >>> from webnoise.dedup.signature import signature
    >>> story = "Ministers agreed in Geneva on Monday to cut tariffs on steel, " * 3
    >>> index.add("https://a.example/1", signature(story, "en"))
    []
    >>> [match.key for match in index.add("https://b.example/2", signature(story, "en"))]
    ['https://a.example/1']
    """

    def __init__(
        self, url: str | None = None, thresholds: Thresholds | None = None, most: int | None = MOST_MATCHES
    ) -> None:
        self.thresholds = thresholds or Thresholds()
        self._most = most
        path = sqlite_path(url)
        self._storage = FileStorage(path) if path else MemoryStorage()

    def __len__(self) -> int:
        return len(self._storage)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Release the files; an index in memory is gone."""
        self._storage.close()

    def add(self, key: str, signature: Signature) -> list[Match]:
        """File a text under its key; return its earlier near duplicates, best first.

        A key that is known already is replaced: it keeps its place in the order of first sight, so
        that what came after it does not make it a duplicate, and it is no duplicate of itself.
        """
        check(signature)
        text, place = OneText(signature), self._storage.place_of(key)
        matches = self._find_one(text, place.order)  # before it would find itself
        self._storage.file_one(key, text, place)
        return matches

    def find(self, signature: Signature) -> list[Match]:
        """The near duplicates of a text, best first, without filing it."""
        check(signature)
        return self._find_one(OneText(signature), None)

    def add_many(
        self, keys: Sequence[str], signatures: Iterable[Signature] | Signatures
    ) -> list[list[Match]]:
        """`add` for many texts at once, far faster; each sees those before it in the batch."""
        columns = Signatures.of(signatures)
        if len(keys) != len(columns):
            raise ValueError(f"{len(keys)} keys for {len(columns)} signatures")
        matches: list[list[Match]] = []
        for rows in _runs_of_new_keys(keys):
            batch = columns.take(rows)
            orders = self._storage.file(keys[rows], batch)
            matches += self._find(batch, orders)
        return matches

    def load(self, keys: Sequence[str], signatures: Iterable[Signature] | Signatures) -> None:
        """File many texts without looking for their duplicates: to start from a collection known already.

        Cheapest by the hundred thousand, and with one `compact` after the last.
        """
        columns = Signatures.of(signatures)
        for rows in _runs_of_new_keys(keys):
            self._storage.load(keys[rows], columns.take(rows))

    def compact(self) -> None:
        """Bring the index into its fastest form; worth a minute after millions were loaded, never needed."""
        self._storage.compact()

    def find_many(self, signatures: Iterable[Signature] | Signatures) -> list[list[Match]]:
        """`find` for many texts at once, far faster."""
        return self._find(Signatures.of(signatures), None)

    def _find(self, columns: Signatures, orders: Orders | None) -> list[list[Match]]:
        """For each row the near duplicates seen before it (all, without orders)."""
        matches: list[list[Match]] = [[] for _ in range(len(columns))]
        parts = self._storage.parts()
        for start in range(0, len(columns), AT_ONCE):
            rows = slice(start, start + AT_ONCE)
            batch = columns.take(rows)
            probes = Probes.of(batch)
            sharing = (
                (number, each) for number, part in enumerate(parts) for each in part.candidates(probes)
            )
            found = self._near(parts, sharing, (batch, None if orders is None else orders[rows]))
            if found:
                for pair in best_first(np.concatenate(found), self._most).tolist():
                    matches[start + pair[0]].append(to_match(pair, parts, self.thresholds))
        return matches

    def _find_one(self, text: OneText, order: int | None) -> list[Match]:
        """`_find` for a single text."""
        parts = self._storage.parts()
        sharing = [
            (number, each) for number, part in enumerate(parts) for each in part.candidates_of_one(text)
        ]
        if not sharing:
            return []
        orders = None if order is None else np.array([order], np.uint32)
        found = self._near(parts, sharing, (text.columns, orders))
        if not found:
            return []
        pairs = best_first(np.concatenate(found), self._most)
        return [to_match(pair, parts, self.thresholds) for pair in pairs.tolist()]

    def _near(
        self,
        parts: Sequence[Part],
        sharing: Iterable[tuple[int, tuple[Rows, Rows]]],
        asked: tuple[Signatures, Orders | None],
    ) -> list[Pairs]:
        """Of the rows that share a hash, with the number of their part, those that are near duplicates."""
        found = []
        for number, candidates in sharing:
            for pairs in near_pairs(parts[number], candidates, asked, self.thresholds):
                pairs["part"] = number
                # where thousands repeat one notice, all their pairs would not fit the memory
                crowded = self._most is not None and len(pairs) > self._most
                found.append(best_first(pairs, self._most) if crowded else pairs)
        return found


def _runs_of_new_keys(keys: Sequence[str]) -> Iterator[slice]:
    """Slices of at most `FILED_AT_ONCE` keys, none of which occurs twice in its slice."""
    for first in range(0, len(keys), FILED_AT_ONCE):
        start, stop = first, min(first + FILED_AT_ONCE, len(keys))
        if len(set(keys[start:stop])) < stop - start:
            seen = set[str]()
            for position in range(start, stop):
                if keys[position] in seen:
                    yield slice(start, position)
                    start, seen = position, set()
                seen.add(keys[position])
        yield slice(start, stop)
