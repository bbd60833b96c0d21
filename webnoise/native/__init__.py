"""The hot passes, compiled: each module is the twin of a function in Python, which is its specification.

They are built where a compiler is at hand (setup.py). Where they were not, where `WEBNOISE_PURE` is set, or
where lxml came with another libxml2 than they were built for, the Python twins run.
"""

from __future__ import annotations

import importlib
import os
import warnings
from functools import cache
from types import ModuleType

from lxml import etree


@cache
def compiled(name: str) -> ModuleType | None:
    """The compiled twin of a pass (`columns`, `walk`), if it may be used."""
    return importlib.import_module(f"webnoise.native.{name}") if _usable() else None


def kind() -> str:
    """Which of the twins run: "compiled" or "pure Python"."""
    return "compiled" if _usable() else "pure Python"


@cache
def _usable() -> bool:
    if os.environ.get("WEBNOISE_PURE", "0") != "0":
        return False
    try:
        layout = importlib.import_module("webnoise.native.layout")
    except ImportError:  # not built
        return False
    here = (etree.LIBXML_VERSION[:2], etree._Element.__basicsize__)  # noqa: SLF001
    built = (layout.LIBXML, layout.ELEMENT_SIZE)
    if here != built:
        warnings.warn(
            f"webnoise was built for libxml2 {built[0]}, lxml brings {here[0]}: its compiled passes are off,"
            " all takes twice the time. To build it anew: pip install --force-reinstall --no-deps webnoise",
            stacklevel=2,
        )
    return here == built
