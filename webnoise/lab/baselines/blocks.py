"""Baselines that judge each block by its features.

FeatureExtractor (Debnath et al. 2005): the block that is most likely text. K-FeatureExtractor (the same): two
clusters of blocks, of which the one richer in text stays. And the two systems that 003 compares with, both of
which sketch div and td blocks by three measures: Sivakumar's (existing 1), Uma and Latha's (existing 2).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from webnoise.lab.baselines.counts import link_words, verdicts, words
from webnoise.lab.baselines.duplicates import hybrid_hash, simhash
from webnoise.methods.base import PageMethod, page_language
from webnoise.methods.tag_simhash.duplicates import Repeat, near_duplicates
from webnoise.methods.tag_simhash.method import TagSimhashParams, block_separation
from webnoise.model import PageBlocks, Reason, Verdict
from webnoise.text.terms import terms

FEATURES = ("text", "links", "images", "lists", "forms")
TEXT = 0
# What one image, list item or form control weighs beside words; 001 and 000 name the features only.
ITEM_WORDS = 5
TAG_FEATURES = {"img": 2, "li": 3, "input": 4, "button": 4, "select": 4, "textarea": 4}


class FeatureExtractor(PageMethod):
    """000 invokes it "with the features text, image, links"; for articles the wanted feature is text.

    "FE could return just one block" (002): of blocks that are equally likely text, the longest.
    """

    name = "feature_extractor"

    def judge_page(self, page: PageBlocks) -> Sequence[Verdict]:
        shares = feature_shares(page)
        if not len(shares):
            return []
        likely = shares[:, TEXT].tolist()
        best = max(page.blocks, key=lambda block: (likely[block.index], len(words(block.text)), -block.index))
        keep = [block is best and likely[block.index] > 0 for block in page.blocks]
        return verdicts(keep, likely, "less_likely", "share of text")


def feature_shares(page: PageBlocks) -> NDArray[np.float64]:
    """For each block, what part of it each feature makes up."""
    weights = np.zeros((len(page.blocks), len(FEATURES)))
    for block in page.blocks:
        linked = link_words(block)
        weights[block.index, :2] = len(words(block.text)) - linked, linked
    for tag, first in zip(page.outline.tags, page.outline.first_block, strict=True):
        feature = TAG_FEATURES.get(tag)
        if feature is not None and first < len(weights):
            weights[first, feature] += ITEM_WORDS
    shares: NDArray[np.float64] = weights / np.maximum(weights.sum(axis=1, keepdims=True), 1)
    return shares


ROUNDS = 50  # Lloyd's algorithm on a page's blocks settles in fewer than ten

Floats = NDArray[np.float64]


class KFeatureExtractor(PageMethod):
    name = "k_feature_extractor"

    def judge_page(self, page: PageBlocks) -> Sequence[Verdict]:
        if not page.blocks:
            return []
        shares = feature_shares(page)
        length = np.log1p([len(words(block.text)) for block in page.blocks])
        points = np.column_stack((shares, length / max(length.max(), 1.0)))
        in_second = two_means(points)
        text = points[:, TEXT] * points[:, -1]
        wanted = _mean(text, in_second) >= _mean(text, ~in_second)
        return verdicts((in_second == wanted).tolist(), text.tolist(), "other_cluster", "text weight")


def two_means(points: Floats) -> NDArray[np.bool_]:
    """Which points belong to the second of two clusters; it starts from the two extremes of the sum."""
    sums = points.sum(axis=1)
    centres = points[[int(sums.argmin()), int(sums.argmax())]]
    members = np.zeros(len(points), dtype=np.bool_)
    for _ in range(ROUNDS):
        distances = ((points[:, None, :] - centres[None, :, :]) ** 2).sum(axis=2)
        nearer: NDArray[np.bool_] = distances[:, 1] < distances[:, 0]
        if (nearer == members).all():
            break
        members = nearer
        centres = np.array(
            [
                points[side].mean(axis=0) if side.any() else centre
                for side, centre in zip((~members, members), centres, strict=True)
            ]
        )
    return members


def _mean(values: Floats, members: NDArray[np.bool_]) -> float:
    return float(values[members].mean()) if members.any() else 0.0


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
