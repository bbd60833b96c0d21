"""Key patterns (paper 000): repeated runs of sibling tags make blocks, few tags make noise.

The tags of one element's children are a sequence. Its repetitions that lie in no longer repetition
are its key patterns; the sequence is cut where they match, one virtual node per piece. A block of
text belongs to the innermost virtual node around it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any, ClassVar, NamedTuple

from webnoise.methods.base import PageMethod
from webnoise.model import Outline, PageBlocks, Reason, Verdict

Pattern = tuple[str, ...]

LONGEST = 24
"""Departs: repetitions longer than this are not looked for, so that the work grows with the number of
children and not with its square. A run of equal tags is one virtual node at any length."""


@dataclass(frozen=True, slots=True)
class KeyPatternsParams:
    less_meaningful: frozenset[str] = frozenset({"a", "b", "script", "span"})
    """Tags that preprocessing removes (000, section 3.1); the text inside them stays."""
    longest: int = LONGEST
    threshold: int = 3
    """Least number of meaningful tags of a block. The paper names no value; F1 only falls as it grows:
    a sweep of 1, 4, 8, 16 over 156 news pages gave 0.739, 0.722, 0.677, 0.535, so the default stays low."""


class VirtualNode(NamedTuple):
    """The children `start` .. `end` (exclusive) of one element."""

    start: int
    end: int


class KeyPatterns(PageMethod):
    name: ClassVar[str] = "key_patterns"

    def __init__(self, params: KeyPatternsParams | None = None) -> None:
        self.params = params or KeyPatternsParams()

    def judge_page(self, page: PageBlocks) -> list[Verdict]:
        """Keep the blocks of text whose virtual node holds enough meaningful tags."""
        importances = block_importances(page.outline, len(page.blocks), self.params)
        return [self._verdict(importance) for importance in importances]

    def _verdict(self, importance: int) -> Verdict:
        threshold = self.params.threshold
        keep = importance >= threshold
        relation = "at least" if keep else "fewer than"
        detail = f"its repeated pattern holds {importance} meaningful tags, {relation} {threshold}"
        return Verdict(keep, float(importance), Reason("important_block" if keep else "few_tags", detail))


def block_importances(outline: Outline, blocks: int, params: KeyPatternsParams) -> list[int]:
    """For each block of text the importance of the innermost virtual node around it.

    Elements come in document order, outer ones first, so what an inner element says overwrites.
    """
    counts = _meaningful_before(outline, params)
    importances = [counts[-1] if counts else 0] * blocks
    first, last = outline.first_block, outline.last_block
    for element, tag in enumerate(outline.tags):
        if last[element] - first[element] < 2 or tag in params.less_meaningful:
            continue  # one text is not divided; a removed tag's children are its parent's
        children = _children(outline, element, params)
        nodes = virtual_nodes([outline.tags[child] for child in children], params.longest)
        for node in nodes:
            start, end = children[node.start], outline.ends[children[node.end - 1]]
            importance = counts[end] - counts[start]
            stop = last[element] if node.end == len(children) else first[children[node.end]]
            for block in range(first[start], stop):
                importances[block] = importance
    return importances


def _meaningful_before(outline: Outline, params: KeyPatternsParams) -> list[int]:
    """Running count of meaningful tags: those of the subtree of e are counts[ends[e]] - counts[e]."""
    counts = [0]
    for tag in outline.tags:
        counts.append(counts[-1] + (tag not in params.less_meaningful))
    return counts


def _children(outline: Outline, element: int, params: KeyPatternsParams) -> list[int]:
    """The children after preprocessing: those of a removed child stand in its place."""
    tags, ends, removed = outline.tags, outline.ends, params.less_meaningful
    children = []
    child, end = element + 1, ends[element]
    while child < end:
        if tags[child] in removed:
            child += 1
        else:
            children.append(child)
            child = ends[child]
    return children


def repetitions(sequence: Sequence[str], longest: int = LONGEST) -> dict[Pattern, int]:
    """Subsequences of length m, 1 < m <= n/2, that occur twice or more, with the number of occurrences.

    Windows grow by one element a round; only those that were repeated can be repeated when longer.
    """
    limit = min(len(sequence) // 2, longest)
    runs = _run_ends(sequence)
    found: dict[Pattern, int] = {}
    names: list[Any] = list(sequence)  # of the window that starts here; equal windows have equal names
    starts: Sequence[int] = range(len(sequence))
    for length in range(2, limit + 1):
        windows: dict[tuple[Any, str], list[int]] = {}
        for start in starts:
            if start + length <= len(sequence):
                windows.setdefault((names[start], sequence[start + length - 1]), []).append(start)
        starts = []
        for name, positions in enumerate(windows.values()):
            count = _occurrences(positions, length, runs)
            if count < 2:
                continue
            found[tuple(sequence[positions[0] : positions[0] + length])] = count
            for position in positions:
                names[position] = name
            starts.extend(positions)
        if not starts:
            break
    return found


def _run_ends(sequence: Sequence[str]) -> list[int]:
    """For each position the end of the run of equal elements it lies in."""
    ends: list[int] = []
    for _, run in groupby(sequence):
        length = sum(1 for _ in run)
        ends.extend([len(ends) + length] * length)
    return ends


def _occurrences(positions: list[int], length: int, run_ends: list[int]) -> int:
    """How often a window occurs; windows of equal elements must not overlap (000, figure 3)."""
    if run_ends[positions[0]] < positions[0] + length:
        return len(positions)
    count = free = 0
    for position in positions:
        if position >= free:
            count += 1
            free = position + length
    return count


def key_patterns(sequence: Sequence[str], longest: int = LONGEST) -> list[Pattern]:
    """The repetitions that are not properly contained in another one, longest first.

    It is enough to look one element further: what is contained in a longer repetition is contained in
    one that is longer by one, because every part of a repetition is a repetition.
    """
    found = repetitions(sequence, longest)
    contained = {part for pattern in found for part in (pattern[:-1], pattern[1:])}
    return sorted((pattern for pattern in found if pattern not in contained), key=lambda p: (-len(p), p))


def virtual_nodes(sequence: Sequence[str], longest: int = LONGEST) -> list[VirtualNode]:
    """Cut the sequence at each match of a key pattern; a pattern of equal elements groups its whole run.

    The groups lie inside the pieces that the cuts make, and come after them in the list.
    """
    patterns = key_patterns(sequence, longest)
    cuts = _cuts(sequence, [pattern for pattern in patterns if len(set(pattern)) > 1])
    bounds = sorted({0, *cuts, len(sequence)}) if cuts else []
    pieces = [VirtualNode(start, end) for start, end in pairwise(bounds)]
    return pieces + _runs(sequence, cuts, {p[0]: len(p) for p in reversed(patterns) if len(set(p)) == 1})


def _cuts(sequence: Sequence[str], patterns: list[Pattern]) -> list[int]:
    """Where the patterns match, from left to right, without overlap, the longest first."""
    known = set(patterns)
    lengths: dict[Pattern, dict[int, None]] = {}  # by the first two elements, longest first
    for pattern in patterns:
        lengths.setdefault(pattern[:2], {})[len(pattern)] = None
    cuts = []
    position = 0
    while position < len(sequence) - 1:
        head = (sequence[position], sequence[position + 1])
        step = 1
        for length in lengths.get(head, ()):
            if tuple(sequence[position : position + length]) in known:
                cuts.append(position)
                step = length
                break
        position += step
    return cuts


def _runs(sequence: Sequence[str], cuts: list[int], lengths: dict[str, int]) -> list[VirtualNode]:
    """The runs of equal elements that hold a key pattern of equal elements, ended where a piece ends."""
    nodes = []
    run_ends = _run_ends(sequence) if lengths else []
    position = 0
    while position < len(run_ends):
        cut = bisect_right(cuts, position)
        end = min(run_ends[position], cuts[cut] if cut < len(cuts) else len(sequence))
        if end - position >= lengths.get(sequence[position], len(sequence) + 1):
            nodes.append(VirtualNode(position, end))
        position = end
    return nodes
