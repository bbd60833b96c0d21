"""Baselines that judge each block by its features.

FeatureExtractor (Debnath et al. 2005): the block that is most likely text. K-FeatureExtractor (the same): two
clusters of blocks, of which the one richer in text stays.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from research.baselines.counts import link_words, verdicts, words
from webnoise.methods.base import PageMethod
from webnoise.model import PageBlocks, Verdict

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
