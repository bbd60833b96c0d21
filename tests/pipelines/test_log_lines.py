"""The log's lines are short, and tell errors of ours once."""

import logging

import pytest
from scrapy import Request, Spider
from scrapy.http import Response
from scrapy.utils.test import get_crawler

from webnoise.errors import StoreError
from webnoise.model import Page
from webnoise.pipelines.log_lines import OwnErrorsInALine, ShownLines
from webnoise.pipelines.stage import Dropped, Held

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


def test_lines_name_the_page_and_do_not_show_it():
    formatter, page = ShownLines(), Page(PAGE.url, "<p>the whole page")
    dropped = formatter.dropped(page, Dropped("duplicate", page.url, "of another"), PAGE, SPIDER)
    assert dropped["msg"] % dropped["args"] == "Dropped: duplicate: https://news.example/a: of another"
    held = formatter.dropped(page, Held(page.url, "siblings"), PAGE, SPIDER)
    assert held["msg"] % held["args"] == "Held: https://news.example/a waits for siblings"
    failed = formatter.item_error(page, ValueError(), PAGE, SPIDER)
    assert failed["msg"] % failed["args"] == "A pipeline failed at https://news.example/a"


def test_own_error_is_one_line_and_said_once(caplog):
    OwnErrorsInALine.install()
    OwnErrorsInALine.install()
    for error in (StoreError("mend it"), StoreError("mend it"), ValueError("a bug")):
        for name in ("scrapy.core.scraper", "asyncio"):
            try:
                raise error
            except (StoreError, ValueError):
                logging.getLogger(name).exception("It failed")
    own, *bugs = caplog.records
    assert (own.name, own.getMessage(), own.exc_info) == ("webnoise", "mend it", None)
    assert [record.getMessage() for record in bugs] == ["It failed"] * 2
    assert all(record.exc_info for record in bugs)
