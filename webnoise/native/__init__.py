"""The hot passes of other stages, compiled: each module is the twin of a function in Python."""

from __future__ import annotations

import importlib
from functools import cache
from types import ModuleType


@cache
def compiled(name: str) -> ModuleType | None:
    """The compiled twin of a pass."""
    return importlib.import_module(f"{__name__}.{name}")


def kind() -> str:
    return "compiled"
