"""K-FeatureExtractor (Debnath et al. 2005): two clusters of blocks, of which the one richer in text stays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from webnoise.lab.baselines.counts import verdicts, words
from webnoise.lab.baselines.feature_extractor import TEXT, feature_shares
from webnoise.methods.base import Method

if TYPE_CHECKING:
    from collections.abc import Sequence

    from webnoise.model import PageBlocks, Verdict

__all__ = ["KFeatureExtractor", "two_means"]

ROUNDS = 50  # Lloyd's algorithm on a page's blocks settles in fewer than ten

Floats = NDArray[np.float64]


class KFeatureExtractor(Method):
    name = "k_feature_extractor"

    def judge(self, page: PageBlocks, site: Any = None) -> Sequence[Verdict]:  # noqa: ARG002  the contract's
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
