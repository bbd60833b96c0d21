"""Addresses are judged before anything is fetched, and traps cost a bounded number of requests."""

from __future__ import annotations

from datetime import date

import pytest

from webnoise.discovery.candidates import TrapGuard, UrlPatterns, article_score, looks_like_trap, url_pattern
from webnoise.discovery.links import PageLink

TODAY = date(2026, 11, 16)

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
    second.merge(first.to_dict())
    assert second.to_dict() == whole.to_dict()


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
def test_traps_are_reported_by_the_address(url, reason):
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
