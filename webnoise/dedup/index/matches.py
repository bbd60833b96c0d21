"""Candidates judged: which of them are near duplicates, and which of those come first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from webnoise.dedup.index.decision import Decision

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy.typing as npt

    from webnoise.dedup.index.columns import Signatures
    from webnoise.dedup.index.decision import Thresholds
    from webnoise.dedup.index.storage import Orders, Part
    from webnoise.dedup.index.tables import Rows
    from webnoise.model import Reason

__all__ = ["Found", "Match", "best_first", "judged"]

JUDGED_AT_ONCE = 1 << 16
"""Pairs compared in one step, some 20 megabytes: bounds the memory where crowds share a fingerprint."""


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
