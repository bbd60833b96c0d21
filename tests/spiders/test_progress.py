"""What a person sees of a crawl."""

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios

import pytest

from webnoise.discovery.entries import Entry
from webnoise.spiders.failures import Failure
from webnoise.spiders.frontier import Frontier
from webnoise.spiders.progress import SiteState, has_failed, live_total, remedies, summary
from webnoise.spiders.recorder import SiteTally
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


def test_live_total_adds_all_sites_up():
    one, two = site("One"), site("Two")
    one.tally.fetched, two.tally.fetched, two.tally.errors = 3, 4, 1
    assert "7 fetched, " in live_total([one, two])
    assert live_total([one, two]).endswith(" 1 errors")


def test_site_put_aside_is_named_with_its_reason_and_what_to_do():
    state = site()
    state.frontier.closed = "it failed"
    state.tally.failures.note(
        Failure("timeout", "no answer came", "raise DOWNLOAD_TIMEOUT", is_site_wide=True)
    )
    assert remedies([state], "finished") == "News was put aside: it failed: raise DOWNLOAD_TIMEOUT"


def test_pages_over_the_limit_are_counted():
    state = site(max_pages=1)
    state.frontier.add_entries(Entry(f"https://news.example/a-story-number-{n}", "feed") for n in range(3))
    state.frontier.next()
    assert "2 more pages were found: raise max_pages" in remedies([state], "finished")


def test_early_end_is_reported_with_how_to_go_on():
    state = site()
    state.frontier.add_entries(Entry(f"https://news.example/a-story-number-{n}", "feed") for n in range(3))
    state.frontier.next()
    for reason, words in (("shutdown", "Interrupted"), ("closespider_timeout", "The time was up")):
        assert remedies([state], reason, "Go on.").startswith(words)
        assert remedies([state], reason, "Go on.").endswith(": 3 pages were found and not fetched. Go on.")


def test_failed_pages_are_named_by_reason_and_the_first_of_many():
    state = site()
    for number in range(5):
        state.tally.failures.list(
            f"https://news.example/{number}", Failure("timeout", "no answer came", "wait")
        )
    for number in range(40):
        state.tally.failures.list("https://news.example/odd", Failure("network", f"odd error {number}"))
    first, *others = remedies([state], "closespider_itemcount").splitlines()
    named = ", ".join(f"https://news.example/{number}" for number in range(3))
    assert first == f"News: no answer came, wait: {named} and 2 more"
    assert len(others) < 10


@pytest.mark.parametrize(
    ("change", "failed"),
    [
        (lambda state: None, True),
        (lambda state: setattr(state.tally, "articles", 1), False),
        (lambda state: setattr(state.tally, "left_out", 1), False),
        (lambda state: state.frontier.refused.update(seen=1), False),
        (lambda state: setattr(state.frontier, "closed", "it failed"), True),
    ],
)
def test_crawl_has_failed_when_nothing_came_out_that_is_not_known(change, failed):
    state = site()
    change(state)
    assert has_failed([state], "finished") == failed
    assert has_failed([state], "closespider_timeout") == failed


def test_interrupted_crawl_without_an_article_has_not_failed():
    assert not has_failed([site()], "shutdown")


def test_crawl_has_failed_when_one_of_its_sites_gave_nothing():
    good, bad = site("Good"), site("Bad")
    good.tally.articles = good.tally.fetched = 3
    assert not has_failed([good], "closespider_timeout")
    bad.tally.failures.note(Failure("no-such-host", "there is no such host", is_site_wide=True))
    assert has_failed([good, bad], "finished")
    assert has_failed([good], "store-failed")


def test_nothing_is_said_where_nothing_went_wrong():
    state = site()
    state.tally.articles = 1
    assert remedies([state], "finished") == ""


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_terminal_shows_a_line_per_site_and_no_log(tmp_path):
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 160, 0, 0))
    arguments = ["crawl", "-o", "articles.jsonl", "--method", "word_leaf_ratio"]
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
    assert text.count("together ") > 1, "a live line and the last of the table"
    (summary_line,) = [line for line in text.split("\n") if "other pages" in line]
    assert summary_line.rpartition("\r\x1b[K")[2].startswith("site ")
