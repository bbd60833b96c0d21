"""What lasts between runs: memories of sites, seen pages, held pages, the index of duplicates, stories.

>>> from webnoise import stores
>>> with stores.open("sqlite:///webnoise.db") as opened:
...     opened.sites, opened.seen, opened.held, opened.duplicates, opened.stories

A backend is a `Stores` (`base`) that makes the five; `tests/contracts/test_stores.py` says what each must do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from webnoise.sqlite_file import sqlite_path
from webnoise.stores.base import (
    Duplicates,
    FoundLink,
    HeldPages,
    PatternCounts,
    Seen,
    SeenPages,
    SharedRun,
    SiteMemories,
    Stores,
    Stories,
    is_redis,
)

if TYPE_CHECKING:
    from webnoise.dedup.index import Thresholds

__all__ = [
    "Duplicates",
    "FoundLink",
    "HeldPages",
    "PatternCounts",
    "Seen",
    "SeenPages",
    "SharedRun",
    "SiteMemories",
    "Stores",
    "Stories",
    "is_redis",
    "open",
]


def open(  # noqa: A001 - read as `stores.open`
    url: str | None, thresholds: Thresholds | None = None, expire_days: float = 0.0
) -> Stores:
    """The stores at `sqlite:///FILE` or `redis://HOST`; in memory, for one run, for nothing and `memory://`.

    Files are opened when one of the stores is first asked for. `thresholds` are those of the index of
    duplicates. A Redis store forgets what was not touched for `expire_days`; 0: never.
    """
    if is_redis(url):
        from webnoise.stores.redis import RedisStores

        return RedisStores(str(url), thresholds, expire_days)
    from webnoise.stores.sqlite import SqliteStores

    return SqliteStores(sqlite_path(url), thresholds)
