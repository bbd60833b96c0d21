"""How the crawl goes: on a terminal a live line per site, at the end a table that says what to do."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING, Any, Self

from scrapy import signals
from scrapy.utils.asyncio import create_looping_call

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

    from webnoise.spiders.frontier import Frontier
    from webnoise.spiders.outcomes import SiteTally

__all__ = ["Progress", "remedies", "summary"]

logger = logging.getLogger(__name__)

_EVERY = 0.5  # seconds between two looks
_MOST_LINES = 30  # sites with a live line of their own
_COLUMNS = ("found", "fetched", "articles", "updated", "duplicates", "other pages", "noise blocks", "errors")


class Progress:
    """An extension; it shows the spider's tallies and counts nothing itself."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._lines: dict[str, Any] = {}
        self._loop: Any = None
        crawler.signals.connect(self._opened, signal=signals.spider_opened)
        crawler.signals.connect(self._closed, signal=signals.spider_closed)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    def _opened(self) -> None:
        if not sys.stderr.isatty():
            return
        from tqdm import tqdm

        sites = list(self._sites())[:_MOST_LINES]
        for place, (name, _, _) in enumerate(sites):
            self._lines[name] = tqdm(bar_format="{desc}", position=place, leave=False, file=sys.stderr)
        _log_above_the_lines()
        self._loop = create_looping_call(self._show)
        self._loop.start(_EVERY)

    def _sites(self) -> Any:
        spider: Any = self._crawler.spider
        for name, frontier in getattr(spider, "frontiers", {}).items():
            yield name, frontier, spider.outcomes.tallies[name]

    def _show(self) -> None:
        width = max((len(name) for name in self._lines), default=0)
        for name, frontier, tally in self._sites():
            if (line := self._lines.get(name)) is not None:
                line.set_description_str(f"{name:{width}}  {live_line(frontier, tally)}")

    def _logs_tell(self) -> bool:
        settings = self._crawler.settings
        level = logging.getLevelName(settings.get("LOG_LEVEL"))
        return settings.getbool("LOG_ENABLED") and isinstance(level, int) and level <= logging.INFO

    def _closed(self, reason: str) -> None:
        if self._loop is not None:
            self._loop.stop()
        for line in self._lines.values():
            line.close()
        table = summary(list(self._sites()))
        words = f"{table}\n{remedies(list(self._sites()), reason)}".rstrip()
        if self._lines or not self._logs_tell():
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


def summary(sites: list[tuple[str, Frontier, SiteTally]]) -> str:
    """One row per site, and what they come to."""
    rows: list[tuple[str, ...]] = [("site", *_COLUMNS)]
    sums = [0] * len(_COLUMNS)
    for name, frontier, tally in sites:
        numbers = (
            frontier.found,
            tally.fetched,
            tally.articles,
            tally.updated,
            tally.duplicates,
            tally.others,
            tally.noise,
            tally.errors,
        )
        sums = [total + number for total, number in zip(sums, numbers, strict=True)]
        rows.append((name, *map(str, numbers)))
    if len(sites) > 1:
        rows.append(("together", *map(str, sums)))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if not at else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )


def remedies(sites: list[tuple[str, Frontier, SiteTally]], reason: str) -> str:
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
