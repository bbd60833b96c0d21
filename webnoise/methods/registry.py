"""All methods by name. An explicit table: what is not here does not exist."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from webnoise.errors import ConfigError
from webnoise.methods.base import Method

__all__ = ["DEFAULT_METHOD", "METHODS", "method_named"]

DEFAULT_METHOD = "core"

METHODS: dict[str, str] = {
    "core": "webnoise.methods.core:Core",
    "tag_simhash": "webnoise.methods.tag_simhash:TagSimhash",
    "content_extractor": "webnoise.methods.content_extractor:ContentExtractor",
    "desea": "webnoise.methods.desea:DeSeA",
    "key_patterns": "webnoise.methods.key_patterns:KeyPatterns",
    "evbe": "webnoise.methods.evbe:Evbe",
    "eifce": "webnoise.methods.eifce:Eifce",
    "word_leaf_ratio": "webnoise.methods.word_leaf_ratio:WordLeafRatio",
}
"""Name to `module:class`; the module is imported when the method is first asked for."""


@cache
def method_named(name: str) -> Method:
    """The method of this name with its default parameters."""
    try:
        module, _, attribute = METHODS[name].partition(":")
    except KeyError:
        raise ConfigError(f"no method is named {name!r}; choose one of {', '.join(sorted(METHODS))}") from None
    method: Method = getattr(import_module(module), attribute)()
    return method
