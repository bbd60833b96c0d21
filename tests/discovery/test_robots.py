"""What robots.txt says beside its rules."""

from __future__ import annotations

import pytest

from webnoise.discovery.robots import parse_robots

ROBOTS = b"""User-agent: *
Disallow: /private
Crawl-delay: 2

User-agent: webnoise
Crawl-delay: 7.5

Sitemap: /relative.xml
sitemap: https://news.example/news.xml
Sitemap: https://news.example/news.xml
"""


def test_robots_sitemaps_and_the_delay_for_our_agent():
    robots = parse_robots(
        ROBOTS, "https://news.example/robots.txt", "webnoise/0.1 (+https://webnoise.example)"
    )
    assert robots.sitemaps == ("https://news.example/relative.xml", "https://news.example/news.xml")
    assert robots.crawl_delay == 7.5
    assert parse_robots(ROBOTS, "https://news.example/robots.txt", "other/1").crawl_delay == 2


@pytest.mark.parametrize(
    ("line", "delay"),
    [
        ("Request-rate: 1/10", 10),
        ("Crawl-delay: soon", None),
        ("Crawl-delay: 0", None),
        ("Crawl-delay: inf", None),
    ],
)
def test_robots_pauses_in_other_words(line, delay):
    body = f"User-agent: *\n{line}\n".encode()
    assert parse_robots(body, "https://news.example/robots.txt", "webnoise").crawl_delay == delay


def test_a_page_in_place_of_robots_says_nothing():
    assert (
        parse_robots(b"<html><p>Sitemap</p></html>", "https://news.example/robots.txt", "webnoise").sitemaps
        == ()
    )
