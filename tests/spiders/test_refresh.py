"""Pages that send the reader on, found as Scrapy finds them."""

import pytest
from scrapy import Request
from scrapy.http import HtmlResponse
from scrapy.settings import Settings
from scrapy.utils.test import get_crawler

from webnoise.spiders.components import add_components
from webnoise.spiders.refresh import RefreshAtAGlance

SCRAPYS = "scrapy.downloadermiddlewares.redirect.MetaRefreshMiddleware"
OURS = "webnoise.spiders.refresh.RefreshAtAGlance"
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


@pytest.mark.parametrize("place", [None, 555])
def test_what_a_project_does_with_scrapys_holds(place):
    settings = Settings({"DOWNLOADER_MIDDLEWARES": {SCRAPYS: place}}, priority="project")
    add_components(settings)
    listed = settings.getdict("DOWNLOADER_MIDDLEWARES")
    assert listed[SCRAPYS] == place
    assert OURS not in listed
