"""Systems over corpora: sites side by side, with a progress bar."""

from __future__ import annotations

import functools
import gc
import multiprocessing
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from itertools import chain
from typing import Any

from tqdm import tqdm

from webnoise.evaluate.bench import Bench, text_scores
from webnoise.evaluate.corpora import GoldPage
from webnoise.evaluate.peers import is_peer
from webnoise.evaluate.results import PageResult
from webnoise.evaluate.systems import WITH_SITE, Systems
from webnoise.methods.base import AnyLearningMethod, AnyMethod, LearningMethod, Memory

BATCH_PAGES = 8  # small sites travel together: one page per message would cost more than some methods
# New objects between two collections in a worker. Pages make few cycles and many objects: at Python's 700, a
# tenth of the time of a run went into looking for them.
COLLECT_AFTER = 100_000
HELD_PAGES = 64  # pages of a site that stay parsed between learning and judging

Lay = Callable[[GoldPage], Bench]


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


def evaluate(
    pages: Iterable[GoldPage],
    systems: Sequence[str],
    *,
    workers: int | ProcessPoolExecutor | None = 2,
    catalogue: Systems | None = None,
    progress: bool = False,
) -> list[PageResult]:
    """Return one result per page and system, pages in their order and systems in theirs.

    `workers` of a `worker_pool` start once for several calls. `catalogue` resolves the names of systems.
    """
    systems = list(dict.fromkeys(systems))
    catalogue = catalogue or Systems()
    catalogue.check(systems)
    pages = list(pages)
    bar = tqdm(total=len(pages) * len(systems), unit="page", disable=not progress, smoothing=0.05)
    found: dict[tuple[str, str, str], PageResult] = {}
    with bar, worker_pool(workers) if isinstance(workers, int) else nullcontext(workers) as pool:
        measure = functools.partial(_measure, systems=systems, catalogue=catalogue)
        try:
            for result in chain.from_iterable((pool.map if pool else map)(measure, _batches(pages))):
                found[result.corpus, result.id, result.system] = result
                bar.update()
        finally:
            catalogue.close()
    return [found[page.corpus, page.id, system] for page in pages for system in systems]


def _batches(pages: Iterable[GoldPage]) -> list[list[list[GoldPage]]]:
    """Group pages by site, small sites together: a system that learns sees all pages of a site."""
    sites: dict[tuple[str, str], list[GoldPage]] = defaultdict(list)
    for page in pages:
        sites[page.corpus, page.site].append(page)
    batches: list[list[list[GoldPage]]] = []
    for site in sites.values():
        if not batches or sum(map(len, batches[-1])) + len(site) > BATCH_PAGES:
            batches.append([])
        batches[-1].append(site)
    # The last ones to run are short: no process waits long.
    return sorted(batches, key=lambda batch: sum(len(page.html) for page in chain(*batch)), reverse=True)


def _measure(sites: list[list[GoldPage]], systems: Sequence[str], catalogue: Systems) -> list[PageResult]:
    measured = chain.from_iterable(measure_site(site, systems, catalogue) for site in sites)
    return list(chain.from_iterable(measured))


def measure_site(
    pages: Sequence[GoldPage], systems: Sequence[str], catalogue: Systems
) -> list[list[PageResult]]:
    """For each page of a site one result per system; one that fails on a page extracted nothing from it."""
    _warm_up(tuple(systems), catalogue)
    methods = {name: catalogue.method(name, pages[0]) for name in systems if not is_peer(name)}
    benches: dict[str, Bench] = {}

    def lay_out(gold: GoldPage) -> Bench:
        bench = benches.pop(gold.id, None) or catalogue.bench(gold)
        if len(benches) < HELD_PAGES:
            benches[gold.id] = bench
        return bench

    memories = _learn(pages, methods, lay_out)
    results = []
    for gold in pages:
        results.append(_measure_page(gold, systems, methods, memories, catalogue, lay_out))
        benches.pop(gold.id, None)
    return results


@functools.cache
def _warm_up(systems: tuple[str, ...], catalogue: Systems) -> None:
    """Import and load what the first page would otherwise pay for."""
    text = "<p>The council met on Monday, and after three hours it voted to close the old bridge.</p>"
    page = GoldPage("warm-up", "", "", f"<html><body><h1>Council</h1>{text * 3}</body></html>", text="")
    methods = {name: catalogue.method(name) for name in systems if not is_peer(name)}
    _measure_page(page, systems, methods, {}, catalogue, catalogue.bench)


def _learn(pages: Sequence[GoldPage], methods: Mapping[str, AnyMethod], lay_out: Lay) -> dict[str, Memory]:
    """What each learning method remembers of all the given pages."""
    learners: dict[str, AnyLearningMethod] = {
        name: method
        for name, method in methods.items()
        if name.endswith(WITH_SITE) and isinstance(method, LearningMethod)
    }
    memories: dict[str, Memory] = {name: method.new_memory() for name, method in learners.items()}
    for gold in pages if learners else ():
        try:
            bench = lay_out(gold)
        except Exception:  # noqa: BLE001, S112  the page's own result carries the error
            continue
        for name, learner in learners.items():
            learner.learn(memories[name], learner.prepare(bench.cut_by(learner).page))
    return memories


def _measure_page(
    gold: GoldPage,
    systems: Sequence[str],
    methods: Mapping[str, AnyMethod],
    memories: Mapping[str, Memory],
    catalogue: Systems,
    lay_out: Lay,
) -> list[PageResult]:
    try:
        bench = lay_out(gold)
    except Exception as error:  # noqa: BLE001  one bad page must not end the run
        return [_failure(catalogue.result.of(gold), gold, system, error) for system in systems]
    results = []
    for system in systems:
        try:
            if is_peer(system):
                results.append(bench.extracted_by(system))
            else:
                results.append(bench.judged_by(system, methods[system], memories.get(system)))
        except Exception as error:  # noqa: BLE001
            results.append(_failure(catalogue.result.of(gold), gold, system, error))
    return results


def _failure(blank: PageResult, gold: GoldPage, system: str, error: Exception) -> PageResult:
    """Nothing extracted, and the reason."""
    scores: dict[str, Any] = {} if gold.text is None else text_scores(gold.text, "")
    if gold.must or gold.mustnot:
        scores["snippets"] = (0, len(gold.must), 0)
    return replace(blank, system=system, error=f"{type(error).__name__}: {error}", **scores)
