"""All systems on the pages of one site."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from webnoise.evaluate.bench import Bench, text_scores
from webnoise.evaluate.corpora import GoldPage
from webnoise.evaluate.peers import is_peer
from webnoise.evaluate.results import PageResult
from webnoise.evaluate.systems import WITH_SITE, Systems
from webnoise.methods.base import AnyLearningMethod, AnyMethod, LearningMethod, Memory

HELD_PAGES = 64  # pages of a site that stay parsed between learning and judging

Lay = Callable[[GoldPage], Bench]


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
