"""The report at the end of a crawl: its figures, and the pages that did not come out."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self, TextIO

from itemadapter import ItemAdapter
from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response

from webnoise.config import Config
from webnoise.errors import ConfigError, WebnoiseError
from webnoise.inspect.figures import CrawlFigures, LeftOut, balance_of
from webnoise.model import Article
from webnoise.pipelines.session import FailedPage, Session, hosts_of
from webnoise.pipelines.stage import Dropped, Held, url_of

_LOG = logging.getLogger(__name__)
_SETTINGS = ("WEBNOISE_REPORT", "WEBNOISE_DROPPED", "WEBNOISE_INSPECT")


class CrawlReport:
    """An extension that writes what became of every page.

    `WEBNOISE_REPORT` is the report's file, with the same figures as JSON beside it; `WEBNOISE_DROPPED` gets
    a line for each page that did not come out; `WEBNOISE_INSPECT` is a folder of a page for each article.
    """

    def __init__(self, crawler: Crawler) -> None:
        # Here, for every crawl loads this module and few write a report.
        from webnoise.inspect.crawl_report import check_report
        from webnoise.inspect.result import InspectFolder

        settings = crawler.settings
        report, dropped, folder = (settings.get(name) for name in _SETTINGS)
        self._config = Config.from_settings(settings)
        self._report = Path(report) if report else None
        if self._report is not None:
            check_report(self._report)
        self._folder = InspectFolder(Path(folder), (self._report or Path(folder)).parent) if folder else None
        # A run that goes on adds to what was written before.
        goes_on = settings.get("JOBDIR") or self._config.incremental
        self._lines = _open(Path(dropped), goes_on=bool(goes_on)) if dropped else None
        self._started = datetime.now(UTC)
        self._figures = CrawlFigures(hosts_of(crawler.spider)())

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        if not any(crawler.settings.get(name) for name in _SETTINGS):
            raise NotConfigured
        report = cls(crawler)
        connect = crawler.signals.connect
        connect(report.came_out, signal=signals.item_scraped)
        connect(report.dropped, signal=signals.item_dropped)
        connect(report.broken, signal=signals.item_error)
        Session.of(crawler).on_failed_page.append(report.failed)
        connect(report.answered, signal=signals.response_received)
        connect(report.closed, signal=signals.spider_closed)
        return report

    def came_out(self, item: Any) -> None:
        if not isinstance(item, Article):
            return
        self._figures.add_article(ItemAdapter(item), balance_of(item), self._inspected(item))

    def _inspected(self, article: Article) -> str:
        """Where the article's inspect page lies, if one was asked for."""
        if self._folder is None:
            return ""
        from webnoise.inspect.result import inspect_article

        try:
            return self._folder.put(article.url or "", inspect_article(article, self._config))
        except WebnoiseError as error:
            _LOG.warning("%s has no inspect page: %s", article.url, error)
            return ""

    def dropped(self, item: Any, exception: BaseException) -> None:
        if isinstance(exception, Held):
            return
        if isinstance(exception, Dropped):
            page = LeftOut(
                exception.url or "", exception.reason, exception.detail, exception.kind, exception.original
            )
        else:  # by a pipeline of the user's own
            page = LeftOut(url_of(item), "dropped", str(exception))
        self._leave_out(page)

    def broken(self, item: Any, failure: Any) -> None:
        self._leave_out(LeftOut(url_of(item), "pipeline", str(failure.value), failed=True))

    def failed(self, page: FailedPage) -> None:
        self._leave_out(LeftOut(*page, failed=True))

    def answered(self, response: Response) -> None:
        waited = response.meta.get("download_latency") or 0.0
        self._figures.add_fetched(response.url, len(response.body), waited)

    def closed(self, reason: str) -> None:
        if self._lines is not None:
            self._lines.close()
        if self._report is None:
            return
        from webnoise.inspect.crawl_report import write_report

        time, now = self._figures.time, datetime.now(UTC)
        time.started = self._started.isoformat(timespec="seconds")
        time.finished = now.isoformat(timespec="seconds")
        time.seconds = (now - self._started).total_seconds()
        time.downloads = sum(site.waited for site in self._figures.sites.values())
        time.ended = reason
        try:
            beside = write_report(self._figures.to_dict(), self._report)
        except ConfigError as error:
            _LOG.error("There is no report: %s", error)
        else:
            _LOG.info("The crawl's report is %s, its figures are %s", self._report, beside)

    def _leave_out(self, page: LeftOut) -> None:
        self._figures.add_left_out(page)
        if self._lines is None:
            return
        try:
            self._lines.write(json.dumps(page.to_dict(), ensure_ascii=False) + "\n")
            self._lines.flush()
        except OSError as error:
            _LOG.error("%s cannot be written any more: %s", self._lines.name, error.strerror)
            self._lines = None


def _open(path: Path, *, goes_on: bool) -> TextIO:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return path.open("a" if goes_on else "w", encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"WEBNOISE_DROPPED: cannot write {path}: {error.strerror}") from error
