"""`max_pages`: no page request beyond a site's share leaves."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Self

from scrapy.exceptions import IgnoreRequest

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.statscollectors import StatsCollector

__all__ = ["PageBudget"]


class PageBudget:
    """A downloader middleware; it stands before the network, so the best-scored requests use the budget up.

    A request counts when its meta names its site and limit (`webnoise_site`, `webnoise_max_pages`).
    """

    def __init__(self, stats: StatsCollector) -> None:
        self._stats = stats
        self._used: Counter[str] = Counter()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        assert crawler.stats is not None
        return cls(crawler.stats)

    def process_request(self, request: Request) -> None:
        limit = request.meta.get("webnoise_max_pages")
        if limit is None or request.meta.get("redirect_times") or request.meta.get("retry_times"):
            return
        site = request.meta["webnoise_site"]
        if self._used[site] >= limit:
            self._stats.inc_value("webnoise/skipped/max-pages")
            raise IgnoreRequest(f"{request.url}: max_pages = {limit} of {site} are fetched")
        self._used[site] += 1
