"""All methods by name. An explicit table: what is not here does not exist."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from importlib import import_module

from webnoise.errors import ConfigError
from webnoise.methods.base import Method

__all__ = ["METHODS", "check_name", "method_named"]

METHODS: dict[str, str] = {
    "core": "webnoise.methods.core.method:Core",
    "tag_simhash": "webnoise.methods.tag_simhash:TagSimhash",
    "content_extractor": "webnoise.methods.content_extractor:ContentExtractor",
    "desea": "webnoise.methods.desea:DeSeA",
    "key_patterns": "webnoise.methods.key_patterns:KeyPatterns",
    "evbe": "webnoise.methods.visual.evbe:Evbe",
    "eifce": "webnoise.methods.visual.eifce:Eifce",
    "word_leaf_ratio": "webnoise.methods.word_leaf_ratio:WordLeafRatio",
}
"""Name to `module:class`; the module is imported when the method is first asked for."""


def check_name(name: str) -> None:
    """Refuse a name that no method has, with the nearest one."""
    if name not in METHODS:
        near = get_close_matches(name, METHODS, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"choose one of {', '.join(METHODS)}"
        raise ConfigError(f"no method is named {name!r}; {hint}")


@cache
def method_named(name: str) -> Method:
    """The method of this name with its default parameters."""
    check_name(name)
    module, _, attribute = METHODS[name].partition(":")
    method: Method = getattr(import_module(module), attribute)()
    return method
