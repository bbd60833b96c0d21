"""What every pipeline has: the configuration and a tally."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from webnoise.config import Config
from webnoise.pipelines.stats import Tally

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

__all__ = ["Stage"]


class Stage:
    """Base of the pipelines; each one takes the items it knows and hands all others through."""

    def __init__(self, config: Config, tally: Tally) -> None:
        self.config = config
        self.tally = tally

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        assert crawler.stats is not None
        return cls(Config.from_settings(crawler.settings), Tally(crawler.stats))
