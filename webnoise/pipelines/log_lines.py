"""Short log lines for items that do not come out."""

from __future__ import annotations

from typing import Any

from scrapy import Spider
from scrapy.logformatter import LogFormatter, LogFormatterResult

from webnoise.pipelines.stage import Held, url_of


class QuietLogFormatter(LogFormatter):
    """Scrapy's lines without the dropped and failed items, which may hold whole pages."""

    def dropped(
        self, item: Any, exception: BaseException, response: Any, spider: Spider
    ) -> LogFormatterResult:
        line = super().dropped(item, exception, response, spider)
        verb = "Held" if isinstance(exception, Held) else "Dropped"
        return {**line, "msg": f"{verb}: %(exception)s", "args": {"exception": exception}}

    def item_error(
        self, item: Any, exception: BaseException, response: Any, spider: Spider
    ) -> LogFormatterResult:
        line = super().item_error(item, exception, response, spider)
        args = {"url": url_of(item) or type(item).__name__}
        return {**line, "msg": "A pipeline failed at %(url)s", "args": args}
