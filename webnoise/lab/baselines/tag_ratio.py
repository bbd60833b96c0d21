"""Tag ratio (CETR, Weninger et al. 2010): characters per tag along the page, smoothed, then cut."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from webnoise.lab.baselines.counts import verdicts
from webnoise.methods.base import Method

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from webnoise.model import PageBlocks, Verdict

__all__ = ["TagRatio", "TagRatioParameters", "smooth", "tag_ratios"]


@dataclass(frozen=True, slots=True)
class TagRatioParameters:
    radius: int = 2
    """Neighbours on each side that the smoothing looks at (CETR)."""
    deviations: float = 1.0
    """The threshold in standard deviations of the ratios (CETR)."""


class TagRatio(Method):
    """**Departs**: a block takes the place of a line of source; 004 shows that indentation spoils lines."""

    name = "tag_ratio"

    def __init__(self, parameters: TagRatioParameters | None = None) -> None:
        self.parameters = parameters or TagRatioParameters()

    def judge(self, page: PageBlocks, site: Any = None) -> Sequence[Verdict]:  # noqa: ARG002  the contract's
        if not page.blocks:
            return []
        ratios = tag_ratios(page)
        smoothed = smooth(ratios, self.parameters.radius)
        threshold = self.parameters.deviations * float(ratios.std())
        scores = smoothed.tolist()
        return verdicts([score >= threshold for score in scores], scores, "few_words", "tag ratio")


def tag_ratios(page: PageBlocks) -> NDArray[np.float64]:
    """Characters of each block by the tags that open between it and the block before."""
    tags = Counter(page.outline.first_block)
    return np.array([len(block.text) / max(1, tags[block.index]) for block in page.blocks])


def smooth(ratios: NDArray[np.float64], radius: int) -> NDArray[np.float64]:
    """A Gaussian over `radius` neighbours on each side; beyond the ends there is nothing."""
    distances = np.arange(-radius, radius + 1)
    kernel = np.exp(-(distances**2) / (2 * max(radius, 1) ** 2))
    smoothed: NDArray[np.float64] = np.convolve(ratios, kernel / kernel.sum(), mode="full")
    return smoothed[radius : radius + len(ratios)]
