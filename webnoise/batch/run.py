"""A run on one machine: learn what the pages teach of their sites, extract, find duplicates, write.

Each pass reads the inputs from front to back and hands pages to a pool of processes; what comes back is in
the order of the inputs. A run that was killed goes on where it stopped, and its output is the one that an
undisturbed run would have written.
"""

from __future__ import annotations

import dataclasses
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import xxhash

from webnoise import stores
from webnoise.batch.addresses import Addresses
from webnoise.batch.duplicates import find_repetitions
from webnoise.batch.inputs import STANDARD_INPUT, TROUBLES, Input, Item, Place, Skipped, StoredPage
from webnoise.batch.journal import Journal, RunState
from webnoise.batch.memories import LearnedSites
from webnoise.batch.outputs import FolderOutput, Output, PageFormat, check_output, open_file_output
from webnoise.batch.pool import SECONDS, WorkerPool
from webnoise.batch.readers import Fields, check_readable, read_pages
from webnoise.batch.work import ExtractPage, PageWork, Row, learning_method
from webnoise.config import Config
from webnoise.errors import ConfigError, WebnoiseError
from webnoise.sqlite_file import sqlite_url

_LEARNED_AT_ONCE = 16  # pages: their memories travel together
_BYTES_AT_ONCE = 4_000_000  # of pages; few large ones go at once


class Progress(Protocol):
    """Shows how far a run is: a bar on a terminal, or nothing."""

    def begin(self, what: str, total: int) -> None:
        """A pass over so many bytes begins."""

    def step(self, done: int) -> None:
        """One more page is done, and so many bytes of the inputs."""

    def end(self) -> None: ...


@dataclass(frozen=True)
class Target:
    """Where articles go: to one file, or (`form`) into a folder, one file for each page."""

    path: Path
    form: PageFormat | None = None

    def check(self) -> None:
        if self.form is None:
            check_output(self.path)
        elif self.path.exists() and not self.path.is_dir():
            raise ConfigError(f"{self.path} is no folder: name another one for --output-dir")

    def open(self, also: tuple[str, ...]) -> Output:
        if self.form is None:
            return open_file_output(self.path, also)
        return FolderOutput(self.path, self.form)

    @property
    def beside(self) -> Path:
        """The folder of what is not finished."""
        return self.path.with_name(f"{self.path.name}.unfinished")

    @property
    def skipped(self) -> Path:
        """The list of what gave no article."""
        if self.form is not None:
            return self.path / "skipped.jsonl"
        return self.path.with_name(f"{self.path.stem}.skipped.jsonl")


@dataclass
class Summary:
    """What came of a run: pages read, articles written, those that repeat others, the rest by reason."""

    pages: int = 0
    articles: int = 0
    duplicates: int = 0
    skipped: Counter[str] = field(default_factory=Counter)
    troubles: list[Skipped] = field(default_factory=list)  # the first ones that are nobody's choice


_MOST_TROUBLES = 20


@dataclass(frozen=True)
class Batch:
    """A run: what goes in, what is done, where it goes to."""

    inputs: tuple[Input, ...]
    target: Target
    config: Config = field(default_factory=Config)
    workers: int | None = None
    seconds: float = SECONDS
    restart: bool = False

    def run(self, progress: Progress) -> Summary:
        if not self.inputs:
            raise ConfigError("there is nothing to read: name a file, a folder or an address")
        for given in self.inputs:
            check_readable(given)
        self.target.check()
        with RunState(self.target.beside, self._plan(), restart=self.restart) as state:
            sources = self._sources(state)
            sources.addresses.fetch(progress)
            method = learning_method(self.config)
            store = self.config.site_store or self.config.store or sqlite_url(state.memories)
            work = PageWork(ExtractPage(self.config, store if method else "", also=self.also))
            with state.journal() as journal:
                with WorkerPool(work, self.workers, seconds=self.seconds) as pool:
                    if method is not None:
                        with stores.open(store) as opened:
                            _learn(sources, LearnedSites(opened.sites, method), state, pool, progress)
                    _extract(sources, journal, pool, progress)
                summary = self._write(journal, state, progress)
            state.remove()
        return summary

    @property
    def also(self) -> tuple[str, ...]:
        """Fields beside the article's own that every row has."""
        extra = self.config.export_extra
        return (*extra, "html") if self.target.form == "html" and "html" not in extra else extra

    def _plan(self) -> dict[str, Any]:
        """All that the output depends on."""
        settings = dataclasses.asdict(self.config)
        return {
            "inputs": [_identity(given) for given in self.inputs],
            "settings": settings,
            "output": [str(self.target.path.absolute()), self.target.form],
        }

    def _sources(self, state: RunState) -> Sources:
        fields = Fields.of(self.config)
        addresses = Addresses(state.fetched, self.inputs, fields.max_bytes)
        return Sources(self.inputs, fields, addresses)

    def _write(self, journal: Journal, state: RunState, progress: Progress) -> Summary:
        """The rows that come out, each with what its duplicates say of it."""
        summary = Summary()
        progress.begin("write", journal.size)
        written = 0
        repetitions = find_repetitions(journal, self.config, sqlite_url(state.new_index()))
        also = (*self.also, "outlets") if self.config.duplicates == "outlets" else self.also
        skipped = _SkippedList(self.target.skipped)
        with self.target.open(also) as output, skipped:
            for number, done in enumerate(journal):
                summary.pages += 1
                written += len(done.article) if isinstance(done, Row) else 0
                progress.step(written)
                if isinstance(done, Skipped):
                    _note(done, summary)
                    skipped.add(done)
                elif row := repetitions.row(number, done, self.config.duplicates):
                    output.write(row)
                    summary.articles += 1
                summary.duplicates += repetitions.repeats(number)
        progress.end()
        return summary


@dataclass(frozen=True)
class Sources:
    """The inputs of a run as one row of pages."""

    inputs: tuple[Input, ...]
    fields: Fields
    addresses: Addresses

    def items(self, after: Place | None) -> Iterator[Item]:
        """All that the inputs hold behind a page, or from the beginning on; `done` counts over all."""
        before, waiting = 0, after is not None
        for given in self.inputs:
            if not waiting or (after is not None and after.source == given.name):
                position = after.position if waiting and after is not None else None
                is_done = waiting and position is None  # a file of one page
                waiting = False
                if not is_done:
                    for item in self._read(given, position):
                        yield item._replace(done=before + item.done)
            before += given.size

    def _read(self, given: Input, after: int | None) -> Iterator[Item]:
        if given.kind in ("address", "addresses"):
            return self.addresses.pages(given, after)
        return read_pages(given, self.fields, after)

    @property
    def size(self) -> int:
        return sum(given.size for given in self.inputs)


Pool = WorkerPool[Any, Any]


def _learn(sources: Sources, learned: LearnedSites, state: RunState, pool: Pool, progress: Progress) -> None:
    """All that the pages teach of their sites, brought to the store."""
    place, over = state.learned
    if over:
        return
    progress.begin("learn", sources.size)
    pages = (item for item in sources.items(place) if isinstance(item, StoredPage))
    for chunk, memories in pool.pairs(_chunks(pages)):
        for taught in _each(pool, chunk, memories):
            learned.add(taught)
        for item in chunk:
            progress.step(item.done)
        if learned.is_due:
            learned.write()
            state.put_learned(chunk[-1].place)
    learned.write()
    progress.end()
    state.put_learned(None, over=True)


def _extract(sources: Sources, journal: Journal, pool: Pool, progress: Progress) -> None:
    """Every page to its line in the journal."""
    progress.begin("extract", sources.size)
    for item, done in rows_of(sources.items(journal.last), pool):
        journal.add(done)
        progress.step(item.done)
    progress.end()


def rows_of(
    items: Iterable[Item], pool: WorkerPool[Item, Row | Skipped]
) -> Iterator[tuple[Item, Row | Skipped]]:
    """Each item with its row, or why it has none, in their order."""
    for item, done in pool.pairs(items):
        if isinstance(done, WebnoiseError):
            yield item, Skipped(item.place, "lost", str(done), item.done)
        else:
            yield item, done


def _chunks(pages: Iterator[StoredPage]) -> Iterator[list[StoredPage]]:
    chunk: list[StoredPage] = []
    size = 0
    for item in pages:
        chunk.append(item)
        size += len(item.page.html)
        if len(chunk) >= _LEARNED_AT_ONCE or size >= _BYTES_AT_ONCE:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


def _each(pool: Pool, chunk: list[StoredPage], memories: Any) -> Iterator[Any]:
    """What a chunk taught; where a page took its process down, the others are learned one by one."""
    if not isinstance(memories, WebnoiseError):
        yield memories
        return
    for taught in pool.map([page] for page in chunk):
        if not isinstance(taught, WebnoiseError):
            yield taught


def _note(skipped: Skipped, summary: Summary) -> None:
    summary.skipped[skipped.reason] += 1
    if skipped.reason in TROUBLES and len(summary.troubles) < _MOST_TROUBLES:
        summary.troubles.append(skipped)


class _SkippedList:
    """A JSONL file of all that gave no article, created with its first line."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: Any = None

    def __enter__(self) -> None:
        self._path.unlink(missing_ok=True)

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()

    def add(self, skipped: Skipped) -> None:
        if self._file is None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self._path.open("w", encoding="utf-8")
        line = {**skipped.place._asdict(), "reason": skipped.reason, "detail": skipped.detail}
        self._file.write(json.dumps(line, ensure_ascii=False) + "\n")


def _identity(given: Input) -> list[Any]:
    """What an input is known by: a file that was changed is another input."""
    if given.name == STANDARD_INPUT:
        return [given.name, given.kind, xxhash.xxh3_128_hexdigest(given.body)]
    path = Path(given.name)
    changed = path.stat().st_mtime_ns if path.is_file() else 0
    return [given.name, given.kind, given.size, changed]
