"""Where an index keeps its entries: the newest in a dictionary, the rest in segments that merge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from webnoise.dedup.recent import Recent
from webnoise.dedup.segment import MOST_ENTRIES, Segment
from webnoise.dedup.tables import key_hashes
from webnoise.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from webnoise.dedup.columns import Signatures
    from webnoise.dedup.tables import Hashes, Rows

__all__ = ["MemoryStorage", "Part", "Storage", "open_storage"]

RECENT_ENTRIES = 8192
"""Entries in the dictionary, some 20 megabytes, before they are sealed into a segment."""

FAN_IN = 4
"""Segments of about one size before they merge: an entry is rewritten log4(n / 8192) times."""


class Part(Protocol):
    """A place that holds entries: the recent ones, or a segment."""

    @property
    def signatures(self) -> Signatures: ...
    @property
    def orders(self) -> npt.NDArray[np.uint32]: ...
    def candidates(self, probes: Hashes) -> tuple[Rows, Rows]: ...
    def rows_of(self, keys: Sequence[str], hashes: Hashes) -> dict[int, int]: ...
    def key(self, row: int) -> str: ...
    def forget(self, row: int) -> None: ...


class Storage(Protocol):
    """What `DuplicateIndex` needs of the place it lives in."""

    def parts(self) -> Sequence[Part]: ...
    def count(self) -> int: ...
    def file(self, keys: Sequence[str], signatures: Signatures, probes: Hashes) -> npt.NDArray[np.uint32]:
        """Keep the entries, durably where the storage is; return the order of first sight of each."""

    def close(self) -> None: ...


def open_storage(url: str | None) -> Storage:
    if url is None or url in {"memory:", "memory://"}:
        return MemoryStorage()
    raise ConfigError(f"an index of duplicates lives at sqlite:///file.db or memory://, not {url!r}")


class MemoryStorage:
    """Everything in memory; the base of what is kept in files."""

    def __init__(self) -> None:
        self.recent = Recent(RECENT_ENTRIES)
        self.segments: list[Segment] = []
        self.next_order = 0
        self._count = 0

    def parts(self) -> Sequence[Part]:
        return [*self.segments, self.recent]

    def count(self) -> int:
        return self._count

    def close(self) -> None:
        self.segments = []
        self.recent = Recent(0)

    def file(self, keys: Sequence[str], signatures: Signatures, probes: Hashes) -> npt.NDArray[np.uint32]:
        if len(keys) > self.recent.room:
            self.seal()
        orders = self._replace(keys)
        self.recent.add(keys, signatures, orders, probes)
        return orders

    def seal(self) -> None:
        """Turn the recent entries into a segment, and merge what has become alike."""
        living = self.recent.living()
        self.recent = Recent(RECENT_ENTRIES)
        if len(living):
            self.segments.append(Segment.build(living))
        while (alike := mergeable(self.segments)) is not None:
            self.segments[alike] = [Segment.merged(self.segments[alike])]

    def _replace(self, keys: Sequence[str]) -> npt.NDArray[np.uint32]:
        """Forget the entries of known keys; the order of first sight of every key."""
        orders = np.arange(self.next_order, self.next_order + len(keys), dtype=np.uint32)
        hashes = key_hashes(keys)
        known = 0
        for part in self.parts():
            for position, row in part.rows_of(keys, hashes).items():
                orders[position] = part.orders[row]
                part.forget(row)
                known += 1
        self.next_order += len(keys)
        self._count += len(keys) - known
        return orders


def mergeable(segments: Sequence[Segment]) -> slice | None:
    """The newest run of `FAN_IN` segments of one tier, if there is one; tiers grow by `FAN_IN`."""
    tiers = [_tier(len(segment)) for segment in segments]
    for stop in range(len(tiers), FAN_IN - 1, -1):
        run = slice(stop - FAN_IN, stop)
        if len(set(tiers[run])) == 1 and sum(map(len, segments[run])) <= MOST_ENTRIES:
            return run
    return None


def _tier(entries: int) -> int:
    return max(entries // RECENT_ENTRIES, 1).bit_length() // 2
