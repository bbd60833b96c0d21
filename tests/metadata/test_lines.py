"""Which lines of a page say only what its metadata say."""

import pytest

from webnoise.metadata import Metadata
from webnoise.metadata.lines import is_moment, line_role

METADATA = Metadata(
    "https://e.com/a",
    authors=("Jane Doe", "Ahmed Khan"),
    published="2026-11-03T18:04:00+01:00",
    modified="2026-11-05",
    language="en",
)


@pytest.mark.parametrize(
    "line",
    [
        "By Jane Doe",
        "JANE DOE and Ahmed Khan",
        "Jane Doe, harbour correspondent",
        "Posted by Jane Doe on November 3, 2026 at 6:04 pm",
        "Von Ahmed Khan, 3. November 2026, 18:04 Uhr",
    ],
)
def test_line_that_names_the_authors_is_the_byline(line):
    assert line_role(line, METADATA) == "byline"


@pytest.mark.parametrize(
    "line",
    [
        "Tuesday, 3 November 2026",
        "Last updated on 5 Nov 2026",
        "3/11/2026",
        "11/3/2026",
        "Published: 2026-11-03 18:04",
        "2026-11-03 18:04 Source: Reuters Section: Harbour",
        "2026年11月03日 18:04 来源:示例新闻 作者:王小明",
    ],
)
def test_line_that_says_the_days_is_the_dateline(line):
    assert line_role(line, METADATA) == "dateline"


@pytest.mark.parametrize(
    "line",
    [
        "By Moira Tansley",
        "Jane Doe spoke to the harbour master on Tuesday",
        "A bread machine that was built by Jane Doe",
        "4 November 2026",
        "The new pier will open on 3 November 2026",
        "Tuesday",
        "By Jane Doe " + "and the crew of the lifeboat, who had been at sea since Monday morning, " * 3,
    ],
)
def test_what_says_more_or_other_is_text(line):
    assert line_role(line, METADATA) is None


def test_page_without_authors_and_dates_has_no_such_lines():
    assert line_role("By Jane Doe, 3 November 2026", Metadata("https://e.com/a")) is None


@pytest.mark.parametrize(
    "line", ["9.40", "09:40 GMT", "14 Nov 2026, 09:40", "2h ago", "vor 3 Minuten", "Updated at 9.40"]
)
def test_moment_of_a_post(line):
    assert is_moment(line, "en")


@pytest.mark.parametrize("line", ["118 kilometres", "Good morning", "The gale reached the coast at 9.40", ""])
def test_text_of_a_post_is_no_moment(line):
    assert not is_moment(line, "en")
