"""Systems that the five papers compare with, so that their tables can be drawn again on real pages.

They follow the methods' contract but are not offered as methods: `webnoise evaluate` runs them.
"""

from __future__ import annotations

from webnoise.lab.baselines.blocks import Existing1, Existing2, FeatureExtractor, KFeatureExtractor
from webnoise.lab.baselines.nodes import CharactersToNodes, CoreEx, Econ, PlainWordLeafRatio, TagRatio
from webnoise.lab.baselines.sites import LinHo, SiteStyleTree
from webnoise.methods.base import AnyMethod

__all__ = ["BASELINES"]

BASELINES: dict[str, AnyMethod] = {
    baseline.name: baseline
    for baseline in (
        LinHo(), SiteStyleTree(), FeatureExtractor(), KFeatureExtractor(), CoreEx(), Econ(), TagRatio(),
        CharactersToNodes(), PlainWordLeafRatio(), Existing1(), Existing2(),
    )
}  # fmt: skip
