"""Pauses that a site asks for: Crawl-delay in its robots.txt, Retry-After in its answers."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from time import monotonic
from typing import Any, Self
from urllib.parse import urlsplit

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.http import Response

from webnoise.discovery.dates import iso_date
from webnoise.discovery.robots import parse_robots
from webnoise.metadata.dates.read import as_utc
from webnoise.middlewares.redirects import Refused

logger = logging.getLogger(__name__)

LONGEST_PAUSE = 600.0  # seconds; a site that asks for a longer one is put aside for this run
_BUSY = frozenset({429, 503})  # RFC 6585, 4 and RFC 9110, 15.6.4: both may carry Retry-After
_DEFAULT_PAUSE = 10.0  # seconds after a 429 that names none; judgement
_LONG_DELAY = 60.0  # seconds; worth a word in the log: such a site gives few pages in a day


def hold_apart(downloader: Any, slot: str, seconds: float) -> None:
    """Let at least `seconds` pass between two requests of a slot, from now on and to the end of the run."""
    settings = downloader.per_slot_settings.setdefault(slot, {})
    if seconds <= settings.get("delay", 0.0):
        return
    # Without jitter: Scrapy's reaches half below the delay. One at a time, or the pauses run side by side.
    settings.update(delay=seconds, jitter=0.0, concurrency=1)
    if live := downloader.slots.get(slot):
        live.delay, live.jitter, live.concurrency = max(seconds, live.delay), 0.0, 1
        live.lastseen = max(live.lastseen, monotonic())


class Politeness:
    """An extension that keeps AutoThrottle above each site's own minimum and obeys Retry-After.

    It acts when a response has come and before the slot's next request leaves.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        crawler.signals.connect(self._response_downloaded, signal=signals.response_downloaded)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    def _response_downloaded(self, response: Response, request: Request) -> None:
        downloader = self._crawler.engine.downloader
        key = request.meta.get("download_slot", "")
        slot = downloader.slots.get(key)
        if slot is None:
            return
        pause = asked_pause(response)
        if pause > LONGEST_PAUSE:
            request.meta["dont_retry"] = True
        elif pause:
            # Scrapy waits from `lastseen` on, but only in slots that have a delay.
            slot.lastseen = monotonic() + pause
            slot.delay = max(slot.delay, 0.01)
            logger.info("%s asks for a pause of %.0f seconds (status %d)", key, pause, response.status)
        asked = downloader.per_slot_settings.get(key, {}).get("delay", 0.0)
        if asked:
            # Counted from the answer, not from when the request was due: a busy machine sends late.
            slot.lastseen = max(slot.lastseen, monotonic())
            slot.delay = max(slot.delay, asked)


def asked_pause(response: Response) -> float:
    """Seconds that an answer asks to wait before the next request."""
    if response.status not in _BUSY:
        return 0.0
    named = response.headers.get("Retry-After")
    if named is None:
        return _DEFAULT_PAUSE if response.status == 429 else 0.0
    return retry_after(named.decode("latin-1"))


def retry_after(value: str) -> float:
    """Seconds that a Retry-After header asks for: a number, or the distance to a date (RFC 9110, 10.2.3)."""
    value = value.strip()
    if value.isdigit():
        return float(value[:9])
    moment = as_utc(iso_date(value))
    return max(0.0, (moment - datetime.now(UTC)).total_seconds()) if moment else 0.0


class RobotsCacheMiddleware:
    """A downloader middleware: each robots.txt is fetched once, and its delay is obeyed from then on.

    The spider reads robots.txt for the sitemaps, Scrapy's own middleware for the rules; the second of them
    gets what the first has fetched.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._answers: dict[str, Response] = {}  # one per host of the crawl
        self._closed: dict[str, float] = {}  # hosts that ask for longer pauses than a run can make

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    def process_request(self, request: Request) -> Response | None:
        if request.url.endswith("/robots.txt"):
            return self._answers.get(request.url)
        pause = self._closed.get(urlsplit(request.url).hostname or "")
        if pause:
            raise Refused(
                "crawl-delay", f"robots.txt asks for {pause:.0f} seconds between two requests", pause=pause
            )
        return None

    def process_response(self, request: Request, response: Response) -> Response:
        if request.url.endswith("/robots.txt") and urlsplit(request.url).path == "/robots.txt":
            first = (request.meta.get("redirect_urls") or [request.url])[0]
            if not 300 <= response.status < 400 and response.status < 500 and first not in self._answers:
                self._answers[first] = response.replace(request=None, flags=[])
                self._obey_delay(request, response)
        return response

    def _obey_delay(self, request: Request, response: Response) -> None:
        agent = str(self._crawler.settings.get("USER_AGENT"))
        delay = parse_robots(response.body, response.url, agent).crawl_delay
        slot = urlsplit(request.url).hostname or ""
        if delay and delay > LONGEST_PAUSE:
            self._closed[slot] = delay
            logger.warning("%s asks for %.0f seconds between two requests: it is left alone", slot, delay)
        elif delay:
            hold_apart(self._crawler.engine.downloader, slot, delay)
            if delay > _LONG_DELAY:
                logger.warning("%s asks for %.0f seconds between two requests, and gets them", slot, delay)
