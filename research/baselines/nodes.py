"""Baselines that choose one node of the page, or cut along it, by how dense its text is.

CoreEx (Prasad and Paepcke 2008): the node whose children hold much text and few links. ECON (Guo et al.
2010): from the text with the most punctuation up to the node that wraps the news. Characters-to-nodes ratio
(CNR, Lopez et al. 2012): up from the densest nodes to the block around them. Tag ratio (CETR, Weninger et al.
2010): characters per tag along the page, smoothed, then cut. The word-to-leaf ratio without media (Insa et
al. 2013), which 004 sets out from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from research.baselines.counts import below, keep_range, link_words, verdicts, words
from webnoise.methods import word_leaf_ratio as wlr
from webnoise.methods.base import PageMethod
from webnoise.model import Block, Outline, PageBlocks, Verdict
from webnoise.text.sentences import punctuation


@dataclass(slots=True)
class CoreNode:
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


class CoreEx(PageMethod):
    """The values are the paper's. A child whose score is above `child_score` belongs to its parent's set."""

    name = "coreex"
    child_score, ratio_weight, text_weight = 0.9, 0.99, 0.01

    def judge_page(self, page: PageBlocks) -> Sequence[Verdict]:
        least = self.child_score
        nodes = [CoreNode() for _ in range(len(page.outline))]
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

    def score(self, node: CoreNode, page_text: int) -> float:
        """The share of text in the set, and a little for its size."""
        if not node.set_text or not page_text:
            return 0.0
        ratio = (node.set_text - node.set_links) / node.set_text
        return self.ratio_weight * ratio + self.text_weight * node.set_text / page_text

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


class Econ(PageMethod):
    """003 gives the two steps and no values; these are ours.

    Going up ends at the node that has the share `wrapped` of the page's punctuation outside links: shingle F1
    on 100 pages of siblings and news424 is 0.3 .842, 0.5 .854, 0.6 .849, 0.7 .851, 0.9 .824. A block inside
    with more link text than `link_share` is noise.
    """

    name = "econ"
    wrapped, link_share = 0.5, 0.5

    def judge_page(self, page: PageBlocks) -> Sequence[Verdict]:
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
        while element and inside[element] < self.wrapped * inside[0]:
            element = page.outline.parents[element]
        return element

    def _is_linked(self, block: Block) -> bool:
        return len(block.link_text) > self.link_share * len(block.text)


class CharactersToNodes(PageMethod):
    """Started from are the `densest` nodes; the paper leaves the number to its user, this is ours."""

    name = "characters_to_nodes"
    densest = 10

    def judge_page(self, page: PageBlocks) -> Sequence[Verdict]:
        if not page.blocks:
            return []
        outline = page.outline
        characters = below(outline, [len(block.text) for block in page.blocks])
        ratios = [amount / (outline.ends[e] - e) for e, amount in enumerate(characters)]
        holders = sorted({block.element for block in page.blocks}, key=lambda e: (-ratios[e], e))
        best = self.container(outline, holders[: self.densest], characters)
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
        if sum(ancestor <= other < outline.ends[ancestor] for other in others) > 1:
            return ancestor
    return 0


class TagRatio(PageMethod):
    """**Departs**: a block takes the place of a line of source; 004 shows that indentation spoils lines.

    The smoothing looks at `radius` neighbours on each side; the threshold is in standard deviations of the
    ratios (both are CETR's values).
    """

    name = "tag_ratio"
    radius, deviations = 2, 1.0

    def judge_page(self, page: PageBlocks) -> Sequence[Verdict]:
        if not page.blocks:
            return []
        ratios = tag_ratios(page)
        smoothed = smooth(ratios, self.radius)
        threshold = self.deviations * float(ratios.std())
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


class PlainWordLeafRatio(PageMethod):
    """The formulas 4 to 9 of 004; a block is a formatted line and therefore one leaf.

    Only nodes of the initial set compete: by formula 6 alone the root would win on every page.
    """

    name = "plain_word_leaf_ratio"

    def judge_page(self, page: PageBlocks) -> Sequence[Verdict]:
        if not page.blocks:
            return []
        ratios = plain_ratios(page)
        initial = wlr.initial_node_set(ratios)
        weights = wlr.position_and_ratio_weights(ratios, initial)
        scores = wlr.relevances(page.outline.parents, ratios, weights)
        best = wlr.best_node(scores, initial)
        return keep_range(page, best, scores[best], "relevance")


def plain_ratios(page: PageBlocks) -> dict[int, float]:
    """WLR(n) = words / leaves below each element (formula 4), empty elements too."""
    counts = below(page.outline, [len(words(block.text)) for block in page.blocks])
    leaves = below(page.outline, [1] * len(page.blocks))
    return {e: count / max(leaf, 1) for e, (count, leaf) in enumerate(zip(counts, leaves, strict=True))}
