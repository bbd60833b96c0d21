"""Small newspapers on loopback, each with faults of its own, and crawls of them in a process of their own."""

import gzip
import itertools
import json
import re
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HOSTS = (f"127.0.{third}.{fourth}" for third in range(1, 200) for fourth in range(1, 200))
WORDS = {
    "who": "The council|A committee|Our reporter|Two farmers|The ministry|A young engineer|The harbour master|Local shops",
    "did": "rejected|repaired|opened|described|measured|praised|sold|questioned|rebuilt|counted",
    "what": "the old bridge|a plan for the river|forty new houses|the winter timetable|an empty warehouse|the school roof|"
    "a field of barley|the night ferry|several small parks|the water tower",
    "why": "after months of rain|because the money was there at last|despite a petition|as the law demands|"
    "while the neighbours watched|to save fuel|for the first time since the flood|against all advice",
}


def sentence(number):
    """One of six thousand sentences."""
    parts = []
    for key in ("who", "did", "what", "why"):
        choices = WORDS[key].split("|")
        number, index = divmod(number, len(choices))
        parts.append(choices[index])
    return " ".join(parts) + "."


def article(number, *, title=None, date=None, links=(), head="", changed=""):
    """A page with a text of its own; `number` is its seed."""
    title = title or f"Story number {number} of the day"
    paragraphs = "".join(
        f"<p>{' '.join(sentence(7919 * number + 389 * row + 61 * column) for column in range(5))}</p>"
        for row in range(6)
    )
    meta = f'<meta property="article:published_time" content="{date}">' if date else ""
    related = "".join(f'<li><a href="{link}">{link}</a></li>' for link in links)
    return (
        f'<!doctype html><html lang="en"><head><title>{title}</title><meta property="og:type" content="article">'
        f"{meta}{head}</head><body><nav><a href='/'>Home</a></nav><main><article><h1>{title}</h1>{paragraphs}"
        f"{changed}</article></main><ul>{related}</ul><footer>All rights reserved</footer></body></html>"
    )


def index(links, head=""):
    items = "".join(f'<li><a href="{url}">{text}</a></li>' for url, text in links)
    return f"<!doctype html><html><head><title>The Paper</title>{head}</head><body><ul>{items}</ul></body></html>"


def feed(base, entries):
    items = "".join(
        f"<item><title>{title}</title><link>{base}{path}</link><pubDate>{date}</pubDate></item>"
        for path, title, date in entries
    )
    return f'<?xml version="1.0"?><rss version="2.0"><channel><title>The Paper</title>{items}</channel></rss>'


def sitemap(base, paths, extra=lambda path: ""):
    urls = "".join(f"<url><loc>{base}{path}</loc>{extra(path)}</url>" for path in paths)
    return (
        '<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
        f' xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">{urls}</urlset>'
    )


@dataclass
class Answer:
    body: str | bytes = ""
    status: int = 200
    type: str = "text/html; charset=utf-8"
    headers: dict = field(default_factory=dict)
    wait: threading.Event | None = None
    promise: int | None = None  # the length that the header names

    @property
    def bytes(self):
        return self.body.encode() if isinstance(self.body, str) else self.body


class Site:
    """Answers by path; `log` holds (moment, path, headers) of every request."""

    def __init__(self):
        self.pages = {}
        self.fallback = None
        self.log = []
        site = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True
            wbufsize = -1

            def do_GET(self):
                site.log.append((time.monotonic(), self.path, dict(self.headers)))
                site.answer(self)

            def log_message(self, *arguments):
                pass

        self.server = ThreadingHTTPServer((next(HOSTS), 0), Handler)
        self.server.daemon_threads = True
        self.server.handle_error = lambda *arguments: None
        self.url = f"http://{self.server.server_address[0]}:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def answer(self, handler):
        page = self.pages.get(handler.path)
        if page is None and self.fallback:
            page = self.fallback(handler.path)
        if callable(page):
            page = page(handler)
        if page is None:
            page = Answer("not here", 404, "text/plain")
        if not isinstance(page, Answer):
            page = Answer(page)
        if page.wait is not None:
            page.wait.wait(80)
        body = b"" if page.status == 304 else page.bytes
        handler.send_response(page.status)
        handler.send_header("Content-Type", page.type)
        handler.send_header("Content-Length", str(page.promise or len(body)))
        for name, value in page.headers.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(body)
        handler.wfile.flush()
        if page.promise:
            handler.close_connection = True

    @property
    def paths(self):
        return [path for _, path, _ in self.log]

    def times(self, *, of=lambda path: True):
        return [moment for moment, path, _ in self.log if of(path)]

    def close(self):
        self.server.shutdown()
        self.server.server_close()


@dataclass
class Crawl:
    items: list
    stats: dict
    log: str

    def of(self, site):
        return [item for item in self.items if item["url"].startswith(site.url + "/")]

    def stories(self, site):
        """Paths of articles; those of listings are short."""
        paths = {item["url"].removeprefix(site.url) for item in self.of(site)}
        return {path for path in paths if path.count("-") >= 3}


SETTINGS = {
    "DOWNLOAD_DELAY": 0,
    "AUTOTHROTTLE_START_DELAY": 0,
    "RETRY_TIMES": 1,
    "DOWNLOAD_TIMEOUT": 3,
    "WEBNOISE_METHOD": "word_leaf_ratio",
    "WEBNOISE_MIN_SIBLINGS": 0,
    # These tests ask which pages come, not what is made of them.
    "WEBNOISE_EXPORT_KINDS": "article,live,gallery,video,index,other",
    "WEBNOISE_DUPLICATES": "keep",
}


def command(output, *, arguments=(), settings=None):
    parts = [sys.executable, "-m", "scrapy", "crawl", "news", "-o", str(output)]
    for name, value in {**SETTINGS, **(settings or {})}.items():
        parts += ["-s", f"{name}={value}"]
    for argument in arguments:
        parts += ["-a", argument]
    return parts


def read(output, log):
    lines = output.read_text("utf-8").splitlines() if output.exists() else []
    stats = {name: int(count) for name, count in re.findall(r"'([\w/.-]+)': (\d+)[,}]", log)}
    return Crawl([json.loads(line) for line in lines], stats, log)


@pytest.fixture(scope="session")
def crawl(tmp_path_factory):
    """`crawl(*arguments, **settings)` runs the spider and gives what came out."""

    def run(*arguments, output=None, **settings):
        output = output or tmp_path_factory.mktemp("crawl") / "articles.jsonl"
        log = output.with_suffix(".log")
        with (
            log.open("w") as stream,
            subprocess.Popen(
                command(output, arguments=arguments, settings=settings), cwd=ROOT, stderr=stream
            ) as process,
        ):
            try:
                status = process.wait(90)
            except subprocess.TimeoutExpired:
                process.kill()
                status = "no end after 90 seconds"
        text = log.read_text("utf-8", "replace")
        assert status == 0, f"{status}\n{text[-3000:]}"
        return read(output, text)

    run.command = command
    run.read = read
    run.root = ROOT
    return run


@pytest.fixture(scope="module")
def new_site():
    sites = []

    def make():
        sites.append(Site())
        return sites[-1]

    yield make
    for site in sites:
        site.close()


@pytest.fixture(scope="session")
def press():
    """What tests write pages with."""

    class Press:
        pass

    Press.article, Press.index, Press.feed, Press.sitemap = map(staticmethod, (article, index, feed, sitemap))
    Press.Answer, Press.gzip, Press.count = Answer, staticmethod(gzip.compress), staticmethod(itertools.count)
    return Press
