from __future__ import annotations

from io import BytesIO

import pytest
from scrapy.exporters import JsonLinesItemExporter
from scrapy.settings import Settings

import webnoise
from webnoise.model import Article, Image
from webnoise.pipelines.lines import ArticleLines

ARTICLE = Article(
    url="https://news.example/a",
    title="Über uns",
    images=[Image("https://news.example/a.jpg", "A caption", 120, 80)],
    noise={"menu": 3},
    extra={"desk": "night", "title": "Theirs", "sheet": 7},
)


def line(exporter, item, **options):
    file = BytesIO()
    exporter(file, **options).export_item(item)
    return file.getvalue()


@pytest.mark.parametrize("item", [ARTICLE, {"price": 3}, Image("https://news.example/b.jpg")])
@pytest.mark.parametrize(
    "options",
    [{}, {"encoding": "utf-8"}, {"fields_to_export": ["title", "desk"]}, {"export_empty_fields": True}],
)
def test_lines_are_those_of_scrapy(item, options):
    assert line(ArticleLines, item, **options) == line(JsonLinesItemExporter, item, **options)


def test_exporter_of_a_project_stays():
    settings = Settings({"FEED_EXPORTERS": {"jsonl": "theirs.Exporter", "yaml": "theirs.Yaml"}})
    webnoise.Addon().update_settings(settings)
    assert settings.getdict("FEED_EXPORTERS") == {
        "jsonlines": "webnoise.pipelines.lines.ArticleLines",
        "jsonl": "theirs.Exporter",
        "jl": "webnoise.pipelines.lines.ArticleLines",
        "yaml": "theirs.Yaml",
    }
