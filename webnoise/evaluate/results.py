"""The scores of one system on one page, and what they sum up to over many pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any, Self

from webnoise.evaluate.corpora import GoldPage
from webnoise.evaluate.scores import (
    ShingleScore,
    SnippetCounts,
    bootstrap_shingle_f1,
    corpus_shingle_f1,
    snippets_f1,
)


@dataclass(frozen=True, slots=True)
class PageResult:
    """All scores of one page; None where the gold (or the page) does not have what a score needs.

    `scored`: the corpus has a gold text for the page. `title`, `date` and `authors` are the metadata scores.
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
    ms: float = 0.0
    parse_ms: float = 0.0
    error: str | None = None

    @property
    def shingle(self) -> ShingleScore:
        return ShingleScore(self.precision, self.recall)

    @property
    def f1(self) -> float:
        return self.shingle.f1

    def known_fields(self) -> dict[str, Any]:
        """The fields without those that have no value for this page."""
        known = [each.name for each in fields(self)]
        values = ((name, getattr(self, name)) for name in known)
        return {name: value for name, value in values if value is not None}

    @classmethod
    def of(cls, gold: GoldPage) -> Self:
        """Return a result without any score."""
        return cls(gold.id, gold.url, gold.site, gold.corpus, "", gold.type)


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
    ms: float
    parse_ratio: float | None

    @property
    def f1_interval(self) -> str | None:
        return None if self.f1_low is None else f"{self.f1_low:.3f}–{self.f1_high:.3f}"


def summarise(system: str, results: Sequence[PageResult]) -> Summary:
    """The means over pages that each score's definition asks for."""
    scored = [result for result in results if result.scored]
    shingles = [result.shingle for result in scored]
    total = corpus_shingle_f1(shingles) if scored else None
    low, high = bootstrap_shingle_f1(shingles) if scored else (None, None)
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
        word_f1=mean(result.word_f1 for result in scored),
        exact=mean(result.exact for result in scored),
        snippets_f1=snippets_f1(counts).f1 if counts else None,
        title=mean(result.title for result in results),
        date=mean(result.date for result in results),
        authors=mean(result.authors for result in results),
        ms=mean(result.ms for result in results) or 0.0,
        parse_ratio=sum(result.ms for result in results) / parse_ms if parse_ms else None,
    )


def mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
