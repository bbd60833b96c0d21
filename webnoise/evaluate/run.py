"""Systems over corpora: sites in parallel, with a progress bar, and only what no earlier run measured."""

from __future__ import annotations

import gc
import multiprocessing
import os
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, nullcontext
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Self

import xxhash
from tqdm import tqdm

from webnoise.errors import StoreError
from webnoise.evaluate.corpora import GoldPage, corpus_digest
from webnoise.evaluate.measure import measure_site
from webnoise.evaluate.results import PageResult
from webnoise.evaluate.systems import WITH_SITE, Systems

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

    def get(self, key: str, result: type[PageResult]) -> PageResult | None:
        row = self._db.execute("SELECT value FROM results WHERE key = ?", (key,)).fetchone()
        if row is None:
            return None
        self._db.execute("UPDATE results SET used = date('now') WHERE key = ? AND used < date('now')", (key,))
        return result.from_json(row[0])

    def put(self, key: str, result: PageResult) -> None:
        self._db.execute("INSERT OR REPLACE INTO results VALUES (?, ?, date('now'))", (key, result.to_json()))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._db.commit()
        self._db.close()


BATCH_PAGES = 8  # small sites travel together: one page per message would cost more than some methods
# New objects between two collections in a worker. Pages make few cycles and many objects: at Python's 700, a
# tenth of the time of a run went into looking for them.
COLLECT_AFTER = 100_000


Task = tuple[list[list[GoldPage]], tuple[str, ...]]
"""Sites, each a list of pages, to measure by the same systems."""


@contextmanager
def worker_pool(workers: int) -> Iterator[ProcessPoolExecutor | None]:
    """Processes that measure, for one call or several; None for one worker, which needs no other process."""
    if workers < 2:
        yield None
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context, gc.set_threshold, (COLLECT_AFTER,)) as pool:
        try:
            yield pool
        finally:
            pool.shutdown(wait=False, cancel_futures=True)  # after an error nobody waits for the rest


def evaluate(  # a run's conditions, all of them optional
    pages: Iterable[GoldPage],
    systems: Sequence[str],
    *,
    workers: int | ProcessPoolExecutor | None = 2,
    cache: Path | None = None,
    catalogue: Systems | None = None,
    progress: bool = False,
) -> list[PageResult]:
    """One result per page and system, pages in their order and systems in theirs.

    `cache` is the folder of earlier results. `workers` of a `worker_pool` start once for several calls.
    `catalogue` resolves the names of systems.
    """
    systems = list(dict.fromkeys(systems))
    catalogue = catalogue or Systems()
    catalogue.check(systems)
    pages = list(pages)
    known: dict[tuple[str, str, str], PageResult] = {}
    with ResultCache(cache) if cache else nullcontext() as store:
        keys = _keys(pages, systems, catalogue) if store else {}
        if store:
            known = {
                entry: result for entry, key in keys.items() if (result := store.get(key, catalogue.result))
            }
        todo = _tasks(pages, systems, known)
        total = sum(len(site) * len(names) for sites, names in todo for site in sites)
        bar = tqdm(total=total, unit="page", desc="evaluate", disable=not progress, smoothing=0.05)
        given = worker_pool(workers if todo else 1) if isinstance(workers, int) else nullcontext(workers)
        with bar, given as pool:
            measured = (pool.map if pool else map)(partial(_measure, catalogue=catalogue), todo)
            try:
                for result in chain.from_iterable(measured):
                    entry = (result.corpus, result.id, result.system)
                    known[entry] = result
                    if store and result.error is None:
                        store.put(keys[entry], result)
                    bar.update()
            finally:
                catalogue.close()
    return [known[page.corpus, page.id, system] for page in pages for system in systems]


def _keys(
    pages: Sequence[GoldPage], systems: Sequence[str], catalogue: Systems
) -> dict[tuple[str, str, str], str]:
    versions = {system: catalogue.version(system) for system in systems}
    learns = any(system.endswith(WITH_SITE) for system in systems)
    siblings = {site: corpus_digest(members) for site, members in _by_site(pages).items()} if learns else {}
    keys = {}
    for page in pages:
        digest = page.digest
        for system in systems:
            taught_by = siblings[page.corpus, page.site] if system.endswith(WITH_SITE) else ""
            key = ResultCache.key(digest, system, versions[system], taught_by)
            keys[page.corpus, page.id, system] = key
    return keys


def _by_site(pages: Iterable[GoldPage]) -> dict[tuple[str, str], list[GoldPage]]:
    sites: dict[tuple[str, str], list[GoldPage]] = defaultdict(list)
    for page in pages:
        sites[page.corpus, page.site].append(page)
    return sites


def _tasks(
    pages: Sequence[GoldPage], systems: Sequence[str], known: Collection[tuple[str, str, str]]
) -> list[Task]:
    """What is not known yet, small sites together; a system that learns sees all pages of the site."""
    by_systems: dict[tuple[str, ...], list[list[GoldPage]]] = defaultdict(list)
    for (corpus, _), members in _by_site(pages).items():
        missing = tuple(
            system for system in systems if any((corpus, page.id, system) not in known for page in members)
        )
        if missing:
            by_systems[missing].append(members)
    tasks = [(batch, names) for names, sites in by_systems.items() for batch in _batches(sites)]
    # The last ones to run are short: no process waits long.
    return sorted(tasks, key=lambda task: sum(len(page.html) for page in chain(*task[0])), reverse=True)


def _batches(sites: Iterable[list[GoldPage]]) -> Iterator[list[list[GoldPage]]]:
    batch: list[list[GoldPage]] = []
    for site in sites:
        if batch and sum(map(len, batch)) + len(site) > BATCH_PAGES:
            yield batch
            batch = []
        batch.append(site)
    if batch:
        yield batch


def _measure(task: Task, catalogue: Systems) -> list[PageResult]:
    sites, systems = task
    measured = chain.from_iterable(measure_site(site, systems, catalogue) for site in sites)
    return list(chain.from_iterable(measured))
