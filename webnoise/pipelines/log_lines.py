"""What the log says of items and of our own errors: one short line each, without pages and tracebacks."""

from __future__ import annotations

import logging
from typing import Any, Self

from scrapy import Request, Spider
from scrapy.crawler import Crawler
from scrapy.http import Response
from scrapy.logformatter import LogFormatter, LogFormatterResult

from webnoise.errors import WebnoiseError
from webnoise.pipelines.stage import Held, url_of

# They log what a spider, a pipeline, a signal's receiver or the start of a crawl raises.
_LOGGERS = ("asyncio", "twisted", "scrapy.core.scraper", "scrapy.core.engine", "scrapy.utils.signal")


class ShownLines(LogFormatter):
    """Scrapy's lines without the items, which may hold whole pages.

    Of pages and items that went well a record is made only where LOG_LEVEL is DEBUG: Scrapy makes one of
    each, and throws it away later.
    """

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

    def dropped(
        self, item: Any, exception: BaseException, response: Any, spider: Spider
    ) -> LogFormatterResult:
        line = super().dropped(item, exception, response, spider)
        what = "Held" if isinstance(exception, Held) else "Dropped"
        return {**line, "msg": f"{what}: %(exception)s", "args": {"exception": exception}}

    def item_error(
        self, item: Any, exception: BaseException, response: Any, spider: Spider
    ) -> LogFormatterResult:
        line = super().item_error(item, exception, response, spider)
        return {
            **line,
            "msg": "A pipeline failed at %(url)s",
            "args": {"url": url_of(item) or type(item).__name__},
        }


def _own_error(error: BaseException | None) -> WebnoiseError | None:
    """An error of ours, or the one that others come of: what is closed before it was opened."""
    while error is not None and not isinstance(error, WebnoiseError):
        error = error.__cause__ or error.__context__
    return error


class OwnErrorsInALine(logging.Filter):
    """Errors of ours say what to do: they are logged as that line alone, and each once."""

    def __init__(self) -> None:
        super().__init__()
        self._said = set[str]()

    @classmethod
    def install(cls) -> None:
        """For the crawls to come of this process."""
        for logger in map(logging.getLogger, _LOGGERS):
            for earlier in [own for own in logger.filters if isinstance(own, cls)]:
                logger.removeFilter(earlier)
        own = cls()
        for name in _LOGGERS:
            logging.getLogger(name).addFilter(own)

    def filter(self, record: logging.LogRecord) -> bool:
        raised = record.exc_info[1] if record.exc_info else None
        error = _own_error(raised)
        if error is None:
            # An extension of Scrapy's takes it for granted that what is closed was opened.
            return not (
                isinstance(raised, AssertionError) and "CoreStats.spider_closed" in record.getMessage()
            )
        line = str(error)
        record.name, record.msg, record.args = "webnoise", "%s", (line,)
        record.exc_info = record.exc_text = None
        is_new = line not in self._said
        self._said.add(line)
        return is_new
