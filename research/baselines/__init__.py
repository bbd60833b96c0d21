"""Published systems that the papers' tables compare with: `python -m research.papers` runs them."""

from __future__ import annotations

from research.baselines.blocks import FeatureExtractor, KFeatureExtractor
from research.baselines.existing import Existing1, Existing2
from research.baselines.nodes import CharactersToNodes, CoreEx, Econ, PlainWordLeafRatio, TagRatio
from research.baselines.sites import LinHo, LinHoTables, SiteStyleTree
from research.baselines.stages import TagBased, TagSimhashPrimary, in_page_systems
from webnoise.methods.base import AnyMethod

_ALL: tuple[AnyMethod, ...] = (
    LinHo(), LinHoTables(), SiteStyleTree(), FeatureExtractor(), KFeatureExtractor(), CoreEx(), Econ(), TagRatio(),
    CharactersToNodes(), PlainWordLeafRatio(), TagBased(), TagSimhashPrimary(), Existing1(), Existing2(),
    *in_page_systems(),
)  # fmt: skip
BASELINES: dict[str, AnyMethod] = {baseline.name: baseline for baseline in _ALL}
TUNED = ("econ", "lin_ho+site", "lin_ho_tables+site", "site_style_tree+site")
"""Baselines whose papers name no threshold: ours were chosen on pages of these corpora (see each module)."""
TUNED_ON = ("siblings", "news424")
