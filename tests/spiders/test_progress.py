"""What a person sees of a crawl."""

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios

import pytest
from scrapy import Request, Spider
from scrapy.http import Response
from scrapy.utils.test import get_crawler

from webnoise.discovery.entries import Entry
from webnoise.spiders.failures import Failure
from webnoise.spiders.frontier import Frontier
from webnoise.spiders.outcomes import SiteTally
from webnoise.spiders.progress import ShownLines, SiteState, remedies, summary
from webnoise.spiders.sites import SiteConfig


def site(name="News", **options):
    frontier = Frontier(SiteConfig(start=("https://news.example/",)), **options)
    return SiteState(name, frontier, SiteTally())


def test_summary_adds_the_sites_up():
    one, two = site("One"), site("Two")
    one.tally.articles, two.tally.articles = 3, 4
    rows = [line.split() for line in summary([one, two]).splitlines()]
    articles = rows[0].index("articles")
    assert [row[articles] for row in rows[1:]] == ["3", "4", "7"]
    assert rows[-1][0] == "together"


def test_site_put_aside_is_named_with_its_reason_and_what_to_do():
    state = site()
    state.frontier.closed = "it failed"
    state.tally.troubles.note(Failure("timeout", "no answer came", "raise DOWNLOAD_TIMEOUT", grave=True))
    assert remedies([state], "finished") == "News was put aside: it failed: raise DOWNLOAD_TIMEOUT"


def test_pages_over_the_limit_are_told():
    state = site(max_pages=1)
    state.frontier.add_entries(Entry(f"https://news.example/a-story-number-{n}", "feed") for n in range(3))
    state.frontier.next()
    assert "2 more pages were found: raise max_pages" in remedies([state], "finished")


def test_end_by_time_is_told():
    assert "raise CLOSESPIDER_TIMEOUT" in remedies([], "closespider_timeout")


def test_nothing_is_said_where_nothing_went_wrong():
    assert remedies([site()], "finished") == ""


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_terminal_shows_a_line_per_site_and_no_log(tmp_path):
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 160, 0, 0))
    arguments = ["crawl", "-o", "articles.jsonl", "--max-pages", "8", "--method", "word_leaf_ratio"]
    process = subprocess.Popen([sys.executable, "-m", "webnoise", *arguments], cwd=tmp_path, stderr=theirs)
    os.close(theirs)
    shown = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        shown += piece
    os.close(ours)
    assert process.wait(60) == 0
    text = shown.decode()
    assert " found, " in text
    assert " noise blocks removed, " in text
    assert "Traceback" not in text
    assert "INFO" not in text
    assert "together" in text


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
