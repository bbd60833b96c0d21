"""Spiders of other people's projects, with the add-on: what their responses know reaches the articles."""

import asyncio
import json
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from scrapy import Request
from scrapy.http import HtmlResponse
from scrapy.settings import Settings

import webnoise
from tests.demo.truth import by_url
from webnoise.demo import serve
from webnoise.middlewares import ExtractionMiddleware
from webnoise.pipelines.addon import Addon

PARAGRAPHS = (
    "Городской совет в среду утвердил план замены старого моста через гавань, и голосов против не было.",
    "Работы начнутся следующей весной и продлятся около двух лет, сообщили в мэрии. Жители встретили новость по-разному.",
    "Глава рыболовецкой артели попросил не закрывать проход для судов, и мэр обещал учесть эту просьбу.",
)
STORY = (
    "<html><head><title>Мост заменят</title></head><body><h1>Мост заменят</h1><div class=text>"
    + "".join(f"<p>{paragraph}</p>" for paragraph in PARAGRAPHS)
    + "</div></body></html>"
)
SPIDERS = """
import dataclasses

import lxml.etree
import scrapy
from scrapy.linkextractors import LinkExtractor
from scrapy.spiders import CrawlSpider, Rule

import webnoise


class Follows(CrawlSpider):
    name = "follows"
    rules = [Rule(LinkExtractor(deny="page/"), follow=True)]

    def __init__(self, **given):
        super().__init__(**given)
        self.start_urls = self.urls.split(",")


class Counts(scrapy.Spider):
    name = "counts"

    def __init__(self, **given):
        super().__init__(**given)
        self.start_urls = self.urls.split(",")
        parse, self.parsed = lxml.etree.fromstring, 0

        def counted(*arguments, **options):
            self.parsed += 1
            return parse(*arguments, **options)

        lxml.etree.fromstring = counted

    def parse(self, response):
        title = response.css("h1::text").get()
        if self.shape == "body":
            yield {"url": response.url, "html": response.body, "seen": title}
        elif self.shape == "text":
            yield {"url": response.url, "html": response.text, "seen": title}
        elif self.shape == "page":
            yield webnoise.Page(response.url, response.body, extra={"seen": title})
        elif self.shape == "marked":
            yield response.follow("?again", self.read, meta={"webnoise": True}, cb_kwargs={"title": title})

    async def read(self, response, title):
        assert response.css("h1::text").get() == title
        if False:
            yield

    def closed(self, reason):
        self.crawler.stats.set_value("parsed", self.parsed)


class Asks(scrapy.Spider):
    name = "asks"

    def __init__(self, **given):
        super().__init__(**given)
        self.start_urls = self.urls.split(",")

    def parse(self, response, article: webnoise.Article):
        article.extra["length"] = len(article.text)
        yield article
"""
SETTINGS = """
ADDONS = {"webnoise.Addon": 500}
DOWNLOAD_DELAY = 0
CONCURRENT_REQUESTS_PER_DOMAIN = 16
WEBNOISE_MIN_SIBLINGS = 0
WEBNOISE_DUPLICATES = "mark"
"""
POET = """
DOWNLOADER_MIDDLEWARES = {
    "scrapy_poet.InjectionMiddleware": 543,
    "scrapy.downloadermiddlewares.stats.DownloaderStats": None,
    "scrapy_poet.DownloaderStatsMiddleware": 850,
}
SPIDER_MIDDLEWARES = {"scrapy_poet.RetryMiddleware": 275}
REQUEST_FINGERPRINTER_CLASS = "scrapy_poet.ScrapyPoetRequestFingerprinter"
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    folder = tmp_path_factory.mktemp("scrapy")
    subprocess.run(
        [sys.executable, "-m", "scrapy", "startproject", "theirs"],
        cwd=folder,
        check=True,
        capture_output=True,
        timeout=120,
    )
    root = folder / "theirs"
    settings = root / "theirs" / "settings.py"
    settings.write_text(settings.read_text() + SETTINGS)
    (root / "theirs" / "spiders" / "theirs.py").write_text(SPIDERS)
    return root


def crawl(project, spider, *arguments):
    output = project / f"{spider}.jsonl"
    run = subprocess.run(
        [sys.executable, "-m", "scrapy", "crawl", spider, "-O", str(output), *arguments],
        cwd=project,
        check=True,
        capture_output=True,
        text=True,
        timeout=180,
    )
    return [json.loads(line) for line in output.read_text("utf-8").splitlines()], run.stderr


@pytest.fixture(scope="module")
def russian():
    """The address of a story in windows-1251, which only the HTTP header names."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            body = STORY.encode("cp1251")
            self.send_response(404 if self.path == "/robots.txt" else 200)
            self.send_header("Content-Type", "text/html; charset=windows-1251")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/news/2026/the-old-bridge-is-replaced"
    server.shutdown()
    server.server_close()


def test_spider_that_only_follows_links_gives_articles(project):
    with serve() as server:
        wanted = by_url(server)
        items, log = crawl(
            project, "follows", "-a", f"urls={','.join(server.urls)}", "-s", "WEBNOISE_AUTO_EXTRACT=all"
        )
        found = {item["url"]: item for item in items}
        assert set(wanted) <= set(found)
        assert [item["url"] for item in items] == list(found)
        for url, truth in wanted.items():
            assert found[url]["title"] == truth.title
        assert "'webnoise/dropped/kind-index'" in log

        url, truth = next(iter(wanted.items()))
        items, _ = crawl(
            project, "follows", "-a", f"urls={url}", "-s", f"WEBNOISE_AUTO_EXTRACT={truth.path}$"
        )
        assert {item["title"] for item in items} == {truth.title}
        items, _ = crawl(project, "follows", "-a", f"urls={url}")
        assert items == []


def test_news_uses_the_middleware_like_any_other_spider(project):
    with serve() as server:
        site = server.urls[0]
        wanted = {url for url in by_url(server) if url.startswith(site)}
        items, _ = crawl(project, "news", "-a", f"site={site}", "-s", "WEBNOISE_AUTO_EXTRACT=all")
    urls = [item["url"] for item in items]
    assert wanted <= set(urls)
    assert len(urls) == len(set(urls))


@pytest.mark.parametrize("shape", ["body", "text", "page"])
def test_callbacks_selectors_and_ours_share_one_parse_and_the_header(project, russian, shape):
    items, log = crawl(project, "counts", "-a", f"urls={russian}", "-a", f"shape={shape}")
    [item] = items
    assert item["text"] == "\n\n".join(PARAGRAPHS)
    assert (item["language"], item["seen"]) == ("ru", "Мост заменят")
    assert "'parsed': 1" in log


def test_marked_request_gives_a_page_without_item_code(project, russian):
    items, log = crawl(project, "counts", "-a", f"urls={russian}", "-a", "shape=marked")
    assert [item["url"] for item in items] == [f"{russian}?again"]
    assert items[0]["text"] == "\n\n".join(PARAGRAPHS)
    assert "'parsed': 2" in log  # two responses


def test_page_that_a_callback_makes_does_not_come_twice(project, russian):
    items, _ = crawl(
        project, "counts", "-a", f"urls={russian}", "-a", "shape=body", "-s", "WEBNOISE_AUTO_EXTRACT=all"
    )
    assert len(items) == 1
    assert items[0]["duplicate_of"] is None


def test_scrapy_poet_gives_callbacks_the_article(project, russian):
    pytest.importorskip("scrapy_poet", reason="pip install 'webnoise[test]' brings scrapy-poet")
    settings = project / "theirs" / "settings.py"
    before = settings.read_text()
    settings.write_text(before + POET)
    try:
        items, log = crawl(project, "asks", "-a", f"urls={russian}", "-s", "WEBNOISE_AUTO_EXTRACT=all")
    finally:
        settings.write_text(before)
    assert len(items) == 1, log[-4000:]
    [item] = items
    assert item["text"] == "\n\n".join(PARAGRAPHS)
    assert item["length"] == len(item["text"])
    assert len(item["fingerprint"]) == 16


def response_of(body, *, meta=None, status=200, url="https://e.com/a", **headers):
    request = Request(url, meta=meta or {})
    return HtmlResponse(url, body=body, status=status, headers=headers, request=request)


def pages(response, result=(), **settings):
    middleware = ExtractionMiddleware(webnoise.Config(**settings))

    async def given():
        for output in result:
            yield output

    async def passed():
        return [output async for output in middleware.process_spider_output(response, given())]

    return asyncio.run(passed())


@pytest.mark.parametrize(
    ("asked", "response", "expected"),
    [
        ("marked", response_of(b"<p>a"), 0),
        ("marked", response_of(b"<p>a", meta={"webnoise": True}), 1),
        ("all", response_of(b"<p>a"), 1),
        ("all", response_of(b"<p>a", meta={"webnoise": False}), 0),
        ("all", response_of(b"<p>a", status=404), 0),
        (r"/news/\d+", response_of(b"<p>a"), 0),
        (r"/news/\d+", response_of(b"<p>a", url="https://e.com/news/7"), 1),
    ],
)
def test_which_responses_become_pages(asked, response, expected):
    found = pages(response, auto_extract=asked)
    assert [page.url for page in found] == [response.url] * expected


def test_item_keeps_its_type_and_its_html():
    response = response_of(STORY.encode("cp1251"), **{"Content-Type": "text/html; charset=windows-1251"})
    item = {"url": response.url, "html": response.body, "desk": "night"}
    [same] = pages(response, [item])
    assert same is item
    assert same == {"url": response.url, "html": response.body, "desk": "night"}


def test_html_of_another_page_is_left_alone():
    response = response_of(b"<p>a")
    other = {"url": "https://e.com/b", "html": b"<p>b"}
    assert pages(response, [other]) == [other]
    assert type(other["html"]) is bytes


@pytest.mark.parametrize(
    "made",
    [
        webnoise.Page("https://e.com/a", "<p>what a browser made of it"),
        {"url": "https://e.com/a", "html": "<p>what the callback left of it"},
        webnoise.Article(url="https://e.com/a"),
    ],
    ids=["page", "item", "article"],
)
def test_page_that_the_callback_has_changed_does_not_come_twice_either(made):
    assert pages(response_of(b"<p>a"), [made], auto_extract="all") == [made]


def test_page_of_a_callback_gets_time_and_header_of_its_response():
    response = response_of(b"<p>a", **{"Content-Type": "text/html; charset=koi8-r"})
    [page] = pages(response, [webnoise.Page(response.url, response.body)])
    assert page.content_type == "text/html; charset=koi8-r"
    assert page.fetched.startswith("20")
    own = webnoise.Page(response.url, response.body, fetched="2001-02-03", content_type="text/html")
    assert pages(response, [own]) == [own]


@pytest.mark.parametrize("codec", ["base64", "undefined"])
def test_response_that_scrapy_cannot_decode_is_a_page(codec):
    response = response_of(b"<p>The river rose.", **{"Content-Type": f"text/html; charset={codec}"})
    item = {"url": "https://e.com/b", "html": "some other text"}
    found = pages(response, [item], auto_extract="all")
    assert found[0] is item
    assert webnoise.flow.extract(found[1], webnoise.Config()).text == "The river rose."


def test_project_keeps_its_own_order_of_components():
    settings = Settings(
        {
            "ITEM_PIPELINES": {"webnoise.pipelines.SegmentationPipeline": 7},
            "SPIDER_MIDDLEWARES": {"webnoise.middlewares.ExtractionMiddleware": None},
        }
    )
    Addon().update_settings(settings)
    assert settings["ITEM_PIPELINES"]["webnoise.pipelines.SegmentationPipeline"] == 7
    assert dict(settings["SPIDER_MIDDLEWARES"]) == {"webnoise.middlewares.ExtractionMiddleware": None}


def test_wrong_expression_is_refused_by_name():
    with pytest.raises(webnoise.ConfigError, match=r"auto_extract must be .* not '\('"):
        webnoise.Config(auto_extract="(")
