"""Incremental crawls that end too early, in every way there is: the next runs complete what they began."""

import gzip
import json
import random
import resource
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from email.utils import formatdate

import pytest

SECTIONS = ("town", "sport", "culture")
STORIES = [f"/{SECTIONS[number % 3]}/a-story-of-the-day-number-{number}" for number in range(60)]
SETTINGS = ["-s", "DOWNLOAD_DELAY=0", "-s", "AUTOTHROTTLE_ENABLED=0", "-s", "LOG_LEVEL=INFO"]
HASTE = ["--method", "word_leaf_ratio", "-s", "WEBNOISE_DUPLICATES=keep"]
MOMENTS = (1, 7, 20, 41, 60)


def own_words(number):
    """A paragraph that no other story shares a word with, so that none is a near duplicate of another."""
    chosen = random.Random(number)
    words = ("".join(chosen.choices("abcdefghijklmnoprstuvw", k=7)) for _ in range(150))
    return f"<p>{' '.join(words)}.</p>"


class Paper:
    """60 stories behind listings of two pages each; everything has an ETag and a date, and answers 304."""

    def __init__(self, site, press):
        self.site, self.press = site, press
        self.stop_at, self.stopped = 0, threading.Event()
        self.reached, self.served = threading.Event(), 0
        site.pages["/"] = press.index([(f"/{name}/", name.title()) for name in SECTIONS])
        for name in SECTIONS:
            paths = [path for path in STORIES if path.startswith(f"/{name}/")]
            links = [(path, f"A headline of several words {path}") for path in paths]
            further = [(f"/{name}/?page=2", "Next page")]
            self.show(f"/{name}/", press.index(links[:12] + further))
            self.show(f"/{name}/?page=2", press.index(links[12:]))
        for number, path in enumerate(STORIES):
            self.show(path, press.article(number, changed=own_words(number)), story=True)

    def show(self, path, body, *, story=False):
        headers = {"ETag": f'"{hash(body)}"', "Last-Modified": formatdate(1_790_000_000, usegmt=True)}

        def answer(handler):
            if story:
                self._count()
            if handler.headers.get("If-None-Match") == headers["ETag"]:
                return self.press.Answer("", 304, headers=headers)
            return self.press.Answer(body, headers=headers)

        self.site.pages[path] = answer

    def _count(self):
        """The story at which the run is to be stopped waits until that is done."""
        self.served += 1
        if self.served == self.stop_at:
            self.reached.set()
            self.stopped.wait(30)

    def forget(self):
        """What an earlier test has asked for."""
        self.wait_at(0)
        self.stopped.set()
        self.site.log.clear()

    def wait_at(self, number):
        self.stop_at, self.served = number, 0
        self.reached.clear()
        self.stopped.clear()


@pytest.fixture(scope="module")
def printed(new_site, press):
    return Paper(new_site(), press)


@pytest.fixture
def paper(printed):
    """One server for all tests: what a run leaves lies in the folder of its test."""
    printed.forget()
    return printed


class Crawls:
    """Runs of one crawl in one folder; `options` go with every run."""

    def __init__(self, folder, url, *options):
        self.folder, self.url, self.options = folder, url, options
        self.output = folder / "articles.jsonl"

    def start(self, *options):
        return subprocess.Popen(
            [sys.executable, "-m", "webnoise", "crawl", self.url, "-o", "articles.jsonl", *SETTINGS,
             "--store", "sqlite:///news.db", "--incremental", *self.options, *options],
            cwd=self.folder, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip

    def run(self, *options):
        process = self.start(*options)
        _, log = process.communicate(timeout=90)
        return process.returncode, log

    def paths(self):
        lines = self.output.read_text("utf-8").splitlines()
        urls = [json.loads(line)["url"] for line in lines]
        return sorted(url.removeprefix(self.url) for url in urls if url.startswith(self.url))

    def complete(self, most=2):
        """Run at most so often until all is there."""
        for _ in range(most):
            status, log = self.run()
            assert status == 0, log
            if len(self.paths()) >= len(STORIES):
                break
        assert self.paths() == sorted(STORIES)


@pytest.fixture
def crawls(paper, tmp_path):
    return Crawls(tmp_path, paper.site.url, *HASTE)


@pytest.fixture
def full_crawls(paper, tmp_path):
    """With pages that wait for siblings, and the index of duplicates."""
    return Crawls(tmp_path, paper.site.url)


@pytest.mark.parametrize("pages", MOMENTS)
def test_nothing_is_lost_behind_a_bound_on_pages(crawls, pages):
    _, log = crawls.run("--max-pages", str(pages))
    assert "'webnoise/skipped/max-pages'" in log
    crawls.complete()


@pytest.mark.parametrize("moment", MOMENTS)
def test_nothing_is_lost_behind_a_bound_on_time(paper, crawls, moment):
    paper.wait_at(moment)
    process = crawls.start("--max-minutes", "0.03")
    for line in process.stderr:
        if "Closing spider (closespider_timeout)" in line:
            paper.stopped.set()
    process.wait(60)
    process.stderr.close()
    assert paper.stopped.is_set()
    crawls.complete()


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_nothing_is_lost_or_repeated_after_a_signal(paper, crawls, sent, moment):
    stop_at(paper, crawls, moment, sent)
    crawls.complete()


@pytest.mark.parametrize("moment", MOMENTS)
def test_nothing_is_lost_or_repeated_after_a_kill(paper, full_crawls, moment):
    stop_at(paper, full_crawls, moment, signal.SIGKILL)
    full_crawls.complete()


def stop_at(paper, crawls, moment, sent):
    """Send a signal to a run while it waits for one of the stories."""
    paper.wait_at(moment)
    process = crawls.start()
    assert paper.reached.wait(60)
    process.send_signal(sent)
    if sent == signal.SIGKILL:
        process.wait(60)
    paper.stopped.set()
    process.communicate(timeout=60)


def test_kills_just_after_a_line_leave_each_article_once(paper, full_crawls):
    chosen = random.Random(7)
    for _ in range(4):
        wanted = lines_of(full_crawls.output) + chosen.randrange(1, 12)
        process = full_crawls.start()
        while process.poll() is None:
            if lines_of(full_crawls.output) >= wanted:
                process.kill()
                break
            with suppress(
                subprocess.TimeoutExpired
            ):  # looking without a pause would slow down what is looked at
                process.wait(0.002)
        process.communicate(timeout=60)
    full_crawls.complete()


def lines_of(path):
    return path.read_bytes().count(b"\n") if path.exists() else 0


def test_half_a_line_is_taken_away_and_its_article_comes_again(crawls):
    assert crawls.run("--max-pages", "20")[0] == 0
    whole = crawls.output.read_bytes()
    crawls.output.write_bytes(whole + b'{"url": "' + crawls.url.encode() + STORIES[0].encode())
    crawls.complete(most=1)


def test_lines_that_the_store_does_not_know_are_not_fetched_again(paper, crawls):
    crawls.complete(most=1)
    (crawls.folder / "news.db").unlink()
    paper.site.log.clear()
    assert crawls.run()[0] == 0
    assert crawls.paths() == sorted(STORIES)
    assert not set(STORIES) & set(paper.site.paths)


def test_full_disk_ends_the_crawl_and_what_was_not_written_comes_with_the_next(crawls):
    # The limit holds for every file: the output is long already, so that it meets it before the store does.
    long = {"url": "https://elsewhere.example/", "text": "x" * 8_000_000}
    room = crawls.output.write_text(json.dumps(long) + "\n") + 40_000
    process = crawls.start()
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (room, room))
    _, log = process.communicate(timeout=90)
    assert process.returncode == 1
    assert "articles.jsonl cannot be written" in log
    assert crawls.output.stat().st_size == room, "half a line is the last"
    crawls.complete(most=1)


def test_output_that_cannot_be_written_ends_the_crawl_before_a_page_is_fetched(paper, crawls):
    crawls.output.mkdir()
    status, log = crawls.run()
    assert status == 1
    assert "articles.jsonl cannot be written" in log
    assert not set(STORIES) & set(paper.site.paths)
    crawls.output.rmdir()
    crawls.complete(most=1)


def test_article_that_the_feed_cannot_write_comes_again(paper, crawls):
    """Half an emoji in a field of a pipeline's own."""
    (crawls.folder / "broken.py").write_text(
        "class Broken:\n"
        "    async def process_item(self, item):\n"
        f"        if item.url.endswith({STORIES[5]!r}):\n"
        "            item.extra['mood'] = chr(0xD83D)\n"
        "        return item\n"
    )
    _, log = crawls.run("-s", 'ITEM_PIPELINES={"broken.Broken": 950}')
    assert "surrogates not allowed" in log
    assert len(crawls.paths()) == len(STORIES) - 1
    crawls.complete(most=1)


def test_articles_behind_an_unchanged_listing_are_asked_for_again_when_due(paper, crawls):
    crawls.complete(most=1)
    paper.site.log.clear()
    assert crawls.run("--recrawl-after", "0.0000001")[0] == 0
    assert set(STORIES) <= set(paper.site.paths)
    assert crawls.paths() == sorted(STORIES)


def test_listings_may_be_unchanged_once_no_link_of_theirs_waits(paper, crawls):
    crawls.complete(most=1)
    paper.site.log.clear()
    _, log = crawls.run()
    assert "'webnoise/skipped/not-modified': 3" in log
    assert not set(STORIES) & set(paper.site.paths)


def test_compressed_feed_counts_when_it_is_stored(paper, crawls):
    plugin = "scrapy.extensions.postprocessing.GzipPlugin"
    feed = {"articles.jsonl.gz": {"format": "jsonlines", "postprocessing": [plugin], "overwrite": True}}
    gzipped = Crawls(crawls.folder, crawls.url, *HASTE, "-s", f"FEEDS={json.dumps(feed)}")
    stop_at(paper, gzipped, 30, signal.SIGKILL)
    assert gzipped.run()[0] == 0
    with gzip.open(crawls.folder / "articles.jsonl.gz", "rt", encoding="utf-8") as stream:
        assert sorted(json.loads(line)["url"].removeprefix(crawls.url) for line in stream) == sorted(STORIES)
