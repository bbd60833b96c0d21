"""One SQLite file for all that is remembered: every store opens it the same way."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from webnoise.errors import StoreError

__all__ = ["connect", "path_of"]

_WAIT_SECONDS = 60.0  # for another connection's write: the stores share the file
_SCHEME = "sqlite:///"


def path_of(url: str) -> Path | None:
    """The file of `sqlite:///FILE`; None for any other address."""
    return Path(url.removeprefix(_SCHEME)) if url.startswith(_SCHEME) and len(url) > len(_SCHEME) else None


def connect(path: Path, tables: str) -> sqlite3.Connection:
    """The file, made with its folder where it is missing, with `tables` in it; every statement commits."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(path, timeout=_WAIT_SECONDS, isolation_level=None)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.executescript(tables)
    except (sqlite3.Error, OSError) as error:
        raise StoreError(f"{path} cannot be opened as an SQLite file: {error}") from error
    return connection
