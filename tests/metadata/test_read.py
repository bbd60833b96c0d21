"""What a page says about itself: each field from its best source, with the choice on record."""

from __future__ import annotations

import dataclasses
import pickle

from tests.metadata.pages import linked_data, read
from webnoise.metadata import Source


def test_empty_page_knows_nothing_and_guesses_nothing():
    found = read("<p>Hello</p>")
    for field in ("title", "published", "modified", "section", "description", "paywalled", "wall"):
        assert getattr(found, field) is None, field
    assert (found.authors, found.tags, found.images) == ((), (), ())
    assert found.site == "example.com"


def test_all_fields_from_linked_data():
    found = read(
        head=linked_data(
            headline="Lake town votes for a new bridge",
            author=[{"@type": "Person", "name": "Jane Doe"}, {"@type": "Person", "name": "John Roe"}],
            datePublished="2024-05-03T08:00:00+02:00",
            dateModified="2024-05-04T09:00:00+02:00",
            articleSection="Politics",
            keywords=["bridge", "Lake Town"],
            description="The vote was close.",
            publisher={"@type": "Organization", "name": "The Example"},
            image={"url": "/bridge.jpg", "width": 1200, "height": "800", "caption": "The old bridge"},
            isAccessibleForFree="False",
            articleBody="The vote was close. " * 3,
        )
    )
    assert found.title == "Lake town votes for a new bridge"
    assert found.authors == ("Jane Doe", "John Roe")
    assert (found.published, found.modified) == ("2024-05-03T08:00:00+02:00", "2024-05-04T09:00:00+02:00")
    assert (found.section, found.tags, found.description) == (
        "Politics",
        ("bridge", "Lake Town"),
        "The vote was close.",
    )
    assert found.site == "The Example"
    assert found.images[0].url == "https://www.example.com/bridge.jpg"
    assert (found.images[0].width, found.images[0].height, found.images[0].caption) == (
        1200,
        800,
        "The old bridge",
    )
    assert found.paywalled is True
    assert found.evidence["paywalled"] == "json-ld isAccessibleForFree false"
    assert "NewsArticle" in found.kinds


def test_german_byline_and_date_near_the_headline():
    body = "<h1>Die Brücke ist offen</h1><div>Von Erika Muster</div><div>3. Mai 2024, 14:05 Uhr</div>"
    found = read(body, lang="de-DE")
    assert (found.authors, found.published, found.language) == (("Erika Muster",), "2024-05-03T14:05", "de")


def test_hints_of_the_way_here_fill_what_the_page_leaves_open():
    found = read(hints={"title": "From the feed", "published": "2024-05-03", "language": "en"}, lang="")
    assert (found.title, found.published, found.language) == ("From the feed", "2024-05-03", "en")


def test_values_travel_between_processes():
    found = read("<h1>The bridge is open</h1>")
    assert pickle.loads(pickle.dumps(found)) == found
    assert dataclasses.asdict(found)["title"] == "The bridge is open"


def test_evidence_is_worded_when_read_and_travels() -> None:
    found = read("<h1>Lake town votes</h1>", "<title>Town votes</title>")
    copy = pickle.loads(pickle.dumps(found))
    assert copy.evidence["title"] == "h1; not title='Town votes'"
    assert "authors" not in copy.evidence
    assert copy == found


def test_each_field_names_the_source_that_won():
    found = read("<h1>Lake town votes</h1><p>By Jane Doe</p>", linked_data(dateModified="2024-05-03"))
    assert found.sources["title"] == Source("heading", "h1")
    assert found.sources["published"] == Source("json-ld", "dateModified", as_change=True)
    assert found.sources["authors"].is_near_headline
    assert "section" not in found.sources
