"""Links carry the evidence of where they stand."""

from __future__ import annotations

import pytest

from webnoise.discovery.links import page_links
from webnoise.model import Page
from webnoise.page.parse import parse

URL = "https://news.example/world/"

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
