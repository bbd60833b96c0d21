"""The two systems that 003 compares with: Sivakumar's (existing 1) and Uma and Latha's (existing 2)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from webnoise.dedup.simhash import weighted_fingerprint
from webnoise.methods.base import Method
from webnoise.methods.baselines.counts import words
from webnoise.model import Reason, Verdict
from webnoise.noise.duplicates import near_duplicates

if TYPE_CHECKING:
    from collections.abc import Sequence

    from webnoise.model import Block, PageBlocks

__all__ = ["BlockScore", "Existing1", "Existing2", "block_score"]


class BlockScore(NamedTuple):
    """The three measures that 003 names: keyword redundancy, link-word percentage, title-word relevancy."""

    redundancy: float
    linked: float
    title: float

    @property
    def total(self) -> float:
        """003 gives no rule to combine them; this sum, kept where it reaches the page's mean, is ours."""
        return self.title + (1 - self.linked) + (1 - self.redundancy)


class Existing1(Method):
    """Simhash against repeated blocks, then the three measures."""

    name = "existing_1"

    def fingerprint(self, terms: Sequence[str]) -> int:
        """Plain simhash: terms weigh as often as they occur."""
        counts = Counter(terms)
        return weighted_fingerprint(list(counts), list(counts.values()))

    def judge(self, page: PageBlocks, site: Any = None) -> list[Verdict]:  # noqa: ARG002  the contract's
        terms = [words(block.text) for block in page.blocks]
        repeats = near_duplicates([self.fingerprint(found) for found in terms])
        title = set(words(page.title or ""))
        scores = {
            block.index: block_score(block, terms[block.index], title)
            for block in page.blocks
            if block.index not in repeats
        }
        mean = sum(score.total for score in scores.values()) / max(len(scores), 1)
        return [
            self._verdict(scores[block.index], mean)
            if block.index in scores
            else Verdict(False, 0.0, Reason("duplicate", f"repeats block {repeats[block.index].earlier}"))
            for block in page.blocks
        ]

    @staticmethod
    def _verdict(score: BlockScore, mean: float) -> Verdict:
        told = f"TR {score.title:.2f}, LP {score.linked:.2f}, KR {score.redundancy:.2f}"
        if score.total >= mean:
            return Verdict(True, score.total, Reason("content", told))
        return Verdict(False, score.total, Reason("below_mean", told))


class Existing2(Existing1):
    """The same on a binary term vector (hybrid hash): every term weighs 1."""

    name = "existing_2"

    def fingerprint(self, terms: Sequence[str]) -> int:
        unique = sorted(set(terms))
        return weighted_fingerprint(unique, [1] * len(unique))


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
