"""Visual block extraction (section 4.1): which nodes are divided, and how coherent the others are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from research.baselines.vips.box import Box
from research.baselines.vips.page import Part, RenderedPage


@dataclass(frozen=True, slots=True)
class VipsParams:
    """Neither value is the report's; on 78 pages with all of their style sheets, shingle F1 was 0.780, 0.774,
    0.776, 0.771 for a permitted DoC of 3, 4, 5, 6, and 0.770, 0.768, 0.776 for small 0.02, 0.05, 0.1 at 5.
    """

    permitted: int = 5
    """PDoC: blocks of a lower degree of coherence are divided further."""
    small: float = 0.1
    """The relative size, of what a round divides, below which a node is small (rules 9 and 10)."""


class VisualBlock(NamedTuple):
    part: Part
    coherence: int


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
