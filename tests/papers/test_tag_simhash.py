"""Paper 003: term weights are tested with dedup; here the blocks, the score and the way of a page."""

from __future__ import annotations

import pytest

from webnoise.blocks.segment import segment
from webnoise.dedup.simhash import twc_pfm
from webnoise.methods.tag_simhash.method import (
    TagSimhash,
    TagSimhashParams,
    WordCounts,
    block_separation,
    minimum_subtree,
    number_of_blocks,
    threshold,
    weighted_block_score,
    without_punctuation,
)
from webnoise.model import Page
from webnoise.page.parse import parse

TABLE_4_PAGE = WordCounts(title=12, link=9, content=227)
TABLE_4 = {
    "b2": (WordCounts(7, 0, 39), 0.756),
    "b3": (WordCounts(0, 4, 36), 0.803),
    "b6": (WordCounts(0, 0, 33), 0.942),
    "b8": (WordCounts(7, 7, 55), 0.495),
    "b11": (WordCounts(10, 6, 52), 0.458),
    "b12": (WordCounts(0, 0, 36), 0.937),
    "b13": (WordCounts(0, 0, 41), 0.928),
}


def cut(body, title=""):
    html = f'<html lang="en"><head><title>{title}</title></head><body>{body}</body></html>'
    return segment(parse(Page("https://e.com/a", html)))


def texts(page, blocks):
    return [[page.blocks[index].text for index in block] for block in blocks]


def test_term_weights_of_the_papers_example():
    weights = twc_pfm("a b c d a b a c a b d".split())
    assert weights == pytest.approx({"a": 7 / 3, "b": 11 / 6, "c": 17 / 12, "d": 15 / 16})


@pytest.mark.parametrize("block", TABLE_4)
def test_scores_of_table_4(block):
    counts, score = TABLE_4[block]
    assert round(weighted_block_score(counts, TABLE_4_PAGE, TagSimhashParams()), 3) == score


def test_kept_set_of_table_4():
    limit = threshold(distinct=7, blocks=14)
    assert limit == 0.5
    scores = {
        name: weighted_block_score(counts, TABLE_4_PAGE, TagSimhashParams())
        for name, (counts, _) in TABLE_4.items()
    }
    assert {name for name, score in scores.items() if score > limit} == {"b2", "b3", "b6", "b12", "b13"}


def test_score_is_clamped_and_survives_a_page_without_such_words():
    assert weighted_block_score(WordCounts(90, 90, 90), WordCounts(1, 1, 1), TagSimhashParams()) == 0.0
    assert weighted_block_score(WordCounts(0, 0, 0), WordCounts(0, 0, 0), TagSimhashParams()) == 1.0


def test_blocks_are_div_and_td_and_an_outer_ones_own_content():
    page = cut(
        "<table><tr><td><p>Outer one.</p><div>Inner.</div><p>Outer two.</p></td><td>Cell</td></tr></table><p>Loose</p>"
    )
    assert texts(page, block_separation(page, TagSimhashParams().block_tags)) == [
        ["Outer one.", "Outer two."],
        ["Inner."],
        ["Cell"],
        ["Loose"],
    ]


def test_all_div_and_td_count_those_without_text_too():
    page = cut("<div><div>One.</div><div></div></div><p>Loose</p>")
    blocks = block_separation(page, TagSimhashParams().block_tags)
    assert texts(page, blocks) == [["One."], ["Loose"]]
    assert number_of_blocks(page, blocks, TagSimhashParams().block_tags) == 3


PIER = "The council voted on Monday to repair the wooden pier, which storms had damaged twice since autumn."
FERRY = "Ferries will call at the southern quay until June; passengers are asked to allow ten more minutes."
PAGE = f"""
<div class="simplead">Cheap boats, today only.</div>
<div>Weather Tides Markets Sport Letters Classified</div>
<div><p>{PIER}</p></div>
<div><p>{FERRY}</p></div>
<div><p>{PIER}</p></div>
<div><a href="/terms">Terms of use</a></div>
"""


def test_page_goes_through_all_steps():
    page = cut(PAGE, "Harbour news")
    verdicts = TagSimhash().judge_page(page)
    assert [(verdict.keep, verdict.reason.code) for verdict in verdicts] == [
        (False, "ad_words"),
        (False, "no_punctuation"),
        (True, "block_score"),
        (True, "block_score"),
        (False, "duplicate"),
        (False, "service_links"),
    ]
    assert "block 2" in verdicts[4].reason.detail


def test_block_that_holds_the_pages_title_and_link_words_scores_below_the_threshold():
    teaser = f'<div><a href="/x">Harbour pier</a> <a href="/y">repair vote</a>, <a href="/z">all ferries</a>. {PIER}</div>'
    page = cut(
        f"{teaser}<div>{FERRY}</div><div>{FERRY}</div><div>{FERRY}</div>",
        "Council voted to repair wooden pier",
    )
    verdicts = TagSimhash().judge_page(page)
    # 2 distinct of 4 blocks: t = 0.5. The teaser has all title words and all link words, and over half the content.
    assert [verdict.keep for verdict in verdicts] == [False, True, False, False]
    assert verdicts[0].score < 0.5 < verdicts[1].score


def test_page_without_noise_is_kept_whole():
    page = cut(f"<div>{PIER}</div><div>{FERRY}</div>")
    assert all(verdict.keep for verdict in TagSimhash().judge_page(page))


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
