"""The scores of one system on one page, and what they sum up to over many pages."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from webnoise.evaluate.scores import (
    PrecisionRecall,
    ShingleScore,
    SnippetCounts,
    block_scores,
    bootstrap_shingle_f1,
    corpus_shingle_f1,
    f1,
    snippets_f1,
)

# The rules that stand in for the person who judged 003's pages (tables 6 and 8).
CORE_CORRECT = 0.9  # core content: shingle precision and recall are both at least this
NOISE_SHARE = 0.05  # primary noise: at most this share of the kept words is primary noise, ...
NOISE_WORDS = 0.5  # ... and at least this share of the relevant words was kept: an empty page is not clean


@dataclass(frozen=True, slots=True)
class PageResult:
    """All scores of one page; None where the gold (or the page) does not have what a score needs.

    `scored`: the corpus has a gold text for the page. `title`, `date` and `authors` are
    the metadata scores. `blocks`, `segmented`, `primary`, `repeats` and `saved` come from the page's blocks.
    """

    id: str
    url: str
    site: str
    corpus: str
    system: str
    type: str | None = None
    scored: bool = False
    precision: float | None = None
    recall: float | None = None
    word_f1: float | None = None
    exact: bool | None = None
    snippets: tuple[int, int, int] | None = None
    title: bool | None = None
    date: bool | None = None
    authors: float | None = None
    blocks: tuple[int, int, int, int] | None = None
    """Blocks on the page, relevant ones, kept ones, kept relevant ones."""
    segmented: tuple[float, float] | None = None
    media: tuple[int, int] | None = None
    """Large media among the relevant blocks, and all that the page has (004)."""
    primary: bool | None = None
    repeats: tuple[int, int] | None = None
    """Blocks that repeat the core content, and those of them that were kept."""
    saved: float | None = None
    styled: bool | None = None
    """Whether the page comes with all of its style sheets (002)."""
    ms: float = 0.0
    parse_ms: float = 0.0
    error: str | None = None

    @property
    def shingle(self) -> ShingleScore:
        return ShingleScore(self.precision, self.recall)

    @property
    def f1(self) -> float:
        return self.shingle.f1

    @property
    def core_correct(self) -> bool:
        """003's table 8: nothing but the core content, and all of it."""
        found = self.shingle
        if found == (None, None):
            return True
        return min(found.precision or 0.0, found.recall or 0.0) >= CORE_CORRECT

    @property
    def only_core(self) -> bool | None:
        """003's own "correctly extracted": something was, and no block of it is other than core content."""
        return self.blocks[2] > 0 and self.blocks[3] == self.blocks[2] if self.blocks else None

    @property
    def block_scores(self) -> PrecisionRecall | None:
        return block_scores(*self.blocks[1:]) if self.blocks else None

    def known_fields(self) -> dict[str, Any]:
        """The fields without those that have no value for this page."""
        values = ((name, getattr(self, name)) for name in self.__slots__)
        return {name: value for name, value in values if value is not None}

    def to_json(self) -> str:
        return json.dumps(self.known_fields(), separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> PageResult:
        fields: dict[str, Any] = json.loads(text)
        for name in ("snippets", "blocks", "segmented", "media", "repeats"):
            if name in fields:
                fields[name] = tuple(fields[name])
        return cls(**fields)


@dataclass(frozen=True, slots=True)
class Summary:
    """One row of the comparison: a system over a set of pages."""

    system: str
    pages: int
    scored: int
    failed: int
    precision: float | None
    recall: float | None
    f1: float | None
    f1_low: float | None
    f1_high: float | None
    word_f1: float | None
    exact: float | None
    snippets_f1: float | None
    title: float | None
    date: float | None
    authors: float | None
    b_precision: float | None
    b_recall: float | None
    segmented_precision: float | None
    segmented_recall: float | None
    segmented_f1: float | None
    primary_correct: float | None
    core_correct: float | None
    only_core: float | None
    bytes_saved: float | None
    ms: float
    parse_ratio: float | None

    @property
    def f1_interval(self) -> str | None:
        return None if self.f1_low is None else f"{self.f1_low:.3f}–{self.f1_high:.3f}"

    @property
    def b_f1(self) -> float:
        return f1(self.b_precision or 0.0, self.b_recall or 0.0)


def summarise(system: str, results: Sequence[PageResult]) -> Summary:
    """The means over pages that each score's definition asks for."""
    scored = [result for result in results if result.scored]
    shingles = [result.shingle for result in scored]
    total = corpus_shingle_f1(shingles) if scored else None
    low, high = bootstrap_shingle_f1(shingles) if scored else (None, None)
    blocks = [pair for result in results if (pair := result.block_scores)]
    segmented = [result.segmented for result in results if result.segmented]
    parse_ms = sum(result.parse_ms for result in results)
    counts = [SnippetCounts(*result.snippets) for result in results if result.snippets]
    return Summary(
        system=system,
        pages=len(results),
        scored=len(scored),
        failed=sum(result.error is not None for result in results),
        precision=total.precision if total else None,
        recall=total.recall if total else None,
        f1=total.f1 if total else None,
        f1_low=low,
        f1_high=high,
        word_f1=_mean(result.word_f1 for result in scored),
        exact=_mean(result.exact for result in scored),
        snippets_f1=snippets_f1(counts).f1 if counts else None,
        title=_mean(result.title for result in results),
        date=_mean(result.date for result in results),
        authors=_mean(result.authors for result in results),
        b_precision=_mean(pair.precision for pair in blocks),
        b_recall=_mean(pair.recall for pair in blocks),
        segmented_precision=_mean(pair[0] for pair in segmented),
        segmented_recall=_mean(pair[1] for pair in segmented),
        segmented_f1=_mean(f1(*pair) for pair in segmented),
        primary_correct=_mean(result.primary for result in results),
        core_correct=_mean(result.core_correct for result in scored),
        only_core=_mean(result.only_core for result in scored),
        bytes_saved=_mean(result.saved for result in results),
        ms=_mean(result.ms for result in results) or 0.0,
        parse_ratio=sum(result.ms for result in results) / parse_ms if parse_ms else None,
    )


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
