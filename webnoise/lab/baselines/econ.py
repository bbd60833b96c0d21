"""ECON (Guo et al. 2010): from the text with the most punctuation up to the node that wraps the news."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from webnoise.lab.baselines.counts import below, verdicts
from webnoise.methods.base import Method
from webnoise.text.sentences import punctuation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from webnoise.model import Block, PageBlocks, Verdict

__all__ = ["Econ", "EconParameters"]


@dataclass(frozen=True, slots=True)
class EconParameters:
    """003 tells the two steps and no values; these are ours."""

    wrapped: float = 0.5
    """Going up ends at the node with this share of the page's punctuation outside links.

    Shingle F1 on 100 pages of siblings and news424: 0.3 .842, 0.5 .854, 0.6 .849, 0.7 .851, 0.9 .824.
    """
    link_share: float = 0.5
    """A block inside with more link text than this is noise."""


class Econ(Method):
    name = "econ"

    def __init__(self, parameters: EconParameters | None = None) -> None:
        self.parameters = parameters or EconParameters()

    def judge(self, page: PageBlocks, site: Any = None) -> Sequence[Verdict]:  # noqa: ARG002  the contract's
        marks = [punctuation(block.text) - punctuation(block.link_text) for block in page.blocks]
        if not any(marks):
            return verdicts([False] * len(marks), [0.0] * len(marks), "outside", "punctuation")
        around = self.summary_node(page, marks)
        first, last = page.outline.first_block[around], page.outline.last_block[around]
        keep = [first <= block.index < last and not self._is_linked(block) for block in page.blocks]
        return verdicts(keep, marks, "outside", "punctuation")

    def summary_node(self, page: PageBlocks, marks: list[int]) -> int:
        """Backtrack from the snippet node, the block with the most punctuation, at least to its parent."""
        inside = below(page.outline, marks)
        snippet = max(page.blocks, key=lambda block: (marks[block.index], -block.index))
        element = page.outline.parents[snippet.element]
        while element and inside[element] < self.parameters.wrapped * inside[0]:
            element = page.outline.parents[element]
        return element

    def _is_linked(self, block: Block) -> bool:
        return len(block.link_text) > self.parameters.link_share * len(block.text)
