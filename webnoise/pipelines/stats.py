"""What the pipelines count, all of it under `webnoise/` in Scrapy's stats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NoReturn

from scrapy.exceptions import DropItem

if TYPE_CHECKING:
    from scrapy.statscollectors import StatsCollector

__all__ = ["Tally"]


class Tally:
    """Counts under `webnoise/`; a page that goes is always counted, with its reason."""

    def __init__(self, stats: StatsCollector) -> None:
        self._stats = stats

    def count(self, name: str, amount: int = 1) -> None:
        self._stats.inc_value(f"webnoise/{name}", amount)

    def noise(self, blocks_by_reason: Mapping[str, int]) -> None:
        for code, amount in blocks_by_reason.items():
            self.count(f"noise/{code}", amount)

    def drop(self, reason: str, url: str | None, detail: str, log_level: str = "INFO") -> NoReturn:
        """Count a page that does not come out and tell Scrapy so; the log names its address."""
        self.count(f"dropped/{reason}")
        raise DropItem(f"{reason}: {url or 'a page without address'}: {detail}", log_level=log_level)
