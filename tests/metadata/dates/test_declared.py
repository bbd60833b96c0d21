"""Dates that a page declares, and what is made of several."""

from __future__ import annotations

from tests.metadata.pages import linked_data, meta, read


def test_two_meta_elements_outvote_linked_data():
    head = linked_data(datePublished="2018-05-03") + meta(
        article__published_time="2024-05-03T10:00:00Z", date="2024-05-03"
    )
    assert read(head=head).published == "2024-05-03T10:00:00+00:00"


def test_modification_before_publication_is_none():
    head = meta(article__published_time="2024-05-03T10:00:00Z", article__modified_time="2023-01-01T10:00:00Z")
    found = read(head=head)
    assert (found.published, found.modified) == ("2024-05-03T10:00:00+00:00", None)


def test_same_instant_is_given_with_the_local_offset():
    head = linked_data(datePublished="2024-05-02T22:30:00Z") + meta(
        article__published_time="2024-05-03T00:30:00+02:00"
    )
    assert read(head=head).published == "2024-05-03T00:30:00+02:00"


def test_date_after_the_fetch_is_not_believed():
    assert read(head=meta(article__published_time="2024-07-01T10:00:00Z")).published is None
    assert read(head=meta(article__published_time="2024-06-01T18:00:00Z")).published == "2024-06-01"


def test_day_of_the_address_when_nothing_else_is_there():
    found = read(url="https://www.example.com/2024/05/03/bridge")
    assert (found.published, found.evidence["published"]) == ("2024-05-03", "url")
