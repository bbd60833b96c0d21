"""The lists that the rules look up: written for this package, one entry a line, `#` opens a remark."""

from __future__ import annotations

from functools import lru_cache

from webnoise.text.lists import read_list

__all__ = ["load"]


@lru_cache(maxsize=16)
def load(name: str) -> frozenset[str]:
    """The entries of `name`.txt."""
    return frozenset(read_list(__name__, f"{name}.txt"))
