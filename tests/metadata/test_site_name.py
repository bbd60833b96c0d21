"""The name of a site where nothing declares it: what title and masthead, or title and feed, both say."""

import pytest

from tests.metadata.pages import meta, read

HEAD = "<title>The bridge is open - The Harbour Post</title>"
BODY = "<h1>The bridge is open</h1><p>It was closed for a year.</p>"


@pytest.mark.parametrize(
    ("head", "body"),
    [
        ("", '<a href="/">The Harbour Post</a>'),
        ("", '<a href="https://www.example.com/"><img src="/logo.png" alt="The Harbour Post"></a>'),
        ('<link rel="alternate" type="application/rss+xml" title="The Harbour Post: news" href="/rss">', ""),
    ],
)
def test_end_of_the_title_that_logo_or_feed_bear_is_the_sites_name(head, body):
    metadata = read(body + BODY, HEAD + head)
    assert metadata.site == "The Harbour Post"
    assert metadata.evidence["site"].startswith("title")


@pytest.mark.parametrize(
    ("head", "body"),
    [
        (HEAD, ""),
        (HEAD, '<a href="/sport">The Harbour Post</a>'),
        ("<title>The bridge is open - Local - example</title>", '<a href="/">Local</a>'),
        ("<title>The bridge is open</title>", '<a href="/">The bridge is open</a>'),
    ],
)
def test_name_that_only_one_place_says_is_not_believed(head, body):
    assert read(body + BODY, head).site == "example.com"


def test_declared_name_is_surer():
    head = HEAD + meta(og__site_name="Post Online")
    assert read(f'<a href="/">The Harbour Post</a>{BODY}', head).site == "Post Online"


def test_name_that_the_crawl_gives_is_better_than_the_domain():
    assert read(BODY, HEAD, hints={"site": "Harbour"}).site == "Harbour"
