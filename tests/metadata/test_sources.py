"""What fields are read from: JSON-LD, typed sources, and the elements around the headline."""

from __future__ import annotations

import json

import pytest

from tests.metadata.pages import URL, linked_data, read
from webnoise.metadata.sources.candidates import Source
from webnoise.metadata.sources.headline_window import HeadlineWindow, visible_text, within
from webnoise.model import Page
from webnoise.page.parse import parse


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


def test_rating_of_a_recipe_is_not_its_article():
    node = {
        "@type": "Recipe", "name": "Cake", "author": {"@type": "Person", "name": "Jane Doe"},
        "datePublished": "2020-01-02",
        "review": [{"@type": "Review", "author": "Bob Poe", "datePublished": "2024-01-02"}],
    }  # fmt: skip
    found = read(head=f'<script type="application/ld+json">{json.dumps(node)}</script>')
    assert (found.authors, found.published) == (("Jane Doe",), "2020-01-02")


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (Source("json-ld", "headline"), "json-ld headline"),
        (Source("meta", "og:title"), "og:title"),
        (Source("near headline", as_change=True), "near headline, as change"),
        (Source("url"), "url"),
    ],
)
def test_source_is_told_in_words(source, words):
    assert str(source) == words


def elements_of(body):
    return parse(Page(url=URL, html=f"<html><body>{body}</body></html>")).elements


def texts(elements, places):
    return [elements.texts[element] for element, *_ in places]


def test_elements_around_the_headline_are_those_before_and_behind_but_not_those_that_hold_it():
    page = elements_of(
        "<p>one</p><div><p>two</p></div>"
        "<section><i>three</i><h1>Title <b>in it</b></h1><p>four <i>five</i></p></section><p>six</p>"
    )
    around = HeadlineWindow(page, page.tagged("h1")[0])
    shown = [(text, distance) for _, distance, text, _ in around.beside if text]
    assert shown == [("one", -4), ("two", -2), ("three", -1), ("four ", 1), ("five", 2), ("six", 3)]
    assert texts(page, around.beside)[-3:] == ["four ", "five", "six"]
    assert {page.tags[element] for element in around.ancestors} == {"html", "body", "section"}


def test_what_no_reader_sees_is_a_place_above_the_headline_only_for_the_text_behind_it():
    page = elements_of("<div><svg><path/></svg> May 3</div><div><svg><path/></svg></div><h1>Title</h1>")
    above = HeadlineWindow(page, page.tagged("h1")[0]).beside
    unseen = [(page.tags[element], tail) for element, _, _, tail in above if page.tags[element] == "svg"]
    assert unseen == [("svg", " May 3")]


def test_page_without_a_headline_has_nothing_around_it():
    around = HeadlineWindow(elements_of("<p>one</p>"), None)
    assert (around.near, around.ancestors) == ([], frozenset())


def test_elements_near_the_headline_are_those_beside_it_and_more_in_document_order():
    page = elements_of("<p>a</p>" * 50 + "<h1>Title</h1>" + "<p>b</p>" * 120)
    around = HeadlineWindow(page, page.tagged("h1")[0])
    assert (len(around.beside), len(around.near)) == (24, 120)
    assert set(around.beside) < set(around.near)
    assert [element for element, *_ in around.near] == sorted(element for element, *_ in around.near)


def test_text_of_neighbouring_elements_does_not_run_together():
    page = elements_of("<div>By<span>Jane Doe</span><script>x()</script><p>May</p>3<i>rd</i></div>")
    assert visible_text(page, page.tagged("div")[0]) == "By Jane Doe May 3 rd"
    page = elements_of("<h1><span>Lake</span>: the <b>bridge</b>, at last</h1>")
    assert visible_text(page, page.tagged("h1")[0]) == "Lake: the bridge, at last"


@pytest.mark.parametrize(
    ("body", "in_comments", "in_teaser"),
    [
        ("<div class='comments'><b>x</b></div>", True, True),
        ("<div id='disqus_thread'><b>x</b></div>", True, True),
        ("<figure><b>x</b></figure>", True, True),
        ("<aside><b>x</b></aside>", False, True),
        ("<div class='related-stories'><b>x</b></div>", False, True),
        ("<a href='/fog'><h3>Fog again</h3><b>x</b></a>", True, True),
        ("<a href='/author'><h3><b>x</b></h3></a>", False, False),
        ("<div class='commentary'><b>x</b></div>", False, False),
        ("<div class='post category-discussion'><b>x</b></div>", False, False),
        ("<div class='has-sidebar'><b>x</b></div>", False, False),
        ("<main class='teasers'><b>x</b></main>", False, False),
    ],
)
def test_comments_and_teasers_are_told_by_tags_and_words(body, in_comments, in_teaser):
    page = elements_of(body)
    inner = page.tagged("b")[0]
    assert within(page, inner, "comments") is in_comments
    assert within(page, inner, "teaser") is in_teaser


def test_what_holds_the_headline_is_no_teaser():
    page = elements_of("<div class='latest'><h1>Title</h1><div class='x'><b>x</b></div></div>")
    frame = HeadlineWindow(page, page.tagged("h1")[0]).ancestors
    assert within(page, page.tagged("b")[0], "teaser")
    assert not within(page, page.tagged("b")[0], "teaser", frame)
