from __future__ import annotations

from webnoise.blocks.segment import segment
from webnoise.model import Page
from webnoise.noise.subtree import minimum_subtree, without_punctuation
from webnoise.page.parse import parse


def cut(body):
    return segment(parse(Page("https://e.com/a", f"<html><body>{body}</body></html>")))


def test_minimum_subtree_is_the_deepest_element_with_all_text():
    page = cut('<div><img src="a.gif"></div><div id="page"><div id="main"><p>One.</p><p>Two.</p></div></div>')
    assert page.outline.attributes[minimum_subtree(page)] == {"id": "main"}


def test_minimum_subtree_of_a_page_without_text_is_the_root():
    assert minimum_subtree(cut("<div><div></div></div>")) == 0


def test_text_without_punctuation_is_noise():
    texts = [
        "Harbour board votes to repair the old pier",
        "The board met, and voted.",
        "Markets Weather Sport Letters",
    ]
    assert without_punctuation(texts) == [True, False, True]


def test_short_text_is_merged_with_its_neighbour_before_it_is_judged():
    assert without_punctuation(["Old pier", "The board met, and voted."]) == [False, False]
    assert without_punctuation(["The board met, and voted.", "Old pier"]) == [False, False]
    assert without_punctuation(["Old pier", "New pier"]) == [True, True]
    assert without_punctuation(["Old pier"]) == [True]


def test_minimum_subtree_narrows_when_blocks_are_dropped():
    page = cut('<p>Menu</p><div id="main"><p>One.</p><p>Two.</p></div>')
    assert page.outline.tags[minimum_subtree(page)] == "body"
    assert page.outline.attributes[minimum_subtree(page, {0})] == {"id": "main"}
