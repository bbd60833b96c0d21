"""All systems on the pages of one site: each page is parsed once, cut once in each way, judged by all."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from webnoise.article.assemble import drop_biographies, drop_headline
from webnoise.lab.evaluate.corpora import GoldPage
from webnoise.lab.evaluate.peers import Extracted, peer_named
from webnoise.lab.evaluate.reference import Reference
from webnoise.lab.evaluate.results import PageResult
from webnoise.lab.evaluate.scores import authors_f1, same_day, same_title, snippet_counts
from webnoise.lab.evaluate.systems import WITH_SITE, is_peer, method_behind
from webnoise.lab.evaluate.unseen import unseen_method
from webnoise.lab.evaluate.workbench import Cut, Workbench, timed
from webnoise.methods.base import LearningMethod, Method
from webnoise.site.headline import remembered_title
from webnoise.site.memory import SiteMemory
from webnoise.verdicts import Verdicts

__all__ = ["measure_site"]

# 004's tables compare the word-to-leaf ratio with and without media; others need not count them.
MEDIA_SYSTEMS = ("word_leaf_ratio", "plain_word_leaf_ratio")
HELD_PAGES = 64  # pages of a site that stay parsed between learning and judging

Lay = Callable[[GoldPage], Workbench]


def measure_site(
    pages: Sequence[GoldPage], systems: Sequence[str], folds: Path | None = None
) -> list[list[PageResult]]:
    """For each page of a site one result per system; one that fails on a page extracted nothing from it.

    `folds` holds models for pages that the shipped one was trained on.
    """
    _warm_up(tuple(systems))
    methods = {name: unseen_method(name, pages[0], folds) for name in systems if not is_peer(name)}
    benches: dict[str, Workbench] = {}

    def lay_out(gold: GoldPage) -> Workbench:
        bench = benches.pop(gold.id, None) or Workbench(gold)
        if len(benches) < HELD_PAGES:
            benches[gold.id] = bench
        return bench

    memories = _learn(pages, methods, lay_out)
    results = []
    for gold in pages:
        results.append(_measure_page(gold, systems, methods, memories, lay_out))
        benches.pop(gold.id, None)
    return results


@functools.cache
def _warm_up(systems: tuple[str, ...]) -> None:
    """Import and load what the first page would otherwise pay for."""
    text = "<p>The council met on Monday, and after three hours it voted to close the old bridge.</p>"
    page = GoldPage("warm-up", "", "", f"<html><body><h1>Council</h1>{text * 3}</body></html>", text="")
    methods = {name: method_behind(name) for name in systems if not is_peer(name)}
    _measure_page(page, systems, methods, {}, Workbench)


def _learn(pages: Sequence[GoldPage], methods: Mapping[str, Method], lay_out: Lay) -> dict[str, Any]:
    """What each learning method remembers of all the given pages."""
    learners: dict[str, LearningMethod[Any]] = {}
    for name, method in methods.items():
        if name.endswith(WITH_SITE):
            assert isinstance(method, LearningMethod)
            learners[name] = method
    memories = {name: method.new_memory() for name, method in learners.items()}
    for gold in pages if learners else ():
        try:
            bench = lay_out(gold)
        except Exception:  # noqa: BLE001, S112  the page's own result carries the error
            continue
        for name, learner in learners.items():
            learner.learn(memories[name], bench.cut_by(learner).page)
    return memories


def _measure_page(
    gold: GoldPage,
    systems: Sequence[str],
    methods: Mapping[str, Method],
    memories: Mapping[str, Any],
    lay_out: Lay,
) -> list[PageResult]:
    try:
        bench = lay_out(gold)
    except Exception as error:  # noqa: BLE001  one bad page must not end the run
        return [_failure(gold, system, error) for system in systems]
    results = []
    for system in systems:
        try:
            if is_peer(system):
                results.append(_measure_peer(bench, system))
            else:
                results.append(_measure_method(bench, system, methods[system], memories.get(system)))
        except Exception as error:  # noqa: BLE001
            results.append(_failure(gold, system, error))
    return results


def _measure_method(bench: Workbench, system: str, method: Method, memory: Any) -> PageResult:
    """The way of a page as `flow` walks it, with parsing, cutting and writing counted for every method."""
    cut = bench.cut_by(method)
    blocks, metadata = cut.page.blocks, bench.metadata
    page = replace(cut.page)  # a copy, so that no method is quick because it saw this one before

    def decide() -> tuple[str | None, Verdicts]:
        verdicts, title = Verdicts.of(method.judge(page, memory)), metadata.title
        if isinstance(memory, SiteMemory):
            title = remembered_title(title, page, verdicts.kept, memory)
        verdicts = drop_headline(blocks, verdicts, title)
        return title, drop_biographies(blocks, verdicts, metadata.authors)

    (title, verdicts), judge_ms = timed(decide)
    ms = bench.parse_ms + bench.metadata_ms + cut.ms + judge_ms + bench.writing_ms(cut, verdicts)
    kept = bytes(verdicts.kept)
    return replace(_scored(bench, system, cut, kept, title), system=system, ms=ms)


def _scored(bench: Workbench, system: str, cut: Cut, kept: bytes, title: str | None) -> PageResult:
    """The scores of a choice of blocks; methods that choose the same share them."""
    result = cut.known.get((kept, title))
    if result is None:
        metadata = bench.metadata
        found = Extracted(cut.text(kept), title, tuple(metadata.authors), metadata.published)
        result = cut.known[kept, title] = _result(bench, found, cut, kept)
    return replace(result, media=cut.media) if system in MEDIA_SYSTEMS else result


def _measure_peer(bench: Workbench, system: str) -> PageResult:
    """A peer keeps the blocks of ours that its text covers."""
    gold = bench.gold
    found, ms = timed(lambda: peer_named(system).extract(gold.html, gold.url))
    cut = bench.plain_cut
    kept = b"" if gold.text is None else cut.labels.aligned.relevant(found.text).tobytes()
    return replace(_result(bench, found, cut, kept), system=system, ms=ms)


def _result(bench: Workbench, found: Extracted, cut: Cut, kept: bytes) -> PageResult:
    gold = bench.gold
    scores: dict[str, Any] = {}
    if bench.reference is not None:
        text = f"{found.title or ''}\n{found.text}" if gold.gold_has_title else found.text
        scores.update(_text_scores(bench.reference, text))
        scores.update(cut.labels.results(np.frombuffer(kept, dtype=np.bool_)))
    if gold.must or gold.mustnot:
        scores["snippets"] = tuple(snippet_counts(found.text, gold.must, gold.mustnot))
    if gold.title:
        scores["title"] = same_title(gold.title, found.title)
    if gold.date:
        scores["date"] = same_day(gold.date, found.published)
    if gold.authors:
        scores["authors"] = authors_f1(gold.authors, found.authors)
    return replace(_blank(gold), parse_ms=bench.parse_ms, **scores)


def _text_scores(reference: Reference, text: str) -> dict[str, Any]:
    return {"scored": True, **reference.score(text)._asdict()}


def _blank(gold: GoldPage, system: str = "") -> PageResult:
    return PageResult(gold.id, gold.url, gold.site, gold.corpus, system, gold.type)


def _failure(gold: GoldPage, system: str, error: Exception) -> PageResult:
    """Nothing extracted, and the reason."""
    scores: dict[str, Any] = {} if gold.text is None else _text_scores(Reference(gold.text), "")
    if gold.must or gold.mustnot:
        scores["snippets"] = (0, len(gold.must), 0)
    return replace(_blank(gold, system), error=f"{type(error).__name__}: {error}", **scores)
