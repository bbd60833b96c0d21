"""What a person sees of a crawl: live lines, at the end a table that says what to do, and the log's lines."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, NamedTuple, Self

from scrapy import Request, Spider, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response
from scrapy.logformatter import LogFormatter, LogFormatterResult
from scrapy.utils.asyncio import create_looping_call

from webnoise.spiders.frontier import Frontier
from webnoise.spiders.outcomes import SiteTally

logger = logging.getLogger(__name__)

_EVERY = 0.5  # seconds between two looks
_MOST_LINES = 30  # sites with a live line of their own
_COLUMNS = {
    "found": attrgetter("frontier.found"),
    "fetched": attrgetter("tally.fetched"),
    "articles": attrgetter("tally.articles"),
    "updated": attrgetter("tally.updated"),
    "duplicates": attrgetter("tally.duplicates"),
    "other pages": attrgetter("tally.others"),
    "noise blocks": attrgetter("tally.noise"),
    "errors": attrgetter("tally.errors"),
}


class SiteState(NamedTuple):
    """What a spider's `site_states()` tells of each site."""

    name: str
    frontier: Frontier
    tally: SiteTally


class Progress:
    """An extension; it shows the tallies of the spider's sites and counts nothing itself."""

    def __init__(self, states: Callable[[], list[SiteState]], *, log_tells: bool) -> None:
        self._states = states
        self._log_tells = log_tells
        self._lines: dict[str, Any] = {}
        self._loop: Any = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        states = getattr(crawler.spider, "site_states", None)
        if states is None:
            raise NotConfigured
        settings = crawler.settings
        level = logging.getLevelName(settings.get("LOG_LEVEL"))
        log_tells = settings.getbool("LOG_ENABLED") and isinstance(level, int) and level <= logging.INFO
        progress = cls(states, log_tells=log_tells)
        crawler.signals.connect(progress.opened, signal=signals.spider_opened)
        crawler.signals.connect(progress.closed, signal=signals.spider_closed)
        return progress

    def opened(self) -> None:
        if not sys.stderr.isatty():
            return
        from tqdm import tqdm

        for position, state in enumerate(self._states()[:_MOST_LINES]):
            self._lines[state.name] = tqdm(
                bar_format="{desc}", position=position, leave=False, file=sys.stderr
            )
        _log_above_the_lines()
        self._loop = create_looping_call(self._show)
        self._loop.start(_EVERY)

    def _show(self) -> None:
        width = max((len(name) for name in self._lines), default=0)
        for name, frontier, tally in self._states():
            if (line := self._lines.get(name)) is not None:
                line.set_description_str(f"{name:{width}}  {live_line(frontier, tally)}")

    def closed(self, reason: str) -> None:
        if self._loop is not None:
            self._loop.stop()
        for line in self._lines.values():
            line.close()
        states = self._states()
        words = f"{summary(states)}\n{remedies(states, reason)}".rstrip()
        if self._lines or not self._log_tells:
            sys.stderr.write(words + "\n")
        else:
            logger.info("The crawl in short:\n%s", words)


def live_line(frontier: Frontier, tally: SiteTally) -> str:
    if frontier.closed:
        return f"put aside: {frontier.closed}"
    return (
        f"{frontier.found} found, {tally.fetched} fetched, {tally.articles} articles,"
        f" {tally.duplicates} duplicates, {tally.noise} noise blocks removed, {tally.errors} errors"
    )


def summary(sites: Sequence[SiteState]) -> str:
    """One row per site, and what they come to."""
    numbers = [[number(site) for number in _COLUMNS.values()] for site in sites]
    rows = [["site", *_COLUMNS]]
    rows += [[site.name, *map(str, row)] for site, row in zip(sites, numbers, strict=True)]
    if len(sites) > 1:
        rows.append(["together", *(str(sum(column)) for column in zip(*numbers, strict=True))])
    first, *others = (max(map(len, column)) for column in zip(*rows, strict=True))
    lines = []
    for name, *cells in rows:
        aligned = (cell.rjust(width) for cell, width in zip(cells, others, strict=True))
        lines.append("  ".join((name.ljust(first), *aligned)))
    return "\n".join(lines)


def remedies(sites: Sequence[SiteState], reason: str) -> str:
    """What went wrong, a line each, and what a person can do about it."""
    lines = []
    for name, frontier, tally in sites:
        last = tally.troubles.last
        todo = f": {last.remedy}" if last and last.remedy else ""
        if frontier.closed:
            lines.append(f"{name} was put aside: {frontier.closed}{todo}")
        elif not tally.fetched and last:
            lines.append(f"{name} gave nothing: {last.words}{todo}")
        elif frontier.refused["needs-rendering"]:
            lines.append(
                f"{name}: {frontier.refused['needs-rendering']} pages are empty without scripts:"
                " pip install 'webnoise[render]', and a Chromium"
            )
        elif last and last.grave:
            lines.append(f"{name}: {tally.errors} errors, the last because {last.words}{todo}")
        if frontier.full and frontier.waiting:
            lines.append(f"{name}: {frontier.waiting} more pages were found: raise max_pages to have them")
    if reason == "closespider_timeout":
        lines.append("The time was up before all pages were fetched: raise CLOSESPIDER_TIMEOUT, or run again")
    return "\n".join(lines)


def _log_above_the_lines() -> None:
    """Let what is logged to the terminal scroll by above the live lines."""
    from tqdm import tqdm

    for handler in logging.root.handlers:
        if isinstance(handler, logging.StreamHandler) and handler.stream is sys.stderr:

            def emit(record: logging.LogRecord, handler: logging.Handler = handler) -> None:
                tqdm.write(handler.format(record), file=sys.stderr)

            handler.emit = emit  # type: ignore[method-assign]


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
