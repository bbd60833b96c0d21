"""The words that readers see for roles, reasons, sources and drops, from `words.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from webnoise.metadata import Source


@cache
def _words() -> dict[str, dict[str, Any]]:
    return tomllib.loads((files("webnoise.inspect") / "words.toml").read_text(encoding="utf-8"))


def family_words() -> dict[str, str]:
    """The families of roles and their names, in the order of a legend."""
    return dict(_words()["families"])


def role_words(role: str | None) -> str:
    role = role or "other"
    return str(_words()["roles"].get(role, ("other", _plain(role)))[1])


def family_of(role: str | None, *, keep: bool | None) -> str:
    """What a block is coloured by: whatever is kept is text."""
    return "text" if keep else _dropped_family(role)


def _dropped_family(role: str | None) -> str:
    family = str(_words()["roles"].get(role or "other", ("other",))[0])
    return "other" if family == "text" else family


def reason_words(code: str) -> str:
    return _worded("reasons", code)


def drop_words(code: str) -> str:
    return _worded("drops", code)


def field_words(name: str) -> str:
    return _worded("fields", name)


def source_words(source: Source) -> str:
    words = _worded("sources", source.kind).replace("{name}", source.name)
    return f"{words}; the day of the last change" if source.as_change else words


def _worded(group: str, name: str) -> str:
    return str(_words()[group].get(name, _plain(name)))


def _plain(name: str) -> str:
    return name.replace("_", " ").replace("-", " ")
