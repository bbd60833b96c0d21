"""Pauses that sites ask for, without a network."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from webnoise.spiders.failures import MANY, Failure, Troubles
from webnoise.spiders.new_links import NewLinks
from webnoise.spiders.politeness import retry_after


@pytest.mark.parametrize(
    ("value", "seconds"), [("120", 120.0), (" 0 ", 0.0), ("soon", 0.0), ("", 0.0), ("-5", 0.0)]
)
def test_retry_after_in_seconds(value, seconds):
    assert retry_after(value) == seconds


def test_retry_after_as_a_date():
    later = format_datetime(datetime.now(UTC) + timedelta(minutes=5), usegmt=True)
    assert 290 <= retry_after(later) <= 300
    assert retry_after("Mon, 02 Nov 2015 00:00:00 GMT") == 0.0


def test_only_grave_failures_in_a_row_put_a_site_aside():
    grave, light = Failure("timeout", "", grave=True), Failure("status-404", "")
    troubles = Troubles()
    assert not any(troubles.note(grave) for _ in range(MANY - 1))
    troubles.success()
    assert not any(troubles.note(failure) for failure in [*[grave] * (MANY - 1), light, grave])
    assert [troubles.note(grave) for _ in range(MANY - 1)][-1]


PAGE = b"""<html><body><a href="/known">a</a><a href='/also-known'>b</a><a href=bare>c</a><a href="#top">d</a></body></html>"""
KNOWN = {f"https://e.com/{name}" for name in ("known", "also-known", "bare")}


def test_page_with_only_known_links_leads_nowhere_new():
    links = NewLinks()
    assert not links.among(PAGE, "https://e.com/", lambda url: url not in KNOWN)
    assert not links.among(PAGE, "https://e.com/", lambda url: url not in KNOWN), "asked again, the same"


def test_one_new_link_among_known_ones_is_seen():
    links = NewLinks()
    links.among(PAGE, "https://e.com/", lambda url: url not in KNOWN)
    page = PAGE.replace(b"</body>", b'<a\nHREF = "https://e.com/new?a=1&amp;b=2">e</a></body>')
    asked = []
    assert links.among(page, "https://e.com/", lambda url: asked.append(url) or url not in KNOWN)
    assert asked[-1] == "https://e.com/new?a=1&b=2"


@pytest.mark.parametrize(
    "page",
    [
        b"<html amp><body></body></html>",
        b'<html><head><base href="/x/"></head></html>',
        "<html>".encode("utf-16"),
    ],
    ids=["amp", "base", "utf-16"],
)
def test_page_that_bytes_do_not_tell_is_parsed(page):
    assert NewLinks().among(page, "https://e.com/", lambda url: False)
