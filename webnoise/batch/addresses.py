"""Inputs that are addresses: fetched once, kept while the run lasts, read from there like any other file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from webnoise.batch.fetch import Fetcher, fetch_all
from webnoise.batch.inputs import Input, Item, Place, Skipped, StoredPage, is_url, open_input, unpacked
from webnoise.errors import InputError
from webnoise.model import Page
from webnoise.sqlite_file import SqliteFile
from webnoise.stores.held_page import pack, unpack

if TYPE_CHECKING:
    from webnoise.batch.run import Progress

_TABLES = """
CREATE TABLE IF NOT EXISTS fetched (
    source TEXT NOT NULL, position INTEGER NOT NULL, page BLOB, failure TEXT, PRIMARY KEY (source, position)
) WITHOUT ROWID;
"""


class Addresses:
    """The pages of addresses that are inputs, or stand in lists that are; `path` is where they are kept."""

    def __init__(self, path: Path, inputs: Sequence[Input], max_bytes: int) -> None:
        self._path = path
        self._max_bytes = max_bytes
        self._places = [
            (Place(given.name, line), url)
            for given in inputs
            if given.kind in ("address", "addresses")
            for line, url in listed(given)
        ]
        self._file: SqliteFile | None = None

    def fetch(self, progress: Progress, fetcher: Fetcher | None = None) -> None:
        """Fetch what no earlier start of this run has fetched."""
        if not self._places:
            return
        file = self._opened()
        known = set(file.run("SELECT source, position FROM fetched"))
        missing = [(place, url) for place, url in self._places if _key(place) not in known]
        progress.begin("fetch", len(missing))
        fetcher = fetcher or Fetcher(self._max_bytes)
        for count, (number, came) in enumerate(fetch_all([url for _, url in missing], fetcher), 1):
            page = None if isinstance(came, InputError) else pack(came)
            failure = str(came) if isinstance(came, InputError) else None
            values = (*_key(missing[number][0]), page, failure)
            file.run("INSERT OR REPLACE INTO fetched VALUES (?, ?, ?, ?)", values)
            progress.step(count)
        progress.end()

    def pages(self, given: Input, after: int | None) -> Iterator[Item]:
        """The fetched pages of one input behind a line."""
        rows = self._opened().run(
            "SELECT position, page, failure FROM fetched WHERE source = ? AND position > ? ORDER BY position",
            (given.name, after if after is not None else -1),
        )
        for position, packed, failure in rows:
            place = Place(given.name, position or None)
            if packed is None:
                yield Skipped(place, "not-fetched", failure, given.size)
            else:
                yield StoredPage(place, unpack(packed), given.size)

    def _opened(self) -> SqliteFile:
        if self._file is None:
            self._file = SqliteFile(self._path, _TABLES)
        return self._file


def listed(given: Input) -> Iterator[tuple[int | None, str]]:
    """The addresses of an input with their lines; lines that begin with `#` are remarks."""
    if given.kind == "address":
        yield None, given.name
        return
    with open_input(given) as file:
        for number, line in enumerate(unpacked(file), 1):
            url = line.decode("utf-8", "replace").strip().removeprefix("\ufeff")
            if url and not url.startswith("#"):
                yield number, url


def fetched_items(given: Input, fetcher: Fetcher) -> Iterator[Item]:
    """The pages of an input that is, or lists, addresses, fetched one after the other."""
    for line, url in listed(given):
        place = Place(given.name, line)
        try:
            page = fetcher.fetch(url) if is_url(url) else _no_address(url)
        except InputError as error:
            yield Skipped(place, "not-fetched", str(error), given.size)
        else:
            yield StoredPage(place, replace(page), given.size)


def _no_address(url: str) -> Page:
    raise InputError(f"{url!r} is no address: write https://host/path")


def _key(place: Place) -> tuple[str, int]:
    return place.source, place.position or 0
