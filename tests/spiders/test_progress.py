"""What a person sees of a crawl."""

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios

import pytest

from webnoise.discovery import Entry
from webnoise.spiders.failures import Failure
from webnoise.spiders.frontier import Frontier
from webnoise.spiders.outcomes import SiteTally
from webnoise.spiders.progress import remedies, summary
from webnoise.spiders.site_config import SiteConfig


def site(name="News", **options):
    return name, Frontier(SiteConfig(start=("https://news.example/",)), **options), SiteTally()


def test_summary_adds_the_sites_up():
    one, two = site("One"), site("Two")
    one[2].articles, two[2].articles = 3, 4
    rows = [line.split() for line in summary([one, two]).splitlines()]
    articles = rows[0].index("articles")
    assert [row[articles] for row in rows[1:]] == ["3", "4", "7"]
    assert rows[-1][0] == "together"


def test_site_put_aside_is_named_with_its_reason_and_what_to_do():
    name, frontier, tally = site()
    frontier.closed = "it failed"
    tally.troubles.note(Failure("timeout", "no answer came", "raise DOWNLOAD_TIMEOUT", grave=True))
    assert (
        remedies([(name, frontier, tally)], "finished")
        == "News was put aside: it failed: raise DOWNLOAD_TIMEOUT"
    )


def test_pages_over_the_limit_are_told():
    name, frontier, tally = site(max_pages=1)
    frontier.add_entries(Entry(f"https://news.example/a-story-number-{n}", "feed") for n in range(3))
    frontier.next()
    assert "2 more pages were found: raise max_pages" in remedies([(name, frontier, tally)], "finished")


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
