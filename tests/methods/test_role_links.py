"""Where a block's first link leads, by the look of its address."""

import pytest

from webnoise.methods.core.roles.links import NAMES, link_shapes
from webnoise.model import Block, Link


def shape(url, text="Three small words"):
    block = Block(0, text, links=(Link(0, len(text), url),))
    return dict(zip(NAMES, link_shapes((block,), "https://www.example.com/a")[:, 0].tolist(), strict=True))


def test_story_bears_its_headline_in_the_address():
    told = shape("/city/2026/bridge-opens-next-week")
    assert (told["slug_words"], told["steps"], told["link_words"]) == (3, 3, 3)


@pytest.mark.parametrize(
    ("url", "away"),
    [
        ("/sport", 0), ("#top", 0), ("sport/today", 0), ("https://sport.example.com/", 0),
        ("//EXAMPLE.com:8080/x", 0), ("https://example.org/", 1), ("https://badexample.com", 1),
    ],
)  # fmt: skip
def test_address_on_another_host_leads_away(url, away):
    assert shape(url)["leads_away"] == away


@pytest.mark.parametrize(("url", "query"), [("/a?b=c", 1), ("/a#b?c", 0), ("/a", 0), ("?page=2", 1)])
def test_query_is_told_before_a_fragment(url, query):
    assert shape(url)["has_query"] == query


def test_block_without_links_has_no_shape():
    assert not link_shapes((Block(0, "text"),), "https://example.com/").any()


def test_page_without_blocks_has_a_row_for_each_name():
    assert link_shapes((), "").shape == (len(NAMES), 0)
