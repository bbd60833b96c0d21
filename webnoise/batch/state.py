"""The state of a run in one SQLite file, so that a killed run goes on where it stopped.

`OUTPUT.unfinished/state.db` holds the plan of the run, the pages that were fetched, the memories of the sites
(the file is a store too), and the journal: a row for each page that was read, in order, with its article or
the reason why it gives none. The folder is removed when the output is there.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

from filelock import FileLock, Timeout

from webnoise.batch.inputs import Item, Place, Skipped, StoredPage
from webnoise.batch.work import Row
from webnoise.dedup.originals import Originality
from webnoise.dedup.signature import Signature
from webnoise.errors import ConfigError, StoreError
from webnoise.model import Page
from webnoise.sqlite_file import SqliteFile, sqlite_url
from webnoise.stores.held_page import pack, unpack

_STATE = "state.db"
_LOCK = "lock"
_ROWS_AT_ONCE = 32
_FORMAT = 3
_TABLES = """
CREATE TABLE IF NOT EXISTS plan (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS fetched (
    source TEXT NOT NULL, position INTEGER NOT NULL, page BLOB, failure TEXT, PRIMARY KEY (source, position)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS learned (
    number INTEGER PRIMARY KEY CHECK (number = 1), source TEXT, position INTEGER, is_over INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS journal (
    number INTEGER PRIMARY KEY, source TEXT NOT NULL, position INTEGER, reason TEXT, detail TEXT,
    key TEXT, article BLOB, signature BLOB, elsewhere INTEGER, published REAL
);
"""

Done = Row | Skipped


class RunState:
    """The state of one run. `plan` is all that its output depends on; that of another plan is refused."""

    def __init__(self, folder: Path, plan: dict[str, Any], *, restart: bool = False) -> None:
        self.folder = folder
        self._plan = json.loads(json.dumps({"format": _FORMAT, **plan}))
        self._restart = restart
        self._lock = FileLock(folder / _LOCK, thread_local=False)

    def __enter__(self) -> Self:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._lock.acquire(blocking=False)
        except Timeout:
            raise ConfigError(f"{self.folder} is in use: another process writes the same output") from None
        except OSError as error:
            raise StoreError(f"cannot keep the state in {self.folder}: {error.strerror}") from error
        try:
            self._open()
        except BaseException:
            self._lock.release()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()
        self._lock.release()

    def _open(self) -> None:
        path = self.folder / _STATE
        if self._restart:
            path.unlink(missing_ok=True)
        if not path.exists():
            _clear(self.folder)  # of a run that was killed while it removed its state
        self._file = SqliteFile(path, _TABLES)
        known = {name: json.loads(value) for name, value in self._file.run("SELECT name, value FROM plan")}
        if not known:
            rows = [(name, json.dumps(value)) for name, value in self._plan.items()]
            with self._file.transaction():
                self._file.run_many("INSERT INTO plan VALUES (?, ?)", rows)
        elif changed := [name for name, value in self._plan.items() if known.get(name) != value]:
            self._file.close()
            raise ConfigError(
                f"{self.folder} holds an unfinished run with other {' and '.join(changed)}: finish it by its "
                "own command, or begin anew by --restart"
            )

    @property
    def store(self) -> str:
        """The address of the file as a store of site memories."""
        return sqlite_url(self.folder / _STATE)

    @property
    def journal(self) -> Journal:
        return Journal(self._file)

    def known_fetched(self) -> set[tuple[str, int]]:
        """Return the source and position of every address that was fetched; 0 for no position."""
        return set(self._file.run("SELECT source, position FROM fetched"))

    def put_fetched(self, place: Place, page: Page | None, failure: str | None = None) -> None:
        values = (place.source, place.position or 0, pack(page) if page else None, failure)
        self._file.run("INSERT OR REPLACE INTO fetched VALUES (?, ?, ?, ?)", values)

    def fetched(self, source: str, after: int | None, done: int) -> Iterator[Item]:
        """Yield the fetched pages of one input after a line; `done` are the bytes of that input."""
        rows = self._file.run(
            "SELECT position, page, failure FROM fetched WHERE source = ? AND position > ? ORDER BY position",
            (source, -1 if after is None else after),
        )
        for position, packed, failure in rows:
            place = Place(source, position or None)
            if packed is None:
                yield Skipped(place, "not-fetched", failure, done)
            else:
                yield StoredPage(place, unpack(packed), done)

    @property
    def learned(self) -> tuple[Place | None, bool]:
        """The last page whose teaching is in the store, and whether the first pass is over."""
        row = self._file.run("SELECT source, position, is_over FROM learned").fetchone()
        if row is None:
            return None, False
        return (Place(row[0], row[1]) if row[0] is not None else None), bool(row[2])

    def put_learned(self, place: Place | None, *, is_over: bool = False) -> None:
        source, position = place or (None, None)
        self._file.run("INSERT OR REPLACE INTO learned VALUES (1, ?, ?, ?)", (source, position, is_over))

    def remove(self) -> None:
        """Remove the state first: a death in between leaves a folder that begins anew."""
        self._file.close()
        (self.folder / _STATE).unlink(missing_ok=True)
        shutil.rmtree(self.folder, ignore_errors=True)


class Journal:
    """What became of each page, in the order of the inputs."""

    def __init__(self, file: SqliteFile) -> None:
        self._file = file
        self._unwritten: list[tuple[object, ...]] = []

    def __len__(self) -> int:
        self.flush()
        return int(self._file.run("SELECT count(*) FROM journal").fetchone()[0])

    @property
    def last(self) -> Place | None:
        """The last page that is done."""
        self.flush()
        row = self._file.run("SELECT source, position FROM journal ORDER BY number DESC LIMIT 1").fetchone()
        return Place(*row) if row else None

    def add(self, done: Done) -> None:
        self._unwritten.append(_values(done))
        if len(self._unwritten) >= _ROWS_AT_ONCE:
            self.flush()

    def flush(self) -> None:
        if self._unwritten:
            with self._file.transaction():
                marks = ", ".join("?" * len(self._unwritten[0]))
                self._file.run_many(f"INSERT INTO journal VALUES (NULL, {marks})", self._unwritten)  # noqa: S608
            self._unwritten.clear()

    def __iter__(self) -> Iterator[Done]:
        self.flush()
        for _, *values in self._file.run("SELECT * FROM journal ORDER BY number"):
            yield _done(*values)


def _values(done: Done) -> tuple[object, ...]:
    if isinstance(done, Skipped):
        return (*done.place, done.reason, done.detail, *[None] * 5)
    sign = done.signature
    signed = sign.to_bytes() if sign else None
    return (*done.place, None, None, done.key, done.article, signed, *done.originality)


def _done(source: str, position: int | None, reason: str | None, detail: str, *row: Any) -> Done:
    place = Place(source, position)
    if reason is not None:
        return Skipped(place, reason, detail)
    key, article, signed, elsewhere, published = row
    sign = None if signed is None else Signature.from_bytes(signed)
    return Row(place, key, article, sign, Originality(elsewhere=bool(elsewhere), published=published))


def _clear(folder: Path) -> None:
    for left in folder.iterdir():
        if left.name != _LOCK:
            shutil.rmtree(left) if left.is_dir() else left.unlink()
