"""VIPS (Cai, Yu, Wen and Ma 2003, MSR-TR-2003-79), which 002 builds on and compares with.

Three steps, round by round: thirteen rules divide DOM nodes into a pool of visual blocks; a line that crosses
none of them is a separator, with a weight; blocks that the weakest separators part belong together. A block
less coherent than permitted goes through the next round. The report tells the rules, and ranges of the degree
of coherence (DoC, 1 to 10), but no thresholds and weights: those are ours. Nodes stand where a browser put
them.

VIPS ends with the content structure; which block of it informs is chosen as 002 does for its own blocks.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import floor
from typing import ClassVar, NamedTuple

from webnoise.errors import ConfigError
from webnoise.methods.visual.eifce import informative_content
from webnoise.methods.visual.evbe import BlockTree, EvbeParams, VisualMethod
from webnoise.methods.visual.visual_page import SeenBlocks, VisualPage
from webnoise.model import PageBlocks, Verdict
from webnoise.page.rendered import Box


@dataclass(frozen=True, slots=True)
class VipsParams:
    """Neither value is the report's; on 78 pages with all of their style sheets, shingle F1 was 0.780, 0.774,
    0.776, 0.771 for a permitted DoC of 3, 4, 5, 6, and 0.770, 0.768, 0.776 for small 0.02, 0.05, 0.1 at 5.
    """

    permitted: int = 5
    """PDoC: blocks of a lower degree of coherence are divided further."""
    small: float = 0.1
    """The relative size, of what a round divides, below which a node is small (rules 9 and 10)."""


class Part(NamedTuple):
    """A child of a node: an element, or a run of text that lies in none (`element` is then the node)."""

    element: int
    first: int
    last: int
    box: Box
    is_text: bool


class VisualBlock(NamedTuple):
    part: Part
    coherence: int


class Separator(NamedTuple):
    """Between the blocks of the pool that end at `start` and those that begin at `end`."""

    start: int
    end: int
    weight: float


class Vips(VisualMethod):
    name: ClassVar[str] = "vips"

    def __init__(self, params: VipsParams | None = None) -> None:
        self.params = params or VipsParams()

    def judge_page(self, page: PageBlocks) -> list[Verdict]:
        return informative_content(page, content_structure(page, self.params), EvbeParams())


class RenderedPage(VisualPage):
    """A page's nodes with their boxes."""

    def __init__(self, page: PageBlocks) -> None:
        super().__init__(page)
        if not isinstance(page, SeenBlocks) or page.boxes is None:
            raise ConfigError("vips looks at a page's boxes: webnoise evaluate --rendered")
        self.boxes = _shown_boxes(self.children, page.boxes)
        self.colours = self._colours()
        self.lines = [box for tag, box in zip(self.tags, page.boxes, strict=True) if tag == "hr" and box]

    def parts(self, node: int) -> list[Part]:
        """The valid children with text, and the runs of text between them."""
        found: list[Part] = []
        behind = self.first[node]
        for child in self.children[node]:
            first, last, box = self.first[child], self.last[child], self.boxes[child]
            if last == first:
                continue
            if behind < first:
                found.append(self._run(node, behind, first, found, box))
            if box is not None and not self.invalid[child]:
                found.append(Part(child, first, last, box, is_text=False))
            behind = last
        if behind < self.last[node]:
            found.append(self._run(node, behind, self.last[node], found, None))
        return found

    def _run(self, node: int, first: int, last: int, before: Sequence[Part], after: Box | None) -> Part:
        """A run of text has no box of its own: it takes the node's width between what is above and below."""
        around = self.boxes[node] or Box(0, 0, 0, 0)
        top = min(max(around.top, before[-1].box.bottom), around.bottom) if before else around.top
        bottom = max(top, after.top if after else around.bottom)
        return Part(node, first, last, Box(around.left, top, around.width, bottom - top), is_text=True)

    def unseen(self) -> Iterator[tuple[int, int]]:
        """The texts of elements that do not appear, as ranges."""
        for element, box in enumerate(self.boxes):
            if box is None or self.invalid[element]:
                yield self.first[element], self.last[element]

    def font(self, element: int) -> tuple[float, str]:
        style = self.styles[element]
        return float(style["font-size"].removesuffix("px") or 0), style.get("font-weight", "")

    def parent(self, element: int) -> int:
        return self._outline.parents[element]

    def _colours(self) -> list[str]:
        """The background that shows at each element."""
        found: list[str] = []
        for element, style in enumerate(self.styles):
            own = style["background-color"]
            around = found[self.parent(element)] if element else "#ffffff"
            found.append(around if own == "transparent" else own)
        return found


def _shown_boxes(children: Sequence[Sequence[int]], boxes: Sequence[Box | None]) -> list[Box | None]:
    """The boxes, of a node without size (floats give their parent none) that around its children."""
    shown = list(boxes)
    for node in range(len(shown) - 1, -1, -1):
        own = shown[node]
        if own is None or not own.area:
            inner = [box for child in children[node] if (box := shown[child]) is not None]
            shown[node] = _around(inner) if inner else None
    return shown


def _around(boxes: Sequence[Box]) -> Box:
    left, top = min(box.left for box in boxes), min(box.top for box in boxes)
    return Box(left, top, max(box.right for box in boxes) - left, max(box.bottom for box in boxes) - top)


# Visual block extraction (section 4.1)


class Judged(NamedTuple):
    """A node that the rules look at; `area` is that of what the round divides, `whole` that of the page."""

    view: RenderedPage
    node: int
    box: Box
    parts: list[Part]
    is_root: bool
    after_whole: bool
    """Whether the sibling before it was not divided."""
    area: int
    whole: int
    params: VipsParams


class Decision(NamedTuple):
    """Whether a node is divided; if not, its coherence. Children in `kept` are not divided in this round."""

    divide: bool
    coherence: int = 0
    kept: frozenset[int] = frozenset()


DIVIDE = Decision(divide=True)
Rule = Callable[[Judged], Decision | None]


def rule_2_only_child(of: Judged) -> Decision | None:
    return DIVIDE if len(of.parts) == 1 and not of.parts[0].is_text else None


def rule_3_root(of: Judged) -> Decision | None:
    """The root of what a round divides is divided."""
    return DIVIDE if of.is_root and not all(part.is_text for part in of.parts) else None


def rule_4_only_text(of: Judged) -> Decision | None:
    """Text and virtual text nodes alone: one block, the more coherent where all of it has one font."""
    if not all(part.is_text for part in of.parts):
        return None
    fonts = {of.view.font(child) for child in (of.node, *of.view.children[of.node]) if of.view.inline[child]}
    return Decision(divide=False, coherence=10 if fonts <= {of.view.font(of.node)} else 9)


def rule_5_line_break(of: Judged) -> Decision | None:
    inline = of.view.inline
    return DIVIDE if any(not part.is_text and not inline[part.element] for part in of.parts) else None


def rule_6_horizontal_rule(of: Judged) -> Decision | None:
    return DIVIDE if any(of.view.tags[child] == "hr" for child in of.view.children[of.node]) else None


def rule_7_children_outgrow_it(of: Judged) -> Decision | None:
    return DIVIDE if sum(part.box.area for part in of.parts) > of.box.area else None


def rule_8_other_background(of: Judged) -> Decision | None:
    """A child of another colour parts the node and stays whole in this round."""
    colours = of.view.colours
    other = [p.element for p in of.parts if not p.is_text and colours[p.element] != colours[of.node]]
    return Decision(divide=True, kept=frozenset(other)) if other else None


def rule_9_small_with_text(of: Judged) -> Decision | None:
    if any(part.is_text for part in of.parts) and of.box.area < of.params.small * of.area:
        return _whole(of)
    return None


def rule_10_small_children(of: Judged) -> Decision | None:
    largest = max(part.box.area for part in of.parts)
    return _whole(of) if largest < of.params.small * of.area else None


def rule_11_after_a_whole_one(of: Judged) -> Decision | None:
    return _whole(of) if of.after_whole else None


def rule_12_divide(_: Judged) -> Decision:
    return DIVIDE


def rule_13_do_not_divide(of: Judged) -> Decision:
    return _whole(of)


def _whole(of: Judged) -> Decision:
    return Decision(divide=False, coherence=coherence_by_size(of.view.tags[of.node], of.box, of.whole))


def coherence_by_size(tag: str, box: Box, whole: int) -> int:
    """5 to 8: the larger, the less coherent, and a table less than others. The steps are ours."""
    share = box.area / whole if whole else 1.0
    steps = sum(share >= step for step in (0.05, 0.15, 0.3)) + (tag in ("table", "tbody", "tr"))
    return max(5, 8 - steps)


RULES: dict[int, Rule] = {
    2: rule_2_only_child, 3: rule_3_root, 4: rule_4_only_text, 5: rule_5_line_break,
    6: rule_6_horizontal_rule, 7: rule_7_children_outgrow_it, 8: rule_8_other_background,
    9: rule_9_small_with_text, 10: rule_10_small_children, 11: rule_11_after_a_whole_one,
    12: rule_12_divide, 13: rule_13_do_not_divide,
}  # fmt: skip
"""By number; rule 1, that a node without valid children goes, is in `extract_visual_blocks`."""
RULES_OF = {
    "inline": (2, 3, 4, 5, 6, 7, 9, 10, 12),
    "table": (2, 3, 8, 10, 13),
    "tr": (2, 3, 7, 8, 10, 13),
    "td": (2, 3, 4, 9, 10, 11, 13),
    "th": (2, 3, 4, 9, 10, 11, 13),
    "p": (2, 3, 4, 5, 6, 7, 9, 10, 12),
    "other": (2, 3, 4, 6, 7, 9, 10, 12),
}
"""Which rules a node is asked by, in their order (the report's table 2; `th` is ours)."""


def _decision(of: Judged) -> Decision:
    kind = "inline" if of.view.inline[of.node] else of.view.tags[of.node]
    said = (RULES[number](of) for number in RULES_OF.get(kind, RULES_OF["other"]))
    return next(decision for decision in said if decision is not None)


def extract_visual_blocks(
    view: RenderedPage, root: int, whole: int, params: VipsParams
) -> Iterator[VisualBlock]:
    """One round: the pool of visual blocks in a node, in document order."""
    box = view.boxes[root]
    if box is None:
        return
    waiting = [(Part(root, view.first[root], view.last[root], box, is_text=False), True, False)]
    undivided: dict[int, bool] = {}  # of each parent, whether its last child was not divided
    while waiting:
        part, is_root, kept = waiting.pop()
        if part.is_text:
            yield VisualBlock(part, 10)
            continue
        parent = view.parent(part.element)
        parts = view.parts(part.element)
        if not parts:  # rule 1
            continue
        judged = Judged(
            view,
            part.element,
            part.box,
            parts,
            is_root,
            undivided.get(parent, False),
            box.area,
            whole,
            params,
        )
        if kept:
            tag = view.tags[part.element]
            decision = Decision(divide=False, coherence=max(6, coherence_by_size(tag, part.box, whole)))
        else:
            decision = _decision(judged)
        undivided[parent] = not decision.divide
        if decision.divide:
            waiting.extend((p, False, p.element in decision.kept and not p.is_text) for p in reversed(parts))
        else:
            yield VisualBlock(part, decision.coherence)


# Separator detection (section 4.2)


def separators(view: RenderedPage, pool: Sequence[VisualBlock], *, horizontal: bool) -> list[Separator]:
    """Lines across the pool that cross no block; a pixel of rounding is no crossing."""
    begins, ends = (1, "bottom") if horizontal else (0, "right")
    ordered = sorted(pool, key=lambda block: block.part.box[begins])
    found = []
    before = [ordered[0]]
    edge = getattr(ordered[0].part.box, ends)
    starts = [block.part.box[begins] for block in ordered]
    for place, (start, block) in enumerate(zip(starts, ordered, strict=True)):
        if place and start >= edge - 1:
            above = [b for b in before if getattr(b.part.box, ends) >= edge - 1]
            below = ordered[place : bisect_right(starts, start + 1)]
            weight = separator_weight(view, (edge, start), above, below, horizontal=horizontal)
            found.append(Separator(edge, start, weight))
            before = []
        before.append(block)
        edge = max(edge, getattr(block.part.box, ends))
    return found


def separator_weight(
    view: RenderedPage,
    between: tuple[int, int],
    above: Sequence[VisualBlock],
    below: Sequence[VisualBlock],
    *,
    horizontal: bool,
) -> float:
    """The report's five rules: distance, a rule between, background, and for horizontal ones font and kind.

    Of left and right ones, `above` are those to the left. 1 for ten px, 2 for each of the others are ours.
    """
    start, end = between
    weight = max(end - start, 0) / 10
    pairs = [(one.part.element, other.part.element) for one in above for other in below]
    weight += 2 * any(view.colours[one] != view.colours[other] for one, other in pairs)
    if not horizontal:
        return weight
    weight += 2 * any(start - 1 <= line.top <= end + 1 for line in view.lines)
    weight += 2 * any(view.font(one) != view.font(other) for one, other in pairs)
    weight += 2 * any(view.font(one)[0] < view.font(other)[0] for one, other in pairs)
    if all(block.coherence >= 9 for block in (*above, *below)):  # both are text
        weight -= 2
    return max(weight, 0.0)


# Content structure construction (section 4.3)


def content_structure(page: PageBlocks, params: VipsParams) -> BlockTree:
    """The page parted at its weightiest separators, and each part again, until all are coherent enough.

    That is the report's merging, which begins with the weakest, seen from its end.
    """
    view = RenderedPage(page)
    tree = BlockTree([0], [-1] * len(page.blocks))
    root = view.boxes[0] if page.blocks else None
    if root is None:
        return tree
    waiting = [(0, list(extract_visual_blocks(view, 0, root.area, params)))]
    while waiting:
        block, pool = waiting.pop()
        if len(pool) == 1:
            (part, coherence), finer = pool[0], list[VisualBlock]()
            if coherence < params.permitted and not part.is_text:
                finer = list(extract_visual_blocks(view, part.element, root.area, params))
            parts = [finer] if finer and finer != pool else []
        else:
            parts = _divided(view, pool, params)
        if len(parts) == 1:
            waiting.append((block, parts[0]))
            continue
        made = range(len(tree.parents), len(tree.parents) + len(parts))
        tree.parents.extend(block for _ in made)
        waiting.extend(reversed(list(zip(made, parts, strict=True))))
        if not parts:
            for part, _ in pool:
                tree.owners[part.first : part.last] = [block] * (part.last - part.first)
    for first, last in view.unseen():
        tree.owners[first:last] = [-1] * (last - first)
    return tree


def _divided(view: RenderedPage, pool: Sequence[VisualBlock], params: VipsParams) -> list[list[VisualBlock]]:
    """The pool cut at its weightiest separators; nothing where it is coherent enough as it is."""
    if not pool:
        return []
    ways = {way: separators(view, pool, horizontal=way) for way in (True, False)}
    weights = {way: max((each.weight for each in found), default=-1.0) for way, found in ways.items()}
    way = weights[True] >= weights[False]
    least = min(block.coherence for block in pool)
    if min(coherence_of(max(weights.values())), least) >= params.permitted:
        return []
    if not ways[way]:  # they overlap: each by itself
        return [[block] for block in pool]
    edges = [each.end for each in ways[way] if each.weight == weights[way]]
    begins = 1 if way else 0
    found: list[list[VisualBlock]] = [[] for _ in (*edges, None)]
    for block in pool:
        found[bisect_right(edges, block.part.box[begins])].append(block)
    return [part for part in found if part]


def coherence_of(weight: float) -> int:
    """DoC of blocks with separators of this weight between them; 10 without one."""
    return 10 if weight < 0 else max(1, floor(10 - weight / 2))
