"""Systems that the five papers compare with, so that their tables can be drawn again on real pages.

They follow the methods' contract but are not offered as methods: `webnoise evaluate` runs them.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from webnoise.errors import ConfigError

if TYPE_CHECKING:
    from webnoise.methods.base import Method

__all__ = ["BASELINES", "baseline_named"]

BASELINES: dict[str, str] = {
    "lin_ho": "webnoise.lab.baselines.lin_ho:LinHo",
    "site_style_tree": "webnoise.lab.baselines.site_style_tree:SiteStyleTree",
    "feature_extractor": "webnoise.lab.baselines.feature_extractor:FeatureExtractor",
    "k_feature_extractor": "webnoise.lab.baselines.k_feature_extractor:KFeatureExtractor",
    "coreex": "webnoise.lab.baselines.coreex:CoreEx",
    "econ": "webnoise.lab.baselines.econ:Econ",
    "tag_ratio": "webnoise.lab.baselines.tag_ratio:TagRatio",
    "characters_to_nodes": "webnoise.lab.baselines.characters_to_nodes:CharactersToNodes",
    "plain_word_leaf_ratio": "webnoise.lab.baselines.plain_word_leaf_ratio:PlainWordLeafRatio",
    "existing_1": "webnoise.lab.baselines.existing:Existing1",
    "existing_2": "webnoise.lab.baselines.existing:Existing2",
}
"""Name to `module:class`, imported when first asked for."""


@cache
def baseline_named(name: str) -> Method:
    """The baseline of this name with its default parameters."""
    try:
        module, _, attribute = BASELINES[name].partition(":")
    except KeyError:
        raise ConfigError(f"no baseline is named {name!r}; choose one of {', '.join(BASELINES)}") from None
    method: Method = getattr(import_module(module), attribute)()
    return method
