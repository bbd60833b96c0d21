"""All systems on the pages of one site: each page is parsed and cut once, and judged by all."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from time import process_time
from typing import Any, TypeVar

from webnoise.article.assemble import assemble, drop_headline
from webnoise.article.metadata import Metadata, read_metadata
from webnoise.evaluate.align import relevant_blocks
from webnoise.evaluate.corpora import GoldPage
from webnoise.evaluate.labels import Labelled, block_results, label, media_counts
from webnoise.evaluate.peers import Extracted, peer_named
from webnoise.evaluate.results import PageResult
from webnoise.evaluate.scores import (
    authors_f1,
    is_exact,
    same_day,
    same_title,
    shingle_score,
    snippet_counts,
    word_f1,
)
from webnoise.evaluate.systems import WITH_SITE, is_peer, method_behind
from webnoise.methods.base import LearningMethod, Method
from webnoise.model import Page, PageBlocks
from webnoise.page.parse import Document, parse

__all__ = ["measure_site"]

# 004's tables compare the word-to-leaf ratio with and without media; others need not count them.
MEDIA_SYSTEMS = ("word_leaf_ratio", "plain_word_leaf_ratio")
T = TypeVar("T")


def measure_site(pages: Sequence[GoldPage], systems: Sequence[str]) -> list[list[PageResult]]:
    """For each page, one result per system. A system that fails on a page extracted nothing from it."""
    _warm_up(tuple(systems))
    memories = _learn(pages, [name for name in systems if name.endswith(WITH_SITE)])
    return [_measure_page(page, systems, memories) for page in pages]


@functools.cache
def _warm_up(systems: tuple[str, ...]) -> None:
    """Import and load what the first page would otherwise pay for."""
    text = "<p>The council met on Monday, and after three hours it voted to close the old bridge.</p>"
    page = GoldPage("warm-up", "", "", f"<html><body><h1>Council</h1>{text * 3}</body></html>", text="")
    _measure_page(page, systems, {})


@dataclass(slots=True)
class Workbench:
    """What the systems share of one page."""

    gold: GoldPage
    page: Page
    document: Document
    metadata: Metadata
    parse_ms: float
    metadata_ms: float
    labelled: dict[str, Labelled] = field(default_factory=dict)

    def cut_by(self, method: Method) -> PageBlocks:
        cut = method.segment(self.document)
        return replace(cut, language=self.metadata.language) if self.metadata.language else cut

    def labelled_by(self, method: Method) -> Labelled:
        """The page's blocks; methods that take the product's own segmentation share one."""
        key = "shared" if type(method).segment is Method.segment else method.name
        if key not in self.labelled:
            self.labelled[key] = label(*_timed(lambda: self.cut_by(method)), self.gold)
        return self.labelled[key]


def _learn(pages: Sequence[GoldPage], names: Iterable[str]) -> dict[str, Any]:
    """What each learning method remembers of all the given pages."""
    learners: dict[str, LearningMethod[Any]] = {}
    for name in names:
        method = method_behind(name)
        assert isinstance(method, LearningMethod)
        learners[name] = method
    memories = {name: method.new_memory() for name, method in learners.items()}
    for gold in pages if learners else ():
        try:
            bench = _lay_out(gold)
        except Exception:  # noqa: BLE001, S112  the page's own result carries the error
            continue
        for name, method in learners.items():
            method.learn(memories[name], bench.cut_by(method))
    return memories


def _measure_page(gold: GoldPage, systems: Sequence[str], memories: dict[str, Any]) -> list[PageResult]:
    try:
        bench = _lay_out(gold)
    except Exception as error:  # noqa: BLE001  one bad page must not end the run
        return [_failure(gold, system, error) for system in systems]
    results = []
    for system in systems:
        try:
            measure = _measure_peer if is_peer(system) else _measure_method
            results.append(measure(bench, system, memories.get(system)))
        except Exception as error:  # noqa: BLE001
            results.append(_failure(gold, system, error))
    return results


def _lay_out(gold: GoldPage) -> Workbench:
    page = Page(gold.url, gold.html)
    document, parse_ms = _timed(lambda: parse(page))
    metadata, metadata_ms = _timed(lambda: read_metadata(document.root, gold.url, hints={}, fetched=None))
    return Workbench(gold, page, document, metadata, parse_ms, metadata_ms)


def _measure_method(bench: Workbench, system: str, memory: Any) -> PageResult:
    """The way of a page as `flow` walks it, with parsing and cutting counted for every method."""
    method = method_behind(system)
    labelled = bench.labelled_by(method)
    cut, metadata = labelled.cut, bench.metadata

    def decide() -> tuple[list[bool], str]:
        verdicts = drop_headline(cut.blocks, method.judge(cut, memory), metadata.title)
        return [verdict.keep for verdict in verdicts], assemble(bench.page, metadata, cut, verdicts).text

    (kept, text), judge_ms = _timed(decide)
    ms = bench.parse_ms + bench.metadata_ms + labelled.ms + judge_ms
    found = Extracted(text, metadata.title, tuple(metadata.authors), metadata.published)
    return _result(bench, system, found, ms, labelled, kept)


def _measure_peer(bench: Workbench, system: str, _memory: Any) -> PageResult:
    """A peer keeps the blocks of ours that its text covers."""
    gold = bench.gold
    found, ms = _timed(lambda: peer_named(system).extract(gold.html, gold.url))
    labelled = bench.labelled_by(_Shared())
    kept = relevant_blocks([block.text for block in labelled.cut.blocks], found.text)
    return _result(bench, system, found, ms, labelled, kept)


class _Shared(Method):
    """Nobody's method: the way to the segmentation that most methods share."""

    name = "shared"

    def judge(self, page: PageBlocks, site: Any = None) -> list[Any]:
        raise NotImplementedError


def _result(
    bench: Workbench, system: str, found: Extracted, ms: float, labelled: Labelled, kept: Sequence[bool]
) -> PageResult:
    gold = bench.gold
    scores: dict[str, Any] = {}
    if gold.text is not None:
        text = f"{found.title or ''}\n{found.text}" if gold.gold_has_title else found.text
        scores.update(_text_scores(gold.text, text))
    if labelled.relevant is not None:
        scores.update(block_results(labelled, labelled.relevant, kept))
        if system in MEDIA_SYSTEMS:
            scores["media"] = media_counts(labelled.cut, labelled.relevant)
    if gold.must or gold.mustnot:
        scores["snippets"] = tuple(snippet_counts(found.text, gold.must, gold.mustnot))
    if gold.title:
        scores["title"] = same_title(gold.title, found.title)
    if gold.date:
        scores["date"] = same_day(gold.date, found.published)
    if gold.authors:
        scores["authors"] = authors_f1(gold.authors, found.authors)
    return replace(_blank(gold, system), ms=ms, parse_ms=bench.parse_ms, **scores)


def _text_scores(gold: str, text: str) -> dict[str, Any]:
    shingle = shingle_score(gold, text)
    return {
        "scored": True,
        "precision": shingle.precision,
        "recall": shingle.recall,
        "word_f1": word_f1(gold, text),
        "exact": is_exact(gold, text),
    }


def _blank(gold: GoldPage, system: str) -> PageResult:
    return PageResult(gold.id, gold.url, gold.site, gold.corpus, system, gold.type)


def _failure(gold: GoldPage, system: str, error: Exception) -> PageResult:
    """Nothing extracted, and the reason."""
    scores: dict[str, Any] = {} if gold.text is None else _text_scores(gold.text, "")
    if gold.must or gold.mustnot:
        scores["snippets"] = (0, len(gold.must), 0)
    return replace(_blank(gold, system), error=f"{type(error).__name__}: {error}", **scores)


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    """Processor time in ms: what else the machine does must not count."""
    start = process_time()
    value = work()
    return value, (process_time() - start) * 1000
