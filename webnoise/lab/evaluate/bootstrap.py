"""How far a corpus's score might lie from what other pages of its kind would give."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Sequence

    from webnoise.lab.evaluate.scores import ShingleScore

__all__ = ["Interval", "bootstrap_shingle_f1"]


@dataclass(frozen=True, slots=True)
class Interval:
    low: float
    high: float


def bootstrap_shingle_f1(
    scores: Sequence[ShingleScore], *, level: float = 0.95, rounds: int = 1000, seed: int = 0
) -> Interval:
    """The percentile interval of the corpus's shingle F1 under resampling of its pages."""
    if not scores:
        return Interval(0.0, 0.0)
    precision = _values_and_presence([score.precision for score in scores])
    recall = _values_and_presence([score.recall for score in scores])
    drawn = _draws(len(scores), rounds, seed)
    means = [_ratio(drawn @ values, drawn @ present) for values, present in (precision, recall)]
    total = means[0] + means[1]
    values = _ratio(2 * means[0] * means[1], total)
    tail = (1 - level) / 2
    low, high = np.quantile(values, [tail, 1 - tail])
    return Interval(float(low), float(high))


def _values_and_presence(
    values: Sequence[float | None],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    present = np.array([value is not None for value in values], dtype=np.float64)
    return np.array([value or 0.0 for value in values]), present


@lru_cache(maxsize=1)  # all systems of a table are scored on the same number of pages
def _draws(pages: int, rounds: int, seed: int) -> NDArray[np.float64]:
    """How often each round draws each page."""
    places = np.random.default_rng(seed).integers(0, pages, size=(rounds, pages))
    places += pages * np.arange(rounds)[:, None]
    counts = np.bincount(places.ravel(), minlength=rounds * pages)
    return counts.reshape(rounds, pages).astype(np.float64)


def _ratio(parts: NDArray[np.float64], wholes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Element by element; 0 where the whole is 0."""
    return np.divide(parts, wholes, out=np.zeros_like(parts), where=wholes > 0)
