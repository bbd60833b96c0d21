"""A run on one machine: learn what the pages teach of their sites, extract, find duplicates, write.

Where pages teach each other, a first pass reads all of them before a second one decides. What was read holds
compiled arrays that cannot leave their process, and reading is 2.2 of the 5.4 ms that a page takes: so pages
are read twice, and nothing of them is kept in between. Without siblings (`--no-site-memory`) there is one
pass.

Results come in the order of the inputs, and a run that was killed goes on where it stopped: its output is the
one that an undisturbed run writes.
"""

from __future__ import annotations

import dataclasses
import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import xxhash
from tqdm import tqdm

from webnoise import stores
from webnoise.batch.addresses import Fetcher, FetchOptions, places_of
from webnoise.batch.duplicates import find_repetitions
from webnoise.batch.inputs import STANDARD_INPUT, TROUBLES, Input, Item, Place, Skipped, StoredPage
from webnoise.batch.memories import LearnedSites
from webnoise.batch.outputs import PageFormat, WriteRow, check_output, folder_output, open_file_output
from webnoise.batch.pool import SECONDS, WorkerPool
from webnoise.batch.readers import check_readable, read_pages
from webnoise.batch.state import Journal, RunState
from webnoise.batch.work import ExtractPage, Row, learn_pages, learning_method
from webnoise.config import Config
from webnoise.errors import ConfigError, WebnoiseError
from webnoise.methods.base import AnyLearningMethod, Memory
from webnoise.model import Page

_LEARNED_AT_ONCE = 16  # pages: their memories travel together
_BYTES_AT_ONCE = 4_000_000  # of pages; few large ones go at once
_MOST_TROUBLES = 20


@contextmanager
def _progress(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show a pass over `total` bytes, addresses or rows on a terminal; give a function to call for each page.

    It takes how many of the total are done.
    """
    form = "{desc} {percentage:3.0f}%|{bar}| {postfix} [{elapsed}<{remaining}]"
    with tqdm(desc=f"{what:8}", total=max(total, 1), bar_format=form, disable=None) as bar:
        pages = 0

        def step(done: int) -> None:
            nonlocal pages
            pages += 1
            bar.set_postfix_str(f"{pages:,} pages", refresh=False)
            bar.update(done - bar.n)

        yield step


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

    def open(self, also: tuple[str, ...]) -> AbstractContextManager[WriteRow]:
        """Return a context manager that gives a function to write rows with."""
        if self.form is None:
            return open_file_output(self.path, also, part=self.unfinished / "output")
        return folder_output(self.path, self.form, part=self.unfinished / "output")

    @property
    def unfinished(self) -> Path:
        """The folder of the run's state."""
        return self.path.with_name(f"{self.path.name}.unfinished")

    @property
    def skipped(self) -> Path:
        """The list of what gave no article."""
        if self.form is not None:
            return self.path / "skipped.jsonl"
        return self.path.with_name(f"{self.path.stem}.skipped.jsonl")


@dataclass
class Summary:
    """Pages read, articles written, those that repeat others, and the rest by reason."""

    pages: int = 0
    articles: int = 0
    duplicates: int = 0
    skipped: Counter[str] = field(default_factory=Counter)
    troubles: list[Skipped] = field(default_factory=list)
    """The first ones that a person should act on."""

    def skip(self, skipped: Skipped) -> None:
        self.skipped[skipped.reason] += 1
        if skipped.reason in TROUBLES and len(self.troubles) < _MOST_TROUBLES:
            self.troubles.append(skipped)


@dataclass(frozen=True)
class Batch:
    """A run: its inputs, its output, and how pages become articles."""

    inputs: tuple[Input, ...]
    target: Target
    config: Config = field(default_factory=Config)
    workers: int | None = None
    seconds: float = SECONDS
    restart: bool = False
    contact_url: str = ""

    def run(self) -> Summary:
        if not self.inputs:
            raise ConfigError("there is nothing to read: name a file, a folder or an address")
        for given in self.inputs:
            check_readable(given)
        self.target.check()
        with RunState(self.target.unfinished, self._plan(), restart=self.restart) as state:
            sources = Sources(self.inputs, self.config, state)
            self._fetch(state)
            method = learning_method(self.config)
            store = self.config.site_store or self.config.store or state.store
            if method is not None:
                self._learn(sources, store, method)
            journal = state.journal
            self._extract(sources, store if method else "", journal)
            summary = self._write(journal)
            state.remove()
        return summary

    @property
    def also(self) -> tuple[str, ...]:
        """Fields beside the article's own that every row has."""
        extra = self.config.export_extra
        return (*extra, "html") if self.target.form == "html" and "html" not in extra else extra

    def _plan(self) -> dict[str, Any]:
        """Return all that the output depends on."""
        return {
            "inputs": [_identity(given) for given in self.inputs],
            "settings": dataclasses.asdict(self.config),
            "output": [str(self.target.path.absolute()), self.target.form],
        }

    def _fetch(self, state: RunState) -> None:
        """Fetch the addresses that no earlier start of this run has fetched."""
        known = state.known_fetched()
        missing = [
            (place, url)
            for place, url in places_of(self.inputs)
            if (place.source, place.position or 0) not in known
        ]
        if not missing:
            return
        fetcher = Fetcher(FetchOptions(self.contact_url, self.config.max_bytes))
        with fetcher, _progress("fetch", len(missing)) as step:
            for count, (number, answer) in enumerate(fetcher.fetch_all([url for _, url in missing]), 1):
                if isinstance(answer, Page):
                    state.put_fetched(missing[number][0], answer)
                else:
                    state.put_fetched(missing[number][0], None, str(answer))
                step(count)

    def _learn(self, sources: Sources, store: str, method: AnyLearningMethod) -> None:
        """Add what all pages teach of their sites to the store."""
        state = sources.state
        last, is_over = state.learned
        if is_over:
            return
        pages = (item for item in sources.items(last) if isinstance(item, StoredPage))
        work = partial(learn_pages, config=self.config)
        pool = WorkerPool[list[StoredPage], dict[str, Memory]](work, self.workers, seconds=self.seconds)
        with pool, stores.open(store) as opened, _progress("learn", sources.size) as step:
            learned = LearnedSites(opened.sites, method)
            for chunk, taught in pool.pairs(_chunks(pages)):
                for memories in _each(pool, chunk, taught):
                    learned.add(memories)
                for item in chunk:
                    step(item.done)
                if learned.is_due:
                    learned.write()
                    state.put_learned(chunk[-1].place)
            learned.write()
        state.put_learned(None, is_over=True)

    def _extract(self, sources: Sources, store: str, journal: Journal) -> None:
        """Bring every page into the journal."""
        work = ExtractPage(self.config, store, also=self.also)
        pool = WorkerPool[Item, Row | Skipped](work, self.workers, seconds=self.seconds)
        with pool, _progress("extract", sources.size) as step:
            for item, done in pool.pairs(sources.items(journal.last)):
                if isinstance(done, WebnoiseError):
                    journal.add(Skipped(item.place, "lost", str(done), item.done))
                else:
                    journal.add(done)
                step(item.done)

    def _write(self, journal: Journal) -> Summary:
        """Write the rows that come out, each with what its duplicates add to it."""
        summary = Summary()
        repetitions = find_repetitions(journal, self.config)
        also = (*self.also, "outlets") if self.config.duplicates == "outlets" else self.also
        bar = _progress("write", len(journal))
        with self.target.open(also) as write, _skipped_list(self.target) as skip, bar as step:
            for number, done in enumerate(journal):
                summary.pages += 1
                step(summary.pages)
                if isinstance(done, Skipped):
                    summary.skip(done)
                    skip(done)
                elif row := repetitions.row(number, done, self.config.duplicates):
                    write(row)
                    summary.articles += 1
                summary.duplicates += repetitions.repeats(number)
        return summary


@dataclass(frozen=True)
class Sources:
    """The inputs of a run as one sequence of pages."""

    inputs: tuple[Input, ...]
    config: Config
    state: RunState

    def items(self, after: Place | None) -> Iterator[Item]:
        """Yield all that the inputs hold after a page, or from the beginning; `done` counts over all."""
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
            return self.state.fetched(given.name, after, given.size)
        return read_pages(given, self.config, after)

    @property
    def size(self) -> int:
        return sum(given.size for given in self.inputs)


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


def _each(
    pool: WorkerPool[list[StoredPage], dict[str, Memory]],
    chunk: list[StoredPage],
    taught: dict[str, Memory] | WebnoiseError,
) -> Iterator[dict[str, Memory]]:
    """Yield what a chunk taught; where a page took its process down, the others are learned one by one."""
    if not isinstance(taught, WebnoiseError):
        yield taught
        return
    for memories in pool.map([page] for page in chunk):
        if not isinstance(memories, WebnoiseError):
            yield memories


@contextmanager
def _skipped_list(target: Target) -> Iterator[Callable[[Skipped], None]]:
    """Give a function that lists what gave no article; without any there is no file."""
    part = target.unfinished / "skipped"
    with part.open("w", encoding="utf-8") as file:

        def skip(skipped: Skipped) -> None:
            line = {**skipped.place._asdict(), "reason": skipped.reason, "detail": skipped.detail}
            file.write(json.dumps(line, ensure_ascii=False) + "\n")

        yield skip
    if part.stat().st_size:
        target.skipped.parent.mkdir(parents=True, exist_ok=True)
        part.replace(target.skipped)
    else:
        target.skipped.unlink(missing_ok=True)


def _identity(given: Input) -> list[Any]:
    """Return what an input is known by: a file that was changed is another input."""
    if given.name == STANDARD_INPUT:
        return [given.name, given.kind, xxhash.xxh3_128_hexdigest(given.body)]
    path = Path(given.name)
    changed = path.stat().st_mtime_ns if path.is_file() else 0
    return [given.name, given.kind, given.size, changed]
