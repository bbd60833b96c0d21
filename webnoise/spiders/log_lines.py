"""The lines of Scrapy's log that tell of every page and item, made only where they are shown."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Self

from scrapy.logformatter import LogFormatter

if TYPE_CHECKING:
    from scrapy import Request, Spider
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from scrapy.logformatter import LogFormatterResult

__all__ = ["ShownLines"]


class ShownLines(LogFormatter):
    """Scrapy makes a record of each and throws it away later, unless LOG_LEVEL is DEBUG."""

    shows_all = True

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        formatter = super().from_crawler(crawler)
        level = logging.Handler(crawler.settings.get("LOG_LEVEL")).level  # a name or a number
        formatter.shows_all = level <= logging.DEBUG
        return formatter

    def crawled(self, request: Request, response: Response, spider: Spider) -> LogFormatterResult | None:  # type: ignore[override]
        return super().crawled(request, response, spider) if self.shows_all else None

    def scraped(self, item: Any, response: Any, spider: Spider) -> LogFormatterResult | None:  # type: ignore[override]
        return super().scraped(item, response, spider) if self.shows_all else None
