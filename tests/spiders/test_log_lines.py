import pytest
from scrapy import Request, Spider
from scrapy.http import Response
from scrapy.utils.test import get_crawler

from webnoise.spiders.log_lines import ShownLines

PAGE = Response("https://news.example/a")
SPIDER = Spider("news")


def lines(level):
    formatter = ShownLines.from_crawler(get_crawler(settings_dict={"LOG_LEVEL": level}))
    return formatter.crawled(Request(PAGE.url), PAGE, SPIDER), formatter.scraped({"a": 1}, PAGE, SPIDER)


@pytest.mark.parametrize("level", ["DEBUG", 10, "NOTSET", 5])
def test_pages_and_items_are_told_of_where_the_log_shows_them(level):
    assert all(lines(level))


@pytest.mark.parametrize("level", ["INFO", 20, "ERROR"])
def test_no_line_is_made_that_the_log_does_not_show(level):
    assert lines(level) == (None, None)
