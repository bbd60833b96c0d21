"""What a page says about itself: each field from its best source, with the choice on record."""

from __future__ import annotations

import dataclasses
import json
import pickle

import lxml.html
import pytest

from webnoise.metadata import Metadata, read_metadata

URL = "https://www.example.com/politics/story-1"
FETCHED = "2024-06-01T12:00:00+00:00"


def read(body="", head="", lang="en", url=URL, **options) -> Metadata:
    root = lxml.html.document_fromstring(f'<html lang="{lang}"><head>{head}</head><body>{body}</body></html>')
    options.setdefault("fetched", FETCHED)
    return read_metadata(root, url, **options)


def linked_data(**fields) -> str:
    node = {"@context": "https://schema.org", "@type": "NewsArticle", **fields}
    return f'<script type="application/ld+json">{json.dumps(node)}</script>'


def meta(**values) -> str:
    return "".join(
        f'<meta property="{name.replace("__", ":")}" content="{value}">' for name, value in values.items()
    )


def test_empty_page_knows_nothing_and_guesses_nothing():
    found = read("<p>Hello</p>")
    for field in (
        "title",
        "published",
        "modified",
        "section",
        "description",
        "paywalled",
        "wall",
        "article_body",
    ):
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
    assert found.article_body.startswith("The vote")


@pytest.mark.parametrize(
    "script",
    [
        '{"@type": "NewsArticle", "datePublished": "2024-05-03",}',
        '{"@type": "NewsArticle", /* the date */ "datePublished": "2024-05-03"}',
        '{"@type": "NewsArticle", "headline": "Two\nlines", "datePublished": "2024-05-03"}',
        '<!-- {"@type": "NewsArticle", "datePublished": "2024-05-03"} -->',
        '//<![CDATA[\n{"@type": "NewsArticle", "datePublished": "2024-05-03"}\n//]]>',
        "{&quot;@type&quot;: &quot;NewsArticle&quot;, &quot;datePublished&quot;: &quot;2024-05-03&quot;}",
        '{"@type": "WebSite"}{"@type": "NewsArticle", "datePublished": "2024-05-03"}',
        '[{"@type": "WebSite"}, {"@type": "NewsArticle", "datePublished": "2024-05-03"}]',
        '{"@graph": [{"@type": "WebSite"}, {"@type": ["NewsArticle"], "datePublished": "2024-05-03"}]}',
        '{"@type": "WebPage", "mainEntity": {"@type": "NewsArticle", "datePublished": "2024-05-03"}}',
        r'{"@type": "NewsArticle", "headline": "It\'s", "datePublished": "2024-05-03"}',
        '{"@type": "NewsArticle", "headline": "a "quoted" word", "datePublished": "2024-05-03"}',
        '{"@type": "NewsArticle", "datePublished": "2024-05-03"',
    ],
)
def test_broken_and_nested_linked_data_is_read(script):
    assert read(head=f'<script type="application/ld+json">{script}</script>').published == "2024-05-03"


def test_deeply_nested_linked_data_does_no_harm():
    assert (
        read(
            head='<script type="application/ld+json">' + "[" * 100_000 + "</script>", body="<h1>A title</h1>"
        ).title
        == "A title"
    )


def test_author_behind_a_reference_is_found():
    graph = [
        {"@type": "Article", "@id": URL, "author": {"@id": "#jane"}, "headline": "A story of a lake"},
        {"@type": "Person", "@id": "#jane", "name": "Jane Doe"},
    ]
    head = f'<script type="application/ld+json">{json.dumps({"@graph": graph})}</script>'
    assert read(head=head).authors == ("Jane Doe",)


def test_teaser_in_linked_data_is_not_the_article():
    teaser = linked_data(
        headline="Another story",
        url="https://www.example.com/other",
        datePublished="2020-01-01",
        author="Bob Poe",
    )
    own = linked_data(headline="This story", url=URL, datePublished="2024-05-03")
    found = read(head=teaser + own)
    assert (found.title, found.published, found.authors) == ("This story", "2024-05-03", ())


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


def test_name_of_the_section_behind_a_bar_is_left_out():
    assert read("<h1>The bridge is open at last | Politics</h1>").title == "The bridge is open at last"
    assert read("<h1>The bridge is open at last | Sports</h1>").title == "The bridge is open at last | Sports"


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


def test_person_in_the_byline_wins_over_the_site_as_author():
    body = (
        '<h1>The bridge is open</h1><p class="byline">By <a href="/authors/jane">Jane Doe</a>, Reporter</p>'
    )
    head = '<meta name="author" content="The Example">' + meta(og__site_name="The Example")
    found = read(body, head)
    assert found.authors == ("Jane Doe",)
    assert found.evidence["authors"] == "byline near headline; not author='The Example'"


def test_agency_stays_when_it_is_the_only_author():
    assert read(head=linked_data(author={"@type": "Organization", "name": "Reuters"})).authors == ("Reuters",)


def test_author_of_a_comment_is_not_the_author():
    body = '<h1>The bridge is open</h1><p>Text.</p><div id="comments"><span class="comment-author">Bob Poe</span></div>'
    assert read("<p>x</p>" * 120 + body.replace("<p>Text.</p>", "<p>Text.</p>" * 120)).authors == ()


def test_photo_credit_is_not_the_author():
    assert read("<h1>The bridge is open</h1><p>Photo by Bob Poe</p>").authors == ()


def test_german_byline_and_date_near_the_headline():
    body = "<h1>Die Brücke ist offen</h1><div>Von Erika Muster</div><div>3. Mai 2024, 14:05 Uhr</div>"
    found = read(body, lang="de-DE")
    assert (found.authors, found.published, found.language) == (("Erika Muster",), "2024-05-03T14:05", "de")


def test_published_and_updated_are_kept_apart():
    body = "<h1>The bridge is open</h1><p>Updated May 5, 2024 | Published May 3, 2024</p>"
    assert read(body).published == "2024-05-03"


def test_two_meta_elements_outvote_linked_data():
    head = linked_data(datePublished="2018-05-03") + meta(
        article__published_time="2024-05-03T10:00:00Z", date="2024-05-03"
    )
    assert read(head=head).published == "2024-05-03T10:00:00+00:00"


def test_shown_day_with_month_and_day_swapped_does_not_correct_the_declared_one():
    head = meta(article__published_time="2024-05-03T10:00:00Z")
    assert read("<h1>The bridge is open</h1><p>3/5/2024</p>", head, lang="en-US").published == (
        "2024-05-03T10:00:00+00:00"
    )


def test_paragraph_that_opens_with_a_date_dates_the_page():
    text = "<p>03.05.2024 - " + "Der Rat stimmte in der Nacht über die Brücke ab. " * 5 + "</p>"
    assert read(f"<h1>Die Brücke ist offen</h1>{text}", lang="de").published == "2024-05-03"


def test_rating_of_a_recipe_is_not_its_article():
    node = {
        "@type": "Recipe", "name": "Cake", "author": {"@type": "Person", "name": "Jane Doe"},
        "datePublished": "2020-01-02",
        "review": [{"@type": "Review", "author": "Bob Poe", "datePublished": "2024-01-02"}],
    }  # fmt: skip
    found = read(head=f'<script type="application/ld+json">{json.dumps(node)}</script>')
    assert (found.authors, found.published) == (("Jane Doe",), "2020-01-02")


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


def test_hints_of_the_way_here_fill_what_the_page_leaves_open():
    found = read(hints={"title": "From the feed", "published": "2024-05-03", "language": "en"}, lang="")
    assert (found.title, found.published, found.language) == ("From the feed", "2024-05-03", "en")


def test_canonical_address_is_absolute():
    assert (
        read(head='<link rel="canonical" href="/story-1">').canonical_url == "https://www.example.com/story-1"
    )


@pytest.mark.parametrize(
    ("tier", "paywalled"), [("locked", True), ("metered", True), ("free", False), ("odd", None)]
)
def test_paywall_by_content_tier(tier, paywalled):
    assert read(head=meta(article__content_tier=tier)).paywalled is paywalled


def test_paywalled_part_makes_the_page_paywalled():
    head = linked_data(
        hasPart={"@type": "WebPageElement", "isAccessibleForFree": False, "cssSelector": ".paid"}
    )
    assert read(head=head).paywalled is True


@pytest.mark.parametrize(
    ("title", "wall"),
    [
        ("Before you continue", "consent"),
        ("Just a moment...", "challenge"),
        ("403 Forbidden", "denied"),
        ("Log in", "login"),
    ],
)
def test_walls_are_told_by_their_kind(title, wall):
    assert read("<p>Please go on.</p>", f"<title>{title}</title>").wall == wall


def test_long_article_about_consent_is_no_wall():
    assert read("<p>" + "word " * 600 + "</p>", "<title>Consent and the law</title>").wall is None


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
