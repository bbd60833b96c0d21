"""One address for one page: resolved, cleaned, and as a key."""

from __future__ import annotations

import pytest

from webnoise.urls.normal import canonical_url, clean_url, resolve, without_password

STORY = "https://example.com/news/story-1"


@pytest.mark.parametrize(
    "variant",
    [
        "https://example.com/news/story-1",
        "http://example.com/news/story-1",
        " HTTPS://Example.COM/news/story-1/ ",
        "https://www.example.com/news/story-1#comments",
        "https://m.example.com/news/story-1",
        "https://mobile.example.com:443/news/story-1",
        "http://www.example.com:80/news/story-1?utm_source=feed&utm_medium=rss&fbclid=abc",
        "https://example.com/news/story-1/amp",
        "https://example.com/news/story-1/amp/",
        "https://example.com/amp/news/story-1",
        "https://amp.example.com/news/story-1?amp=1",
        "https://example.com/news/story-1?outputType=amp",
        "https://example.com/news/story-1/print",
        "https://example.com/news/story-1?print=true",
        "https://example.com/news/story%2D1",
        "https://www.google.com/amp/s/www.example.com/news/story-1",
        "https://www-example-com.cdn.ampproject.org/c/s/www.example.com/news/story-1?amp",
        "https://example.com/news/story-1/index.html",
    ],
)
def test_variants_of_one_story_have_one_url(variant):
    assert canonical_url(variant) == STORY


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://example.com/?p=1", "https://example.com/?p=2"),
        ("https://example.com/a", "https://example.com/b"),
        ("https://example.com/a", "https://example.org/a"),
        ("https://sport.example.com/a", "https://example.com/a"),
        ("https://example.com:8080/a", "https://example.com/a"),
        ("https://example.com/print", "https://example.com/"),
        ("https://example.com/#!/a", "https://example.com/#!/b"),
        ("https://example.com/a?id=1&page=2", "https://example.com/a?id=1"),
    ],
)
def test_different_pages_keep_different_urls(one, other):
    assert canonical_url(one) != canonical_url(other)


def test_parameters_are_put_in_order():
    assert canonical_url("https://example.com/a?b=2&a=1") == canonical_url("https://example.com/a?a=1&b=2")


@pytest.mark.parametrize(
    "url", ["", "mailto:a@example.com", "/relative", "https://[broken", "javascript:void(0)"]
)
def test_what_is_no_web_address_stays(url):
    assert canonical_url(url) == url


@pytest.mark.parametrize(
    "url", ["https://www.example.com/a//b/?x=%e4&amp", "https://example.com/%7Euser/%2f"]
)
def test_a_canonical_url_is_its_own(url):
    assert canonical_url(canonical_url(url)) == canonical_url(url)


@pytest.mark.parametrize(
    ("href", "url"),
    [
        ("/a/b", "https://news.example/a/b"),
        ("//cdn.example/a", "https://cdn.example/a"),
        ("../x", "https://news.example/x"),
        ("/a/../b", "https://news.example/b"),
        (" https://NEWS.example:443/A?utm_source=x&id=3&fbclid=y#z ", "https://news.example/A?id=3"),
        ("https://news.ex\nample/a\tb", "https://news.example/ab"),
        ("https://news.example", "https://news.example/"),
        ("tel:123", None),
        ("https://news.example:port/", None),
        ("", None),
        (None, None),
    ],
)
def test_addresses_are_resolved_and_cleaned(href, url):
    assert resolve("https://news.example/world/", href) == url


def test_cleaning_twice_changes_nothing():
    url = clean_url("HTTP://User@News.Example:8080/a%20b/?b=1&a=2&utm_campaign=c#d")
    assert url == "http://news.example:8080/a%20b/?b=1&a=2"
    assert clean_url(url) == url


@pytest.mark.parametrize(
    "parameter",
    ["utm_source=x", "ref=home", "at_link_id=3", "wt.mc_id=9", "UTM_Medium=m", "srsltid=a", "ns_campaign=b"],
)
def test_requests_and_keys_leave_out_the_same_tracking_parameters(parameter):
    url = f"https://example.com/a?{parameter}&id=1"
    assert clean_url(url) == canonical_url(url) == "https://example.com/a?id=1"


@pytest.mark.parametrize(
    ("written", "url"),
    [
        ("https://e.example/a\x1b[2J", "https://e.example/a%1B[2J"),
        ("\x01 https://e.example/a\x00", "https://e.example/a"),
        ("https://e.example/a\n2026-11-17 ERROR", "https://e.example/a2026-11-17 ERROR"),
    ],
)
def test_no_control_stands_in_an_address(written, url):
    assert clean_url(written) == url
    assert resolve("https://e.example/", written) == url


def test_name_and_password_are_left_out_of_words_about_an_address():
    told = "cannot fetch https://jane:secret@e.example/@home: redirected to http://x@f.example"
    assert without_password(told) == "cannot fetch https://e.example/@home: redirected to http://f.example"


@pytest.mark.parametrize(
    "url",
    [
        "https://[::1]]\0%1]]@%%1]]",
        "https://a]/",
        "https://[/",
        "https://a@[b]@c]/",
        "https://[::1]e99@9[:99.%8a.zz%0/0",
    ],
)
def test_host_with_stray_brackets_is_no_address(url):
    """Found by fuzzing."""
    assert clean_url(url) is None
    assert canonical_url(url) == url
