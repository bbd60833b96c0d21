"""Which request a visit becomes, and what of an earlier run leaves one out."""

import asyncio
from time import time

import pytest
from scrapy.utils.test import get_crawler

from webnoise.pipelines.session import Session
from webnoise.spiders.requests import RequestBuilder
from webnoise.spiders.sites import SiteConfig
from webnoise.spiders.visits import Visit
from webnoise.stores import Seen

SITE = SiteConfig(start=("https://news.example/",), name="News")
STORY = "https://news.example/a-story-with-a-long-title"


def build(visit, *, earlier=None, recrawl_after=0.0, unsettled=()):
    settings = {"WEBNOISE_STORE": "memory://", "WEBNOISE_INCREMENTAL": True}
    session = Session.of(get_crawler(settings_dict=settings))
    if earlier is not None:
        session.stores.seen.put(visit.url, earlier)
    return asyncio.run(RequestBuilder(session, print, print, recrawl_after, unsettled).build(visit, SITE))


def test_pages_name_their_site_so_that_redirects_off_it_are_found():
    assert build(Visit(STORY)).meta["webnoise_site"] == "News"
    assert "webnoise_site" not in build(Visit("https://news.example/", "start")).meta


def test_robots_txt_is_fetched_whatever_it_says():
    assert build(Visit("https://news.example/robots.txt", "robots")).meta["dont_obey_robotstxt"]


def test_an_article_of_an_earlier_run_is_left_out():
    assert build(Visit(STORY), earlier=Seen(time(), "article")) is None


def test_an_article_due_again_is_asked_for_by_its_validators():
    earlier = Seen(time() - 7200, "article", etag='"a"', last_modified="Mon, 02 Nov 2026 00:00:00 GMT")
    request = build(Visit(STORY), earlier=earlier, recrawl_after=1)
    assert request.headers["If-None-Match"] == b'"a"'
    assert request.headers["If-Modified-Since"] == b"Mon, 02 Nov 2026 00:00:00 GMT"
    assert request.meta["handle_httpstatus_list"] == [304]


def test_an_article_that_was_fetched_in_the_future_is_due_for_the_clock_was_wrong():
    assert build(Visit(STORY), earlier=Seen(time() + 7200, "article"), recrawl_after=1) is not None


def test_a_sitemap_with_a_later_date_makes_an_article_due():
    changed = Visit(STORY, hints={"modified": "2126-01-01"})
    assert build(changed, earlier=Seen(time(), "article"), recrawl_after=1) is not None
    assert build(Visit(STORY), earlier=Seen(time(), "article"), recrawl_after=1) is None


@pytest.mark.parametrize(
    ("unsettled", "recrawl_after", "conditional"), [((), 0, True), (("/world",), 0, False), ((), 1, False)]
)
def test_a_listing_is_read_whole_while_its_links_wait_or_may_be_due(unsettled, recrawl_after, conditional):
    pages, earlier = {f"https://news.example{path}" for path in unsettled}, Seen(time(), "index", etag='"a"')
    world = Visit("https://news.example/world")
    request = build(world, earlier=earlier, recrawl_after=recrawl_after, unsettled=pages)
    assert ("If-None-Match" in request.headers) == conditional


@pytest.mark.parametrize(
    ("url", "kind", "again"),
    [
        ("https://news.example/world", "index", True),
        ("https://news.example/world?page=2", "index", False),
        ("https://news.example/world", "other", True),
        (STORY, "other", False),
    ],
)
def test_listings_are_read_again_for_their_new_links(url, kind, again):
    assert (build(Visit(url), earlier=Seen(time(), kind)) is not None) == again


def test_what_broke_off_is_taken_as_it_is_the_second_time():
    assert build(Visit(STORY, allow_truncated=True)).meta["download_fail_on_dataloss"] is False
