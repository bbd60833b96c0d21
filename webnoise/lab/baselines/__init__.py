"""Systems that the five papers compare with, so that their tables can be drawn again on real pages.

They follow the methods' contract but are not offered as methods: `webnoise evaluate` runs them.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from webnoise.errors import ConfigError
from webnoise.methods.base import AnyMethod

__all__ = ["BASELINES", "baseline_named"]

BASELINES: dict[str, str] = {
    "lin_ho": "webnoise.lab.baselines.sites:LinHo",
    "site_style_tree": "webnoise.lab.baselines.sites:SiteStyleTree",
    "feature_extractor": "webnoise.lab.baselines.blocks:FeatureExtractor",
    "k_feature_extractor": "webnoise.lab.baselines.blocks:KFeatureExtractor",
    "coreex": "webnoise.lab.baselines.nodes:CoreEx",
    "econ": "webnoise.lab.baselines.nodes:Econ",
    "tag_ratio": "webnoise.lab.baselines.nodes:TagRatio",
    "characters_to_nodes": "webnoise.lab.baselines.nodes:CharactersToNodes",
    "plain_word_leaf_ratio": "webnoise.lab.baselines.nodes:PlainWordLeafRatio",
    "existing_1": "webnoise.lab.baselines.blocks:Existing1",
    "existing_2": "webnoise.lab.baselines.blocks:Existing2",
}
"""Name to `module:class`, imported when first asked for."""


@cache
def baseline_named(name: str) -> AnyMethod:
    """The baseline of this name with its default parameters."""
    try:
        module, _, attribute = BASELINES[name].partition(":")
    except KeyError:
        raise ConfigError(f"no baseline is named {name!r}; choose one of {', '.join(BASELINES)}") from None
    method: AnyMethod = getattr(import_module(module), attribute)()
    return method
