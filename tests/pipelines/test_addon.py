"""A Scrapy project of somebody else's gets clean items by the add-on alone."""

import json
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

import webnoise
from tests.demo.truth import by_url
from webnoise.demo import newspapers, serve

SPIDER = """
import dataclasses
import scrapy
import webnoise


@dataclasses.dataclass
class Fetched:
    url: str
    html: str
    desk: str


class Pages(scrapy.Spider):
    name = "pages"

    async def start(self):
        for url in self.urls.split(","):
            yield scrapy.Request(url)

    def parse(self, response):
        if self.shape == "dict":
            yield {"url": response.url, "html": response.text}
        elif self.shape == "dict_with_more":
            yield {"url": response.url, "html": response.body, "desk": "night"}
        elif self.shape == "clashing":
            yield {"url": response.url, "html": response.body, "title": "Theirs", "item": 7}
        elif self.shape == "dataclass":
            yield Fetched(response.url, response.text, "night")
        elif self.shape == "page":
            yield webnoise.Page.from_response(response)
        elif self.shape == "other":
            yield {"price": 3}
"""


BEHIND = """
class AddField:
    async def process_item(self, article):
        from itemadapter import ItemAdapter

        ItemAdapter(article)["seen_as"] = type(article).__mro__[-2].__name__
        return article
"""


def docs_example():
    """The pipeline of docs/crawling.md, as it is written there."""
    page = (Path(__file__).parents[2] / "docs" / "crawling.md").read_text("utf-8")
    (code,) = [part for part in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "IntoSqlite:" in part]
    return code


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A fresh project as `scrapy startproject` makes it, with one line added."""
    folder = tmp_path_factory.mktemp("scrapy")
    run_scrapy(folder, "startproject", "theirs")
    root = folder / "theirs"
    settings = root / "theirs" / "settings.py"
    settings.write_text(settings.read_text() + '\nADDONS = {"webnoise.Addon": 500}\nDOWNLOAD_DELAY = 0\n')
    (root / "theirs" / "spiders" / "pages.py").write_text(SPIDER)
    (root / "theirs" / "pipelines.py").write_text(docs_example() + BEHIND)
    return root


@pytest.fixture(scope="module")
def articles():
    """Two articles of each demo newspaper by address, with their truth."""
    with serve() as server:
        own = [(url, truth) for url, truth in by_url(server).items() if not truth.wire]
        yield {
            url: truth
            for paper in newspapers()
            for url, truth in [pair for pair in own if pair[1].newspaper == paper.key][:2]
        }


def run_scrapy(folder: Path, *arguments: str):
    return subprocess.run(
        [sys.executable, "-m", "scrapy", *arguments],
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
        timeout=120,
    )


def crawl(project, shape, urls, *settings):
    output = project / f"{shape}.jsonl"
    run = run_scrapy(
        project,
        "crawl",
        "pages",
        "-a",
        f"shape={shape}",
        "-a",
        f"urls={','.join(urls)}",
        "-O",
        str(output),
        *settings,
    )
    return [json.loads(line) for line in output.read_text("utf-8").splitlines()], run.stderr


@pytest.mark.parametrize("shape", ["dict", "dict_with_more", "dataclass", "page"])
def test_items_with_url_and_html_come_out_as_articles(project, articles, shape):
    items, _ = crawl(project, shape, list(articles))
    assert {item["url"] for item in items} == set(articles)
    for item in items:
        truth = articles[item["url"]]
        assert item["title"] == truth.title
        text = " ".join(item["text"].split())
        for paragraph in truth.paragraphs:
            assert " ".join(paragraph.split()) in text
        assert "html" not in item
        assert (
            item["fingerprint"]
            == f"{webnoise.signature(item['text'], language=item['language']).fingerprint:016x}"
        )
        assert item.get("desk") == ("night" if shape in ("dict_with_more", "dataclass") else None)


def test_items_of_other_kinds_are_handed_through(project, articles):
    items, _ = crawl(project, "other", list(articles)[:1])
    assert items == [{"price": 3}]


def test_blocks_are_exported_on_request(project, articles):
    items, _ = crawl(project, "dict", list(articles)[:1], "-s", "WEBNOISE_EXPORT_EXTRA=blocks,html")
    assert any(not block["keep"] and block["reason"] for block in items[0]["blocks"])
    assert "<p>" in items[0]["html"]


BEHIND_OURS = ["-s", 'ITEM_PIPELINES={"theirs.pipelines.AddField": 940, "theirs.pipelines.IntoSqlite": 950}']


@pytest.mark.parametrize("shape", ["dict", "dict_with_more"])
def test_pipelines_behind_ours_get_articles_and_may_add_fields(project, articles, shape):
    (project / "articles.db").unlink(missing_ok=True)
    extra = ["-s", "WEBNOISE_EXPORT_EXTRA=evidence"]
    items, log = crawl(project, shape, list(articles), *BEHIND_OURS, *extra)
    assert {item["seen_as"] for item in items} == {"Article"}
    assert all(item["evidence"] for item in items)
    with closing(sqlite3.connect(project / "articles.db")) as database:
        rows = database.execute("SELECT url, title, text FROM article").fetchall()
    assert sorted(rows) == sorted((item["url"], item["title"], item["text"]) for item in items)
    assert len(rows) == len(articles), log


def test_field_with_the_name_of_an_articles_comes_out_beside_it(project, articles):
    items, log = crawl(project, "clashing", list(articles))
    assert {item["item_title"] for item in items} == {"Theirs"}
    assert {item["item"] for item in items} == {7}
    assert {item["title"] for item in items} == {truth.title for truth in articles.values()}
    assert log.count("it comes out as 'item_title'") == 1


def test_log_of_a_project_shows_no_page_that_was_dropped(project, articles):
    _, log = crawl(
        project, "dict", list(articles), "-s", "WEBNOISE_MIN_WORDS=100000", "-s", "LOG_LEVEL=DEBUG"
    )
    assert log.count("Dropped: short: ") == len(articles)
    assert "<html" not in log


def test_wrong_setting_ends_the_run_with_its_remedy(project, articles):
    with pytest.raises(subprocess.CalledProcessError) as failure:
        crawl(project, "dict", list(articles)[:1], "-s", "WEBNOISE_METHOD=corre")
    assert "did you mean 'core'?" in failure.value.stderr


def test_stats_count_pages_articles_and_noise(project, articles):
    _, log = crawl(project, "page", list(articles))
    assert f"'webnoise/pages': {len(articles)}" in log
    assert f"'webnoise/articles': {len(articles)}" in log
    assert "'webnoise/noise/" in log
