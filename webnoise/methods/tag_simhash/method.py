"""Tag analysis, modified simhash and weighted block score (paper 003).

Blocks are the div and td elements. Those that the tags give away, those without punctuation and those that
repeat an earlier one go; of the distinct rest, those whose score exceeds the share of distinct blocks stay.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from webnoise.dedup.simhash import fingerprint
from webnoise.methods.base import PageMethod
from webnoise.methods.tag_simhash.duplicates import NEAR, near_duplicates
from webnoise.methods.tag_simhash.tags import primary_noise
from webnoise.model import PageBlocks, Reason, Verdict
from webnoise.text.language import page_language
from webnoise.text.sentences import punctuation
from webnoise.text.terms import terms

SHORT_TEXT = 25
"""Characters below which a text is merged with its neighbour before it is judged. The paper says "small";
a line of a menu or a byline is about this long, the shortest sentence of an article rarely is."""


@dataclass(frozen=True, slots=True)
class TagSimhashParams:
    block_tags: frozenset[str] = frozenset({"div", "td"})
    """Section 3.1."""
    short: int = SHORT_TEXT
    near: int = NEAR
    title_weight: float = 0.3
    link_weight: float = 0.3
    content_weight: float = 0.4
    """Alpha, beta and gamma of formula 4."""


class WordCounts(NamedTuple):
    """Distinct title, link and content words, of a block or of the page."""

    title: int
    link: int
    content: int


class _Words(NamedTuple):
    title: frozenset[str]
    link: frozenset[str]
    content: frozenset[str]

    @property
    def counts(self) -> WordCounts:
        return WordCounts(len(self.title), len(self.link), len(self.content))


class TagSimhash(PageMethod):
    name: ClassVar[str] = "tag_simhash"

    def __init__(self, params: TagSimhashParams | None = None) -> None:
        self.params = params or TagSimhashParams()

    def judge_page(self, page: PageBlocks) -> list[Verdict]:
        params = self.params
        blocks = block_separation(page, params.block_tags)
        dropped = primary_noise(page)
        remaining = _remaining(blocks, dropped)
        dropped.update(_unpunctuated(page, remaining, dropped, params))
        remaining = _remaining(remaining, dropped)
        language = page_language(page)
        block_terms = [terms("\n".join(page.blocks[i].text for i in block), language) for block in remaining]
        repeats = near_duplicates(
            [fingerprint(found) if found else None for found in block_terms], params.near
        )
        for later, (earlier, distance) in repeats.items():
            first = remaining[earlier][0]
            detail = f"its div or td repeats that of block {first}, {distance} bits differ"
            dropped.update(dict.fromkeys(remaining[later], Reason("duplicate", detail)))
        distinct = [number for number in range(len(remaining)) if number not in repeats]
        words = _words(page, [(remaining[number], block_terms[number]) for number in distinct], language)
        scores = _scores(words, params)
        limit = threshold(len(distinct), number_of_blocks(page, blocks, params.block_tags))
        return _verdicts(page, dropped, [remaining[number] for number in distinct], scores, limit)


def block_separation(page: PageBlocks, tags: frozenset[str]) -> list[list[int]]:
    """Step 1: the page's texts by the innermost div or td around them, in document order.

    An outer div with text of its own is a block beside its inner ones; so is what lies in none of them.
    A div or td without text of its own has nothing to judge.
    """
    outline = page.outline
    owners: list[int] = []
    for tag, parent in zip(outline.tags, outline.parents, strict=True):
        element = len(owners)
        owners.append(element if tag in tags or element == 0 else owners[parent])
    blocks: dict[int, list[int]] = {}
    for block in page.blocks:
        blocks.setdefault(owners[block.element], []).append(block.index)
    return list(blocks.values())


def number_of_blocks(page: PageBlocks, blocks: Sequence[list[int]], tags: frozenset[str]) -> int:
    """The n of section 3.1, the number of div and td tags, those without text of their own included."""
    return max(sum(tag in tags for tag in page.outline.tags), len(blocks))


def weighted_block_score(block: WordCounts, page: WordCounts, params: TagSimhashParams) -> float:
    """Formulas 4 to 7."""
    title, link, content = (count / total if total else 0.0 for count, total in zip(block, page, strict=True))
    score = 1 - (params.title_weight * title + params.link_weight * link + params.content_weight * content)
    return min(max(score, 0.0), 1.0)


def threshold(distinct: int, blocks: int) -> float:
    """Formula 8."""
    return distinct / blocks if blocks else 0.0


def _remaining(blocks: Sequence[list[int]], dropped: dict[int, Reason]) -> list[list[int]]:
    rest = ([index for index in block if index not in dropped] for block in blocks)
    return [block for block in rest if block]


def _unpunctuated(
    page: PageBlocks, blocks: Sequence[list[int]], dropped: dict[int, Reason], params: TagSimhashParams
) -> dict[int, Reason]:
    """Step 3: inside the minimum subtree, blocks without punctuation are noise."""
    subtree = minimum_subtree(page, dropped)
    texts = ["\n".join(page.blocks[index].text for index in block) for block in blocks]
    reason = Reason("no_punctuation", f"its div or td in {page.outline.tags[subtree]} has no punctuation")
    noise = without_punctuation(texts, params.short)
    return {index: reason for block, bare in zip(blocks, noise, strict=True) if bare for index in block}


def minimum_subtree(page: PageBlocks, dropped: Collection[int] = ()) -> int:
    """The deepest element that still holds the greatest share of the page's text, dropped blocks left out.

    The root holds the greatest share; an element that holds no less spans the first and the last text.
    """
    outline = page.outline
    left = [block for block in page.blocks if block.index not in dropped]
    if not left:
        return 0
    last = left[-1].index
    element = left[0].element
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


def _words(page: PageBlocks, blocks: Sequence[tuple[list[int], list[str]]], language: str) -> list[_Words]:
    """Each block's distinct title words, link words, and content words, which are neither."""
    title = frozenset(terms(page.title or "", language))
    found = []
    for block, block_terms in blocks:
        unique = frozenset(block_terms)
        linked = frozenset(terms(" ".join(page.blocks[index].link_text for index in block), language))
        in_title = unique & title
        in_link = (unique & linked) - title
        found.append(_Words(in_title, in_link, unique - in_title - in_link))
    return found


def _scores(words: Sequence[_Words], params: TagSimhashParams) -> list[float]:
    """Step 7 for all distinct blocks; the page's words are those of its distinct blocks."""
    page = (
        WordCounts(*(len(frozenset().union(*kind)) for kind in zip(*words, strict=True))) if words else None
    )
    return [weighted_block_score(block.counts, page, params) for block in words] if page else []


def _verdicts(
    page: PageBlocks,
    dropped: dict[int, Reason],
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
