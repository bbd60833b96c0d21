"""What answers give: addresses for the frontier, pages for the pipelines."""

import pytest
from scrapy import Request
from scrapy.http import HtmlResponse, Response, TextResponse
from scrapy.utils.test import get_crawler

from webnoise.model import Page
from webnoise.page.limits import Limits
from webnoise.pipelines.session import Session
from webnoise.spiders.frontier import Frontier
from webnoise.spiders.recorder import CrawlRecorder
from webnoise.spiders.responses import ResponseHandler
from webnoise.spiders.sites import SiteConfig
from webnoise.spiders.visits import Visit

BASE = "https://news.example"
STORY = BASE + "/a-story-with-a-long-title"
NEXT = BASE + "/another-story-with-a-long-title"


@pytest.fixture
def frontier():
    return Frontier(SiteConfig(start=(BASE + "/",), name="News"))


@pytest.fixture
def read(frontier):
    """Read an answer of one of the site's addresses."""

    def read(body, url=STORY, purpose="page", *, status=200, kind=HtmlResponse, can_render=False, **limits):
        recorder = CrawlRecorder({"News": frontier}, Session.of(get_crawler()))
        reader = ResponseHandler(recorder, Limits(**limits), lambda: "webnoise", can_render=can_render)
        body = body if isinstance(body, bytes) else body.encode()
        return reader.read(
            kind(url, status=status, body=body, request=Request(url)), Visit(url, purpose), frontier
        )

    return read


def visits(frontier):
    found = []
    while visit := frontier.next():
        found.append(visit)
        frontier.settle(visit)
    return [(visit.purpose, visit.url) for visit in found]


def test_a_page_is_handed_on_and_its_links_are_followed(read, frontier):
    page = read(f"<html><body><p>Text.</p><a href='{NEXT}'>Next story of the day</a></body></html>")
    assert isinstance(page, Page)
    assert visits(frontier) == [("page", NEXT)]


def test_a_front_page_gives_its_feeds_and_links_and_nothing_to_judge(read, frontier):
    body = f"""<html><head><link rel="alternate" type="application/rss+xml" href="/feed.xml"></head>
      <body><a href='{NEXT}'>Next story of the day</a></body></html>"""
    assert read(body, BASE + "/", "start") is None
    assert visits(frontier) == [("feed", BASE + "/feed.xml"), ("page", NEXT)]


def test_an_amp_page_is_left_for_its_canonical_one(read, frontier):
    assert read(f"<html amp><head><link rel=canonical href='{NEXT}'></head><body>Text</body></html>") is None
    assert visits(frontier) == [("page", NEXT)]
    assert frontier.refused["amp"] == 1


def test_a_page_that_cannot_be_read_is_handed_on_to_be_dropped_by_name(read):
    page = read("<html><body>" + "<p>word</p>" * 100, max_bytes=100)
    assert isinstance(page, Page)


SHELL = "<html><head><script>fill()</script></head><body><div id=app></div></body></html>"


def test_an_empty_shell_is_visited_again_by_a_browser_where_there_is_one(read, frontier):
    assert read(SHELL, can_render=True).rendered
    assert isinstance(read(SHELL, NEXT, can_render=False), Page)
    assert frontier.refused["needs-rendering"] == 1


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ({"body": b"", "status": 304}, "not-modified"),
        ({"body": b"{}", "kind": TextResponse}, "not-html"),
        ({"body": "<html></html>", "url": "https://other.example/"}, "offsite"),
    ],
)
def test_what_is_no_page_is_counted_by_reason(read, frontier, answer, reason):
    assert read(**answer) is None
    assert frontier.refused == {reason: 1}


def test_sitemaps_and_feeds_fill_the_frontier_and_others_are_counted(read, frontier):
    urlset = f"<urlset><url><loc>{NEXT}</loc></url></urlset>"
    assert read(urlset, BASE + "/map.xml", "sitemap", kind=Response) is None
    assert read("<p>no</p>", BASE + "/map2.xml", "sitemap", kind=Response) is None
    assert read("<p>no</p>", BASE + "/feed.xml", "feed", kind=Response) is None
    assert visits(frontier) == [("page", NEXT)]
    assert frontier.refused == {"no-sitemap": 1, "no-feed": 1}


def test_sitemap_that_broke_off_is_read_and_counted(read, frontier):
    import gzip

    packed = gzip.compress(f"<urlset><url><loc>{NEXT}</loc></url></urlset>".encode() + b" " * 50_000)
    read(packed[:-12], BASE + "/map.xml.gz", "sitemap", kind=Response)
    assert frontier.refused == {"sitemap-cut": 1}
    assert visits(frontier) == [("page", NEXT)]
