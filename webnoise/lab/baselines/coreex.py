"""CoreEx (Prasad and Paepcke 2008): the node whose children hold much text and few links."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from webnoise.lab.baselines.counts import link_words, verdicts, words
from webnoise.methods.base import Method

if TYPE_CHECKING:
    from collections.abc import Sequence

    from webnoise.model import PageBlocks, Verdict

__all__ = ["CoreEx", "CoreExParameters"]


@dataclass(frozen=True, slots=True)
class CoreExParameters:
    """The values of the paper."""

    child_score: float = 0.9
    """A child whose score is higher belongs to its parent's set."""
    ratio_weight: float = 0.99
    text_weight: float = 0.01


@dataclass(slots=True)
class Node:
    """Text and links below an element: all of them, and those of the children in its set."""

    text: int = 0
    links: int = 0
    set_text: int = 0
    set_links: int = 0

    def add(self, text: int, links: int, least_score: float) -> bool:
        """Count a child; it joins the set when it is text rather than links."""
        self.text += text
        self.links += links
        joins = text > 0 and (text - links) / text > least_score
        if joins:
            self.set_text += text
            self.set_links += links
        return joins


class CoreEx(Method):
    name = "coreex"

    def __init__(self, parameters: CoreExParameters | None = None) -> None:
        self.parameters = parameters or CoreExParameters()

    def judge(self, page: PageBlocks, site: Any = None) -> Sequence[Verdict]:  # noqa: ARG002  the contract's
        least = self.parameters.child_score
        nodes = [Node() for _ in range(len(page.outline))]
        in_set: list[bool] = [False] * len(page.blocks)
        for block in page.blocks:  # a block's text outside its links is text; each link counts as one word
            text = len(words(block.text)) - link_words(block) + len(block.links)
            in_set[block.index] = nodes[block.element].add(text, len(block.links), least)
        joined = [False] * len(nodes)
        for element in range(len(nodes) - 1, 0, -1):
            node = nodes[element]
            joined[element] = nodes[page.outline.parents[element]].add(node.text, node.links, least)
        scores = [self.score(node, nodes[0].text) for node in nodes]
        best = max(range(len(scores)), key=lambda element: (scores[element], -element), default=0)
        keep = [self._is_in(page, block.index, best, in_set, joined) for block in page.blocks]
        return verdicts(keep, [scores[block.element] for block in page.blocks], "outside", "node score")

    def score(self, node: Node, page_text: int) -> float:
        """The share of text in the set, and a little for its size."""
        if not node.set_text or not page_text:
            return 0.0
        ratio = (node.set_text - node.set_links) / node.set_text
        return self.parameters.ratio_weight * ratio + self.parameters.text_weight * node.set_text / page_text

    @staticmethod
    def _is_in(page: PageBlocks, block: int, best: int, in_set: list[bool], joined: list[bool]) -> bool:
        """The block lies in a child that belongs to the best node's set."""
        element = page.blocks[block].element
        if element == best:
            return in_set[block]
        for ancestor in page.outline.ancestors(element):
            if ancestor == best:
                return joined[element]
            element = ancestor
        return False
