"""Separators between visual blocks, and the structure that they give a page (sections 4.2 and 4.3)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from math import floor
from typing import NamedTuple

from research.baselines.vips.page import RenderedPage
from research.baselines.vips.rules import VipsParams, VisualBlock, extract_visual_blocks
from webnoise.methods.visual.evbe import BlockTree
from webnoise.model import PageBlocks


class Separator(NamedTuple):
    """Between the blocks of the pool that end at `start` and those that begin at `end`."""

    start: int
    end: int
    weight: float


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
