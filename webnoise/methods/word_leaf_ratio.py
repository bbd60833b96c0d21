"""Word-to-leaf ratio (paper 004): the node whose lines are long, and lie early on the page, is the content.

A leaf is a line of text as a reader sees it, whatever inline markup formats it: a block of the page. The
nodes are the elements around the blocks. The paper's media (steps 7 to 9) serve every method, so they stand
in `webnoise.article.media`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import sqrt
from typing import ClassVar

from webnoise.methods.base import PageMethod
from webnoise.model import Outline, PageBlocks, Reason, Verdict
from webnoise.text.words import words

HIDDEN = Reason("hidden_node", "has no words, or lies in an element that the method hides")


@dataclass(frozen=True, slots=True)
class WordLeafRatioParams:
    hidden_tags: frozenset[str] = frozenset({"select"})
    """Step 2's noisy nodes; the others it names never become blocks."""


class WordLeafRatio(PageMethod):
    name: ClassVar[str] = "word_leaf_ratio"

    def __init__(self, params: WordLeafRatioParams | None = None) -> None:
        self.params = params or WordLeafRatioParams()

    def judge_page(self, page: PageBlocks) -> list[Verdict]:
        shown = shown_words(page, self.params.hidden_tags)
        ratios = word_leaf_ratios(page.outline, shown)
        if not ratios:
            return [Verdict(False, 0.0, HIDDEN) for _ in page.blocks]
        initial = initial_node_set(ratios)
        weights = position_and_ratio_weights(ratios, initial)
        best = best_node(relevances(page.outline.parents, ratios, weights), initial)
        return _verdicts(page, shown, ratios, best)


def shown_words(page: PageBlocks, hidden_tags: frozenset[str]) -> list[int]:
    """Step 2: the words of each block; none in hidden elements."""
    outline = page.outline
    counts = [len(words(block.text)) for block in page.blocks]
    for element, tag in enumerate(outline.tags):
        if tag in hidden_tags:
            first, last = outline.first_block[element], outline.last_block[element]
            counts[first:last] = [0] * (last - first)
    return counts


def word_leaf_ratios(outline: Outline, shown: Sequence[int]) -> dict[int, float]:
    """Step 3, formula 4: WLR = tw / l of each element that shows words, in document order."""
    words_before = list(accumulate(shown, initial=0))
    leaves_before = list(accumulate((count > 0 for count in shown), initial=0))
    ratios = {}
    for element, (first, last) in enumerate(zip(outline.first_block, outline.last_block, strict=True)):
        leaves = leaves_before[last] - leaves_before[first]
        if leaves:
            ratios[element] = (words_before[last] - words_before[first]) / leaves
    return ratios


def initial_node_set(ratios: Mapping[int, float]) -> list[int]:
    """Step 4, formula 5."""
    least = sqrt(max(ratios.values()) * ratios[0])
    # the root itself, where all lines are equally long: sqrt(x * x) may come out above x
    return [node for node, ratio in ratios.items() if ratio >= least] or [0]


def position_and_ratio_weights(ratios: Mapping[int, float], initial: list[int]) -> dict[int, float]:
    """Formulas 7 to 9: w(n) = r_pos(n) * r_wlr(n) for the initial nodes; other nodes weigh nothing."""
    least, greatest = min(ratios.values()), max(ratios.values())
    first, last = min(initial), max(initial)

    def r_pos(node: int) -> float:
        return 1 - (node - first) / (last - first) if last > first else 1.0

    def r_wlr(node: int) -> float:
        return (ratios[node] - least) / (greatest - least) if greatest > least else 1.0

    return {node: r_pos(node) * r_wlr(node) for node in initial}


def relevances(
    parents: Sequence[int], ratios: Mapping[int, float], weights: Mapping[int, float]
) -> dict[int, float]:
    """Formula 6: R(n) = WLR(n) * max(w(n), sum of R over children), children before parents."""
    of_children = dict.fromkeys(ratios, 0.0)
    found = {}
    for node in sorted(ratios, reverse=True):
        relevance = ratios[node] * max(weights.get(node, 0.0), of_children[node])
        found[node] = relevance
        if node:
            of_children[parents[node]] += relevance
    return found


def best_node(relevance: Mapping[int, float], initial: list[int]) -> int:
    """Step 5: the greatest R wins, ties by lower identifier.

    Only nodes of the initial set compete, as the paper's description has it: among all nodes the root wins
    on every page, for by formula 6 a parent of lines of two words exceeds its children.
    """
    return max(initial, key=lambda node: (relevance[node], -node))


def _verdicts(
    page: PageBlocks, shown: Sequence[int], ratios: Mapping[int, float], best: int
) -> list[Verdict]:
    outline = page.outline
    content = range(outline.first_block[best], outline.last_block[best])
    path = outline.path(best)
    greatest = max(ratios.values())
    inside = Reason("best_node", f"in {path}, {ratios[best]:.1f} words to a leaf")
    outside = Reason("outside_best_node", f"not in {path}, the node of greatest relevance")
    verdicts = []
    for block in page.blocks:
        share = ratios.get(block.element, 0.0) / greatest / 2
        if not shown[block.index]:
            verdicts.append(Verdict(False, 0.0, HIDDEN))
        elif block.index in content:
            verdicts.append(Verdict(True, 0.5 + share, inside))
        else:
            verdicts.append(Verdict(False, share, outside))
    return verdicts
