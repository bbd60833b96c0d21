"""Why a visit failed, in words a person can act on; a site that keeps failing is put aside."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadCancelledError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    IgnoreRequest,
    ResponseDataLossError,
)
from scrapy.http import Response
from scrapy.spidermiddlewares.httperror import HttpError

from webnoise.middlewares.politeness import asked_pause
from webnoise.middlewares.redirects import Refused
from webnoise.pipelines.session import FailedPage, Session
from webnoise.spiders.frontier import Frontier
from webnoise.spiders.visits import Visit

MANY = 10  # failures in a row that put a site aside; judgement: a bad section has fewer, an outage more
_MOST_KINDS = 8  # of failures of one site that are counted apart
_OTHERWISE = ("failed otherwise", "the log has each of them")
_NAMED = 3  # addresses that are shown of each kind of failure


class Failure(NamedTuple):
    """`reason` is a code to count by; `is_site_wide` is whether the whole site is in trouble, not one page.

    `was_sent` is False for a request that never reached the network; `status` is that of the response, if one
    came, and `pause` how many seconds it asks to wait.
    """

    reason: str
    words: str
    remedy: str = ""
    is_site_wide: bool = False
    was_sent: bool = True
    status: int = 0
    pause: float = 0.0

    @property
    def is_refusal(self) -> bool:
        """Whether the server says that the fault is the request's (RFC 9110, 15.5)."""
        return 400 <= self.status < 500


_BY_STATUS = {
    401: ("the site asks for a password", "nothing to do without one"),
    403: ("the site refuses this crawler", "set WEBNOISE_CONTACT_URL, raise the delay, or ask the site"),
    404: ("the page is not there", ""),
    410: ("the page is gone", ""),
    429: ("the site asks for fewer requests", "raise the site's delay"),
}
_NETWORK = Failure("network", "the connection failed", "try again later", is_site_wide=True)
_REFUSED = _NETWORK._replace(reason="refused", words="the server takes no connections")
_TIMEOUT = Failure(
    "timeout", "the server did not answer in time", "raise DOWNLOAD_TIMEOUT", is_site_wide=True
)
PIPELINE_FAILED = Failure("pipeline", "a pipeline failed", "the log says where")
UNWRITTEN = Failure("unwritten", "its article could not be written", "the log says why")
_BY_ERROR: dict[type[Exception], Failure] = {
    CannotResolveHostError: Failure(
        "no-such-host", "there is no such host", "check the address", is_site_wide=True
    ),
    DownloadConnectionRefusedError: _REFUSED,
    DownloadTimeoutError: _TIMEOUT,
    DownloadCancelledError: Failure("too-large", "the page is too large", "raise DOWNLOAD_MAXSIZE"),
    ResponseDataLossError: Failure("truncated", "the connection broke off in the page", "try again later"),
    DownloadFailedError: _NETWORK,
}


def failure_of(failure: Any) -> Failure:
    """What a Twisted failure, as an errback gets it, means."""
    error = failure.value
    if isinstance(error, HttpError):
        return _by_response(error.response)
    if isinstance(error, Refused):
        return Failure(
            error.reason, str(error), error.remedy, was_sent=error.reason == "offsite", pause=error.pause
        )
    if isinstance(error, IgnoreRequest):
        words = str(error)  # only the words of Scrapy's own say what they mean
        if "robots.txt" in words:
            remedy = "nothing to do: the site does not want it crawled"
            return Failure("robots", "forbidden by robots.txt", remedy, was_sent=False)
        return Failure("redirects" if "redirect" in words else "ignored", words)
    for kind, meaning in _BY_ERROR.items():
        if isinstance(error, kind):
            return meaning
    return _NETWORK._replace(words=f"{type(error).__name__}: {error}")


def _by_response(response: Response) -> Failure:
    status = response.status
    words, remedy = _BY_STATUS.get(status, ("the server failed", "try again later"))
    if status < 500 and status not in _BY_STATUS:
        words, remedy = "the server does not give the page", ""
    return Failure(
        f"status-{status}",
        f"{words} ({status})",
        remedy,
        is_site_wide=status >= 500 or status in (401, 403, 429),
        status=status,
        pause=asked_pause(response),
    )


@dataclass
class SiteFailures:
    """The failures of one site; `in_a_row` counts site-wide ones since the last success.

    `kinds` are those that are shown, by what they are: how many, and the first addresses.
    """

    in_a_row: int = 0
    last: Failure | None = None
    kinds: dict[tuple[str, str], FailedPages] = field(default_factory=dict)

    def note(self, failure: Failure) -> bool:
        """Take note of a failure; True when the site has failed often enough to be put aside."""
        self.last = failure if failure.is_site_wide or self.last is None else self.last
        self.in_a_row = self.in_a_row + 1 if failure.is_site_wide else 0
        return self.in_a_row >= MANY

    def list(self, url: str, failure: Failure) -> None:
        """Keep the address of a page that failed, for the end of the crawl."""
        kind = (failure.words, failure.remedy)
        if kind not in self.kinds and len(self.kinds) >= _MOST_KINDS:
            kind = _OTHERWISE
        self.kinds.setdefault(kind, FailedPages()).add(url)

    def success(self) -> None:
        self.in_a_row = 0


@dataclass
class FailedPages:
    """How many pages failed alike, and the first of them."""

    count: int = 0
    first: list[str] = field(default_factory=list)

    def add(self, url: str) -> None:
        self.count += 1
        if len(self.first) < _NAMED:
            self.first.append(url)

    def __str__(self) -> str:
        more = self.count - len(self.first)
        return ", ".join(self.first) + (f" and {more} more" if more else "")


class FailureHandler:
    """Counts and reports failed visits, and puts aside a site that keeps failing."""

    def __init__(self, session: Session, logger: logging.LoggerAdapter[logging.Logger]) -> None:
        self._session = session
        self._logger = logger

    def note(self, frontier: Frontier, visit: Visit, failure: Failure, failures: SiteFailures) -> bool:
        """Note a visit that failed, and its site if that is the cause; return whether it is an error."""
        if visit.purpose == "robots":
            # RFC 9309, 2.3.1.4: while robots.txt cannot be had, the whole site is off limits.
            self.put_aside(frontier, f"its robots.txt cannot be had ({failure.words})")
        if not failure.was_sent or failure.reason == "offsite":
            frontier.refused[failure.reason] += 1
            if visit.purpose == "start":
                failures.note(failure)
            return False
        failures.list(visit.url, failure)
        self._session.count(f"failed/{failure.reason}")
        self._session.page_failed(FailedPage(visit.url, failure.reason, failure.words))
        level = logging.INFO if failure.is_site_wide else logging.DEBUG
        self._logger.log(level, "%s: %s", visit.url, failure.words)
        if failures.note(failure):
            often = f"{failures.in_a_row} requests in a row failed"
            self.put_aside(frontier, f"{often}, the last because {failure.words}")
        return True

    def put_aside(self, frontier: Frontier, reason: str) -> None:
        """Visit a site no more in this run; the others go on."""
        if frontier.closed is None:
            frontier.closed = reason
            self._session.count("sites/put-aside")
            name = frontier.site.name
            self._logger.warning("%s is put aside: %s. The other sites go on.", name, reason)
