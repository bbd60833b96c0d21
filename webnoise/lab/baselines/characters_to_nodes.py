"""Characters-to-nodes ratio (CNR, Lopez et al. 2012): up from the densest nodes to the block around them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from webnoise.lab.baselines.counts import below, is_inside, keep_range
from webnoise.methods.base import Method

if TYPE_CHECKING:
    from collections.abc import Sequence

    from webnoise.model import Outline, PageBlocks, Verdict

__all__ = ["CharactersToNodes", "CharactersToNodesParameters"]


@dataclass(frozen=True, slots=True)
class CharactersToNodesParameters:
    densest: int = 10
    """Nodes that are started from; the paper leaves the number to its user, this is ours."""


class CharactersToNodes(Method):
    name = "characters_to_nodes"

    def __init__(self, parameters: CharactersToNodesParameters | None = None) -> None:
        self.parameters = parameters or CharactersToNodesParameters()

    def judge(self, page: PageBlocks, site: Any = None) -> Sequence[Verdict]:  # noqa: ARG002  the contract's
        if not page.blocks:
            return []
        outline = page.outline
        characters = below(outline, [len(block.text) for block in page.blocks])
        ratios = [amount / (outline.ends[e] - e) for e, amount in enumerate(characters)]
        holders = sorted({block.element for block in page.blocks}, key=lambda e: (-ratios[e], e))
        best = self.container(outline, holders[: self.parameters.densest], characters)
        return keep_range(page, best, ratios[best], "characters to nodes")

    @staticmethod
    def container(outline: Outline, densest: Sequence[int], characters: Sequence[float]) -> int:
        """Of the deepest ancestors that hold two or more of the densest nodes, the one with the most text."""
        if len(densest) == 1:
            return densest[0]
        ancestors = {_deepest_shared(outline, element, densest) for element in densest}
        return max(ancestors, key=lambda element: (characters[element], element))


def _deepest_shared(outline: Outline, element: int, others: Sequence[int]) -> int:
    for ancestor in outline.ancestors(element):
        if sum(is_inside(outline, other, ancestor) for other in others) > 1:
            return ancestor
    return 0
