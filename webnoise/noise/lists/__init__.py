"""The lists that the rules look up: written for this package, one entry a line, `#` opens a remark."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

__all__ = ["load"]


@lru_cache(maxsize=16)
def load(name: str) -> frozenset[str]:
    """The entries of `name`.txt."""
    text = files(__name__).joinpath(f"{name}.txt").read_text(encoding="utf-8")
    return frozenset(line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#"))
