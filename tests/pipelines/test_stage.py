"""Stages count, drop with a reason, and hold items back."""

import asyncio
from collections import Counter

import pytest

from webnoise.config import Config
from webnoise.model import Article, Page
from webnoise.pipelines.articles import WantedPipeline
from webnoise.pipelines.pages import PagesPipeline, ReadPipeline
from webnoise.pipelines.stage import Dropped


def process(stage_class, item, **config):
    """The item behind a stage, or the exception that dropped it; and what was counted."""
    counts = Counter()

    def increment(name, amount):
        counts[name] += amount

    stage = stage_class(Config(**config), increment)
    try:
        return asyncio.run(stage.process_item(item)), counts
    except Dropped as dropped:
        return dropped, counts


@pytest.mark.parametrize(
    ("stage", "item", "reason"),
    [
        (PagesPipeline, {"url": "https://e.com/a", "html": 3}, "not-html"),
        (ReadPipeline, Page("https://e.com/a", b"%PDF-1.7"), "unreadable"),
        (ReadPipeline, Page("https://e.com/a", "<p>word</p>" * 99), "beyond-limits"),
        (WantedPipeline, Article(url="https://e.com/a", kind="index"), "kind-index"),
    ],
)
def test_what_is_dropped_says_why_and_which_page_and_is_counted(stage, item, reason):
    dropped, counts = process(stage, item, max_bytes=100)
    assert (dropped.reason, dropped.url) == (reason, "https://e.com/a")
    assert dropped.kind == ("index" if reason == "kind-index" else None)
    assert counts == {f"webnoise/dropped/{reason}": 1}


def test_a_page_is_read_into_blocks():
    page = Page("https://e.com/a", "<html><body><p>Text of a page.</p></body></html>")
    read, _ = process(ReadPipeline, page)
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
    result, counts = process(WantedPipeline, Article(url="u", kind="article", **article), **config)
    assert getattr(result, "reason", None) == reason
    assert counts == ({f"webnoise/dropped/{reason}": 1} if reason else {})


@pytest.mark.parametrize(
    "item",
    [
        {"url": "u", "html": "<p>", "title": "Theirs", "desk": "night"},
        Page("u", "<p>", extra={"title": "Theirs", "desk": "night"}),
    ],
)
def test_field_with_the_name_of_an_articles_is_kept_beside_it(item, caplog):
    stage = PagesPipeline(Config(), lambda name, amount: None)
    pages = [asyncio.run(stage.process_item(item)) for _ in range(3)]
    assert [dict(page.extra) for page in pages] == [{"item_title": "Theirs", "desk": "night"}] * 3
    assert [record.getMessage() for record in caplog.records] == [
        "Items have a field 'title', as articles do: it comes out as 'item_title'"
    ]
