"""Systems that the five papers compare with, so that their tables can be drawn again on real pages.

They follow the methods' contract but are not offered as methods: `webnoise evaluate` runs them.
"""

from __future__ import annotations

from webnoise.lab.baselines.blocks import Existing1, Existing2, FeatureExtractor, KFeatureExtractor
from webnoise.lab.baselines.nodes import CharactersToNodes, CoreEx, Econ, PlainWordLeafRatio, TagRatio
from webnoise.lab.baselines.sites import LinHo, LinHoTables, SiteStyleTree
from webnoise.lab.baselines.stages import TagBased, TagSimhashPrimary, in_page_systems
from webnoise.methods.base import AnyMethod

__all__ = ["BASELINES", "OF_RENDERED_PAGES", "rendered_baseline"]

_ALL: tuple[AnyMethod, ...] = (
    LinHo(), LinHoTables(), SiteStyleTree(), FeatureExtractor(), KFeatureExtractor(), CoreEx(), Econ(),
    TagRatio(), CharactersToNodes(), PlainWordLeafRatio(), TagBased(), TagSimhashPrimary(), Existing1(),
    Existing2(), *in_page_systems(),
)  # fmt: skip
BASELINES: dict[str, AnyMethod] = {baseline.name: baseline for baseline in _ALL}
OF_RENDERED_PAGES = ("vips",)
"""Baselines that need the boxes of a page, which a browser computes."""


def rendered_baseline(name: str) -> AnyMethod:
    """One of `OF_RENDERED_PAGES`; imported late, for it needs the extra `visual`."""
    from webnoise.lab.baselines.vips import Vips

    return {Vips.name: Vips()}[name]
