"""DeSeA (paper 001, section 2.3.3): delimiters by level divide a page, cue phrases find what is relevant.

A node of its block tree is a range of the page's blocks and of the elements around them. Splitting goes down
the delimiters' levels, merging comes back up by next-to delimiters; what is left are the coherent blocks.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import pairwise
from typing import ClassVar

from webnoise.methods.base import PageMethod
from webnoise.model import Block, Outline, PageBlocks, Reason, Verdict
from webnoise.text.lists import read_list
from webnoise.text.sentences import sentence_starts

LEVELS: tuple[frozenset[str], ...] = (
    frozenset({"head", "ul", "ol", "table", "hr", "section", "article", "nav", "aside", "footer"}),
    frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "p", "div"}),
    frozenset({"li", "tr", "dt", "dd"}),
)
"""Structural delimiters, coarse to fine. The third level's other lines (after `<br>`, opened by `<strong>`)
are blocks of text or lie inside one; the fourth, `.` and `;`, always lies inside one."""

_NEXT_TO = (".", ";", "。", "；")
_CLOSERS = "\"'”’»)]› "
_VISUAL = ("style", "bgcolor", "align", "color", "face", "size", "background")
_COMPUTED = ("background-color", "font-size", "font-weight", "float")
"""What a browser computes of a look. Sizes are no part of it: no two children have the same height."""


@cache
def news_cues() -> tuple[tuple[str, int], ...]:
    lines = (line.partition(": ") for line in read_list("webnoise.methods", "lists/news_cues.txt"))
    return tuple((phrase, int(priority)) for priority, _, phrase in lines)


@dataclass(frozen=True, slots=True)
class DeSeAParams:
    window: int = 300
    """α: nodes of more characters are divided (001, section 2.3.3.1)."""
    anchor: int = 80
    """Characters before a block in which cue phrases count (001, section 2.3.3.2)."""
    top: int = 10
    """β: how many blocks are relevant at most (001, section 2.3.3.2)."""
    cue_phrases: tuple[tuple[str, int], ...] = field(default_factory=news_cues)
    """Phrases that introduce a relevant block, and their priorities. The paper's set is for the research
    interests of faculty members; ours for news is in `lists/news_cues.txt`. The step costs text on news:
    shingle F1 on 100 pages each of news424 and siblings is 0.589 and 0.559; with no phrase, so by length,
    0.810 and 0.733; words of running prose (said, that, which) came near that, but introduce nothing."""
    domain_delimiters: tuple[str, ...] = (
        "related", "read more", "read next", "more from", "more on", "most read", "most popular", "trending",
        "recommended", "comments", "share this", "follow us", "sign up", "subscribe", "advertisement", "tags",
        "copyright", "©", "about the author", "you may also like",
    )  # fmt: skip
    """Openings of the sections that surround a news article: ours, as the paper's are of another domain."""


class DeSeA(PageMethod):
    name: ClassVar[str] = "desea"

    def __init__(self, params: DeSeAParams | None = None) -> None:
        self.params = params or DeSeAParams()

    def judge_page(self, page: PageBlocks) -> list[Verdict]:
        """Divide the page into coherent blocks, then keep the most relevant ones."""
        if not page.blocks:
            return []
        domain = self.params.domain_delimiters
        coherent = merge(split(page, self.params.window, domain), page.blocks, domain)
        relevance = degree_of_relevance(page.blocks, coherent, self.params)
        return relevant_blocks(page.blocks, coherent, relevance, self.params)


def degree_of_relevance(
    blocks: Sequence[Block], coherent: list[list[Node]], params: DeSeAParams
) -> list[tuple[int, str]]:
    """For each coherent block the highest priority of a cue phrase in the anchor text of one of its leaves.

    A leaf that is larger than the window is one block of text: each of its sentences has an anchor too.
    """
    text = "\n".join(block.text for block in blocks)
    starts = [0]
    for block in blocks:
        starts.append(starts[-1] + len(block.text) + 1)
    cues = _cues(text, params)
    positions = [start for start, _, _, _ in cues]
    relevance = []
    for leaves in coherent:
        best = (0, "")
        for leaf in leaves:
            for start in _anchors(text, starts[leaf.first], starts[leaf.last] - 1, params.window):
                position = bisect_left(positions, start - params.anchor)
                while position < len(cues) and cues[position][1] <= start:
                    best = max(best, cues[position][2:])
                    position += 1
        relevance.append(best)
    return relevance


def _cues(text: str, params: DeSeAParams) -> list[tuple[int, int, int, str]]:
    """Where each cue phrase starts and ends, its priority, and the phrase; whole words, in any case."""
    lowered = text.lower()
    if len(lowered) != len(text):  # a few letters become two
        lowered = "".join([low if len(low := letter.lower()) == 1 else letter for letter in text])
    found = []
    for phrase, priority in params.cue_phrases:
        start = lowered.find(phrase)
        while start >= 0:
            end = start + len(phrase)
            if not (lowered[start - 1 : start].isalnum() or lowered[end : end + 1].isalnum()):
                found.append((start, end, priority, phrase))
            start = lowered.find(phrase, end)
    return sorted(found)


def _anchors(text: str, start: int, end: int, window: int) -> Iterator[int]:
    """Where the pieces of a leaf start: itself, and its sentences when it is too large."""
    yield start
    if end - start > window:
        yield from sentence_starts(text, start, end)


def relevant_blocks(
    blocks: Sequence[Block], coherent: list[list[Node]], relevance: list[tuple[int, str]], params: DeSeAParams
) -> list[Verdict]:
    """The β blocks of the greatest degree of relevance above 0 are kept; equal ones by length.

    Departs: with no cue phrase anywhere on a page, rank by text length (outside links), so that a news page
    is never empty.
    """
    lengths = [sum(len(b.text) - b.linked_length for b in blocks[g[0].first : g[-1].last]) for g in coherent]
    total = sum(lengths) + 1
    ranked = sorted(range(len(coherent)), key=lambda i: (-relevance[i][0], -lengths[i], i))
    positions = {group: position for position, group in enumerate(ranked, start=1)}
    cue_found = any(dor for dor, _ in relevance)
    verdicts: list[Verdict] = []
    for i, leaves in enumerate(coherent):
        dor, cue = relevance[i]
        keep = positions[i] <= params.top and (dor > 0 or not cue_found)
        reason = _reason(keep=keep, position=positions[i], cue=cue, cue_found=cue_found, params=params)
        verdict = Verdict(keep, dor + lengths[i] / total, reason)
        verdicts.extend([verdict] * (leaves[-1].last - leaves[0].first))
    return verdicts


def _reason(*, keep: bool, position: int, cue: str, cue_found: bool, params: DeSeAParams) -> Reason:
    among = "among" if position <= params.top else "not among"
    rank = f"block {position} by relevance, {among} the first {params.top}"
    if cue:
        return Reason("relevant" if keep else "less_relevant", f"“{cue}” stands before it; {rank}")
    if cue_found:
        return Reason("no_cue_phrase", f"no cue phrase in the {params.anchor} characters before it")
    return Reason("relevant" if keep else "less_relevant", f"no cue phrase on the page; {rank}, by length")


@dataclass(slots=True)
class Node:
    """A node of the block tree: blocks `first` .. `last`, and the elements `start` .. `end` around them."""

    first: int
    last: int
    start: int
    end: int
    children: list[Node] = field(default_factory=list)


def split(page: PageBlocks, window: int, domain: tuple[str, ...]) -> Node:
    """The block tree: every leaf larger than the window is divided, level by level."""
    texts, outline = page.blocks, page.outline
    sizes = [0]
    for block in texts:
        sizes.append(sizes[-1] + len(block.text))
    root = Node(0, len(texts), 0, len(outline))
    leaves = [root]
    for depth, level in enumerate(LEVELS, start=1):
        delimiters = [e for e, tag in enumerate(outline.tags) if tag in level]
        settled: list[Node] = []
        while leaves:
            node = leaves.pop()
            larger = sizes[node.last] - sizes[node.first] > window and node.last - node.first > 1
            if larger:
                _unwrap(node, outline)
                node.children = _divide(node, page, delimiters, domain) or (
                    _by_line(node) if depth == 3 else []
                )
            (leaves if node.children else settled).extend(node.children or [node])
        leaves = settled
    return root


def _unwrap(node: Node, outline: Outline) -> None:
    """Step into elements that hold all of the node's blocks: their inside is what can be divided."""
    first, last, ends = outline.first_block, outline.last_block, outline.ends
    child = node.start
    while child < node.end:
        if first[child] <= node.first and last[child] >= node.last and ends[child] <= node.end:
            node.start, node.end = child + 1, ends[child]
            child += 1
        elif last[child] <= node.first:
            child = ends[child]
        else:
            break


def _divide(node: Node, page: PageBlocks, delimiters: list[int], domain: tuple[str, ...]) -> list[Node]:
    """The parts of a node by visual attribute (CVD), else structure (CSD), else domain (CDD); or none."""
    return (
        _by_visual_attribute(node, page)
        or _by_structure(node, page.outline, delimiters)
        or _by_domain(node, page, domain)
    )


def _by_visual_attribute(node: Node, page: PageBlocks) -> list[Node]:
    """DVN: neighbouring children of one look in one part, where the children do not all look alike."""
    outline = page.outline
    first, last, ends = outline.first_block, outline.last_block, outline.ends
    cuts: list[tuple[int, int]] = []
    look: object = None
    child = node.start
    while child < node.end:
        if last[child] > first[child] and ends[child] <= node.end:
            its_look = _look(page, child)
            if look not in (None, its_look):
                cuts.append((first[child], child))
            look = its_look
        child = ends[child]
    return _parts(node, cuts)


def _look(page: PageBlocks, element: int) -> object:
    if page.styles is not None:
        style = page.styles[element]
        return tuple(style.get(name) for name in _COMPUTED)
    attributes = page.outline.attributes[element]
    return tuple(attributes.get(name) for name in _VISUAL) if attributes else (None,) * len(_VISUAL)


def _by_structure(node: Node, outline: Outline, delimiters: list[int]) -> list[Node]:
    """DSN: each outermost delimiter inside the node is a part, and so is what lies between two."""
    cuts: list[tuple[int, int]] = []
    position = bisect_left(delimiters, node.start)
    while position < len(delimiters) and (element := delimiters[position]) < node.end:
        end = outline.ends[element]
        if end <= node.end:
            cuts.append((outline.first_block[element], element))
            cuts.append((outline.last_block[element], end))
            position = bisect_left(delimiters, end, position + 1)
        else:
            position += 1
    return _parts(node, cuts)


def _by_domain(node: Node, page: PageBlocks, domain: tuple[str, ...]) -> list[Node]:
    """DDN: a block that opens with a domain delimiter starts a part."""
    opens, first = _opening(domain), page.outline.first_block
    starts = [i for i in range(node.first + 1, node.last) if opens.match(page.blocks[i].text)]
    cuts = [(i, bisect_left(first, i, node.start, node.end)) for i in starts]
    return _parts(node, cuts)


def _by_line(node: Node) -> list[Node]:
    """What the page shows on lines of its own, once nothing else divides the node."""
    return [Node(i, i + 1, node.end, node.end) for i in range(node.first, node.last)]


def _parts(node: Node, cuts: list[tuple[int, int]]) -> list[Node]:
    """The node cut at (block, element) positions; parts without blocks fall away."""
    bounds = [(node.first, node.start), *cuts, (node.last, node.end)]
    parts = [Node(a, b, start, end) for (a, start), (b, end) in pairwise(bounds) if b > a]
    return parts if len(parts) > 1 else []


def merge(root: Node, blocks: Sequence[Block], domain: tuple[str, ...]) -> list[list[Node]]:
    """Join adjacent sibling leaves that a next-to delimiter separates; each coherent block as its leaves.

    Children whose leaves all joined are one leaf to their own siblings, so merging goes up the tree.
    """
    merged: dict[int, list[list[Node]]] = {}
    for node in _post_order(root):
        if not node.children:
            merged[id(node)] = [[node]]
            continue
        groups = merged.pop(id(node.children[0]))
        after_leaf = len(groups) == 1
        for child in node.children[1:]:
            parts = merged.pop(id(child))
            leaf = len(parts) == 1
            if leaf and after_leaf and _next_to(blocks, groups[-1], parts[0], domain):
                groups[-1].extend(parts[0])
            else:
                groups.extend(parts)
            after_leaf = leaf
        merged[id(node)] = groups
    return merged[id(root)]


def _post_order(root: Node) -> Iterator[Node]:
    order, stack = [], [root]
    while stack:
        node = stack.pop()
        order.append(node)
        stack.extend(node.children)
    return reversed(order)


def _next_to(blocks: Sequence[Block], left: list[Node], right: list[Node], domain: tuple[str, ...]) -> bool:
    """Whether `.`, `;` or headings of the same level lie between, and no domain delimiter."""
    before, after = blocks[left[-1].last - 1], blocks[right[0].first]
    if _opening(domain).match(after.text):
        return False
    if after.level:
        return blocks[left[0].first].level == after.level
    return before.level > 0 or before.text.rstrip(_CLOSERS).endswith(_NEXT_TO)


@lru_cache(maxsize=8)
def _opening(phrases: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(
        rf"(?:{'|'.join(map(re.escape, phrases))})(?!\w)" if phrases else r"(?!)", re.IGNORECASE
    )
