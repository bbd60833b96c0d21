"""The two systems that 003 compares with: Sivakumar's (existing 1) and Uma and Latha's (existing 2)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from webnoise.dedup.simhash import term_hashes
from webnoise.lab.baselines.counts import words
from webnoise.methods.base import Method
from webnoise.model import Reason
from webnoise.noise.duplicates import Repeat, near_duplicates
from webnoise.verdicts import Verdicts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from webnoise.model import Block, PageBlocks, Verdict

__all__ = ["BlockScore", "Existing1", "Existing2", "block_fingerprints", "block_score"]


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


class Existing1(Method):
    """Simhash against repeated blocks, then the three measures."""

    name = "existing_1"

    def weights(self, terms: Sequence[str]) -> Mapping[str, int]:
        """Plain simhash: terms weigh as often as they occur."""
        return Counter(terms)

    def judge(self, page: PageBlocks, site: Any = None) -> Sequence[Verdict]:  # noqa: ARG002  the contract's
        terms = [words(block.text) for block in page.blocks]
        repeats = near_duplicates(block_fingerprints([self.weights(found) for found in terms]))
        title = set(words(page.title or ""))
        scores = [
            _REPEATED if block.index in repeats else block_score(block, found, title)
            for block, found in zip(page.blocks, terms, strict=True)
        ]
        totals = [score.total for score in scores]
        mean = sum(total for score, total in zip(scores, totals, strict=True) if score is not _REPEATED)
        mean /= max(len(scores) - len(repeats), 1)
        keep = [score is not _REPEATED and total >= mean for score, total in zip(scores, totals, strict=True)]
        return Verdicts(keep, totals, lambda: _reasons(keep, scores, repeats))


class Existing2(Existing1):
    """The same on a binary term vector (hybrid hash): every term weighs 1."""

    name = "existing_2"

    def weights(self, terms: Sequence[str]) -> Mapping[str, int]:
        return dict.fromkeys(terms, 1)


def _reasons(
    keep: Sequence[bool], scores: Sequence[BlockScore], repeats: Mapping[int, Repeat]
) -> list[Reason]:
    reasons = []
    for place, (kept, score) in enumerate(zip(keep, scores, strict=True)):
        if place in repeats:
            reasons.append(Reason("duplicate", f"repeats block {repeats[place].earlier}"))
        else:
            told = f"TR {score.title:.2f}, LP {score.linked:.2f}, KR {score.redundancy:.2f}"
            reasons.append(Reason("content" if kept else "below_mean", told))
    return reasons


def block_fingerprints(weighed: Sequence[Mapping[str, int]]) -> list[int]:
    """`weighted_fingerprint` of each block's terms, all blocks of the page at once."""
    numbers: dict[str, int] = {}
    rows = [numbers.setdefault(term, len(numbers)) for terms in weighed for term in terms]
    if not rows:
        return [0] * len(weighed)
    bytes_of_hashes = term_hashes(numbers).astype("<u8").view(np.uint8).reshape(-1, 8)
    signs = 2 * np.unpackbits(bytes_of_hashes, axis=1, bitorder="little").astype(np.int32) - 1
    weights = np.fromiter((weight for terms in weighed for weight in terms.values()), np.int32, len(rows))
    filled = [place for place, terms in enumerate(weighed) if terms]
    starts = np.cumsum([0, *(len(weighed[place]) for place in filled[:-1])])
    sums = np.add.reduceat(signs[rows] * weights[:, None], starts)
    marks = np.packbits(sums > 0, axis=1, bitorder="little").view("<u8").ravel().tolist()
    found = [0] * len(weighed)
    for place, mark in zip(filled, marks, strict=True):
        found[place] = mark
    return found


def block_score(block: Block, terms: Sequence[str], title: set[str]) -> BlockScore:
    """KR = 1 - distinct / all terms, LP = link words / words, TR = title words in the block / title words."""
    if not terms:
        return BlockScore(1.0, 1.0, 0.0)
    distinct = set(terms)
    return BlockScore(
        redundancy=1 - len(distinct) / len(terms),
        linked=len(words(block.link_text)) / len(terms),
        title=len(distinct & title) / len(title) if title else 0.0,
    )
