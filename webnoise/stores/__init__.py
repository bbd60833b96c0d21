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
    FoundLink,
    HeldPages,
    PatternCounts,
    Seen,
    SeenPages,
    SiteMemories,
    Stores,
    Stories,
)

if TYPE_CHECKING:
    from webnoise.dedup.index import Thresholds

__all__ = [
    "FoundLink",
    "HeldPages",
    "PatternCounts",
    "Seen",
    "SeenPages",
    "SiteMemories",
    "Stores",
    "Stories",
    "open",
]


def open(url: str | None, thresholds: Thresholds | None = None) -> Stores:  # noqa: A001 - read as `stores.open`
    """The stores at `sqlite:///FILE`; in memory, for one run, for nothing and for `memory://`.

    Files are opened when one of the stores is first asked for. `thresholds` are those of the index of
    duplicates.
    """
    from webnoise.stores.sqlite import SqliteStores

    return SqliteStores(sqlite_path(url), thresholds)
