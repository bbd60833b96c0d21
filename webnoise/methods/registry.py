"""All methods by name. An explicit table: what is not here does not exist."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from typing import Any, TypeAlias, get_args, get_type_hints

from webnoise.errors import ConfigError
from webnoise.methods.base import AnyLearningMethod, AnyMethod, LearningMethod, Method

_WRITTEN_AS: dict[type, type] = {float: int, tuple: list, frozenset: list}

Parameters: TypeAlias = Mapping[str, Mapping[str, Any]]

METHODS: dict[str, str] = {
    "core": "webnoise.methods.core.method:Core",
    "tag_simhash": "webnoise.methods.tag_simhash.method:TagSimhash",
    "tag_noise": "webnoise.methods.tag_simhash.method:TagNoise",
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
    """Refuse a name that no method has, with the nearest one; a chain is names by comma."""
    for part in _names(name):
        if part not in METHODS:
            near = get_close_matches(part, METHODS, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"choose one of {', '.join(METHODS)}"
            raise ConfigError(f"no method is named {part!r}; {hint}")


def resolve(method: str | AnyMethod, parameters: Parameters | None = None) -> AnyMethod:
    """Return the method of this name, or a chain of several by comma; a method object is what it is.

    `parameters` are values by method and name, where the defaults shall not hold.
    """
    if isinstance(method, Method):
        return method
    return _named(method, json.dumps(parameters or {}, sort_keys=True))


def learning_method(method: str | AnyMethod) -> AnyLearningMethod:
    """The same, where it must be one that learns."""
    found = resolve(method)
    if not isinstance(found, LearningMethod):
        learners = [name for name in METHODS if isinstance(resolve(name), LearningMethod)]
        raise ConfigError(
            f"method {found.name!r} learns nothing from other pages; those that do: {', '.join(learners)}"
        )
    return found


def _names(method: str) -> list[str]:
    return [name.strip() for name in method.split(",")]


@cache
def _named(names: str, written: str) -> AnyMethod:
    check_name(names)
    parameters = json.loads(written)
    for name in parameters:
        check_name(name)
    links = [_made(name, parameters.get(name, {})) for name in _names(names)]
    if len(links) == 1:
        return links[0]
    from webnoise.methods.chain import chain

    return chain(links)


def _made(name: str, values: Mapping[str, Any]) -> AnyMethod:
    module, _, attribute = METHODS[name].partition(":")
    method_class = getattr(import_module(module), attribute)
    if not values:
        method: AnyMethod = method_class()
        return method
    hints = get_type_hints(method_class.__init__)
    kinds = [kind for kind in get_args(hints.get("params")) if is_dataclass(kind)]
    if not kinds:
        raise ConfigError(f"method {name!r} has no parameters")
    with_parameters: AnyMethod = method_class(_parameters(name, kinds[0], values))
    return with_parameters


def _parameters(where: str, kind: Any, values: Mapping[str, Any]) -> Any:
    """Return the parameters of a method; those that are not named have their defaults."""
    if not isinstance(values, Mapping):
        raise ConfigError(f"{where}: the parameters are {values!r}: give a mapping of names to values")
    default, given = kind(), {}
    known = [field.name for field in fields(kind)]
    for name, value in values.items():
        if name not in known:
            near = get_close_matches(name, known, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"it has {', '.join(known)}"
            raise ConfigError(f"{where} has no parameter {name!r}; {hint}")
        usual = getattr(default, name)
        if is_dataclass(usual):
            given[name] = _parameters(f"{where}.{name}", type(usual), value)
        elif type(value) in (type(usual), _WRITTEN_AS.get(type(usual))):
            given[name] = type(usual)(value)
        else:
            raise ConfigError(f"{where}: {name} must be like {usual!r}, not {value!r}")
    return kind(**given)
