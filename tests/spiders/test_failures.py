"""Why a visit failed, and when a site has failed often enough."""

import pytest
from scrapy.exceptions import CannotResolveHostError, DownloadTimeoutError, IgnoreRequest
from scrapy.http import Response
from scrapy.spidermiddlewares.httperror import HttpError
from twisted.python.failure import Failure as TwistedFailure

from webnoise.middlewares.redirects import Refused
from webnoise.spiders.failures import MANY, Failure, SiteFailures, failure_of


def answer(status, **headers):
    return HttpError(Response("https://news.example/a", status=status, headers=headers))


@pytest.mark.parametrize(
    ("error", "reason", "grave"),
    [
        (answer(404), "status-404", False),
        (answer(418), "status-418", False),
        (answer(403), "status-403", True),
        (answer(503), "status-503", True),
        (CannotResolveHostError("news.example"), "no-such-host", True),
        (DownloadTimeoutError("late"), "timeout", True),
        (IgnoreRequest("Forbidden by robots.txt"), "robots", False),
        (IgnoreRequest("max redirections reached"), "redirects", False),
        (Refused("offsite", "redirected off the site"), "offsite", False),
        (RuntimeError("odd"), "network", True),
    ],
)
def test_errors_have_a_reason_to_count_by(error, reason, grave):
    failure = failure_of(TwistedFailure(error))
    assert (failure.reason, failure.is_site_wide) == (reason, grave)
    assert failure.was_sent == (reason != "robots")


def test_failure_has_the_status_and_pause_of_its_response():
    busy = failure_of(TwistedFailure(answer(503, **{"Retry-After": "86400"})))
    assert (busy.status, busy.pause, busy.is_refusal) == (503, 86400.0, False)
    assert failure_of(TwistedFailure(answer(410))).is_refusal


def test_only_site_wide_failures_in_a_row_put_a_site_aside():
    grave, light = Failure("timeout", "", is_site_wide=True), Failure("status-404", "")
    failures = SiteFailures()
    assert not any(failures.note(grave) for _ in range(MANY - 1))
    failures.success()
    assert not any(failures.note(failure) for failure in [*[grave] * (MANY - 1), light, grave])
    assert [failures.note(grave) for _ in range(MANY - 1)][-1]
