"""All systems on the pages of one site, by way of `flow`: parsed once, cut once each way, judged by all."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import process_time
from typing import Any, TypeVar

import numpy as np

from webnoise import flow
from webnoise.article.assemble import ExtractedArticle
from webnoise.config import Config
from webnoise.evaluate.browser import Rendering, shared_browser
from webnoise.evaluate.corpora import GoldPage, page_address
from webnoise.evaluate.labels import Labels, media_counts
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
from webnoise.evaluate.sheets import has_its_sheets
from webnoise.evaluate.systems import WITH_SITE, Extracted, Systems, is_peer, peer_extract
from webnoise.methods.base import AnyLearningMethod, AnyMethod, LearningMethod, Memory
from webnoise.model import Page, PageBlocks
from webnoise.page.parse import parse

CONFIG = Config()
# 004's tables compare the word-to-leaf ratio with and without media; others need not count them.
MEDIA_SYSTEMS = ("word_leaf_ratio",)
PLAIN = "econ"  # cuts pages as most methods do
HELD_PAGES = 64  # pages of a site that stay parsed between learning and judging

T = TypeVar("T")
Lay = Callable[[GoldPage], "Bench"]


@dataclass(frozen=True, slots=True)
class Cut:
    """A page as some methods cut it, the time that took, and the results of the choices made on it so far."""

    page: PageBlocks
    ms: float
    labels: Labels
    known: dict[tuple[bytes, str | None], PageResult] = field(default_factory=dict)


class Bench:
    """One page, parsed, with its gold. What cannot be read raises when it is laid out."""

    def __init__(self, gold: GoldPage, rendering: Rendering | None = None) -> None:
        self.gold = gold
        page = Page(gold.url, gold.html)
        _, self.parse_ms = _timed(lambda: parse(page, CONFIG.limits))
        sheets: frozenset[str] = frozenset()
        if rendering is not None:
            page, sheets = shared_browser(rendering).render(gold, CONFIG.limits)
        (self._document, self.metadata), self.read_ms = _timed(lambda: flow.parse_page(page, CONFIG))
        self._styled = has_its_sheets(self._document, page_address(gold), sheets)
        self._cuts: dict[Callable[..., PageBlocks], Cut] = {}
        self._words: dict[str, list[str]] = {}

    def cut_by(self, method: AnyMethod) -> Cut:
        """The page's blocks as the method wants them; methods with one `segment` share its outcome."""
        way = type(method).segment
        if way not in self._cuts:
            # The page may have waited for its siblings since it was parsed: that time is not its own.
            document = replace(self._document, deadline=self._document.limits.deadline())
            page, ms = _timed(lambda: flow.segment_page(document, self.metadata, method))
            self._cuts[way] = Cut(page, ms, self._labels(page))
        return self._cuts[way]

    def _labels(self, page: PageBlocks) -> Labels:
        """Different ways to cut often agree on a page: then one alignment with the gold serves them."""
        texts = [block.text for block in page.blocks]
        for cut in self._cuts.values():
            if cut.labels.texts == texts:
                return cut.labels
        return Labels(page.blocks, self.gold.text, self._words)

    def judged_by(self, system: str, method: AnyMethod, memory: Memory | None) -> PageResult:
        """The scores and the time of the whole way; methods that choose the same share scores and writing."""
        cut = self.cut_by(method)
        read, prepare_ms = _timed(
            lambda: flow.ReadPage(self._document.page, self.metadata, method, method.prepare(cut.page))
        )
        decided, decide_ms = _timed(lambda: flow.decide(read, CONFIG, memory))
        kept, title = decided.decisions.keep.tobytes(), decided.metadata.title
        result = cut.known.get((kept, title))
        if result is None:
            article, ms = _timed(lambda: ExtractedArticle.of(decided))
            found = Extracted(article.text, title, tuple(article.authors), article.published)
            result = cut.known[kept, title] = replace(self.scored(found, cut, kept), ms=ms)
        if system in MEDIA_SYSTEMS and cut.labels.relevant is not None:
            result = replace(result, media=media_counts(cut.page, cut.labels.relevant))
        ms = self.read_ms + cut.ms + prepare_ms + decide_ms + result.ms
        return replace(result, system=system, ms=ms)

    def peer_says(self, system: str) -> PageResult:
        """A peer keeps the blocks of ours that its text covers."""
        gold = self.gold
        found, ms = _timed(lambda: peer_extract(system, gold.html, gold.url))
        cut = self.cut_by(Systems().method(PLAIN))
        kept = b"" if gold.text is None else cut.labels.aligned.relevant(found.text).tobytes()
        return replace(self.scored(found, cut, kept), system=system, ms=ms)

    def scored(self, found: Extracted, cut: Cut, kept: bytes) -> PageResult:
        gold = self.gold
        scores: dict[str, Any] = {"styled": self._styled}
        if gold.text is not None:
            text = f"{found.title or ''}\n{found.text}" if gold.gold_has_title else found.text
            scores.update(_text_scores(gold.text, text))
            scores.update(cut.labels.results(np.frombuffer(kept, dtype=np.bool_)))
        if gold.must or gold.mustnot:
            scores["snippets"] = tuple(snippet_counts(found.text, gold.must, gold.mustnot))
        if gold.title:
            scores["title"] = same_title(gold.title, found.title)
        if gold.date:
            scores["date"] = same_day(gold.date, found.published)
        if gold.authors:
            scores["authors"] = authors_f1(gold.authors, found.authors)
        return replace(_blank(gold), parse_ms=self.parse_ms, **scores)


def measure_site(
    pages: Sequence[GoldPage], systems: Sequence[str], catalogue: Systems, rendering: Rendering | None = None
) -> list[list[PageResult]]:
    """For each page of a site one result per system; one that fails on a page extracted nothing from it.

    With `rendering` a browser computes how the pages look.
    """
    _warm_up(tuple(systems), catalogue)
    methods = {name: catalogue.method(name, pages[0]) for name in systems if not is_peer(name)}
    benches: dict[str, Bench] = {}

    def lay_out(gold: GoldPage) -> Bench:
        bench = benches.pop(gold.id, None) or Bench(gold, rendering)
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
def _warm_up(systems: tuple[str, ...], catalogue: Systems) -> None:
    """Import and load what the first page would otherwise pay for."""
    text = "<p>The council met on Monday, and after three hours it voted to close the old bridge.</p>"
    page = GoldPage("warm-up", "", "", f"<html><body><h1>Council</h1>{text * 3}</body></html>", text="")
    methods = {name: catalogue.method(name) for name in systems if not is_peer(name)}
    _measure_page(page, systems, methods, {}, Bench)


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
                results.append(bench.peer_says(system))
            else:
                results.append(bench.judged_by(system, methods[system], memories.get(system)))
        except Exception as error:  # noqa: BLE001
            results.append(_failure(gold, system, error))
    return results


def _text_scores(gold: str, text: str) -> dict[str, Any]:
    precision, recall = shingle_score(gold, text)
    return {
        "scored": True, "precision": precision, "recall": recall, "word_f1": word_f1(gold, text),
        "exact": is_exact(gold, text),
    }  # fmt: skip


def _blank(gold: GoldPage, system: str = "") -> PageResult:
    return PageResult(gold.id, gold.url, gold.site, gold.corpus, system, gold.type)


def _failure(gold: GoldPage, system: str, error: Exception) -> PageResult:
    """Nothing extracted, and the reason."""
    scores: dict[str, Any] = {} if gold.text is None else _text_scores(gold.text, "")
    if gold.must or gold.mustnot:
        scores["snippets"] = (0, len(gold.must), 0)
    return replace(_blank(gold, system), error=f"{type(error).__name__}: {error}", **scores)


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    """A value and the processor time of making it in ms: what else the machine does must not count."""
    start = process_time()
    value = work()
    return value, (process_time() - start) * 1000
