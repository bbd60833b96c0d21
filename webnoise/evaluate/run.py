"""Systems over corpora: sites side by side, with a progress bar."""

from __future__ import annotations

import gc
import multiprocessing
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, nullcontext
from functools import partial
from itertools import chain

from tqdm import tqdm

from webnoise.evaluate.corpora import GoldPage
from webnoise.evaluate.measure import measure_site
from webnoise.evaluate.results import PageResult
from webnoise.evaluate.systems import Systems

BATCH_PAGES = 8  # small sites travel together: one page per message would cost more than some methods
# New objects between two collections in a worker. Pages make few cycles and many objects: at Python's 700, a
# tenth of the time of a run went into looking for them.
COLLECT_AFTER = 100_000


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
        measure = partial(_measure, systems=systems, catalogue=catalogue)
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
