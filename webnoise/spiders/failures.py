"""Why a visit failed, in words a person can act on, and when a site has failed often enough."""

from __future__ import annotations

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

MANY = 10  # failures in a row that put a site aside; judgement: a bad section has fewer, an outage more
_MOST_KINDS = 8  # of failures of one site that are counted apart
_OTHERWISE = ("failed otherwise", "the log has each of them")
_NAMED = 3  # addresses that are shown of each kind of failure


class Failure(NamedTuple):
    """`reason` is a code to count by; `grave` failures speak of the whole site and not of one page.

    `left` is False for a request that never reached the network; `status` is that of the answer, if one came,
    and `pause` how many seconds it asks to wait.
    """

    reason: str
    words: str
    remedy: str = ""
    grave: bool = False
    left: bool = True
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
_NETWORK = Failure("network", "the connection failed", "try again later", grave=True)
_REFUSED = _NETWORK._replace(reason="refused", words="the server takes no connections")
_TIMEOUT = Failure("timeout", "the server did not answer in time", "raise DOWNLOAD_TIMEOUT", grave=True)
PIPELINE_FAILED = Failure("pipeline", "a pipeline failed", "the log says where")
UNWRITTEN = Failure("unwritten", "its article could not be written", "the log says why")
_BY_ERROR: dict[type[Exception], Failure] = {
    CannotResolveHostError: Failure("no-such-host", "there is no such host", "check the address", grave=True),
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
            error.reason, str(error), error.remedy, left=error.reason == "offsite", pause=error.pause
        )
    if isinstance(error, IgnoreRequest):
        words = str(error)  # only the words of Scrapy's own say what they mean
        if "robots.txt" in words:
            remedy = "nothing to do: the site does not want it crawled"
            return Failure("robots", "forbidden by robots.txt", remedy, left=False)
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
        grave=status >= 500 or status in (401, 403, 429),
        status=status,
        pause=asked_pause(response),
    )


@dataclass
class Troubles:
    """The failures of one site; `in_a_row` counts grave ones since the last success.

    `kinds` are those that are shown, by what they are: how many, and the first addresses.
    """

    in_a_row: int = 0
    last: Failure | None = None
    kinds: dict[tuple[str, str], FailedPages] = field(default_factory=dict)

    def note(self, failure: Failure) -> bool:
        """Take note of a failure; True when the site has failed often enough to be put aside."""
        self.last = failure if failure.grave or self.last is None else self.last
        self.in_a_row = self.in_a_row + 1 if failure.grave else 0
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
