"""The day of publication where a page shows one day and declares another, or tells of changes alone."""

from __future__ import annotations

import pytest

from tests.metadata.pages import URL, linked_data, meta, read
from webnoise.metadata.sources.candidates import Source

HEADLINE = "<h1>The bridge is open</h1>"
FIRST, CHANGED = "2019-05-03T10:00:00Z", "2024-05-03T10:00:00Z"
LINKED = linked_data(datePublished=FIRST, dateModified=CHANGED)
SOCIAL = meta(article__published_time=FIRST, article__modified_time=CHANGED)


def published(body, head="", url=URL):
    return read(body, head, url=url).published


def test_day_shown_as_the_pages_own_wins_over_the_first_publication():
    assert published(f"{HEADLINE}<p>May 3, 2024</p>", LINKED + SOCIAL) == "2024-05-03"


def test_day_of_a_change_wins_where_only_linked_data_tells_of_the_first_one():
    shown = f"{HEADLINE}<p>Updated May 3, 2024</p>"
    assert published(shown, LINKED) == "2024-05-03"
    assert published(shown, LINKED + SOCIAL) == "2019-05-03T10:00:00+00:00"
    assert published(shown + "<p>May 3, 2019</p>", LINKED) == "2019-05-03T10:00:00+00:00"


@pytest.mark.parametrize("changed", ["May 3, 2024", "May 5, 2024"])
def test_news_that_are_corrected_within_days_keep_their_day(changed):
    first = linked_data(datePublished="2024-05-03T10:00:00Z", dateModified="2024-05-05T10:00:00Z")
    assert published(f"{HEADLINE}<p>Updated {changed}</p>", first) == "2024-05-03T10:00:00+00:00"


@pytest.mark.parametrize(
    ("shown", "url", "expected"),
    [
        ("May 3, 2024", URL, "2019-05-03T10:00:00+00:00"),
        ("May 4, 2019", URL, "2019-05-03T10:00:00+00:00"),
        ("May 4, 2019", "https://www.example.com/2019/05/04/story", "2019-05-04"),
        ("May 3, 2018", URL, "2018-05-03"),
    ],
)
def test_social_date_without_linked_data_yields_to_an_earlier_day_or_the_address_only(shown, url, expected):
    assert published(f"{HEADLINE}<p>{shown}</p>", SOCIAL, url) == expected


def test_address_tells_the_day_from_the_month():
    assert (
        published(f"{HEADLINE}<p>03/05/2024</p>", url="https://www.example.com/2024/05/03/story")
        == "2024-05-03"
    )


def test_date_behind_an_icon_above_the_headline_is_seen():
    assert published(f"<div><svg><path/></svg> May 3, 2024</div>{HEADLINE}") == "2024-05-03"


def test_data_in_a_script_dates_a_page_that_shows_nothing():
    script = '<script>window.page = {"publishedDate": "2024-05-03T10:00:00Z"}</script>'
    assert published(HEADLINE + script) == "2024-05-03T10:00:00+00:00"


@pytest.mark.parametrize(
    "footer", ["<p>This page was last edited on May 3, 2024.</p>", "<p>Zuletzt am 3. Mai 2024 geändert</p>"]
)
def test_page_that_tells_of_its_last_change_alone_has_that_day(footer):
    far = "<p>The council voted on the bridge at night.</p>" * 120
    assert published(HEADLINE + far + footer) == "2024-05-03"


def test_source_tells_that_the_day_is_that_of_a_change():
    far = "<p>The council voted on the bridge at night.</p>" * 120
    time = '<time datetime="2024-05-03T10:00:00Z">May 3, 2024</time>'
    changed = read(f"{HEADLINE}{far}<p>This page was last modified on {time}.</p>")
    assert changed.published == "2024-05-03T10:00:00+00:00"
    assert changed.sources["published"] == Source("time", as_change=True)
    assert not read(f"{HEADLINE}{far}<p>By Jane Doe {time}</p>").sources["published"].as_change


def test_lines_that_tell_of_several_changes_date_nothing():
    far = "<p>The council voted on the bridge at night.</p>" * 120
    changes = "<p>Last edited on May 3, 2024.</p><p>Updated on May 9, 2024</p>"
    assert published(HEADLINE + far + changes) is None


def test_declared_change_dates_a_page_that_tells_of_nothing_else():
    assert published(HEADLINE, meta(article__modified_time=CHANGED)) == "2024-05-03T10:00:00+00:00"


def test_day_labelled_as_the_first_wins_over_the_change_that_linked_data_gives():
    lines = "<p>Published <b>May 3, 2019</b></p><p>Updated <b>May 3, 2024</b></p>"
    head = linked_data(datePublished=CHANGED, dateModified=CHANGED)
    assert published(HEADLINE + lines, head) == "2019-05-03"


def test_note_on_the_first_publication_wins_over_a_nearer_date():
    note = "<p>This story was originally published on 3 May 2019 and is kept up to date.</p>"
    assert published(f"{HEADLINE}<p>May 3, 2024</p><p>The council voted.</p>{note}") == "2019-05-03"


def test_shown_day_that_a_second_declaration_gives_wins_over_linked_data():
    far = "<div></div>" * 20
    head = LINKED + meta(date="May 9, 2024")
    assert published(f"{HEADLINE}{far}<p>May 9, 2024</p>", head) == "2024-05-09"


def test_time_element_tells_the_day_from_the_month():
    other = '<aside><time datetime="2024-05-03">May 3, 2024</time></aside>'
    assert published(f"{HEADLINE}<p>03-05-2024</p>{other}") == "2024-05-03"


def test_time_element_that_is_no_day_corrects_nothing():
    other = '<aside><time datetime="2024-25-05">soon</time></aside>'
    assert published(f"{HEADLINE}<p>05/25/2024</p>{other}") == "2024-05-25"


def test_labelled_time_in_a_sidebar_wins_over_those_of_teasers():
    far = "<p>The council voted on the bridge at night.</p>" * 120
    teaser = '<div><time datetime="2018-05-03">May 3, 2018</time></div>'
    own = (
        '<div class="sidebar-left"><div><b>Published</b> <time datetime="2024-05-03">May 3</time></div></div>'
    )
    assert published(HEADLINE + far + teaser + own) == "2024-05-03"


def test_date_of_a_comment_is_not_that_of_the_article():
    comment = '<div class="comment"><span>Jane, May 9, 2024</span></div>'
    assert published(f"{HEADLINE}<p>The council voted.</p>{comment}") is None


def test_date_in_the_caption_of_a_picture_is_not_that_of_the_article():
    picture = "<figure><img src=a.jpg><figcaption>Jane Doe, May 9, 2023</figcaption></figure>"
    assert published(f"{HEADLINE}<p>May 3, 2024</p>{picture}") == "2024-05-03"
    assert published(f"{HEADLINE}{picture}<p>May 3, 2024</p>") == "2024-05-03"


def test_commentary_is_an_article_and_no_comment():
    assert published(f'{HEADLINE}<div class="commentary"><p>May 3, 2024</p></div>') == "2024-05-03"


def test_address_with_the_same_day_takes_no_time_of_day_away():
    social = meta(article__published_time="2024-05-05T08:00:00+00:00")
    url = "https://www.example.com/2024/05/05/story"
    assert published(HEADLINE, social, url) == "2024-05-05T08:00:00+00:00"
