"""Systems over corpora: sites in parallel, with a progress bar, and only what no earlier run measured."""

from __future__ import annotations

import gc
import multiprocessing
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from tqdm import tqdm

from webnoise.lab.evaluate.cache import ResultCache
from webnoise.lab.evaluate.corpora import GoldPage, corpus_digest
from webnoise.lab.evaluate.measure import measure_site
from webnoise.lab.evaluate.results import PageResult
from webnoise.lab.evaluate.systems import WITH_SITE, check_systems, digest_of, system_version
from webnoise.lab.evaluate.unseen import is_trained

__all__ = ["Workers", "evaluate", "worker_pool"]

IN_FLIGHT = 3  # sites per process that wait in the pool: enough to keep it busy, little to hold in memory
BATCH_PAGES = 8  # small sites travel together: one page per message would cost more than some methods
# New objects between two collections in a worker. Pages make few cycles and many objects: at Python's 700, a
# tenth of the time of a run went into looking for them.
COLLECT_AFTER = 100_000


@dataclass(frozen=True, slots=True)
class Task:
    """Sites to measure by the same systems; a site is a list of pages."""

    sites: list[list[GoldPage]]
    systems: list[str]
    folds: Path | None


@dataclass(frozen=True, slots=True)
class Workers:
    """Processes that measure, for one call or several; with one worker, its work runs in this process."""

    count: int
    pool: ProcessPoolExecutor | None


@contextmanager
def worker_pool(workers: int) -> Iterator[Workers]:
    if workers < 2:
        yield Workers(1, None)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context, initializer=_settle_in) as pool:
        yield Workers(workers, pool)


def _settle_in() -> None:
    gc.set_threshold(COLLECT_AFTER)


def evaluate(
    pages: Iterable[GoldPage],
    systems: Sequence[str],
    *,
    workers: int | Workers = 2,
    cache: Path | None = None,
    folds: Path | None = None,
    progress: bool = False,
) -> list[PageResult]:
    """One result per page and system, pages in their order and systems in theirs.

    `cache` is the folder of earlier results. `workers` of a `worker_pool` start once for several calls.
    `folds` holds models for pages that the shipped one was trained on.
    """
    systems = list(dict.fromkeys(systems))
    check_systems(systems)
    pages = list(pages)
    known: dict[tuple[str, str, str], PageResult] = {}
    with ResultCache(cache) if cache else nullcontext() as store:
        keys = _keys(pages, systems, folds) if store else {}
        if store:
            known = {place: result for place, key in keys.items() if (result := store.get(key))}
        todo = _tasks(pages, systems, known, folds)
        total = sum(len(site) * len(task.systems) for task in todo for site in task.sites)
        given = worker_pool(workers if todo else 1) if isinstance(workers, int) else nullcontext(workers)
        with _progress_bar(total, hidden=not progress) as bar, given as processes:
            for result in _measured(todo, processes):
                place = (result.corpus, result.id, result.system)
                known[place] = result
                if store and result.error is None:
                    store.put(keys[place], result)
                bar.update()
    return [known[page.corpus, page.id, system] for page in pages for system in systems]


def _keys(
    pages: Sequence[GoldPage], systems: Sequence[str], folds: Path | None
) -> dict[tuple[str, str, str], str]:
    versions = {system: system_version(system) for system in systems}
    if folds:
        versions |= {system: versions[system] + digest_of(folds) for system in systems if is_trained(system)}
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
    pages: Sequence[GoldPage],
    systems: Sequence[str],
    known: dict[tuple[str, str, str], PageResult],
    folds: Path | None,
) -> list[Task]:
    """What is not known yet, small sites together; a system that learns sees all pages of the site."""
    by_systems: dict[tuple[str, ...], list[list[GoldPage]]] = defaultdict(list)
    for (corpus, _), members in _by_site(pages).items():
        missing = tuple(
            system for system in systems if any((corpus, page.id, system) not in known for page in members)
        )
        if missing:
            by_systems[missing].append(members)
    tasks = [
        Task(batch, list(names), folds) for names, sites in by_systems.items() for batch in _batches(sites)
    ]
    return sorted(tasks, key=_size, reverse=True)  # the last ones to run are short: no process waits long


def _size(task: Task) -> int:
    return sum(len(page.html) for site in task.sites for page in site)


def _batches(sites: Iterable[list[GoldPage]]) -> Iterator[list[list[GoldPage]]]:
    batch: list[list[GoldPage]] = []
    for site in sites:
        if batch and sum(map(len, batch)) + len(site) > BATCH_PAGES:
            yield batch
            batch = []
        batch.append(site)
    if batch:
        yield batch


def _measure(task: Task) -> list[PageResult]:
    measured = (measure_site(site, task.systems, task.folds) for site in task.sites)
    return [result for site in measured for results in site for result in results]


def _measured(tasks: Sequence[Task], workers: Workers) -> Iterator[PageResult]:
    pool = workers.pool
    if pool is None:
        for task in tasks:
            yield from _measure(task)
        return
    waiting: set[Future[list[PageResult]]] = set()
    for task in tasks:
        if len(waiting) >= IN_FLIGHT * workers.count:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield from future.result()
        waiting.add(pool.submit(_measure, task))
    for future in waiting:
        yield from future.result()


def _progress_bar(total: int, *, hidden: bool) -> tqdm[NoReturn]:
    return tqdm(total=total, unit="page", desc="evaluate", disable=hidden, smoothing=0.05)
