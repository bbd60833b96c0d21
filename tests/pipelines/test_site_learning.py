"""Pages wait for siblings, and every page comes out exactly once, whatever ends the run."""

import json
import signal
import sqlite3
import subprocess
import sys
import threading
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from webnoise.site.block_memory import BlockMemory

SPIDER = """
import scrapy
import webnoise


class Pages(scrapy.Spider):
    name = "pages"
    custom_settings = {
        "ADDONS": {"webnoise.Addon": 500},
        "CONCURRENT_REQUESTS": 1,
        "WEBNOISE_METHOD": "content_extractor",
        "WEBNOISE_DUPLICATES": "keep",
        "WEBNOISE_EXPORT_KINDS": "article,live,gallery,video,index,other",
        "REMOTE_CONTROL_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
    }

    async def start(self):
        for number in range(int(self.first), int(self.first) + int(self.count)):
            yield scrapy.Request(f"{self.base}/page/{number}")

    def parse(self, response):
        yield webnoise.Page.from_response(response)
"""

WORDS = "harbour ferry council winter rope tide market lantern bridge orchard signal kettle meadow granite".split()


def story(number, size):
    """A page of its own words around a menu and a promo that all pages share."""
    paragraphs = "".join(
        f"<p>{' '.join(WORDS[(number * part + step) % len(WORDS)] + str(number * 7 + part + step) for step in range(40))}.</p>"
        for part in range(1, 7)
    )
    filler = f"<script>{'x' * size}</script>"
    return (
        f"<html lang=en><title>Story {number}</title>{filler}<body><ul><li><a href=/>Home</a></ul>"
        f"<article><h1>Story {number}</h1>{paragraphs}"
        "<p>Join the readers' walking club, every Sunday at nine by the old mill.</p></article></body></html>"
    ).encode()


@pytest.fixture
def server():
    """A site of any number of pages; `gate` stops answers after so many, `size` makes pages big."""

    class Site(ThreadingHTTPServer):
        size = 0
        asked = 0
        stall_after = None
        stalled = threading.Event()

    class Reply(BaseHTTPRequestHandler):
        def do_GET(self):
            self.server.asked += 1
            if self.server.stall_after is not None and self.server.asked > self.server.stall_after:
                self.server.stalled.set()
                self.server.released.wait(30)
            body = (
                story(int(self.path.rpartition("/")[2]), self.server.size) if "/page/" in self.path else b""
            )
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    site = Site(("127.0.0.1", 0), Reply)
    site.daemon_threads = True
    site.stalled = threading.Event()
    site.released = threading.Event()
    thread = threading.Thread(target=site.serve_forever, daemon=True)
    thread.start()
    yield site
    site.released.set()
    site.shutdown()
    site.server_close()


@pytest.fixture
def crawl(server, tmp_path):
    """Start a crawl of `count` pages from `first` on; returns the process."""
    (tmp_path / "spider.py").write_text(SPIDER)

    def start(count, output, *settings, first=0):
        base = f"http://127.0.0.1:{server.server_port}"
        command = [sys.executable, "-m", "scrapy", "runspider", "spider.py", "-o", output]
        command += ["-a", f"count={count}", "-a", f"first={first}", "-a", f"base={base}"]
        for setting in settings:
            command += ["-s", setting]
        return subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True)

    return start


def exported(tmp_path, *names):
    lines = [
        line
        for name in names
        if (tmp_path / name).exists()
        for line in (tmp_path / name).read_text().splitlines()
    ]
    return [json.loads(line) for line in lines]


def numbers(items):
    return Counter(int(item["url"].rpartition("/")[2]) for item in items)


def finish(process):
    _, log = process.communicate(timeout=120)
    return log


@pytest.mark.parametrize("count", [1, 3, 12])
def test_every_page_comes_out_once_however_few_there_are(crawl, tmp_path, count):
    finish(crawl(count, "out.jsonl"))
    items = exported(tmp_path, "out.jsonl")
    assert numbers(items) == Counter(range(count))
    if count > 1:
        assert not any("walking club" in item["text"] for item in items)
    assert all("harbour" in item["text"] for item in items)


def test_big_pages_one_at_a_time_do_not_block_the_crawl(crawl, server, tmp_path):
    server.size = 400_000
    finish(crawl(50, "out.jsonl", "WEBNOISE_MIN_SIBLINGS=20"))
    assert numbers(exported(tmp_path, "out.jsonl")) == Counter(range(50))


def test_a_crawl_closed_early_gives_out_what_waits(crawl, tmp_path):
    log = finish(crawl(40, "out.jsonl", "CLOSESPIDER_PAGECOUNT=5"))
    held = log.count("waits for siblings")
    items = numbers(exported(tmp_path, "out.jsonl"))
    assert "closespider_pagecount" in log
    assert held >= 5
    assert set(items.values()) == {1}
    assert len(items) >= 5


def test_ctrl_c_gives_out_what_waits(crawl, server, tmp_path):
    server.stall_after = 4
    process = crawl(40, "out.jsonl")
    assert server.stalled.wait(60)
    process.send_signal(signal.SIGINT)
    server.released.set()
    log = finish(process)
    items = numbers(exported(tmp_path, "out.jsonl"))
    assert "shutdown" in log
    assert set(range(4)) <= set(items)
    assert set(items.values()) == {1}


def test_pages_of_a_killed_run_come_out_in_the_next(crawl, server, tmp_path):
    server.stall_after = 4
    store = "WEBNOISE_STORE=sqlite:///memory.db"
    killed = crawl(40, "first.jsonl", store)
    assert server.stalled.wait(60)
    killed.kill()
    killed.communicate(timeout=60)
    server.stall_after = None
    server.released.set()
    log = finish(crawl(3, "second.jsonl", store, first=100))
    assert "pages of an interrupted run wait" in log
    items = numbers(exported(tmp_path, "first.jsonl", "second.jsonl"))
    assert items == Counter([*range(4), 100, 101, 102])


def test_memory_of_an_earlier_run_means_no_waiting(crawl, tmp_path):
    store = "WEBNOISE_STORE=sqlite:///memory.db"
    finish(crawl(10, "first.jsonl", store))
    log = finish(crawl(2, "second.jsonl", store, first=200))
    assert "webnoise/held" not in log
    items = exported(tmp_path, "second.jsonl")
    assert numbers(items) == Counter([200, 201])
    assert not any("walking club" in item["text"] for item in items)


COUNTING_SPIDER = (
    SPIDER.replace(
        '"WEBNOISE_METHOD"', '"ITEM_PIPELINES": {"spider.Counted": 150},\n        "WEBNOISE_METHOD"'
    )
    + """

class Counted:
    async def process_item(self, item):
        print("passed", item.page.url)
        return item
"""
)


def test_pipelines_before_the_one_that_holds_pages_see_each_of_them_once(crawl, tmp_path, capfd):
    (tmp_path / "spider.py").write_text(COUNTING_SPIDER)
    log = finish(crawl(5, "out.jsonl"))
    assert log.count("waits for siblings") == 5
    assert numbers(exported(tmp_path, "out.jsonl")) == Counter(range(5))
    passed = [line for line in capfd.readouterr().out.splitlines() if line.startswith("passed")]
    assert len(passed) == len(set(passed)) == 5


REASONS_SPIDER = (
    SPIDER
    + """
    @classmethod
    def from_crawler(cls, crawler, *args, **kwargs):
        spider = super().from_crawler(crawler, *args, **kwargs)
        crawler.signals.connect(spider.dropped, scrapy.signals.item_dropped)
        return spider

    def dropped(self, item, exception):
        print("dropped", exception.reason, exception.url)
"""
)


def test_page_that_waits_is_counted_as_held_and_not_as_dropped(crawl, tmp_path, capfd):
    (tmp_path / "spider.py").write_text(REASONS_SPIDER)
    log = finish(crawl(5, "out.jsonl", "WEBNOISE_EXPORT_KINDS=live"))
    reasons = [line.split()[1] for line in capfd.readouterr().out.splitlines() if line.startswith("dropped")]
    assert (reasons.count("held"), len(reasons)) == (5, 10)
    assert "'webnoise/held': 5" in log
    assert "'item_dropped_count': 5" in log
    assert "count/Held" not in log


PROJECT_SPIDER = SPIDER.replace(
    '"WEBNOISE_METHOD"', '"WEBNOISE_SITE_STORE": "project",\n        "WEBNOISE_METHOD"'
)


def test_in_a_project_memory_lasts_in_its_data_folder_without_a_word(crawl, tmp_path):
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = project_settings\n")
    (tmp_path / "project_settings.py").write_text("")
    (tmp_path / "spider.py").write_text(PROJECT_SPIDER)
    finish(crawl(10, "first.jsonl"))
    assert (tmp_path / ".scrapy" / "webnoise" / "sites.db").is_file()
    log = finish(crawl(2, "second.jsonl", first=200))
    assert "webnoise/held" not in log
    assert not any("walking club" in item["text"] for item in exported(tmp_path, "second.jsonl"))


def test_outside_of_a_project_nothing_is_written_unasked(crawl, tmp_path):
    (tmp_path / "spider.py").write_text(PROJECT_SPIDER)
    finish(crawl(3, "out.jsonl"))
    assert sorted(path.name for path in tmp_path.iterdir() if path.name != "__pycache__") == [
        "out.jsonl",
        "spider.py",
    ]


def test_pages_that_wait_in_a_running_crawl_are_not_taken_by_another(crawl, server, tmp_path):
    server.stall_after = 4
    store = "WEBNOISE_SITE_STORE=sqlite:///memory.db"
    running = crawl(5, "first.jsonl", store)
    assert server.stalled.wait(60)
    server.stall_after = None
    log = finish(crawl(3, "second.jsonl", store, first=100))
    assert "pages of an interrupted run wait" not in log
    assert numbers(exported(tmp_path, "second.jsonl")) == Counter([100, 101, 102])
    server.released.set()
    finish(running)
    assert numbers(exported(tmp_path, "first.jsonl")) == Counter(range(5))
    finish(crawl(1, "third.jsonl", store, first=300))
    with sqlite3.connect(tmp_path / "memory.db") as file:
        (memory,) = file.execute("SELECT memory FROM site_memory").fetchone()
    assert BlockMemory.from_bytes(memory).pages == 9  # of all three crawls
