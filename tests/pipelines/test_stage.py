"""Stages count, drop with a reason, and hold items back."""

import asyncio

import pytest
from scrapy.utils.test import get_crawler

from webnoise.model import Article, Page
from webnoise.pipelines import Dropped, FilterPipeline, SegmentationPipeline


def make(stage_class, **config):
    crawler = get_crawler(settings_dict={f"WEBNOISE_{name.upper()}": value for name, value in config.items()})
    return stage_class.from_crawler(crawler), crawler.stats


def process(stage_class, item, **config):
    """The item behind a stage, or the exception that dropped it; and what was counted."""
    stage, stats = make(stage_class, **config)
    try:
        result = asyncio.run(stage.process_item(item))
    except Dropped as dropped:
        result = dropped
    return result, {name: count for name, count in stats.get_stats().items() if "/seconds/" not in name}


@pytest.mark.parametrize(
    ("stage", "item", "reason"),
    [
        (SegmentationPipeline, {"url": "https://e.com/a", "html": 3}, "not-html"),
        (SegmentationPipeline, Page("https://e.com/a", b"%PDF-1.7"), "unreadable"),
        (SegmentationPipeline, Page("https://e.com/a", "<p>word</p>" * 99), "beyond-limits"),
        (FilterPipeline, Article(url="https://e.com/a", kind="index"), "kind-index"),
    ],
)
def test_what_is_dropped_says_why_and_which_page_and_is_counted(stage, item, reason):
    dropped, counts = process(stage, item, max_bytes=100)
    assert (dropped.reason, dropped.url) == (reason, "https://e.com/a")
    assert dropped.kind == ("index" if reason == "kind-index" else None)
    assert counts == {f"webnoise/dropped/{reason}": 1}


def test_a_page_is_read_into_blocks():
    page = Page("https://e.com/a", "<html><body><p>Text of a page.</p></body></html>")
    read, _ = process(SegmentationPipeline, page)
    assert [block.text for block in read.page_blocks.blocks] == ["Text of a page."]


@pytest.mark.parametrize(
    ("config", "article", "reason"),
    [
        ({"languages": ("en", "de")}, {"language": "fr"}, "language"),
        ({"languages": ("en", "pt-BR")}, {"language": "pt"}, None),
        ({"languages": ("en",)}, {"language": "en-GB"}, None),
        ({"languages": ("en",)}, {"language": None}, None),
        ({"min_words": 50}, {"word_count": 49}, "short"),
        ({"min_words": 50}, {"word_count": 50}, None),
    ],
)
def test_languages_and_lengths_that_were_not_asked_for_are_dropped(config, article, reason):
    result, counts = process(FilterPipeline, Article(url="u", kind="article", **article), **config)
    assert getattr(result, "reason", None) == reason
    assert counts == ({f"webnoise/dropped/{reason}": 1} if reason else {})


@pytest.mark.parametrize(
    "item",
    [
        {"url": "u", "html": "<p>Text", "title": "Theirs", "desk": "night"},
        Page("u", "<p>Text", extra={"title": "Theirs", "desk": "night"}),
    ],
)
def test_field_with_the_name_of_an_articles_is_kept_beside_it(item, caplog):
    stage, _ = make(SegmentationPipeline)
    caplog.clear()
    pages = [asyncio.run(stage.process_item(item)) for _ in range(3)]
    assert [dict(page.page.extra) for page in pages] == [{"item_title": "Theirs", "desk": "night"}] * 3
    assert [record.getMessage() for record in caplog.records] == [
        "SegmentationPipeline: items have a field 'title', as articles do: it comes out as 'item_title'"
    ]
