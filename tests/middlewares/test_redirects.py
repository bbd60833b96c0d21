"""Redirects stay on the site; pages that send the reader on are found as Scrapy finds them."""

import pytest
from scrapy import Request
from scrapy.exceptions import IgnoreRequest, NotConfigured
from scrapy.http import HtmlResponse
from scrapy.settings import Settings
from scrapy.utils.test import get_crawler

from webnoise.middlewares.redirects import OwnSite, RefreshAtAGlance
from webnoise.spiders.components import add_components

SCRAPYS = "scrapy.downloadermiddlewares.redirect.MetaRefreshMiddleware"
OURS = "webnoise.middlewares.redirects.RefreshAtAGlance"
SENT_ON = '<html><head><META HTTP-EQUIV="Refresh" content="0; url=/there"></head></html>'


def answer(body, encoding="utf-8"):
    request = Request("https://news.example/here")
    response = HtmlResponse(request.url, body=body.encode(encoding), encoding=encoding, request=request)
    middleware = RefreshAtAGlance.from_crawler(get_crawler())
    return middleware.process_response(request, response)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_page_that_sends_the_reader_on_is_followed(encoding):
    assert answer(SENT_ON, encoding).url.startswith("https://news.example/there")


def test_a_page_without_the_word_is_handed_through_undecoded():
    response = answer("<html><body><p>The story.</p></body></html>")
    assert response.url == "https://news.example/here"
    assert response._cached_ubody is None


def test_ours_takes_the_place_of_scrapys():
    settings = Settings()
    add_components(settings)
    listed = settings.getdict("DOWNLOADER_MIDDLEWARES")
    assert listed[SCRAPYS] is None
    assert listed[OURS] == settings.getdict("DOWNLOADER_MIDDLEWARES_BASE")[SCRAPYS]


@pytest.mark.parametrize("order", [None, 555])
def test_what_a_project_does_with_scrapys_holds(order):
    settings = Settings({"DOWNLOADER_MIDDLEWARES": {SCRAPYS: order}}, priority="project")
    add_components(settings)
    listed = settings.getdict("DOWNLOADER_MIDDLEWARES")
    assert listed[SCRAPYS] == order
    assert OURS not in listed


@pytest.mark.parametrize(
    ("url", "meta", "passes"),
    [
        ("https://other.example/a", {"webnoise_site": "News", "redirect_times": 1}, False),
        ("https://news.example/a", {"webnoise_site": "News", "redirect_times": 1}, True),
        ("https://other.example/a", {"webnoise_site": "News"}, True),
        ("https://other.example/a", {"redirect_times": 1}, True),
    ],
    ids=["redirected off", "redirected within", "not redirected", "of no site"],
)
def test_only_redirects_off_the_site_are_ignored(url, meta, passes):
    middleware = OwnSite(lambda site, url: site == "News" and "//news.example/" in url)
    request = Request(url, meta=meta)
    if passes:
        assert middleware.process_request(request) is None
    else:
        with pytest.raises(IgnoreRequest):
            middleware.process_request(request)


def test_spider_that_knows_no_sites_has_no_such_middleware():
    with pytest.raises(NotConfigured):
        OwnSite.from_crawler(get_crawler())
