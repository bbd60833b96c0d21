"""EVBE (paper 002): ten rules cut a page where it looks cut.

Each rule looks at one node and its children and says which of the page's blocks of text make visual blocks of
their own; nodes come in document order, so what an inner node's rule makes lies in what an outer one's made:
the blocks are a tree. What no rule sets apart is set apart by its visual distance: the number of properties
in which it differs. What EVBE counts in each visual block and those in it (words, links, sentences,
punctuation, form fields) it hands on to EIFCE.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, NamedTuple

from webnoise.blocks.segment import segment
from webnoise.methods.base import PageMethod
from webnoise.methods.visual.styles import element_styles, text_nodes
from webnoise.methods.visual.visual_page import SeenBlocks, VisualPage
from webnoise.model import Block, PageBlocks, Reason, Verdict
from webnoise.page.parse import Document
from webnoise.text.sentences import inner_marks, sentence_count
from webnoise.text.words import word_count


@dataclass(frozen=True, slots=True)
class EvbeParams:
    valid_distance: int = 2
    """Visual distance up to which a node stays in its parent's block. The paper names none, and it matters
    little: 0, 1, 2, 3 and 5 gave F1 0.846, 0.851, 0.852, 0.851 and 0.849 on 78 pages with all of their style
    sheets in Chromium. At 2 a browser's widths and heights, which nearly always differ, part nothing."""
    least_sentences: int = 1
    """Sentences that a block needs to be a candidate for informative content. The paper names no value."""
    least_share: float = 0.25
    """Share of the page's sentences that EIFCE's candidates have at least: importance, a ratio, would else be
    the greatest for some line without a link. Ours; 0, 0.1, 0.25, 0.33 and 0.5 gave shingle F1 0.605, 0.741,
    0.763, 0.765 and 0.750 on 80 pages of news424, 0.477, 0.628, 0.632, 0.632 and 0.627 on 60 of wcxb-dev."""


INVISIBLE = Verdict(False, 0.0, Reason("invisible", "the page's style sheet does not display it"))

Group = list[tuple[int, int]]
"""A visual block to be: ranges of the page's blocks of text."""


class BlockTree(NamedTuple):
    """The visual blocks of a page, outer ones first; block 0 is the page.

    `parents` names the block around each one (the page is its own), `owners` the innermost block around each
    text, -1 for a text that does not appear.
    """

    parents: list[int]
    owners: list[int]

    def inside(self, block: int) -> frozenset[int]:
        """A block and those in it."""
        found = {block}
        for inner in range(block + 1, len(self.parents)):
            if self.parents[inner] in found:
                found.add(inner)
        return frozenset(found)


class VisualMethod(PageMethod):
    """A method that needs the look of every element."""

    def segment(self, document: Document) -> SeenBlocks:
        page = segment(document)
        columns = {field.name: getattr(page, field.name) for field in dataclasses.fields(page)}
        columns["styles"] = element_styles(document, page.outline)
        return SeenBlocks(**columns, text_nodes=text_nodes(document, page.outline))


class Evbe(VisualMethod):
    """The Effective Visual Block Extractor (section 5)."""

    name: ClassVar[str] = "evbe"

    def __init__(self, params: EvbeParams | None = None) -> None:
        self.params = params or EvbeParams()

    def judge_page(self, page: PageBlocks) -> list[Verdict]:
        """Keep what could be informative of the visual blocks, each without those in it.

        The paper ends with the tree and leaves the choice to EIFCE.
        """
        tree = extract_blocks(page, self.params)
        verdicts = [self._verdict(block) for block in own_parameters(page, tree)]
        return [verdicts[owner] if owner >= 0 else INVISIBLE for owner in tree.owners]

    def _verdict(self, block: GeneralParameters) -> Verdict:
        keep = meets_least_conditions(block, self.params)
        detail = (
            f"{block.words} words and {block.sentences} sentences against {block.link_words} words in links"
        )
        score = block.words / (block.words + block.link_words + 1)
        return Verdict(
            keep, score, Reason("candidate" if keep else "no_candidate", f"its visual block has {detail}")
        )


def extract_blocks(page: PageBlocks, params: EvbeParams) -> BlockTree:
    """The visual blocks that the rules make, node by node in document order."""
    view = VisualPage(page)
    first, last = page.outline.first_block, page.outline.last_block
    tree = BlockTree([0], [0] * len(page.blocks))
    whole = {0: len(page.blocks)}  # blocks of which no other has taken a text, and how many they hold
    hidden: Group = []
    for node in range(len(page.outline)):
        if last[node] == first[node]:
            continue
        if view.invalid[node]:
            hidden.append((first[node], last[node]))
        for group in _groups(view, node, params):
            _add_block(tree, whole, group)
    for start, end in hidden:
        tree.owners[start:end] = [-1] * (end - start)
    return tree


def _add_block(tree: BlockTree, whole: dict[int, int], group: Group) -> None:
    """A block inside the innermost one that holds all of it; a table's column may lie across its rows'.

    What is a block already is not made again.
    """
    around = {owner for start, end in group for owner in tree.owners[start:end]}
    size = sum(end - start for start, end in group)
    if not around or (len(around) == 1 and whole.get(min(around)) == size):
        return
    for owner in around:
        whole.pop(owner, None)
    while len(around) > 1:  # a block has a lower number than those in it
        inner = max(around)
        around.remove(inner)
        around.add(tree.parents[inner])
    made = len(tree.parents)
    for start, end in group:
        tree.owners[start:end] = [made] * (end - start)
    tree.parents.append(around.pop())
    whole[made] = size


def _groups(view: VisualPage, node: int, params: EvbeParams) -> Iterator[Group]:
    """The visual blocks that the rules, in their order, make of a node and its children."""
    children = rule_1_remove_invalid_nodes(view, node)
    if rule_10_boxed_node(view, node):
        yield view.range_of(node)
    if rule_2_only_text(children) or rule_3_single_child(view, node, children):
        return
    if rule_4_only_virtual_text(view, node, children):
        yield view.range_of(node)
        return
    for rule in DIVIDING_RULES:
        groups = rule(view, node, children)
        if groups:
            yield from groups
            return
    yield from distant_children(view, node, children, params)


def rule_1_remove_invalid_nodes(view: VisualPage, node: int) -> list[int]:
    """The children without invalid nodes and without partially valid ones that hold nothing."""
    return [c for c in view.children[node] if not view.invalid[c] and view.is_valid(c)]


def rule_2_only_text(children: list[int]) -> bool:
    """Only text inside: no block is extracted."""
    return not children


def rule_3_single_child(view: VisualPage, node: int, children: list[int]) -> bool:
    """An only child is not set apart from its parent; the rules go on inside it."""
    return len(children) == 1 and not view.has_text_node(node)


def rule_4_only_virtual_text(view: VisualPage, node: int, children: list[int]) -> bool:
    """Nothing but virtual text nodes (a row of links), no text node beside them: the node is a block."""
    return not view.has_text_node(node) and all(view.is_virtual_text(child) for child in children)


def rule_5_separator(view: VisualPage, node: int, children: list[int]) -> list[Group]:
    """A rule, or a visible node with nothing in it, divides what comes before from what comes after."""
    separators = [child for child in children if view.is_separator(child)]
    if not separators:
        return []
    cuts = [view.first[node], *(view.first[child] for child in separators), view.last[node]]
    return _non_empty(cuts)


def rule_6_coloured_columns(view: VisualPage, node: int, _: list[int]) -> list[Group]:
    """A table whose columns differ in background colour is divided into its columns."""
    if view.tags[node] != "table":
        return []
    rows = [[c for c in view.children[row] if view.tags[c] in ("td", "th")] for row in view.rows(node)]
    columns = max(map(len, rows), default=0)
    colours = [{view.background(row[i]) for row in rows if i < len(row)} for i in range(columns)]
    if columns < 2 or any(len(found) > 1 for found in colours) or len(set(map(frozenset, colours))) < 2:
        return []
    return [[view.range_of(row[i])[0] for row in rows if i < len(row)] for i in range(columns)]


def rule_7_coloured_edge(view: VisualPage, _: int, children: list[int]) -> list[Group]:
    """A child that starts or ends with a coloured bar parts from its neighbour on that side."""
    groups: list[Group] = []
    for index, child in enumerate(children):
        inner = view.children[child]
        if not inner:
            continue
        for bar, neighbour in ((inner[0], index - 1), (inner[-1], index + 1)):
            if view.is_coloured_bar(bar):
                groups.append(view.range_of(child))
                if 0 <= neighbour < len(children):
                    groups.append(view.range_of(children[neighbour]))
    return groups


def rule_8_floats(view: VisualPage, node: int, children: list[int]) -> list[Group]:
    """Adjacent floats that fit beside each other are a block each; the children without float are one more.

    Departs: they may fill the parent's width, which the paper's "less than" leaves out and real grids do.
    """
    floated: dict[int, None] = {}
    for left, right in pairwise(children):
        if view.stand_side_by_side(left, right, node):
            floated[left] = floated[right] = None
    if not floated:
        return []
    rest = [view.range_of(child)[0] for child in children if view.styles[child]["float"] == "none"]
    return [*(view.range_of(child) for child in floated), *([rest] if rest else [])]


def rule_9_bordered_child(view: VisualPage, node: int, children: list[int]) -> list[Group]:
    """A border above a child starts a block with it, one below ends a block, both make it a block."""
    cuts = [view.first[node]]
    for child in children:
        above, below = view.has_border(child, "top"), view.has_border(child, "bottom")
        if above:
            cuts.append(view.first[child])
        if below:
            cuts.append(view.last[child])
    return _non_empty([*cuts, view.last[node]]) if len(cuts) > 1 else []


def rule_10_boxed_node(view: VisualPage, node: int) -> bool:
    """A border at both sides and above or below makes a node a block."""
    sides = view.has_border(node, "left") and view.has_border(node, "right")
    return sides and (view.has_border(node, "top") or view.has_border(node, "bottom"))


Rule = Callable[[VisualPage, int, list[int]], list[Group]]
DIVIDING_RULES: tuple[Rule, ...] = (
    rule_5_separator,
    rule_6_coloured_columns,
    rule_7_coloured_edge,
    rule_8_floats,
    rule_9_bordered_child,
)


def distant_children(view: VisualPage, node: int, children: list[int], params: EvbeParams) -> Iterator[Group]:
    """A child whose visual distance to its parent or to its direct sibling is not valid is a block."""
    lines = [c for c in children if not view.inline[c]]
    for child, sibling in pairwise([*lines, None]):
        assert child is not None  # only the last one is
        distance = view.distance_to_parent(child, node)
        if sibling is not None:
            distance = max(distance, view.distance(child, sibling))
        if distance > params.valid_distance and view.last[child] > view.first[child]:
            yield view.range_of(child)


def _non_empty(cuts: list[int]) -> list[Group]:
    return [[(start, end)] for start, end in pairwise(cuts) if end > start]


def meets_least_conditions(block: GeneralParameters, params: EvbeParams) -> bool:
    """More words outside links than in them, and a sentence: the least that informative content has."""
    return block.words > block.link_words and block.sentences >= params.least_sentences


class GeneralParameters(NamedTuple):
    """What EVBE hands on about each visual block (002, section 5.3)."""

    words: int  # outside links
    link_words: int
    links: int
    sentences: int
    punctuation: int
    form_fields: int


def general_parameters(page: PageBlocks, tree: BlockTree) -> list[GeneralParameters]:
    """The "general total value" of each visual block: its own, and what the blocks in it have."""
    sums = [list(own) for own in own_parameters(page, tree)]
    for block in range(len(sums) - 1, 0, -1):
        around = sums[tree.parents[block]]
        for index, value in enumerate(sums[block]):
            around[index] += value
    return [GeneralParameters(*counts) for counts in sums]


def own_parameters(page: PageBlocks, tree: BlockTree) -> list[GeneralParameters]:
    """What stands in each visual block and in none of those in it."""
    owners = tree.owners
    sums = [[0] * len(GeneralParameters._fields) for _ in tree.parents]
    for block, owner in zip(page.blocks, owners, strict=True):
        if owner >= 0:
            for index, value in enumerate(_count(block)):
                sums[owner][index] += value
    for element, tag in enumerate(page.outline.tags):
        if tag in ("input", "select", "textarea", "button") and owners:
            owner = owners[min(page.outline.first_block[element], len(owners) - 1)]
            if owner >= 0:
                sums[owner][-1] += 1
    return [GeneralParameters(*counts) for counts in sums]


def _count(block: Block) -> tuple[int, int, int, int, int]:
    text = block.text
    link_words = word_count(block.link_text) if block.links else 0
    words = max(word_count(text) - link_words, 0)
    return (words, link_words, len(block.links), sentence_count(text), inner_marks(text))
