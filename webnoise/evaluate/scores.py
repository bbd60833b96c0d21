"""How good an extraction is: the scores that the corpora's README defines, and the papers' own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Flags = Sequence[bool] | NDArray[np.bool_]

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
    return PrecisionRecall(_share(found, found + unwanted), _share(found, found + missed))


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


def block_scores(relevant: int, kept: int, right: int) -> PrecisionRecall | None:
    """b-precision = r / t and b-recall = r / (r + m) (001, section 4.2), and with them 004's.

    r (`right`) relevant blocks kept, t blocks kept, m relevant blocks missed. None where no block is relevant
    and none was kept: such a page says nothing. One empty side scores 0.
    """
    if not relevant and not kept:
        return None
    return PrecisionRecall(_share(right, kept), _share(right, relevant))


def segmented_block_scores(
    relevant: Flags, kept: Flags, sizes: Sequence[int] | NDArray[np.int64]
) -> PrecisionRecall | None:
    """P and R of 000 (formulas 3 to 5), with a rule in place of the people who judged there.

    A segmented block is a run of kept blocks without a gap, an ideal block a run of relevant ones; a
    segmented block is correct when it shares more than half of its union with an ideal one, counted
    in `sizes` (words). More than half: so no two can claim the same ideal block.
    """
    ends = np.concatenate(([0], np.cumsum(np.asarray(sizes, dtype=np.int64))))
    segmented, ideal = ends[_gapless_runs(kept)], ends[_gapless_runs(relevant)]
    if not len(segmented) and not len(ideal):
        return None
    correct = _more_than_half_shared(segmented, ideal) if len(ideal) else 0
    return PrecisionRecall(_share(correct, len(segmented)), _share(correct, len(ideal)))


def _gapless_runs(flags: Flags) -> NDArray[np.intp]:
    """Start and end of each run of true flags."""
    padded = np.concatenate(([False], np.asarray(flags, dtype=np.bool_), [False]))
    return np.flatnonzero(padded[1:] != padded[:-1]).reshape(-1, 2)


def _more_than_half_shared(runs: NDArray[np.int64], others: NDArray[np.int64]) -> int:
    """How many runs share more than half of their union with another: with the one their middle lies in."""
    middle = runs.sum(axis=1) / 2
    other = others[np.maximum(np.searchsorted(others[:, 0], middle, side="right") - 1, 0)]
    common = np.minimum(runs[:, 1], other[:, 1]) - np.maximum(runs[:, 0], other[:, 0])
    union = np.maximum(runs[:, 1], other[:, 1]) - np.minimum(runs[:, 0], other[:, 0])
    return int((2 * common > union).sum())


def _plain(text: str) -> str:
    """Lower case without punctuation, white space made one."""
    return " ".join(PUNCTUATION.sub("", text.lower()).split())


def _day(text: str) -> list[int] | None:
    match = DAY.match(text.strip())
    return [int(part) for part in match.groups()] if match else None


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _mean(values: Sequence[float]) -> float:
    return _share(sum(values), len(values))


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
