"""Links carry the evidence of their place, and addresses are told apart before anything is fetched."""

from __future__ import annotations

from datetime import date

import pytest

from webnoise.discovery.candidates import TrapGuard, UrlPatterns, article_score, looks_like_trap, url_pattern
from webnoise.discovery.links import PageLink, page_links
from webnoise.model import Page
from webnoise.page.parse import parse

URL = "https://news.example/world/"
TODAY = date(2026, 11, 16)

FRONT = """<html><head><link rel="canonical" href="https://news.example/world"><link rel="amphtml" href="/amp/world">
</head><body class="has-sidebar"><header><a href="/">Home</a></header>
<nav><a href="/sport">Sport</a></nav>
<main><article><header><h2><a href="/world/2026/11/16/river-breaks-its-banks">River breaks its banks at night</a></h2></header>
<a href="/world/2026/11/16/river-breaks-its-banks#comments"><img src="x.jpg"></a></article>
<nav class="pager"><a href="?page=2">Next ›</a></nav></main>
<div class="right-Sidebar"><a href="/opinion/a-letter-to-the-editor">A letter to the editor</a></div>
<div role="contentinfo"><a rel="nofollow" href="/imprint">Imprint</a></div>
<a href="mailto:a@b.example">Mail</a><a href="javascript:void(0)">Menu</a><a href="#top">Top</a><a href="http://[bad">Bad</a>
<a href="https://other.example/x">Other</a></body></html>"""


@pytest.fixture(scope="module")
def front():
    return page_links(parse(Page(URL, FRONT)))


def test_links_know_their_landmark_and_words(front):
    links = {link.url.removeprefix("https://news.example"): link for link in front.links}
    assert set(links) == {
        "/",
        "/sport",
        "/world/2026/11/16/river-breaks-its-banks",
        "/world/?page=2",
        "/opinion/a-letter-to-the-editor",
        "/imprint",
        "https://other.example/x",
    }
    story = links["/world/2026/11/16/river-breaks-its-banks"]
    assert (story.landmark, story.heading, story.words) == ("main", True, 6)
    assert story.text == "River breaks its banks at night"
    assert links["/"].landmark == "header"
    assert links["/sport"].landmark == "nav"
    assert links["/opinion/a-letter-to-the-editor"].landmark == "aside"
    assert links["/imprint"].landmark == "footer"
    assert links["https://other.example/x"].landmark == "body"


def test_what_is_not_wanted_is_left_out_and_asked_for_once():
    asked = []

    def wanted(url):
        asked.append(url)
        return url.startswith("https://news.example/world/")

    links = page_links(parse(Page(URL, FRONT.replace("</body></html>", "") + FRONT)), wanted)
    assert {link.url for link in links.links} == {
        "https://news.example/world/2026/11/16/river-breaks-its-banks",
        "https://news.example/world/?page=2",
    }
    assert len(asked) == len(set(asked)) == 7
    assert links.next_page == "https://news.example/world/?page=2"


def test_canonical_and_next_page_are_found(front):
    assert front.canonical == "https://news.example/world"
    assert front.next_page == "https://news.example/world/?page=2"
    assert not front.is_amp


@pytest.mark.parametrize(
    ("markup", "found"),
    [
        ('<link rel="next" href="/world/page/3/">', "https://news.example/world/page/3/"),
        ('<a class="x" href="/world/page/3/">Older posts</a>', "https://news.example/world/page/3/"),
        ('<a href="/world/page/3/" aria-label="Next page"><svg/></a>', "https://news.example/world/page/3/"),
        ('<a href="/world/page/3/">अगला</a>', "https://news.example/world/page/3/"),
        ('<a href="/world/page/1/">Next</a>', None),
        ('<a rel="next" href="/world/the-next-article-in-time">Next</a>', None),
        ('<link rel="next" href="/world/the-next-article-in-time">', None),
        ('<a href="/world/page/3/">3</a>', None),
    ],
)
def test_next_page_is_a_further_page_and_not_the_next_article(markup, found):
    page = Page("https://news.example/world/page/2/", f"<html><body><p>Text</p>{markup}</body></html>")
    assert page_links(parse(page)).next_page == found


def test_base_href_and_amp_pages():
    page = Page(
        URL, '<html amp><head><base href="/en/"></head><body><a href="story-of-the-day">S</a></body></html>'
    )
    links = page_links(parse(page))
    assert links.links[0].url == "https://news.example/en/story-of-the-day"
    assert links.is_amp


ARTICLES = [
    "https://news.example/2026/11/16/river-breaks-its-banks-after-a-night-of-rain",
    "https://news.example/world/river-breaks-its-banks-after-rain-12345678.html",
    "https://news.example/world/river-breaks-its-banks-after-rain/article12345.ece",
    "https://news.example/news/articles/c4gx7n2m9v1o",
]
SECTIONS = [
    "https://news.example/",
    "https://news.example/world",
    "https://news.example/category/world/europe/",
    "https://news.example/2026/11/",
    "https://news.example/2026/11/16/",
    "https://news.example/author/asha-rao",
    "https://news.example/about-us",
    "https://news.example/world?page=7",
    "https://shop.news.example/mugs",
]


@pytest.mark.parametrize("article", ARTICLES)
@pytest.mark.parametrize("section", SECTIONS)
def test_articles_score_above_sections(article, section):
    assert 0 <= article_score(section) < 0.5 < article_score(article) <= 1


def test_the_links_landmark_and_words_move_the_score():
    url = "https://news.example/river-banks"
    teaser = PageLink(url, words=9, landmark="main", heading=True)
    menu = PageLink(url, words=1, landmark="nav")
    assert article_score(url, menu) < article_score(url) < article_score(url, teaser)


@pytest.mark.parametrize(
    ("url", "pattern"),
    [
        ("https://www.news.example/world/river-breaks-its-banks-123.html", "news.example/world/*-#.html"),
        ("https://news.example/2026/11/16/some-title-here/", "news.example/#/#/#/*/"),
        ("https://live.news.example/x1a2b3c4?b=1&a=2", "live.news.example/*?a=&b="),
        ("https://news.example/", "news.example/"),
        ("https://news.example/page12/tag", "news.example/page#/tag"),
    ],
)
def test_patterns_keep_what_is_common(url, pattern):
    assert url_pattern(url) == pattern


def test_what_pages_turned_out_to_be_outweighs_their_address():
    patterns = UrlPatterns()
    item, long_slug = "https://news.example/n/{}", "https://news.example/mugs/buy-our-very-nice-mug-{}"
    assert article_score(item.format(1)) < 0.5 < article_score(long_slug.format(1))
    for number in range(20):
        patterns.learn(item.format(number), "article")
        patterns.learn(long_slug.format(number), "other")
    assert article_score(item.format(99), patterns=patterns) > 0.8
    assert article_score(long_slug.format(99), patterns=patterns) < 0.2
    assert patterns.to_dict()[url_pattern(item.format(99))] == {"article": 20}


def test_what_one_section_taught_serves_the_next():
    patterns = UrlPatterns()
    for number in range(20):
        patterns.learn(f"https://news.example/world/{number}", "article")
    unseen = "https://news.example/sport/77"
    assert url_pattern(unseen) not in patterns.to_dict()
    assert article_score(unseen, patterns=patterns) > 0.7


def test_pattern_counts_are_a_sum():
    pages = [(f"https://news.example/{name}/{number}", kind) for number, (name, kind) in enumerate(
        [("world", "article"), ("world", "index"), ("sport", "live"), ("tag", "index")] * 5
    )]  # fmt: skip
    whole, first, second = UrlPatterns(), UrlPatterns(), UrlPatterns()
    for position, (url, kind) in enumerate(pages):
        whole.learn(url, kind)
        (first if position % 3 else second).learn(url, kind)
    second.merge(first)
    assert second.to_dict() == whole.to_dict()
    assert UrlPatterns(whole.to_dict()).to_dict() == whole.to_dict()


def test_patterns_are_bounded_and_the_common_ones_stay():
    patterns = UrlPatterns(limit=100)
    for number in range(500):
        patterns.learn("https://news.example/world/1", "article")
        patterns.learn(
            f"https://news.example/{'abcdefghij'[number % 10]}{'klmnopqrst'[number // 10 % 10]}/{'uvwxy'[number // 100]}/",
            "index",
        )
    assert len(patterns) <= 100
    assert patterns.to_dict()["news.example/world/#"] == {"article": 500}


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("https://news.example/calendar/2031/05/", "future"),
        ("https://news.example/events/2031-05-01/a-concert-in-the-park", "future"),
        ("https://news.example/2026/11/17/", None),
        ("https://news.example/2026/11/18/", "future"),
        ("https://news.example/a/b/a/b/a/b/", "endless"),
        ("https://news.example/11/11/11/a-story-of-numbers", None),
        ("https://news.example/" + "x" * 2000, "endless"),
        ("https://news.example/?" + "&".join(f"f{n}=1" for n in range(20)), "endless"),
        ("https://news.example/2030-plan-for-the-city-is-ready", None),
    ],
)
def test_traps_are_told_by_the_address(url, reason):
    assert looks_like_trap(url, TODAY) == reason


@pytest.mark.parametrize(
    "trap",
    [
        "https://news.example/calendar/{}/{}",
        "https://news.example/world?day={}&offset={}",
        "https://news.example/x{}/y{}/",
    ],
)
def test_an_endless_site_costs_a_bounded_number_of_requests(trap):
    guard = TrapGuard(UrlPatterns(), TODAY, per_pattern=30, pages=10)
    passed = [url for n in range(500) if guard.refuse(url := trap.format(n, n)) is None]
    assert 0 < len(passed) <= 30


def test_paged_listings_end_and_articles_do_not():
    guard = TrapGuard(UrlPatterns(), TODAY, per_pattern=5, pages=10)
    assert guard.refuse("https://news.example/world/page/10/") is None
    assert guard.refuse("https://news.example/world/page/11/") == "pages"
    stories = [f"https://news.example/world/river-breaks-its-banks-for-the-{n}th-time" for n in range(200)]
    assert all(guard.refuse(url) is None for url in stories)


def test_a_pattern_that_led_to_articles_is_not_limited():
    patterns = UrlPatterns()
    guard = TrapGuard(patterns, TODAY, per_pattern=5)
    urls = [f"https://news.example/n/{n}" for n in range(50)]
    assert [guard.refuse(url) for url in urls[:6]] == [None] * 5 + ["pattern"]
    for url in urls[:5]:
        patterns.learn(url, "article")
    assert all(guard.refuse(url) is None for url in urls[6:])
