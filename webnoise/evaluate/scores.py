"""How good an extraction is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

WORD = re.compile(r"\w+")
PUNCTUATION = re.compile(r"[^\w\s]")
SHINGLE_WORDS = 4
ROUNDS = 1000  # of the bootstrap
TAILS = ((1 - 0.95) / 2, 1 - (1 - 0.95) / 2)
DAY = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")


class PrecisionRecall(NamedTuple):
    precision: float
    recall: float

    @property
    def f1(self) -> float:
        return f1(self.precision, self.recall)


class ShingleScore(NamedTuple):
    """Precision is None where nothing was extracted, recall where the gold is empty."""

    precision: float | None
    recall: float | None

    @property
    def f1(self) -> float:
        """The page's own F1, to rank pages by; empty on both sides is right."""
        if self.precision is None and self.recall is None:
            return 1.0
        return f1(self.precision or 0.0, self.recall or 0.0)


class SnippetCounts(NamedTuple):
    """must strings found, must strings missed, mustnot strings found."""

    found: int
    missed: int
    unwanted: int


def f1(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def words(text: str) -> list[str]:
    return WORD.findall(text)


@lru_cache(maxsize=8)  # a page's gold is compared with the texts of all systems in a row
def shingles(text: str) -> Counter[tuple[str, ...]]:
    """4-word shingles with counts; a text of one to three words is one shingle."""
    found = words(text)
    if len(found) < SHINGLE_WORDS:
        return Counter([tuple(found)] if found else [])
    return Counter(zip(*(found[start:] for start in range(SHINGLE_WORDS)), strict=False))


def shingle_score(gold: str, extracted: str) -> ShingleScore:
    wanted, got = shingles(gold), shingles(extracted)
    common = (wanted & got).total()
    return ShingleScore(common / got.total() if got else None, common / wanted.total() if wanted else None)


def corpus_shingle_f1(scores: Iterable[ShingleScore]) -> PrecisionRecall:
    """Mean precision over pages where something was extracted, mean recall over pages with gold.

    The headline is `.f1` of the two means.
    """
    scores = list(scores)
    return PrecisionRecall(
        _mean([score.precision for score in scores if score.precision is not None]),
        _mean([score.recall for score in scores if score.recall is not None]),
    )


def word_f1(gold: str, extracted: str) -> float:
    """Bag-of-words F1, lower case; two empty texts agree."""
    wanted, got = _bag(gold.lower()), _bag(extracted.lower())
    if not wanted and not got:
        return 1.0
    return 2 * (wanted & got).total() / (wanted.total() + got.total())


@lru_cache(maxsize=8)
def _bag(text: str) -> Counter[str]:
    return Counter(words(text))


def is_exact(gold: str, extracted: str) -> bool:
    """All words equal, in order."""
    return words(gold) == words(extracted)


def snippet_counts(text: str, must: Iterable[str], mustnot: Iterable[str]) -> SnippetCounts:
    hits = [snippet in text for snippet in must]
    return SnippetCounts(sum(hits), len(hits) - sum(hits), sum(snippet in text for snippet in mustnot))


def snippets_f1(counts: Iterable[SnippetCounts]) -> PrecisionRecall:
    """Over all strings of all pages: precision = wanted strings found / strings found."""
    found, missed, unwanted = map(sum, zip(SnippetCounts(0, 0, 0), *counts, strict=True))
    return PrecisionRecall(share(found, found + unwanted), share(found, found + missed))


def same_title(gold: str, title: str | None) -> bool:
    """Equal after lower-casing and dropping punctuation."""
    return title is not None and _plain(gold) == _plain(title)


def same_day(gold: str, date: str | None) -> bool:
    """On the same calendar day as each side writes it (offsets are not converted)."""
    wanted = _day(gold)
    return wanted is not None and wanted == _day(date or "")


def authors_f1(gold: Iterable[str], authors: Iterable[str]) -> float:
    """F1 of the two sets of names, compared as titles are."""
    wanted, got = set(map(_plain, gold)), set(map(_plain, authors))
    if not wanted and not got:
        return 1.0
    return 2 * len(wanted & got) / (len(wanted) + len(got))


def _plain(text: str) -> str:
    """Lower case without punctuation, white space made one."""
    return " ".join(PUNCTUATION.sub("", text.lower()).split())


def _day(text: str) -> list[int] | None:
    match = DAY.match(text.strip())
    return [int(part) for part in match.groups()] if match else None


def share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _mean(values: Sequence[float]) -> float:
    return share(sum(values), len(values))


def bootstrap_shingle_f1(scores: Sequence[ShingleScore]) -> tuple[float, float]:
    """The 95 % percentile interval of the corpus's shingle F1 under resampling of its pages."""
    drawn = _draws(len(scores))
    means = []
    for column in zip(*scores, strict=True):
        values = np.array([value or 0.0 for value in column])
        present = np.array([value is not None for value in column], dtype=np.float64)
        means.append(_ratio(drawn @ values, drawn @ present))
    precision, recall = means
    low, high = np.quantile(_ratio(2 * precision * recall, precision + recall), TAILS)
    return float(low), float(high)


def bootstrap_mean(values: Sequence[float]) -> tuple[float, float, float]:
    """The mean with its 95 % percentile interval, two-sided, under resampling of the pages."""
    means = _draws(len(values)) @ np.array(values) / len(values)
    low, high = np.quantile(means, TAILS)
    return _mean(values), float(low), float(high)


@lru_cache(maxsize=1)  # all systems of a table are scored on the same number of pages
def _draws(pages: int) -> NDArray[np.float64]:
    """How often each round draws each page."""
    drawn = np.random.default_rng(0).integers(0, pages, size=(ROUNDS, pages))
    drawn += pages * np.arange(ROUNDS)[:, None]
    counts = np.bincount(drawn.ravel(), minlength=ROUNDS * pages)
    return counts.reshape(ROUNDS, pages).astype(np.float64)


def _ratio(parts: NDArray[np.float64], wholes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Element by element; 0 where the whole is 0."""
    return np.divide(parts, wholes, out=np.zeros_like(parts), where=wholes > 0)
