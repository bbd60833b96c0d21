"""`webnoise crawl` and `scrapy crawl news` where something goes wrong: what is said, and the exit status."""

import json
import os
import re
import resource
import signal
import subprocess
import sys
import threading

import pytest

HASTE = [
    "-s", "DOWNLOAD_DELAY=0", "-s", "AUTOTHROTTLE_START_DELAY=0", "-s", "RETRY_TIMES=0",
    "-s", "WEBNOISE_MIN_SIBLINGS=0", "--method", "word_leaf_ratio",
]  # fmt: skip
DEAD = "http://127.0.0.1:1"


@pytest.fixture
def webnoise(tmp_path):
    """`webnoise(*arguments)` crawls in an empty folder; the process, with what it said."""

    def run(*arguments, **options):
        command = [sys.executable, "-m", "webnoise", "crawl", *arguments, *HASTE]
        return subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False, **options
        )

    return run


@pytest.fixture
def paper(new_site, press):
    """A site with eight stories; one page fails, one is not there."""
    site = new_site()
    stories = [f"/town/a-story-of-the-town-number-{number}" for number in range(8)]
    site.pages.update({path: press.article(60 + number) for number, path in enumerate(stories)})
    site.broken, site.lost = "/town/a-story-that-the-server-breaks", "/town/a-story-that-is-not-there"
    site.pages[site.broken] = press.Answer("", 500)
    links = [*stories, site.broken, site.lost]
    site.pages["/"] = press.index([(path, f"A headline of several words {path}") for path in links])
    return site


def test_what_failed_is_named_with_address_reason_and_remedy(paper, webnoise):
    run = webnoise(paper.url, "-o", "articles.jsonl")
    assert run.returncode == 0
    assert f"the server failed (500), try again later: {paper.url}{paper.broken}" in run.stderr
    assert f"the page is not there (404): {paper.url}{paper.lost}" in run.stderr


def test_site_that_fails_wholly_gives_a_status_that_says_so(paper, webnoise):
    alone = webnoise(DEAD, "-o", "articles.jsonl")
    assert alone.returncode == 1
    assert f"the server takes no connections, try again later: {DEAD}/robots.txt" in alone.stderr
    beside = webnoise(DEAD, paper.url, "-o", "articles.jsonl")
    assert beside.returncode == 1
    assert "127.0.0.1:1 was put aside" in beside.stderr


def test_crawl_that_finds_no_article_says_so(new_site, press, webnoise):
    site = new_site()
    site.pages["/"] = press.index([("/about", "About")])
    run = webnoise(site.url, "-o", "articles.jsonl")
    assert run.returncode == 1
    assert "Nothing came out" in run.stderr


def test_incremental_run_without_news_is_no_failure(paper, webnoise):
    again = ["-o", "articles.jsonl", "--incremental", "--store", "sqlite:///news.db"]
    assert webnoise(paper.url, *again).returncode == 0
    second = webnoise(paper.url, *again)
    assert second.returncode == 0
    assert "Nothing came out" not in second.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--store", "news.db"], "'news.db' is no address of a store: write sqlite:///FILE"),
        (["--store", "sqlite:///broken.db"], "sqlite:///broken.db cannot be opened"),
        (["-o", "a.json", "--incremental", "--store", "sqlite:///n.db"], "write a.jsonl, or a new file in"),
        (["-o", "a.csv", "--jobdir", "job"], "write a.jsonl, or a new file in"),
        (["-s", "WEBNOISE_LANGUAGES=english!"], "languages holds 'english!'"),
    ],
)
def test_wrong_configuration_is_said_in_one_line(webnoise, tmp_path, arguments, words):
    (tmp_path / "broken.db").write_bytes(b"this is no database" * 100)
    run = webnoise("http://127.0.0.1:1", *arguments)
    assert run.returncode == 2
    assert words in run.stderr
    assert len(run.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["-a", "max_pages=0"], "max_pages must be a whole number"),
        (["-s", "WEBNOISE_STORE=news.db"], "is no address of a store"),
        (["-s", "WEBNOISE_METHOD=corre"], "did you mean 'core'?"),
        (["-s", "WEBNOISE_STORE=redis://127.0.0.1:1x"], "is no address of Redis"),
    ],
)
def test_scrapy_names_a_wrong_configuration_last_and_does_not_speak_of_an_interruption(
    crawl, tmp_path, arguments, words
):
    command = [sys.executable, "-m", "scrapy", "crawl", "news", "-a", f"site={DEAD}", *arguments]
    run = subprocess.run(command, cwd=crawl.root, capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode == 1
    assert words in run.stderr
    assert "Interrupted" not in run.stderr
    assert "never awaited" not in run.stderr


@pytest.mark.parametrize(
    "start",
    [
        "from webnoise.cli.main import main; sys.exit(main(['crawl', *sys.argv[1:]]))",
        "from scrapy.cmdline import execute; execute(['scrapy', 'crawl', 'news', '-a', f'site={sys.argv[1]}', *sys.argv[2:]])",
    ],
    ids=["webnoise", "scrapy"],
)
def test_missing_extra_is_named_and_is_no_interruption(crawl, start):
    code = f"import sys; sys.modules['redis'] = None; {start}"
    command = [sys.executable, "-c", code, DEAD, "-s", "WEBNOISE_STORE=redis://127.0.0.1"]
    run = subprocess.run(command, cwd=crawl.root, capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode != 0
    assert "pip install 'webnoise[redis]'" in run.stderr
    assert "Interrupted" not in run.stderr
    assert "never awaited" not in run.stderr


def test_full_store_ends_the_crawl_with_one_line_and_a_status(paper, press, webnoise):
    """The disk of this process has room for a store that has just begun."""
    room = 110_000
    paper.pages.update({f"/town/one-more-story-numbered-{n}": press.article(100 + n) for n in range(60)})
    links = [path for path in paper.pages if path.startswith("/town/")]
    paper.pages["/"] = press.index([(path, f"A headline of several words {path}") for path in links])
    run = webnoise(
        paper.url, "-o", "articles.jsonl", "--store", "sqlite:///news.db",
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)),
    )  # fmt: skip
    assert run.returncode == 1, run.stderr
    assert "Traceback" not in run.stderr
    errors = [line for line in run.stderr.splitlines() if "] ERROR" in line]
    assert len(errors) == 1
    assert "see that it is whole and its disk has room" in errors[0]
    assert "for the store has failed" in run.stderr
    assert len(paper.paths) < 60, "nothing is fetched that could not come out"


@pytest.mark.parametrize(
    ("more", "words"),
    [([], "With --jobdir FOLDER"), (["--jobdir", "job"], "The same command goes on where it stopped")],
)
def test_interrupted_crawl_says_so_and_how_to_go_on(paper, press, tmp_path, more, words):
    reached, go_on = threading.Event(), threading.Event()

    def slowly(handler):
        reached.set()
        go_on.wait(20)
        return press.article(90)

    for path in [path for path in paper.pages if path.startswith("/town/")]:
        paper.pages[path] = slowly
    command = [sys.executable, "-m", "webnoise", "crawl", paper.url, "-o", "articles.jsonl", *more, *HASTE]
    process = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    assert reached.wait(60)
    process.send_signal(signal.SIGINT)
    go_on.set()
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 0
    last = errors.splitlines()[-1]
    assert re.match(r"Interrupted: \d+ pages were found and not fetched\. ", last)
    assert words in last


def test_summary_follows_the_articles_on_a_line_of_its_own(paper, tmp_path):
    """Both go to one file, as they go to one terminal."""
    command = [sys.executable, "-m", "webnoise", "crawl", paper.url, *HASTE]
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with (tmp_path / "shown").open("w") as shown:
        run = subprocess.run(
            command, cwd=tmp_path, stdout=shown, stderr=shown, timeout=120, check=False, env=buffered
        )
    assert run.returncode == 0
    lines = (tmp_path / "shown").read_text("utf-8").splitlines()
    (head,) = [number for number, line in enumerate(lines) if "noise blocks" in line and "errors" in line]
    assert lines[head].startswith("site ")
    assert all(json.loads(line)["url"] for line in lines[:head] if line.startswith("{"))
    assert sum(line.startswith("{") for line in lines[:head]) == 8


@pytest.mark.parametrize("choice", [["--language", "de,fr"], ["--min-words", "100000"], ["--since", "1h"]])
def test_articles_that_were_not_asked_for_stay_out_and_that_is_no_failure(paper, press, webnoise, choice):
    for path in [path for path in paper.pages if "number" in path]:
        paper.pages[path] = press.article(60, date="2026-01-01T10:00:00+00:00")
    run = webnoise(paper.url, *choice)
    assert run.returncode == 0, run.stderr
    assert run.stdout == ""
    assert webnoise(paper.url, "--language", "en", "--min-words", "10").stdout.count("\n") == 1


def test_since_takes_an_age(new_site, press, crawl):
    site = new_site()
    old, new = "/town/a-story-of-long-ago-here", "/town/a-story-of-the-last-days"
    site.pages["/"] = press.index([(path, f"A headline of several words {path}") for path in (old, new)])
    site.pages[old] = press.article(1, date="2020-01-01T10:00:00+00:00")
    site.pages[new] = press.article(2, date="2099-01-01T10:00:00+00:00")
    assert crawl(f"site={site.url}", "since=7d").stories(site) == {new}


def test_log_names_a_duplicate_in_one_short_line(paper, press, crawl):
    copy = "/town/a-story-that-is-told-again/"
    paper.pages[copy] = press.article(60)
    paper.pages["/"] = press.index(
        [(path, f"A headline of several words {path}") for path in paper.pages if path.startswith("/town/")]
    )
    result = crawl(f"site={paper.url}", WEBNOISE_DUPLICATES="drop", WEBNOISE_EXPORT_KINDS="article")
    assert "Page(" not in result.log
    (line,) = [line for line in result.log.splitlines() if "Dropped: duplicate" in line]
    assert line.count(paper.url) == 2
    assert len(line) < 300


def test_duplicates_are_marked_with_the_url_of_the_article_that_came_out(paper, press, crawl):
    copies = [f"/town/a-copy-of-the-story-number-{number}/" for number in range(6)]
    paper.pages.update({path: press.article(60 + number) for number, path in enumerate(copies)})
    paper.pages["/"] = press.index(
        [(path, f"A headline of several words {path}") for path in paper.pages if path.startswith("/town/")]
    )
    settings = {"WEBNOISE_DUPLICATES": "mark", "WEBNOISE_EXPORT_KINDS": "article"}
    items = crawl(f"site={paper.url}", **settings).of(paper)
    originals = {item["url"] for item in items if item["duplicate_of"] is None}
    marked = [item["duplicate_of"] for item in items if item["duplicate_of"]]
    assert len(marked) == 6
    assert set(marked) <= originals
