"""One page with its gold, judged by any number of systems by way of `flow`, and parsed once for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from time import process_time
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from webnoise import flow
from webnoise.article.assemble import ExtractedArticle
from webnoise.config import Config
from webnoise.evaluate.corpora import GoldPage
from webnoise.evaluate.peers import Extracted, peer_extract
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
from webnoise.methods.base import AnyMethod, Memory
from webnoise.model import Page, PageBlocks
from webnoise.page.parse import parse

CONFIG = Config()

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Cut:
    """A page as some methods segment it, the time that took, and the results of the choices made so far."""

    page: PageBlocks
    ms: float
    known: dict[tuple[bytes, str | None], PageResult] = field(default_factory=dict)


class Bench:
    """One page, parsed, with its gold. What cannot be read raises when it is laid out."""

    def __init__(self, gold: GoldPage) -> None:
        self.gold = gold
        _, self.parse_ms = timed(lambda: parse(Page(gold.url, gold.html), CONFIG.limits))
        page = self.load()
        (self.document, self.metadata), self.read_ms = timed(lambda: flow.parse_page(page, CONFIG))
        self._cuts: dict[Callable[..., PageBlocks], Cut] = {}

    def load(self) -> Page:
        """Return the page that the systems read."""
        return Page(self.gold.url, self.gold.html)

    def cut_by(self, method: AnyMethod) -> Cut:
        """Segment the page as the method wants it; methods with one `segment` share its outcome."""
        way = type(method).segment
        if way not in self._cuts:
            # The page may have waited for its siblings since it was parsed: that time is not its own.
            document = replace(self.document, deadline=self.document.limits.deadline())
            page, ms = timed(lambda: flow.segment_page(document, self.metadata, method))
            self._cuts[way] = Cut(page, ms)
        return self._cuts[way]

    def judged_by(self, system: str, method: AnyMethod, memory: Memory | None) -> PageResult:
        """Score and time the whole way; methods that choose the same blocks share scores and text."""
        cut = self.cut_by(method)
        read, prepare_ms = timed(
            lambda: flow.ReadPage(self.document.page, self.metadata, method, method.prepare(cut.page))
        )
        decided, decide_ms = timed(lambda: flow.decide(read, CONFIG, memory))
        keep, title = decided.decisions.keep, decided.metadata.title
        result = cut.known.get((keep.tobytes(), title))
        if result is None:
            article, ms = timed(lambda: ExtractedArticle.of(decided))
            found = Extracted(article.text, title, tuple(article.authors), article.published)
            result = replace(self.scored(found, cut, keep), ms=ms)
            cut.known[keep.tobytes(), title] = result
        ms = self.read_ms + cut.ms + prepare_ms + decide_ms + result.ms
        return replace(result, system=system, ms=ms)

    def extracted_by(self, peer: str) -> PageResult:
        """Score and time what another extractor says of the page."""
        found, ms = timed(lambda: peer_extract(peer, self.gold.html, self.gold.url))
        return replace(self.scored(found), system=peer, ms=ms)

    def scored(
        self, found: Extracted, cut: Cut | None = None, keep: NDArray[np.bool_] | None = None
    ) -> PageResult:
        """Score what was extracted; `keep` chose among the blocks of `cut`, if blocks were chosen."""
        del cut, keep  # scores over blocks are for those who derive from this
        gold = self.gold
        scores: dict[str, Any] = {}
        if gold.text is not None:
            text = f"{found.title or ''}\n{found.text}" if gold.gold_has_title else found.text
            scores.update(text_scores(gold.text, text))
        if gold.must or gold.mustnot:
            scores["snippets"] = tuple(snippet_counts(found.text, gold.must, gold.mustnot))
        if gold.title:
            scores["title"] = same_title(gold.title, found.title)
        if gold.date:
            scores["date"] = same_day(gold.date, found.published)
        if gold.authors:
            scores["authors"] = authors_f1(gold.authors, found.authors)
        return replace(PageResult.of(gold), parse_ms=self.parse_ms, **scores)


def text_scores(gold: str, text: str) -> dict[str, Any]:
    precision, recall = shingle_score(gold, text)
    return {
        "scored": True, "precision": precision, "recall": recall, "word_f1": word_f1(gold, text),
        "exact": is_exact(gold, text),
    }  # fmt: skip


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """Return a value and the processor time of making it in ms: what else the machine does must not count."""
    start = process_time()
    value = work()
    return value, (process_time() - start) * 1000
