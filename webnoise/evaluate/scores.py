"""How good an extraction is: the scores that the corpora's README defines, and the papers' own."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = [
    "Interval",
    "PrecisionRecall",
    "ShingleScore",
    "SnippetCounts",
    "authors_f1",
    "block_scores",
    "bootstrap_shingle_f1",
    "corpus_shingle_f1",
    "f1",
    "is_exact",
    "same_day",
    "same_title",
    "segmented_block_scores",
    "shingle_score",
    "snippet_counts",
    "snippets_f1",
    "word_f1",
]

WORD = re.compile(r"\w+")
PUNCTUATION = re.compile(r"[^\w\s]")
SHINGLE_WORDS = 4
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


@dataclass(frozen=True, slots=True)
class Interval:
    low: float
    high: float


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
    return ShingleScore(
        common / got.total() if got else None,
        common / wanted.total() if wanted else None,
    )


def corpus_shingle_f1(scores: Iterable[ShingleScore]) -> PrecisionRecall:
    """Mean precision over pages where something was extracted, mean recall over pages with gold.

    The headline is `.f1` of the two means.
    """
    scores = list(scores)
    return PrecisionRecall(
        _mean([score.precision for score in scores if score.precision is not None]),
        _mean([score.recall for score in scores if score.recall is not None]),
    )


def bootstrap_shingle_f1(
    scores: Sequence[ShingleScore], *, level: float = 0.95, rounds: int = 1000, seed: int = 0
) -> Interval:
    """The percentile interval of the corpus's shingle F1 under resampling of its pages."""
    if not scores:
        return Interval(0.0, 0.0)
    precision = np.array([np.nan if score.precision is None else score.precision for score in scores])
    recall = np.array([np.nan if score.recall is None else score.recall for score in scores])
    draws = np.random.default_rng(seed).integers(0, len(scores), size=(rounds, len(scores)))
    means = [_nan_means(values[draws]) for values in (precision, recall)]
    total = means[0] + means[1]
    values = np.divide(2 * means[0] * means[1], total, out=np.zeros_like(total), where=total > 0)
    tail = (1 - level) / 2
    low, high = np.quantile(values, [tail, 1 - tail])
    return Interval(float(low), float(high))


def word_f1(gold: str, extracted: str) -> float:
    """Bag-of-words F1, lower case; two empty texts agree."""
    wanted, got = Counter(words(gold.lower())), Counter(words(extracted.lower()))
    if not wanted and not got:
        return 1.0
    return 2 * (wanted & got).total() / (wanted.total() + got.total())


def is_exact(gold: str, extracted: str) -> bool:
    """All words equal, in order."""
    return words(gold) == words(extracted)


def snippet_counts(text: str, must: Iterable[str], mustnot: Iterable[str]) -> SnippetCounts:
    hits = [snippet in text for snippet in must]
    return SnippetCounts(sum(hits), len(hits) - sum(hits), sum(snippet in text for snippet in mustnot))


def snippets_f1(counts: Iterable[SnippetCounts]) -> PrecisionRecall:
    """Over all strings of all pages: precision = wanted strings found / strings found."""
    found = missed = unwanted = 0
    for count in counts:
        found += count.found
        missed += count.missed
        unwanted += count.unwanted
    return PrecisionRecall(_share(found, found + unwanted), _share(found, found + missed))


def same_title(gold: str, title: str | None) -> bool:
    """Equal after lower-casing and dropping punctuation."""
    return title is not None and _plain(gold) == _plain(title)


def same_day(gold: str, date: str | None) -> bool:
    """On the same calendar day as each side writes it (offsets are not converted)."""
    wanted, got = DAY.match(gold.strip()), DAY.match((date or "").strip())
    return bool(wanted and got) and _day(wanted) == _day(got)


def authors_f1(gold: Iterable[str], authors: Iterable[str]) -> float:
    """F1 of the two sets of names, compared as titles are."""
    wanted, got = set(map(_plain, gold)), set(map(_plain, authors))
    if not wanted and not got:
        return 1.0
    return 2 * len(wanted & got) / (len(wanted) + len(got))


def block_scores(relevant: Sequence[bool], kept: Sequence[bool]) -> PrecisionRecall | None:
    """b-precision = r / t and b-recall = r / (r + m) (001, section 4.2), and with them 004's.

    r relevant blocks kept, t blocks kept, m relevant blocks missed. None where no block is relevant
    and none was kept: such a page says nothing. One empty side scores 0.
    """
    right = sum(1 for wanted, got in zip(relevant, kept, strict=True) if wanted and got)
    if not any(relevant) and not any(kept):
        return None
    return PrecisionRecall(_share(right, sum(kept)), _share(right, sum(relevant)))


def segmented_block_scores(
    relevant: Sequence[bool], kept: Sequence[bool], sizes: Sequence[int]
) -> PrecisionRecall | None:
    """P and R of 000 (formulas 3 to 5), with a rule in place of the people who judged there.

    A segmented block is a run of kept blocks without a gap, an ideal block a run of relevant ones; a
    segmented block is correct when it shares more than half of its union with an ideal one, counted
    in `sizes` (words). More than half: so no two can claim the same ideal block.
    """
    segmented, ideal = _gapless_runs(kept), _gapless_runs(relevant)
    if not segmented and not ideal:
        return None
    correct = sum(any(_overlap(run, other, sizes) > 0.5 for other in ideal) for run in segmented)
    return PrecisionRecall(_share(correct, len(segmented)), _share(correct, len(ideal)))


def _gapless_runs(flags: Sequence[bool]) -> list[range]:
    edges = [i for i in range(len(flags) + 1) if _flag(flags, i) != _flag(flags, i - 1)]
    return [range(start, end) for start, end in zip(edges[::2], edges[1::2], strict=True)]


def _flag(flags: Sequence[bool], position: int) -> bool:
    return 0 <= position < len(flags) and flags[position]


def _overlap(one: range, other: range, sizes: Sequence[int]) -> float:
    low, high = max(one.start, other.start), min(one.stop, other.stop)
    common = sum(sizes[low:high]) if low < high else 0
    return _share(common, sum(sizes[one.start : one.stop]) + sum(sizes[other.start : other.stop]) - common)


def _plain(text: str) -> str:
    """Lower case without punctuation, white space made one."""
    return " ".join(PUNCTUATION.sub("", text.lower()).split())


def _day(match: re.Match[str] | None) -> tuple[int, ...]:
    assert match is not None
    return tuple(map(int, match.groups()))


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _mean(values: Sequence[float]) -> float:
    return _share(sum(values), len(values))


def _nan_means(values: np.ndarray) -> np.ndarray:
    """Row means over what is not NaN; 0 for a row without a value."""
    known = ~np.isnan(values)
    counts = known.sum(axis=1)
    sums = np.where(known, values, 0.0).sum(axis=1)
    means: np.ndarray = np.divide(sums, counts, out=np.zeros(len(counts)), where=counts > 0)
    return means
