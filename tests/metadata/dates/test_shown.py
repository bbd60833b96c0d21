"""Dates that a page shows in the lines around its headline."""

from __future__ import annotations

from tests.metadata.pages import meta, read


def test_published_and_updated_are_kept_apart():
    body = "<h1>The bridge is open</h1><p>Updated May 5, 2024 | Published May 3, 2024</p>"
    assert read(body).published == "2024-05-03"


def test_shown_day_with_month_and_day_swapped_does_not_correct_the_declared_one():
    head = meta(article__published_time="2024-05-03T10:00:00Z")
    assert read("<h1>The bridge is open</h1><p>3/5/2024</p>", head, lang="en-US").published == (
        "2024-05-03T10:00:00+00:00"
    )


def test_paragraph_that_opens_with_a_date_dates_the_page():
    text = "<p>03.05.2024 - " + "Der Rat stimmte in der Nacht über die Brücke ab. " * 5 + "</p>"
    assert read(f"<h1>Die Brücke ist offen</h1>{text}", lang="de").published == "2024-05-03"
