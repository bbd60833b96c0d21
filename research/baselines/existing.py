"""The two systems that 003 compares with: Sivakumar's (existing 1), Uma and Latha's (existing 2).

Both sketch div and td blocks by three measures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from research.baselines.duplicates import hybrid_hash, simhash
from webnoise.methods.base import PageMethod, page_language
from webnoise.methods.tag_simhash.duplicates import Repeat, near_duplicates
from webnoise.methods.tag_simhash.method import TagSimhashParams, block_separation
from webnoise.model import PageBlocks, Reason, Verdict
from webnoise.text.terms import terms


class BlockScore(NamedTuple):
    """The three measures that 003 names: keyword redundancy, link-word percentage, title-word relevancy."""

    redundancy: float
    linked: float
    title: float

    @property
    def total(self) -> float:
        """003 gives no rule to combine them; this sum, kept where it reaches the page's mean, is ours."""
        return self.title + (1 - self.linked) + (1 - self.redundancy)


_REPEATED = BlockScore(1.0, 1.0, 0.0)
"""Of a block that repeats another; its total is 0."""


class Existing1(PageMethod):
    """Simhash against repeated blocks, then the three measures, of div and td blocks as in 003.

    Of the "sketching algorithm", 003 says that the measures go in and significant blocks come out.
    """

    name = "existing_1"
    fingerprint = staticmethod(simhash)

    def judge_page(self, page: PageBlocks) -> Sequence[Verdict]:
        language = page_language(page)
        blocks = [
            block.texts for block in block_separation(page, TagSimhashParams().block_tags) if block.texts
        ]
        block_terms = [terms("\n".join(page.blocks[i].text for i in block), language) for block in blocks]
        repeats = near_duplicates([self.fingerprint(found) if found else None for found in block_terms])
        title = set(terms(page.title or "", language))
        scores = [
            _REPEATED if number in repeats else block_score(linked_terms(page, block, language), found, title)
            for number, (block, found) in enumerate(zip(blocks, block_terms, strict=True))
        ]
        totals = [score.total for score in scores]
        mean = sum(totals) / max(len(scores) - len(repeats), 1)
        keep = [number not in repeats and total >= mean for number, total in enumerate(totals)]
        owner = {index: number for number, block in enumerate(blocks) for index in block}
        order = [owner[block.index] for block in page.blocks]
        reasons = _reasons(keep, scores, repeats)
        return [Verdict(keep[number], totals[number], reasons[number]) for number in order]


class Existing2(Existing1):
    """The same on a binary term vector (hybrid hash): every term weighs 1."""

    name = "existing_2"
    fingerprint = staticmethod(hybrid_hash)


def _reasons(
    keep: Sequence[bool], scores: Sequence[BlockScore], repeats: Mapping[int, Repeat]
) -> list[Reason]:
    reasons = []
    for index, (kept, score) in enumerate(zip(keep, scores, strict=True)):
        if index in repeats:
            reasons.append(Reason("duplicate", f"repeats div or td {repeats[index].earlier}"))
        else:
            detail = f"TR {score.title:.2f}, LP {score.linked:.2f}, KR {score.redundancy:.2f}"
            reasons.append(Reason("content" if kept else "below_mean", detail))
    return reasons


def linked_terms(page: PageBlocks, block: Sequence[int], language: str) -> int:
    return len(terms("\n".join(page.blocks[index].link_text for index in block), language))


def block_score(linked: int, found: Sequence[str], title: set[str]) -> BlockScore:
    """KR = 1 - distinct / all terms, LP = link words / words, TR = title words in the block / title words."""
    if not found:
        return BlockScore(1.0, 1.0, 0.0)
    distinct = set(found)
    return BlockScore(
        redundancy=1 - len(distinct) / len(found),
        linked=linked / len(found),
        title=len(distinct & title) / len(title) if title else 0.0,
    )
