"""Pauses that sites ask for, without a network."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from webnoise.middlewares.politeness import retry_after


@pytest.mark.parametrize(
    ("value", "seconds"), [("120", 120.0), (" 0 ", 0.0), ("soon", 0.0), ("", 0.0), ("-5", 0.0)]
)
def test_retry_after_in_seconds(value, seconds):
    assert retry_after(value) == seconds


def test_retry_after_as_a_date():
    later = format_datetime(datetime.now(UTC) + timedelta(minutes=5), usegmt=True)
    assert 290 <= retry_after(later) <= 300
    assert retry_after("Mon, 02 Nov 2015 00:00:00 GMT") == 0.0
