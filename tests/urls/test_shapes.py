"""What an address shows before anything is fetched."""

from __future__ import annotations

import pytest

from webnoise.urls.shapes import is_next_page, not_a_page, page_number, path_names, url_shape


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("https://news.example/report.PDF", "file"),
        ("https://news.example/feed.xml", "file"),
        ("https://news.example/login?next=/", "action"),
        ("https://news.example/story-of-the-day/print", "action"),
        ("https://news.example/story-of-the-day?share=facebook", "action"),
        ("https://news.example/story?replytocom=12", "action"),
        ("https://news.example/wp-json/wp/v2/posts", "action"),
        ("https://news.example/print-media-in-decline", None),
        ("https://news.example/checkout/deals/the-best-of-the-black-friday-sales", None),
        ("https://news.example/story.html?id=1", None),
    ],
)
def test_files_and_actions_are_no_pages(url, reason):
    assert not_a_page(url) == reason


@pytest.mark.parametrize(
    ("url", "number"),
    [
        ("https://news.example/world/page/12", 12),
        ("https://news.example/world?page=3&x=1", 3),
        ("https://news.example/world?offset=40", 4),
        ("https://news.example/?p=1234", None),
        ("https://news.example/world", None),
        ("https://news.example/world?page=" + "9" * 40, 999999999),
    ],
)
def test_page_numbers(url, number):
    assert page_number(url) == number


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("/world/river-rises.html", ["world", "river-rises"]),
        ("/river-rises/index.html", ["river-rises"]),
        ("//world/", ["world"]),
        ("/", []),
    ],
)
def test_path_is_named_by_its_segments_without_ending_and_index_file(path, names):
    assert path_names(path) == names


@pytest.mark.parametrize(
    ("path", "date", "bare"),
    [
        ("2026/11/16/", (2026, 11, 16), True),
        ("2026/nov/16/river-breaks-its-banks", (2026, 11, 16), False),
        ("2026/11/", (2026, 11, 0), True),
        ("rain-again-20261116.html", (2026, 11, 16), False),
        ("world/2126-models", None, False),
    ],
)
def test_date_in_a_path(path, date, bare):
    shape = url_shape(f"https://news.example/{path}")
    assert (shape.date, shape.bare_date) == (date, bare)


def test_words_of_a_title_without_spaces_count_by_threes():
    assert url_shape("https://news.example/洪水过后河流决堤造成严重损失").slug_words == 4


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("https://e.com/pier", "https://e.com/pier/2"),
        ("https://e.com/pier/", "https://e.com/pier/page/2/"),
        ("https://e.com/pier.html", "https://e.com/pier_2.html"),
        ("https://e.com/pier-2.html", "https://e.com/pier-3.html"),
        ("https://e.com/pier?id=7", "https://e.com/pier?id=7&page=2"),
    ],
)
def test_next_page_of_a_story(url, address):
    assert is_next_page(url, address)
    assert not is_next_page(address, url)


@pytest.mark.parametrize(
    "address",
    [
        "https://e.com/pier",
        "https://e.com/pier/3",
        "https://e.com/bridge/2",
        "https://f.com/pier/2",
        "https://e.com/pier-2024",
    ],
)
def test_other_addresses_are_not_the_next_page(address):
    assert not is_next_page("https://e.com/pier", address)
