"""Published systems that `webnoise evaluate` runs beside the methods; they follow the methods' contract."""

from __future__ import annotations

from webnoise.evaluate.baselines.blocks import FeatureExtractor, KFeatureExtractor
from webnoise.evaluate.baselines.nodes import CharactersToNodes, CoreEx, Econ, PlainWordLeafRatio, TagRatio
from webnoise.evaluate.baselines.sites import LinHo, LinHoTables, SiteStyleTree
from webnoise.methods.base import AnyMethod

__all__ = ["BASELINES"]

_ALL: tuple[AnyMethod, ...] = (
    LinHo(), LinHoTables(), SiteStyleTree(), FeatureExtractor(), KFeatureExtractor(), CoreEx(), Econ(),
    TagRatio(), CharactersToNodes(), PlainWordLeafRatio(),
)  # fmt: skip
BASELINES: dict[str, AnyMethod] = {baseline.name: baseline for baseline in _ALL}
