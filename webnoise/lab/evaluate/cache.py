"""Results of earlier runs on disk, so that only what changed is measured again."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Self

import xxhash

from webnoise.errors import StoreError
from webnoise.lab.evaluate.results import PageResult

__all__ = ["ResultCache", "default_cache_folder"]

KEPT_DAYS = 30  # results that no run asked for in this time go, so that the file stays bounded


def default_cache_folder() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "webnoise" / "evaluate"


class ResultCache:
    """One SQLite file in `folder`; used by one process, the one that hands out the work."""

    def __init__(self, folder: Path) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(folder / "results.sqlite3")
            self._db.execute(
                "CREATE TABLE IF NOT EXISTS results (key TEXT PRIMARY KEY, value TEXT, used TEXT)"
            )
            self._db.execute("DELETE FROM results WHERE used < date('now', ?)", (f"-{KEPT_DAYS} days",))
            self._db.commit()
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"cannot keep results in {folder}: {error}") from error

    @staticmethod
    def key(page_digest: str, system: str, version: str, siblings_digest: str = "") -> str:
        """Names a result by all that decides on it; `siblings_digest` for systems that learn from them."""
        return xxhash.xxh3_128_hexdigest(f"{page_digest}\0{system}\0{version}\0{siblings_digest}".encode())

    def get(self, key: str) -> PageResult | None:
        row = self._db.execute("SELECT value FROM results WHERE key = ?", (key,)).fetchone()
        if row is None:
            return None
        self._db.execute("UPDATE results SET used = date('now') WHERE key = ? AND used < date('now')", (key,))
        return PageResult.from_json(row[0])

    def put(self, key: str, result: PageResult) -> None:
        self._db.execute("INSERT OR REPLACE INTO results VALUES (?, ?, date('now'))", (key, result.to_json()))

    def commit(self) -> None:
        self._db.commit()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._db.commit()
        self._db.close()
