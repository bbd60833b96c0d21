"""The title: the headline that is shown, checked against those declared, without the site's name."""

from __future__ import annotations

import pytest

from tests.metadata.pages import linked_data, meta, read


@pytest.mark.parametrize(
    "title",
    [
        "The bridge is open | The Example",
        "The Example: The bridge is open".replace(": ", " - "),
        "The bridge is open - example.com",
        "The bridge is open",
    ],
)
def test_title_loses_the_name_of_the_site(title):
    head = f'<title>{title}</title><meta property="og:site_name" content="The Example">'
    assert read(head=head).title == "The bridge is open"


def test_title_loses_the_section_behind_a_bar():
    head = f"{meta(article__section='Opinion')}<title>The bridge is open | Opinion</title>"
    assert read("<h1>The bridge is open | Opinion</h1>", head).title == "The bridge is open"
    assert read("<h1>The bridge is open | At last</h1>", head).title == "The bridge is open | At last"


def test_hyphenated_title_keeps_its_second_half():
    assert read(head="<title>The bridge - a town decides</title>").title == "The bridge - a town decides"


def test_shown_headline_wins_over_a_declared_variant():
    head = meta(og__title="Bridge opens in Lake Town after ten years")
    assert (
        read("<h1>Bridge opens in Lake Town after ten long years</h1>", head).title
        == "Bridge opens in Lake Town after ten long years"
    )


def test_logo_in_an_h1_is_not_the_title():
    body = '<h1><a href="/">Lake News Daily</a></h1><h1>The bridge is open</h1>'
    assert read(body, "<title>The bridge is open</title>").title == "The bridge is open"


@pytest.mark.parametrize(
    "title", ["The ferry is late again | Tidal Notes", "Tidal Notes » The ferry is late again"]
)
def test_site_name_in_the_h1_is_not_the_title_where_a_lesser_heading_is(title):
    body = "<h1>Tidal Notes</h1><h2>The ferry is late again</h2>"
    assert read(body, f"<title>{title}</title>").title == "The ferry is late again"


def test_section_in_a_lesser_heading_takes_no_headline_away():
    body = "<h1>The ferry is late again</h1><h2>Harbour Watch</h2>"
    head = "<title>Harbour Watch: The ferry is late again</title>"
    assert read(body, head).title == "The ferry is late again"


def test_kicker_inside_the_h1_is_left_out():
    body = "<h1><span>Local News</span><span>The bridge is open at last</span></h1>"
    head = (
        meta(og__title="The bridge is open at last") + "<title>The bridge is open at last | Example</title>"
    )
    assert read(body, head).title == "The bridge is open at last"


def test_kicker_that_no_title_declares_is_left_out():
    body = '<h1><span class="kicker">Vote at night</span><span>The bridge is open at last</span></h1>'
    assert read(body, meta(og__title="Bridge opened")).title == "The bridge is open at last"


def test_headline_that_goes_on_behind_the_declared_title_is_kept_whole():
    head = meta(og__title="The bridge is open") + "<title>The bridge is open | Example</title>"
    assert read("<h1>The bridge is open, and the town is glad</h1>", head).title == (
        "The bridge is open, and the town is glad"
    )


def test_byline_inside_the_h1_is_left_out():
    head = meta(og__title="The bridge is open") + "<title>The bridge is open | Example</title>"
    assert read("<h1>The bridge is open <small>Posted on 3 May 2024</small></h1>", head).title == (
        "The bridge is open"
    )


def test_only_headline_wins_over_declarations_that_say_something_else():
    head = meta(og__title="Cheap loans for bridges", twitter__title="Cheap loans for bridges")
    assert read("<h1>How we paid for the crossing</h1>", head).title == "How we paid for the crossing"


def test_headline_of_a_word_or_two_yields_where_all_declarations_agree():
    head = meta(og__title="How the lake towns repair their bridges")
    head += "<title>How the lake towns repair their bridges</title>"
    assert read("<h1>Our Projects</h1>", head).title == "How the lake towns repair their bridges"
    assert read("<h1>The towns and their projects</h1>", head).title == "The towns and their projects"


def test_social_title_alone_against_headline_data_and_title_is_the_editors():
    told = "Bridge opening: what to know"
    head = (
        linked_data(headline=told)
        + f"<title>{told}</title>"
        + meta(og__title="Ten years late, the lake gets its crossing")
    )
    assert read(f"<h1>{told}</h1>", head).title == "Ten years late, the lake gets its crossing"
