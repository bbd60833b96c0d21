"""Feeds that a run would spoil are refused before it begins."""

from contextlib import nullcontext

import pytest
from scrapy.settings import Settings

from webnoise.errors import ConfigError
from webnoise.pipelines.feed_formats import check_feeds


def check(name, **options):
    settings = {"FEEDS": {name: options}, "WEBNOISE_STORE": "sqlite:///news.db", "WEBNOISE_INCREMENTAL": True}
    check_feeds(Settings(settings))


@pytest.mark.parametrize("format_", ["json", "xml", "csv"])
def test_incremental_run_does_not_append_to_a_file_with_an_end(format_):
    with pytest.raises(ConfigError, match=r"write articles\.jsonl, or .* articles-%\(time\)s\."):
        check(f"articles.{format_}", format=format_)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("articles.jsonl", {"format": "jsonlines"}),
        ("articles.json", {"format": "json", "overwrite": True}),
        ("articles-%(time)s.json", {"format": "json"}),
        ("s3://bucket/articles.json", {"format": "json"}),
        ("articles.csv", {"format": "csv", "item_export_kwargs": {"include_headers_line": False}}),
    ],
)
def test_feeds_that_nothing_spoils_pass(name, options):
    check(name, **options)


def test_run_that_does_not_go_on_may_write_any_format():
    check_feeds(Settings({"FEEDS": {"articles.json": {"format": "json"}}}))


@pytest.mark.parametrize(
    ("feed", "form", "fits"),
    [
        ("articles-1.jsonl", "jsonlines", True),
        ("stdout:", "jsonlines", True),
        ("articles.json", "json", False),
        ("s3://bucket/articles.jsonl", "jsonlines", False),
    ],
)
def test_shared_crawl_writes_lines_to_files_of_its_own(feed, form, fits):
    settings = Settings({"WEBNOISE_STORE": "redis://localhost", "FEEDS": {feed: {"format": form}}})
    with nullcontext() if fits else pytest.raises(ConfigError, match=r"articles-1\.jsonl"):
        check_feeds(settings)
