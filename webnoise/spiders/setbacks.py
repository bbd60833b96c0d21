"""Failed visits are counted and reported, and a site that keeps failing is put aside."""

from __future__ import annotations

import logging

from scrapy.crawler import Crawler

from webnoise.pipelines.stage import page_failed
from webnoise.spiders.failures import Failure
from webnoise.spiders.frontier import Frontier
from webnoise.spiders.outcomes import Outcomes
from webnoise.spiders.visits import Visit


class Setbacks:
    def __init__(
        self, crawler: Crawler, outcomes: Outcomes, logger: logging.LoggerAdapter[logging.Logger]
    ) -> None:
        self._crawler = crawler
        self._outcomes = outcomes
        self._logger = logger

    def note(self, frontier: Frontier, visit: Visit, failure: Failure) -> None:
        """Take note of a visit that failed, and of its site if that is the cause."""
        if visit.purpose == "robots":
            # RFC 9309, 2.3.1.4: while robots.txt cannot be had, the whole site is off limits.
            self.put_aside(frontier, f"its robots.txt cannot be had ({failure.words})")
        tally = self._outcomes.tallies[frontier.site.name]
        if not failure.left or failure.reason == "offsite":
            frontier.refused[failure.reason] += 1
            if visit.purpose == "start":
                tally.troubles.note(failure)
            return
        tally.errors += 1
        tally.troubles.list(visit.url, failure)
        self._count(f"failed/{failure.reason}")
        self._crawler.signals.send_catch_log(
            page_failed, url=visit.url, reason=failure.reason, detail=failure.words
        )
        level = logging.INFO if failure.grave else logging.DEBUG
        self._logger.log(level, "%s: %s", visit.url, failure.words)
        if tally.troubles.note(failure):
            often = f"{tally.troubles.in_a_row} requests in a row failed"
            self.put_aside(frontier, f"{often}, the last because {failure.words}")

    def put_aside(self, frontier: Frontier, reason: str) -> None:
        """Visit a site no more in this run; the others go on."""
        if frontier.closed is None:
            frontier.closed = reason
            self._count("sites/put-aside")
            name = frontier.site.name
            self._logger.warning("%s is put aside: %s. The other sites go on.", name, reason)

    def _count(self, name: str) -> None:
        assert self._crawler.stats is not None
        self._crawler.stats.inc_value(f"webnoise/{name}")
