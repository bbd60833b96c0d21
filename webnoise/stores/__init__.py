"""What lasts between runs: memories of sites, seen pages, held pages, the index of duplicates, stories.

All methods block; a crawl calls them from a thread of its own (`base`).

>>> from webnoise import stores
>>> with stores.open("memory://") as opened:
...     opened.stories.put("https://b.example/2", "https://a.example/1")
...     opened.stories.original("https://b.example/2")
'https://a.example/1'

`sites`, `seen`, `held`, `duplicates` and `stories` are the five. A backend is a `Stores` (`base`) with them;
`tests/contracts/test_stores.py` is their contract.
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
    from webnoise.dedup.compare import Thresholds

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
    """Open the stores at `sqlite:///FILE`, `redis://HOST` or, for one run, `memory://` (or nothing).

    Files are opened when one of the stores is first used. `thresholds` are those of the index of duplicates.
    A Redis store forgets what was not touched for `expire_days`; 0: never.
    """
    if is_redis(url):
        from webnoise.stores.redis import RedisStores

        return RedisStores(str(url), thresholds, expire_days)
    from webnoise.stores.sqlite import SqliteStores

    return SqliteStores(sqlite_path(url), thresholds)
