"""The durable record of an index in SQLite: the newest entries, and which segments hold the rest."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import numpy as np

from webnoise.dedup.index.columns import Signatures
from webnoise.dedup.sketch import SKETCH_BYTES
from webnoise.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    import numpy.typing as npt

__all__ = ["Journal"]

FORMAT = 2
ROWS_AT_ONCE = 2048
WAIT_SECONDS = 60.0
"""How long a write waits for another connection's: the file may be shared with other stores."""

_TABLES = """
CREATE TABLE IF NOT EXISTS duplicate_state (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS duplicate_segment (
    position INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE
);
CREATE TABLE IF NOT EXISTS duplicate_recent (
    number INTEGER PRIMARY KEY, key TEXT NOT NULL, first_seen INTEGER NOT NULL,
    fingerprint BLOB NOT NULL, sketch BLOB NOT NULL, length INTEGER NOT NULL
);
"""

_RECORD = "INSERT INTO duplicate_recent (key, first_seen, fingerprint, sketch, length) VALUES (?, ?, ?, ?, ?)"


class Journal:
    """Every change is one transaction; what it returned from survives the death of the process.

    Commits are in the operating system's hands, not yet on the disk (SQLite's WAL with synchronous =
    NORMAL): a loss of power may undo the last ones, never tear them.
    """

    def __init__(self, path: Path) -> None:
        try:
            self._connection = sqlite3.connect(path, timeout=WAIT_SECONDS, check_same_thread=False)
            self._connection.isolation_level = None
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = NORMAL")
            self._connection.executescript(_TABLES)
        except sqlite3.Error as error:
            raise StoreError(f"{path} cannot be opened as an SQLite file: {error}") from error
        if self.state("format", FORMAT) != FORMAT:
            raise StoreError(f"{path} holds an index of another version: move it away, or upgrade")

    def close(self) -> None:
        self._connection.close()

    def state(self, name: str, default: int = 0) -> int:
        row = self._connection.execute("SELECT value FROM duplicate_state WHERE name = ?", (name,)).fetchone()
        return default if row is None else int(row[0])

    def segments(self) -> list[str]:
        """Names of the segments, oldest first."""
        rows = self._connection.execute("SELECT name FROM duplicate_segment ORDER BY position")
        return [name for (name,) in rows]

    def recent(self) -> Iterator[tuple[list[str], Signatures, npt.NDArray[np.uint32]]]:
        """Keys, signatures and orders of what no segment holds yet, in the order of filing, in batches."""
        cursor = self._connection.execute(
            "SELECT key, first_seen, fingerprint, sketch, length FROM duplicate_recent ORDER BY number"
        )
        while rows := cursor.fetchmany(ROWS_AT_ONCE):
            keys, orders, fingerprints, sketches, lengths = zip(*rows, strict=True)
            signatures = Signatures(
                np.frombuffer(b"".join(fingerprints), "<u8").astype(np.uint64),
                np.frombuffer(b"".join(sketches), np.uint8).reshape(-1, SKETCH_BYTES),
                np.array(lengths, np.uint32),
            )
            yield list(keys), signatures, np.array(orders, np.uint32)

    def record(self, keys: Sequence[str], signatures: Signatures, orders: npt.NDArray[np.uint32]) -> None:
        """Keep new entries."""
        fingerprints = signatures.fingerprints.astype("<u8").view("V8").tolist()
        sketches = np.ascontiguousarray(signatures.sketches).view(f"V{SKETCH_BYTES}").reshape(-1).tolist()
        rows = zip(keys, orders.tolist(), fingerprints, sketches, signatures.lengths.tolist(), strict=True)
        self._transact([(_RECORD, list(rows))])

    def settle(self, segments: Sequence[str], states: dict[str, int], *, forget_recent: bool) -> None:
        """Say which segments hold the index from now on; the recent entries are among them, or stay."""
        steps: list[tuple[str, Sequence[tuple[object, ...]]]] = [
            ("DELETE FROM duplicate_segment", [()]),
            ("INSERT INTO duplicate_segment (position, name) VALUES (?, ?)", list(enumerate(segments))),
            ("INSERT OR REPLACE INTO duplicate_state (name, value) VALUES (?, ?)", list(states.items())),
        ]
        if forget_recent:
            steps.append(("DELETE FROM duplicate_recent", [()]))
        self._transact(steps)

    def _transact(self, steps: Sequence[tuple[str, Sequence[tuple[object, ...]]]]) -> None:
        connection = self._connection
        try:
            if len(steps) == 1 and len(steps[0][1]) == 1:  # a transaction by itself, in a third of the time
                connection.execute(steps[0][0], steps[0][1][0])
                return
            connection.execute("BEGIN IMMEDIATE")
            try:
                for statement, rows in steps:
                    connection.executemany(statement, rows)
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise StoreError(f"the index cannot be written: {error}") from error
