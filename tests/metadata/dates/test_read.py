"""Dates as pages write them, read as ISO 8601 that says no more than the page said."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from webnoise.discovery.dates import iso_date
from webnoise.metadata.dates.read import as_utc, day_order, find_date, is_future, url_date


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2024-04-24", "2024-04-24"),
        ("2024-04-24T10:00:00.123Z", "2024-04-24T10:00:00+00:00"),
        ("2024-04-24 10:00:00+0200", "2024-04-24T10:00:00+02:00"),
        ("20240424T1005", "2024-04-24T10:05"),
        ("1713952800", "2024-04-24T10:00:00+00:00"),
        ("Mon, 25 Dec 2023 10:00:00 +0000", "2023-12-25T10:00:00+00:00"),
        ("Mon Dec 25 2023 10:00:00 GMT+0100 (CET)", "2023-12-25T10:00:00+01:00"),
        ("December 22nd, 2023 at 5:30 pm EST", "2023-12-22T17:30-05:00"),
        ("Updated 4:05 PM, Dec 5, 2022", "2022-12-05T16:05"),
        ("22. Dezember 2023, 14:05 Uhr", "2023-12-22T14:05"),
        ("1er août 2022 à 14h05", "2022-08-01T14:05"),
        ("22 de diciembre de 2023", "2023-12-22"),
        ("5 сентября 2022 г., 14:03", "2022-09-05T14:03"),
        ("2023. december 22.", "2023-12-22"),
        ("2023 m. gruodžio 22 d.", "2023-12-22"),
        ("12 अगस्त 2023", "2023-08-12"),
        ("٢٢ ديسمبر ٢٠٢٣", "2023-12-22"),
        ("24 เมษายน 2567", "2024-04-24"),
        ("2024年4月24日 08:30", "2024-04-24T08:30"),
        ("2024. 4. 24. 오후 3:20", "2024-04-24T15:20"),
        ("23.02.21", "2021-02-23"),
    ],
)
def test_dates_of_many_kinds_are_read(text, expected):
    assert find_date(text) == expected


@pytest.mark.parametrize(
    "text", ["", "soon", "2022-13-45", "31.02.2024", "March 2024", "1970-01-01", "5:30 pm", "12345678901234"]
)
def test_what_is_no_day_is_not_read(text):
    assert find_date(text) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2024-06-30T23:59:60Z", "2024-06-30T23:59+00:00"),
        ("20240630T235960Z", "2024-06-30T23:59+00:00"),
        ("2024-06-30T10:00:00+24:00", "2024-06-30T10:00:00"),
        ("2024-06-30T10:00:00+02:75", "2024-06-30T10:00:00"),
        ("June 30, 2024 10:00:75 +99", "2024-06-30T10:00"),
        ("2024-06-30T24:00:00Z", "2024-06-30"),
        ("2024-06-30T10:٠٥", "2024-06-30T10:05"),
    ],
)
def test_what_no_clock_shows_is_left_out(text, expected):
    assert find_date(text) == expected
    assert as_utc(expected) is not None


@pytest.mark.parametrize(
    "written", ["2024-06-30T23:59:60Z", "2024-06-30T10:00:00+24:00", "Sun, 30 Jun 2024 10:00:00 +9900"]
)
def test_programs_date_that_no_clock_shows_is_none(written):
    assert iso_date(written) is None


@pytest.mark.parametrize("written", ["2024-06-30", "2024-06-30Z", "20240630"])
def test_day_that_a_program_wrote_stays_a_day(written):
    assert iso_date(written) == "2024-06-30"


def test_moment_before_the_first_year_is_none():
    assert as_utc("0001-01-01T00:00:00+05:00") is None


def test_ambiguous_numbers_follow_the_order_of_the_page():
    assert find_date("03/04/2024", "mdy") == "2024-03-04"
    assert find_date("03/04/2024", "dmy") == "2024-04-03"
    assert find_date("23/04/2024", "mdy") == "2024-04-23"


def test_order_comes_from_region_then_language_then_domain():
    assert day_order("en-US", "example.co.uk") == "mdy"
    assert day_order("en-GB", "example.com") == "dmy"
    assert day_order("de", "example.com") == "dmy"
    assert day_order("en", "example.co.uk") == "dmy"
    assert day_order("", "example.com") == "mdy"


def test_month_name_is_read_in_the_language_of_the_page():
    assert find_date("3. listopada 2023", language="hr") == "2023-10-03"
    assert find_date("3 listopada 2023", language="pl") == "2023-11-03"


def test_day_in_the_address_is_found_and_other_numbers_are_not():
    assert url_date("/2024/05/31/story") == "2024-05-31"
    assert url_date("/news/20240531-story") == "2024-05-31"
    assert url_date("/2023/jan/05/story") == "2023-01-05"
    assert url_date("/meldungen/29-10-2021") == "2021-10-29"
    assert url_date("/article/123456789") is None
    assert url_date("/2023-12_story") is None


def test_day_without_offset_is_future_only_where_it_is_so_everywhere():
    fetched = datetime(2024, 5, 1, 12, tzinfo=UTC)
    assert not is_future("2024-05-02", fetched)
    assert is_future("2024-05-03", fetched)
    assert is_future("2024-05-01T12:00:01+00:00", fetched)
    assert not is_future("2024-05-01T13:00:00+02:00", fetched)
