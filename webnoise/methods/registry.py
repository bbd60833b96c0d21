"""All methods by name. An explicit table: what is not here does not exist."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from importlib import import_module

from webnoise.errors import ConfigError
from webnoise.methods.base import AnyLearningMethod, AnyMethod, LearningMethod, Method

METHODS: dict[str, str] = {
    "core": "webnoise.methods.core.method:Core",
    "tag_simhash": "webnoise.methods.tag_simhash.method:TagSimhash",
    "tag_simhash_distinct": "webnoise.methods.tag_simhash.method:TagSimhashDistinct",
    "content_extractor": "webnoise.methods.content_extractor:ContentExtractor",
    "content_extractor_longest": "webnoise.methods.content_extractor:ContentExtractorLongest",
    "desea": "webnoise.methods.desea:DeSeA",
    "key_patterns": "webnoise.methods.key_patterns:KeyPatterns",
    "evbe": "webnoise.methods.visual.evbe:Evbe",
    "eifce": "webnoise.methods.visual.eifce:Eifce",
    "word_leaf_ratio": "webnoise.methods.word_leaf_ratio:WordLeafRatio",
}
"""Name to `module:class`; the module is imported when the method is first asked for."""


def method_names() -> list[str]:
    """The names of all methods, the default one first."""
    return list(METHODS)


def check_name(name: str) -> None:
    """Refuse a name that no method has, with the nearest one."""
    if name not in METHODS:
        near = get_close_matches(name, METHODS, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"choose one of {', '.join(METHODS)}"
        raise ConfigError(f"no method is named {name!r}; {hint}")


def resolve(method: str | AnyMethod) -> AnyMethod:
    """The method of this name with its default parameters; a method object is what it is."""
    return method if isinstance(method, Method) else _named(method)


def learning_method(method: str | AnyMethod) -> AnyLearningMethod:
    """The same, where it must be one that learns."""
    found = resolve(method)
    if not isinstance(found, LearningMethod):
        learners = [name for name in METHODS if isinstance(_named(name), LearningMethod)]
        raise ConfigError(
            f"method {found.name!r} learns nothing from other pages; those that do: {', '.join(learners)}"
        )
    return found


@cache
def _named(name: str) -> AnyMethod:
    check_name(name)
    module, _, attribute = METHODS[name].partition(":")
    method: AnyMethod = getattr(import_module(module), attribute)()
    return method
