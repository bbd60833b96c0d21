"""The word-to-leaf ratio without media (Insa et al. 2013), which 004 sets out from."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from webnoise.lab.baselines.counts import below, keep_range, words
from webnoise.methods.base import Method

if TYPE_CHECKING:
    from collections.abc import Sequence

    from webnoise.model import Outline, PageBlocks, Verdict

__all__ = ["PlainWordLeafRatio", "relevance", "word_leaf_ratios"]


class PlainWordLeafRatio(Method):
    """The formulas 4 to 9 of 004; a block is a formatted line and therefore one leaf.

    Only nodes of the initial set compete: by formula 6 alone the root would win on every page.
    """

    name = "plain_word_leaf_ratio"

    def judge(self, page: PageBlocks, site: Any = None) -> Sequence[Verdict]:  # noqa: ARG002  the contract's
        if not page.blocks:
            return []
        ratios = word_leaf_ratios(page)
        scores = relevance(page.outline, ratios)
        best = max(initial_node_set(ratios), key=lambda element: (scores[element], -element))
        return keep_range(page, best, scores[best], "relevance")


def word_leaf_ratios(page: PageBlocks) -> list[float]:
    """WLR(n) = words / leaves below each element (formula 4)."""
    outline = page.outline
    counts = below(outline, [len(words(block.text)) for block in page.blocks])
    leaves = below(outline, [1] * len(page.blocks))
    return [count / max(leaf, 1) for count, leaf in zip(counts, leaves, strict=True)]


def initial_node_set(ratios: Sequence[float]) -> list[int]:
    """Formula 5; the root where all lines are equally long and rounding lets none pass."""
    least = math.sqrt(max(ratios) * ratios[0])
    return [element for element, ratio in enumerate(ratios) if ratio >= least] or [0]


def relevance(outline: Outline, ratios: Sequence[float]) -> list[float]:
    """R(n), formula 6: children first, so from the last element to the first."""
    most, least = max(ratios), min(ratios)
    initial = initial_node_set(ratios)
    members = set(initial)
    children = [0.0] * len(ratios)
    scores = [0.0] * len(ratios)
    for element in range(len(ratios) - 1, -1, -1):
        weight = 0.0
        if element in members:
            position = 1 - _relative(element, initial[0], initial[-1])
            weight = position * (_relative(ratios[element], least, most) if most > least else 1.0)
        scores[element] = ratios[element] * max(weight, children[element])
        if element:
            children[outline.parents[element]] += scores[element]
    return scores


def _relative(value: float, low: float, high: float) -> float:
    """Where a value lies in its range; a range of zero puts it at the start."""
    return (value - low) / (high - low) if high > low else 0.0
