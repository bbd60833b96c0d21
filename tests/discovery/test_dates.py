"""Dates of feeds and sitemaps."""

from __future__ import annotations

import pytest

from webnoise.discovery.dates import iso_date
from webnoise.metadata.dates.read import as_utc


@pytest.mark.parametrize(
    ("written", "iso"),
    [
        ("Mon, 16 Nov 2026 01:31:25 GMT", "2026-11-16T01:31:25+00:00"),
        ("Mon, 16 Nov 2026 01:31:25 -0500", "2026-11-16T01:31:25-05:00"),
        ("16 Nov 2026 01:31 EST", "2026-11-16T01:31:00-05:00"),
        ("Mon, 16 Nov 2026 01:31:25 IST", "2026-11-16T01:31:25"),
        ("2026-11-16T01:31:25.5+0530", "2026-11-16T01:31:25.500000+05:30"),
        ("2026-11-16 01:31:25 UTC", "2026-11-16T01:31:25+00:00"),
        ("2026-11-16", "2026-11-16"),
        ("2026-11", None),
        ("0001-01-01T00:00:00Z", None),
        ("yesterday", None),
        ("2026-13-45", None),
        ("", None),
        (None, None),
    ],
)
def test_dates_are_iso_with_the_offset_given(written, iso):
    assert iso_date(written) == iso


def test_moments_compare_across_offsets():
    assert as_utc("2026-11-16T01:00:00+05:30") < as_utc("2026-11-15T20:00:00+00:00") < as_utc("2026-11-16")
    assert as_utc(None) is None
    assert as_utc("nonsense") is None
