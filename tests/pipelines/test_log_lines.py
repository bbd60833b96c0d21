"""The log's lines are short."""

from scrapy import Spider
from scrapy.http import Response

from webnoise.model import Page
from webnoise.pipelines.log_lines import QuietLogFormatter
from webnoise.pipelines.stage import Dropped, Held

PAGE = Response("https://news.example/a")
SPIDER = Spider("news")


def test_lines_name_the_page_and_do_not_show_it():
    formatter, page = QuietLogFormatter(), Page(PAGE.url, "<p>the whole page")
    dropped = formatter.dropped(page, Dropped("duplicate", page.url, "of another"), PAGE, SPIDER)
    assert dropped["msg"] % dropped["args"] == "Dropped: duplicate: https://news.example/a: of another"
    held = formatter.dropped(page, Held(page.url, "siblings"), PAGE, SPIDER)
    assert held["msg"] % held["args"] == "Held: https://news.example/a waits for siblings"
    failed = formatter.item_error(page, ValueError(), PAGE, SPIDER)
    assert failed["msg"] % failed["args"] == "A pipeline failed at https://news.example/a"
