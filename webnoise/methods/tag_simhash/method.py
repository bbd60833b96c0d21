"""Tag analysis, modified simhash and weighted block score (paper 003).

Blocks are the div and td elements. Those that the tags give away, those without punctuation and those that
repeat an earlier one go; of the distinct rest, those whose score exceeds the share of distinct blocks stay.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal, NamedTuple

from webnoise.dedup.simhash import fingerprint
from webnoise.methods.base import PageMethod, page_language
from webnoise.methods.tag_simhash.duplicates import NEAR, near_duplicates
from webnoise.methods.tag_simhash.score import ScoreWeights, count_words, threshold, weighted_block_score
from webnoise.methods.tag_simhash.tags import SEEN, background, label_of_removed, primary_noise
from webnoise.model import PageBlocks, Reason, Verdict
from webnoise.text.sentences import punctuation
from webnoise.text.terms import terms

SHORT_TEXT = 25
"""Characters below which a text is merged with its neighbour before it is judged. The paper says "small";
a line of a menu or a byline is about this long, the shortest sentence of an article rarely is."""

Stage = Literal["tags", "primary", "duplicates", "score"]


@dataclass(frozen=True, slots=True)
class TagSimhashParams:
    block_tags: frozenset[str] = frozenset({"div", "td"})
    """Section 3.1."""
    short: int = SHORT_TEXT
    near: int = NEAR
    weights: ScoreWeights = field(default_factory=ScoreWeights)


class DivBlock(NamedTuple):
    """A block of the paper: texts, and elements without text, whose innermost div or td is `element`."""

    element: int
    texts: list[int]
    things: list[int]


class TagSimhash(PageMethod):
    name: ClassVar[str] = "tag_simhash"
    last_stage: ClassVar[Stage] = "score"

    def __init__(self, params: TagSimhashParams | None = None) -> None:
        self.params = params or TagSimhashParams()

    def judge_page(self, page: PageBlocks) -> list[Verdict]:
        params = self.params
        blocks = block_separation(page, params.block_tags)
        dropped = tag_analysis(page, blocks)
        if self.last_stage == "tags":
            return _verdicts(page, dropped, Reason("clean", "no rule of the tag analysis names it"))
        dropped |= _without_content(page, _remaining(blocks, dropped), dropped, params)
        left = _remaining(blocks, dropped)
        if self.last_stage == "primary":
            return _verdicts(page, dropped, Reason("clean", "no rule for primary noise names it"))
        language = page_language(page)
        left_terms = [terms("\n".join(page.blocks[i].text for i in block), language) for block in left]
        repeats = self.repeats(left_terms)
        for later, (earlier, distance) in repeats.items():
            detail = f"its div or td repeats that of block {left[earlier][0]}, {distance}"
            dropped.update(dict.fromkeys(left[later], Reason("duplicate", detail)))
        if self.last_stage == "duplicates":
            return _verdicts(page, dropped, Reason("distinct", "its div or td repeats no other"))
        distinct = [number for number in range(len(left)) if number not in repeats]
        counts, of_page = count_words(
            page, [left[number] for number in distinct], [left_terms[number] for number in distinct], language
        )
        scores = [weighted_block_score(each, of_page, params.weights) for each in counts]
        limit = threshold(len(distinct), len(blocks))
        return _scored(page, dropped, [left[number] for number in distinct], scores, limit)

    def repeats(self, block_terms: Sequence[Sequence[str]]) -> dict[int, tuple[int, str]]:
        """Step 6: for each block that nearly repeats an earlier one, that one, and how near it is."""
        marks = [fingerprint(each) if each else None for each in block_terms]
        found = near_duplicates(marks, self.params.near)
        return {later: (earlier, f"{distance} bits differ") for later, (earlier, distance) in found.items()}


class TagNoise(TagSimhash):
    """Tag analysis alone (section 3.2): it removes advertisements, banners, plug-ins and service links.

    It is made to come before another method, which then sees a page without them.
    """

    name: ClassVar[str] = "tag_noise"
    last_stage: ClassVar[Stage] = "tags"


class TagSimhashDistinct(TagSimhash):
    """The variant that keeps all distinct blocks.

    By formulas 4 to 8 a block scores the lower the more of the page's words it holds. That fits a page of
    many equal blocks, the paper's example; on a page whose article is one div, the article goes.
    """

    name: ClassVar[str] = "tag_simhash_distinct"
    last_stage: ClassVar[Stage] = "duplicates"


def block_separation(page: PageBlocks, tags: frozenset[str]) -> list[DivBlock]:
    """Step 1: what a page shows by the innermost div or td around it, in document order.

    An outer div with content of its own is a block beside its inner ones; so is what lies in none of them.
    Departs from "n is the number of div and td tags": a wrapper whose inside is all in inner ones holds
    nothing to be a block of, as the paper's own rule for outer ones says. Pictures, plug-ins and backgrounds
    are content.
    """
    outline = page.outline
    owners: list[int] = []
    things: dict[int, list[int]] = {}
    for element, (tag, parent) in enumerate(zip(outline.tags, outline.parents, strict=True)):
        owners.append(element if tag in tags or element == 0 else owners[parent])
        if tag in SEEN or (owners[element] == element and background(page, element)):
            things.setdefault(owners[element], []).append(element)
    texts: dict[int, list[int]] = {}
    for block in page.blocks:
        texts.setdefault(owners[block.element], []).append(block.index)
    found = [DivBlock(owner, texts.get(owner, []), things.get(owner, [])) for owner in {**texts, **things}]
    first = outline.first_block
    return sorted(
        found, key=lambda b: (b.texts[0] if b.texts else first[b.element], bool(b.texts), b.element)
    )


def tag_analysis(page: PageBlocks, blocks: Sequence[DivBlock]) -> dict[int, Reason]:
    """Step 2: the texts that are primary noise, with the labels of what was removed."""
    removed = primary_noise(page)
    dropped = dict(removed.texts)
    for block in blocks:
        reason = label_of_removed(page, block.texts, block.things, removed)
        if reason:
            dropped.update({index: reason for index in block.texts if index not in dropped})
    return dropped


def _remaining(blocks: Sequence[DivBlock], dropped: Collection[int]) -> list[list[int]]:
    rest = ([index for index in block.texts if index not in dropped] for block in blocks)
    return [block for block in rest if block]


def _without_content(
    page: PageBlocks, blocks: Sequence[list[int]], dropped: Collection[int], params: TagSimhashParams
) -> dict[int, Reason]:
    """Step 3: what lies outside the minimum subtree, and the blocks in it that have no punctuation."""
    subtree = minimum_subtree(page, dropped)
    first, last = page.outline.first_block[subtree], page.outline.last_block[subtree]
    path = page.outline.path(subtree)
    outside = Reason("outside_subtree", f"not in {path}, which holds all that has punctuation")
    noise = {i: outside for block in blocks for i in block if not first <= i < last}
    inside = [rest for block in blocks if (rest := [index for index in block if index not in noise])]
    texts = ["\n".join(page.blocks[index].text for index in block) for block in inside]
    reason = Reason("no_punctuation", f"its div or td in {path} has no punctuation")
    for block, bare in zip(inside, without_punctuation(texts, params.short), strict=True):
        if bare:
            noise.update(dict.fromkeys(block, reason))
    return noise


def minimum_subtree(page: PageBlocks, dropped: Collection[int] = ()) -> int:
    """The deepest element that covers the page's content, dropped blocks left out.

    Content is what has punctuation: "the minimum subtree that covers the entire web page content by computing
    the punctuation marks" (section 4). The root, where nothing has.
    """
    outline = page.outline
    marked = [b for b in page.blocks if b.index not in dropped and punctuation(b.text)]
    if not marked:
        return 0
    last = marked[-1].index
    element = marked[0].element
    while element > 0 and outline.last_block[element] <= last:
        element = outline.parents[element]
    return element


def without_punctuation(texts: Sequence[str], short: int = SHORT_TEXT) -> list[bool]:
    """Which of the adjacent texts are noise for want of punctuation.

    A short text is first merged with the text after it (the last with the one before it), then judged.
    """
    marks = [punctuation(text) for text in texts]
    noise = []
    for index, text in enumerate(texts):
        count = marks[index]
        if count == 0 and len(text) < short and len(texts) > 1:
            count = marks[index + 1] if index + 1 < len(texts) else marks[index - 1]
        noise.append(count == 0)
    return noise


def _scored(
    page: PageBlocks,
    dropped: Mapping[int, Reason],
    distinct: Sequence[list[int]],
    scores: Sequence[float],
    limit: float,
) -> list[Verdict]:
    """Departs: where no block's score exceeds the threshold (no block was noise), all distinct ones stay."""
    if not any(score > limit for score in scores):
        limit = -1.0
    verdicts = {index: Verdict(False, 0.0, reason) for index, reason in dropped.items()}
    for block, score in zip(distinct, scores, strict=True):
        keep = score > limit
        relation = "above" if keep else "not above"
        reason = Reason("block_score", f"{score:.3f} is {relation} {limit:.3f}")
        verdicts.update(dict.fromkeys(block, Verdict(keep, score, reason)))
    return [verdicts[block.index] for block in page.blocks]


def _verdicts(page: PageBlocks, dropped: Mapping[int, Reason], kept: Reason) -> list[Verdict]:
    """Of a variant that ends before the score."""
    stays = Verdict(True, 1.0, kept)
    return [
        Verdict(False, 0.0, dropped[block.index]) if block.index in dropped else stays
        for block in page.blocks
    ]
