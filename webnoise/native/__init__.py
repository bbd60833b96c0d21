"""The hot passes, compiled: each module is the twin of a function in Python, which is its specification.

They are built where a compiler is at hand (setup.py). Where they were not, where `WEBNOISE_PURE` is set, or
where lxml came with another libxml2 than they were built for, the Python twins run.
"""

from __future__ import annotations

import importlib
import os
import warnings
from functools import cache
from importlib.util import find_spec
from types import ModuleType

from lxml import etree

PASSES = (
    "columns",
    "utf8",
    "reader",
    "tree",
    "walk",
    "names",
    "name_words",
    "measures",
    "words",
    "neighbours",
    "forest",
    "regions",
    "article",
    "links",
    "role_frame",
    "role_odds",
)


@cache
def compiled(name: str) -> ModuleType | None:
    """The compiled twin of a pass (`columns`, `walk`), if it may be used."""
    return _loaded(name) if _usable() else None


def kind() -> str:
    """Which of the twins run: "compiled" or "pure Python"."""
    return "compiled" if _usable() else "pure Python"


@cache
def _usable() -> bool:
    """Whether all passes are built, and for the structs of this lxml; asked before any is loaded."""
    if os.environ.get("WEBNOISE_PURE", "0") != "0":
        return False
    if not all(find_spec(f"{__name__}.{name}") for name in ("layout", *PASSES)):
        return False
    layout = _loaded("layout")
    if layout is None:
        return False
    here = (etree.LIBXML_VERSION[:2], etree._Element.__basicsize__)  # noqa: SLF001
    if here != (layout.LIBXML, layout.ELEMENT_SIZE):
        built, brought = (".".join(map(str, version)) for version in (layout.LIBXML, here[0]))
        _warn(f"were built for libxml2 {built}, and lxml {etree.__version__} brings {brought}")
        return False
    return True


def _loaded(name: str) -> ModuleType | None:
    try:
        return importlib.import_module(f"{__name__}.{name}")
    except ImportError as error:  # built for another machine
        _warn(f"cannot be loaded ({error})")
        return None


def _warn(why: str) -> None:
    warnings.warn(
        f"webnoise's compiled passes {why}: those in Python run, which take twice the time. To build them"
        " anew: pip install 'setuptools>=77' cython && pip install --no-build-isolation --no-cache-dir"
        " --no-binary webnoise --force-reinstall --no-deps webnoise",
        stacklevel=2,
    )
