"""What a crawl shows: live lines; at its end a table, what failed and what to do."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from operator import attrgetter
from shutil import get_terminal_size
from typing import Any, NamedTuple, Protocol, Self, runtime_checkable

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.settings import BaseSettings
from scrapy.utils.asyncio import create_looping_call

from webnoise.pipelines.session import STORE_FAILED
from webnoise.spiders.bounds import end_in_words
from webnoise.spiders.frontier import Frontier
from webnoise.spiders.recorder import SiteTally

logger = logging.getLogger(__name__)

_EVERY = 0.5  # seconds between two looks
_MOST_LINES = 30  # sites with a live line of their own
_EARLY_ENDS = {
    "shutdown": "Interrupted",
    "closespider_timeout": "The time was up (CLOSESPIDER_TIMEOUT, --max-minutes)",
}
_ASKED_ENDS = ("closespider_timeout", "closespider_itemcount", "closespider_pagecount")
_GOOD_ENDS = ("finished", "shutdown", *_ASKED_ENDS, None)  # None: Ctrl-C before the first request
_NOT_ASKED_FOR = ("seen", "not-modified", "older")
_COLUMNS: dict[str, Callable[[SiteState], int]] = {
    "found": attrgetter("frontier.found"),
    "fetched": attrgetter("tally.fetched"),
    "articles": attrgetter("tally.articles"),
    "updated": attrgetter("tally.updated"),
    "duplicates": attrgetter("tally.duplicates"),
    "other pages": attrgetter("tally.others"),
    "noise blocks": attrgetter("tally.noise"),
    "errors": attrgetter("tally.errors"),
}
_LIVE = {name: name for name in ("found", "fetched", "articles", "duplicates")} | {
    "noise blocks": "noise blocks removed",
    "errors": "errors",
}
_TOTAL = "together"


class SiteState(NamedTuple):
    """The state of one site, as a spider's `site_states()` returns it."""

    name: str
    frontier: Frontier
    tally: SiteTally


@runtime_checkable
class HasSiteStates(Protocol):
    """A spider that crawls sites by frontiers."""

    def site_states(self) -> list[SiteState]: ...


class Progress:
    """An extension; it shows the tallies of the spider's sites and counts nothing itself."""

    def __init__(
        self, crawler: Crawler, states: Callable[[], list[SiteState]], *, log_shows: bool, live: bool
    ) -> None:
        self._crawler = crawler
        self._states = states
        self._log_shows = log_shows
        self._live = live
        self._lines: dict[str, Any] = {}
        self._loop: Any = None
        self._on_close = ExitStack()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        if not isinstance(crawler.spider, HasSiteStates):
            raise NotConfigured
        settings = crawler.settings
        level = logging.getLevelName(settings.get("LOG_LEVEL"))
        log_shows = settings.getbool("LOG_ENABLED") and isinstance(level, int) and level <= logging.INFO
        # Articles that go to the terminal leave no place for live lines.
        shows_articles = "stdout:" in settings.getdict("FEEDS") and sys.stdout.isatty()
        live = sys.stderr.isatty() and not shows_articles
        progress = cls(crawler, crawler.spider.site_states, log_shows=log_shows, live=live)
        crawler.signals.connect(progress.opened, signal=signals.spider_opened)
        return progress

    def opened(self) -> None:
        # Not before: a crawl that cannot start is closed too, and says why by itself.
        self._crawler.signals.connect(self.closed, signal=signals.spider_closed)
        if not self._live:
            return
        from tqdm import tqdm
        from tqdm.contrib.logging import logging_redirect_tqdm

        states = self._states()
        room = min(_MOST_LINES, get_terminal_size().lines - 2)
        names = [state.name for state in states[: max(0, room)]]
        if len(states) > 1:
            names.append(_TOTAL)
        for position, name in enumerate(names):
            self._lines[name] = tqdm(bar_format="{desc}", position=position, leave=False, file=sys.stderr)
        levels = [handler.level for handler in logging.root.handlers]
        self._on_close.enter_context(logging_redirect_tqdm())
        for handler in logging.root.handlers:  # tqdm's own has no level
            handler.setLevel(max([handler.level, *levels]))
        self._loop = create_looping_call(self._show)
        self._loop.start(_EVERY)

    def _show(self) -> None:
        width = max((len(name) for name in self._lines), default=0)
        states = self._states()
        words = {state.name: live_line(state) for state in states}
        words[_TOTAL] = live_total(states)
        for name, line in self._lines.items():
            line.set_description_str(f"{name:{width}}  {words[name]}")

    def closed(self, reason: str) -> None:
        if self._loop is not None:
            self._loop.stop()
        for line in self._lines.values():
            line.close()
        self._on_close.close()
        if self._lines:
            sys.stderr.write("\r\x1b[K")  # what is left of a live line
        with suppress(OSError):  # nobody reads any more
            sys.stdout.flush()  # the articles first, to their last line
        states = self._states()
        words = (
            f"{summary(states)}\n{remedies(states, reason, how_to_resume(self._crawler.settings))}".rstrip()
        )
        if self._lines or not self._log_shows:
            sys.stderr.write(words + "\n")
        else:
            logger.info("The crawl in short:\n%s", words)


def live_line(site: SiteState) -> str:
    if site.frontier.closed:
        return f"put aside: {site.frontier.closed}"
    return live_total([site])


def live_total(sites: Sequence[SiteState]) -> str:
    return ", ".join(f"{sum(map(_COLUMNS[column], sites))} {words}" for column, words in _LIVE.items())


def summary(sites: Sequence[SiteState]) -> str:
    """One row per site, and what they come to."""
    numbers = [[number(site) for number in _COLUMNS.values()] for site in sites]
    rows = [["site", *_COLUMNS]]
    rows += [[site.name, *map(str, row)] for site, row in zip(sites, numbers, strict=True)]
    if len(sites) > 1:
        rows.append([_TOTAL, *(str(sum(column)) for column in zip(*numbers, strict=True))])
    first, *others = (max(map(len, column)) for column in zip(*rows, strict=True))
    lines = []
    for name, *cells in rows:
        aligned = (cell.rjust(width) for cell, width in zip(cells, others, strict=True))
        lines.append("  ".join((name.ljust(first), *aligned)))
    return "\n".join(lines)


def remedies(sites: Sequence[SiteState], reason: str, resume: str = "") -> str:
    """What went wrong, a line each, and what a person can do about it; `resume`: about an early end."""
    lines = []
    for site in sites:
        name, frontier, tally = site
        last = tally.failures.last
        todo = f": {last.remedy}" if last and last.remedy else ""
        if frontier.closed:
            lines.append(f"{name} was put aside: {frontier.closed}{todo}")
        elif last and failed_wholly(site):
            lines.append(f"{name} gave nothing: {last.words}{todo}")
        for (words, remedy), pages in tally.failures.kinds.items():
            lines.append(f"{name}: {words}{remedy and f', {remedy}'}: {pages}")
        if frontier.refused["needs-rendering"]:
            lines.append(
                f"{name}: {frontier.refused['needs-rendering']} pages are empty without scripts:"
                " pip install 'webnoise[render]', and a Chromium"
            )
        if (end := frontier.end) and frontier.waiting:
            lines.append(f"{name}: {end_in_words(end, frontier.waiting)}")
    if reason in _EARLY_ENDS:
        missing = sum(frontier.unfetched for _, frontier, _ in sites)
        lines.append(f"{_EARLY_ENDS[reason]}: {missing} pages were found and not fetched. {resume}".rstrip())
    elif reason == STORE_FAILED:
        lines.append("Ended early, for the store has failed: mend what the error says, and run again")
    elif sites and reason in _GOOD_ENDS and nothing_came_out(sites) and not any(map(failed_wholly, sites)):
        lines.append(
            "Nothing came out: no fetched page is of a kind that was asked for (WEBNOISE_EXPORT_KINDS)"
        )
    return "\n".join(lines)


def has_failed(sites: Sequence[SiteState], reason: str | None) -> bool:
    """Whether a crawl that has ended for this reason gave less than a person may expect without looking."""
    if reason not in _GOOD_ENDS:
        return True
    interrupted = reason in ("shutdown", None)
    if not sites:  # other processes of a shared crawl have them
        return False
    return any(map(failed_wholly, sites)) or (nothing_came_out(sites) and not interrupted)


def failed_wholly(site: SiteState) -> bool:
    """Whether nothing could be had of a site."""
    _, frontier, tally = site
    reached = tally.fetched or frontier.refused["not-modified"]
    return not tally.articles and bool(frontier.closed or (tally.failures.last and not reached))


def nothing_came_out(sites: Sequence[SiteState]) -> bool:
    """Whether there is no article, not even one that is known already or was not asked for."""
    return not any(
        tally.articles or tally.left_out or any(frontier.refused[known] for known in _NOT_ASKED_FOR)
        for _, frontier, tally in sites
    )


def how_to_resume(settings: BaseSettings) -> str:
    """What to do after a run that was ended early."""
    if settings.get("JOBDIR"):
        return "The same command goes on where it stopped"
    if settings.getbool("WEBNOISE_INCREMENTAL"):
        return "The same command fetches what is missing"
    return "With --jobdir FOLDER (JOBDIR=FOLDER) the same command goes on where it stopped"
