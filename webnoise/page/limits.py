"""How much of a page webnoise is willing to read."""

from __future__ import annotations

from dataclasses import dataclass
from time import process_time

from webnoise.errors import ConfigError, LimitExceeded

clock = process_time
"""What a deadline is told by."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on one page; a page beyond one of them raises `LimitExceeded`, which names it.

    The defaults are far above real news pages (the largest of 4,800 measured has 7 MB and 60,000
    elements) and low enough that a hostile page costs seconds, not the crawl. `max_seconds` is of the
    processor: a busy machine drops no good page.
    """

    max_bytes: int = 20_000_000
    max_nodes: int = 500_000
    max_depth: int = 1_500
    max_seconds: float = 20.0

    def __post_init__(self) -> None:
        for name in ("max_bytes", "max_nodes", "max_depth", "max_seconds"):
            if getattr(self, name) <= 0:
                raise ConfigError(f"{name} must be greater than 0, not {getattr(self, name)!r}")

    def deadline(self) -> float:
        return clock() + self.max_seconds

    def check_bytes(self, size: int, url: str) -> None:
        if size > self.max_bytes:
            raise _exceeded(url, f"has {size:,} bytes, more than", "max_bytes", f"{self.max_bytes:,}")

    def check_nodes(self, nodes: int, url: str) -> None:
        if nodes > self.max_nodes:
            raise _exceeded(url, "has more elements than", "max_nodes", f"{self.max_nodes:,}")

    def check_depth(self, depth: int, url: str) -> None:
        if depth > self.max_depth:
            raise _exceeded(url, "nests elements deeper than", "max_depth", f"{self.max_depth:,}")

    def check_time(self, deadline: float, url: str) -> None:
        if clock() > deadline:
            raise _exceeded(url, "took longer than", "max_seconds", f"{self.max_seconds:g}")


def _exceeded(url: str, found: str, limit: str, value: str) -> LimitExceeded:
    return LimitExceeded(f"{url or 'page'} {found} {limit} = {value}; raise {limit} to read it")
