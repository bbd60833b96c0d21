"""webnoise: news sites to clean articles, each once."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from webnoise.api import Site, extract
from webnoise.config import Config
from webnoise.errors import ConfigError, InputError, LimitExceeded, StoreError, WebnoiseError
from webnoise.methods.registry import method_names
from webnoise.model import Article, Block, Page, Reason, Verdict

if TYPE_CHECKING:
    from webnoise.dedup.index import DuplicateIndex
    from webnoise.dedup.signature import Signature, signature
    from webnoise.pipelines.addon import Addon

__version__ = "0.1.0"

__all__ = [
    "Addon",
    "Article",
    "Block",
    "Config",
    "ConfigError",
    "DuplicateIndex",
    "InputError",
    "LimitExceeded",
    "Page",
    "Reason",
    "Signature",
    "Site",
    "StoreError",
    "Verdict",
    "WebnoiseError",
    "__version__",
    "extract",
    "method_names",
    "signature",
]

_LATE = {
    "Addon": "webnoise.pipelines.addon",
    "DuplicateIndex": "webnoise.dedup.index",
    "Signature": "webnoise.dedup.signature",
    "signature": "webnoise.dedup.signature",
}
"""Names whose modules are imported when first asked for: import time is a feature."""


def __getattr__(name: str) -> Any:
    if name in _LATE:
        value = getattr(import_module(_LATE[name]), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
