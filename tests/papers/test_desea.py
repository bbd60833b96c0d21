"""Splitting, merging and relevance of paper 001, section 2.3.3, on pages worked out by hand."""

from __future__ import annotations

import pytest

from webnoise.methods.desea import DeSeA, DeSeAParams, merge, news_cues, split
from webnoise.model import Page
from webnoise.page.parse import parse

LONG = "word " * 70  # 350 characters: larger than the window


def cut(html):
    return DeSeA().segment(parse(Page("https://example.com/", html)))


def coherent(html, **params):
    page = cut(html)
    chosen = DeSeAParams(**params)
    tree = split(page, chosen.window, chosen.domain_delimiters)
    groups = merge(tree, page.blocks, chosen.domain_delimiters)
    return [[b.text for b in page.blocks[g[0].first : g[-1].last]] for g in groups]


def judged(html, **params):
    page = cut(html)
    verdicts = DeSeA(DeSeAParams(**params)).judge_page(page)
    return {b.text: v for b, v in zip(page.blocks, verdicts, strict=True)}


def test_the_news_cues_introduce_and_are_no_words_of_prose():
    phrases = dict(news_cues())
    assert phrases["by"] > phrases["getty images"] > phrases["here are"] > 0
    assert phrases.keys().isdisjoint({"said", "that", "which", "was", "with", "from"})


def test_the_block_behind_a_byline_is_the_story_and_what_no_cue_introduces_is_not():
    html = f"<ul><li>{LONG}</li></ul><div>By Ann Reed</div><p>{LONG} told.</p><hr><ul><li>{LONG}</li></ul>"
    verdicts = list(DeSeA().judge_page(cut(html)))
    assert [verdict.keep for verdict in verdicts] == [False, False, True, False]
    assert verdicts[2].reason.detail.startswith("“by” stands before it")


def test_a_page_within_the_window_is_a_single_block():
    assert coherent("<p>One</p><ul><li>Two</li></ul>") == [["One", "Two"]]


def test_a_larger_page_is_divided_at_level_one_before_level_two():
    html = f"<div><p>A</p><p>B</p></div><ul><li>C</li><li>{LONG}</li></ul><p>D</p>"
    assert coherent(html) == [["A", "B"], ["C"], [LONG.strip()], ["D"]]


def test_only_leaves_above_the_window_are_divided_further():
    html = f"<ul><li>A</li><li>B</li></ul><ul><li>C</li><li>{LONG}</li></ul>"
    assert coherent(html) == [["A", "B"], ["C"], [LONG.strip()]]
    assert coherent(html, window=1000) == [["A", "B", "C", LONG.strip()]]


@pytest.mark.parametrize(
    ("look", "parts"),
    [
        ({"background-color": "rgb(255, 0, 0)"}, [["A", "B"], ["C"], [LONG.strip()]]),
        ({"height": "99px"}, [["A"], ["B"], ["C"], [LONG.strip()]]),
    ],
    ids=["colour", "height alone"],
)
def test_looks_are_what_a_browser_computed_where_one_did(look, parts):
    html = f"<html><head><title>T</title></head><body><div><p>A</p><p>B</p><p id=c>C</p><p>{LONG}</p></div></body></html>"
    elements = parse(Page("https://example.com/", html)).elements
    plain = {"background-color": "rgba(0, 0, 0, 0)", "height": "20px"}
    styles = [plain | look if attributes.get("id") else plain for attributes in elements.attributes]
    page = DeSeA().segment(parse(Page("https://example.com/", html, styles=styles)))
    groups = merge(split(page, 300, ()), page.blocks, ())
    assert [[b.text for b in page.blocks[g[0].first : g[-1].last]] for g in groups] == parts


def test_a_child_that_looks_different_is_parted_before_structure_counts():
    html = f"<div><p>A</p><p>B</p><p style='color:red'>C</p><p>{LONG}</p></div>"
    assert coherent(html) == [["A", "B"], ["C"], [LONG.strip()]]


def test_neighbours_of_one_look_stay_together_though_structure_would_part_them():
    lists = f"<ul><li>A</li></ul><ul><li>B</li></ul><ul align=right><li>C</li></ul><ul><li>{LONG}</li></ul>"
    assert coherent(f"<div>{lists}</div>") == [["A", "B"], ["C"], [LONG.strip()]]


def test_siblings_parted_by_a_full_stop_are_joined():
    html = f"<p>First.</p><p>Second;</p><p>{LONG}</p><p>Menu</p>"
    assert coherent(html) == [["First.", "Second;", LONG.strip()], ["Menu"]]


def test_a_domain_delimiter_ends_what_a_full_stop_would_join():
    assert coherent(f"<p>{LONG}.</p><p>Related stories</p>") == [[LONG + "."], ["Related stories"]]


def test_a_domain_delimiter_divides_where_no_tag_does():
    html = f"{LONG}<br><br>Comments<br><br>First!"
    assert coherent(f"<p>{html}</p>")[0] == [LONG.strip()]


def test_sections_under_headings_of_one_level_are_joined():
    html = f"<h2>One</h2><p>{LONG}.</p><h2>Two</h2><p>End.</p><h3>Other</h3>"
    assert coherent(html) == [["One", LONG + ".", "Two", "End."], ["Other"]]


def test_the_eighty_characters_before_a_block_decide():
    html = f"<div>research interests {{}}</div><ul><li>near</li><li>{LONG}</li></ul><p>research interests</p><ul><li>other</li></ul>"
    near = judged(html.format(""), cue_phrases=(("research interests", 5),))["near"]
    assert near.keep
    assert near.score > 5
    assert "research interests" in near.reason.detail
    far = judged(html.format("x" * 80), cue_phrases=(("research interests", 5),))["near"]
    assert not far.keep
    assert far.reason.code == "no_cue_phrase"


def test_the_highest_priority_in_the_anchor_counts():
    html = f"<div>low high</div><ul><li>{LONG}</li></ul>"
    assert 7 < judged(html, cue_phrases=(("low", 2), ("high", 7)))[LONG.strip()].score < 8


def test_a_cue_is_a_whole_phrase_in_any_case_also_behind_letters_that_grow():
    html = f"<p>cue</p><ul><li>{'z' * 320}</li></ul><div>{{}}</div><ul><li>{LONG}</li></ul>"
    for text, keep in (("by CUE", True), ("rescue", False), ("cues", False), ("İ Cue", True)):
        verdicts = judged(html.format(text), cue_phrases=(("cue", 1),))
        assert verdicts[LONG.strip()].keep is keep


def test_a_merged_block_takes_the_higher_degree():
    html = f"<hr><p>{LONG}</p><hr><div><p>Cue one.</p><p>{LONG}two.</p></div>"
    verdicts = judged(html, cue_phrases=(("cue", 4),))
    assert verdicts["Cue one."].keep
    assert verdicts["Cue one."].score == verdicts[LONG + "two."].score > 4


def test_a_cue_inside_a_large_block_counts_for_its_later_sentences():
    assert judged(f"<p>Start. A cue here. {LONG}</p>", cue_phrases=(("cue", 1),)).popitem()[1].score > 1


def test_only_the_top_blocks_are_relevant():
    items = "".join(f"<li>cue {i} {'x' * i}</li>" for i in range(60))
    kept = [
        text for text, v in judged(f"<ul>{items}</ul>", cue_phrases=(("cue", 1),), top=10).items() if v.keep
    ]
    assert len(kept) == 10
    assert all(int(text.split()[1]) >= 50 for text in kept)  # equal degrees: the longest


def test_a_page_without_any_cue_phrase_is_ranked_by_length():
    verdicts = judged(f"<ul><li>Menü</li></ul><p>{LONG}</p>", top=1)
    assert verdicts[LONG.strip()].keep
    assert not verdicts["Menü"].keep


def test_twenty_thousand_blocks_nested_and_flat_are_each_judged_once():
    html = "<div>" * 500 + "".join(f"<div></div><p>Text {i}.</p>" for i in range(20_000))
    page = cut(html)
    assert len(DeSeA().judge_page(page)) == len(page.blocks) == 20_000


def test_the_window_is_exceeded_by_more_than_its_characters():
    assert coherent(f"<p>{'a' * 150}</p><p>{'b' * 150}</p>") == [["a" * 150, "b" * 150]]
    assert coherent(f"<p>{'a' * 150}</p><p>{'b' * 151}</p>") == [["a" * 150], ["b" * 151]]


def test_structure_divides_before_domain_delimiters_do():
    html = f"<div>Intro<br><br>Comments<br><br>First!</div><ul><li>{LONG}</li></ul>"
    assert coherent(html) == [["Intro", "Comments", "First!"], [LONG.strip()]]


def test_an_anchor_reaches_back_eighty_characters_and_no_further():
    def dor(between):
        html = f"<div>cue</div><ul><li>{LONG}</li></ul><div>cue {'y' * between}</div><ul><li>{LONG}</li></ul>"
        return list(DeSeA(DeSeAParams(cue_phrases=(("cue", 1),))).judge_page(cut(html)))[-1].keep

    # the cue, a blank, `between` letters and the line break before the list are 80 characters or 81
    assert dor(75)
    assert not dor(76)


def test_more_blocks_than_the_top_ten_are_left_out_by_default():
    items = "".join(f"<li>cue {'x' * (30 + i)}</li>" for i in range(12))
    verdicts = DeSeA(DeSeAParams(cue_phrases=(("cue", 1),))).judge_page(cut(f"<p>cue</p><ul>{items}</ul>"))
    assert sum(verdict.keep for verdict in verdicts) == 10
