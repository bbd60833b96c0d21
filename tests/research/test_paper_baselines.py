"""The baselines that only the papers' tables need, on pages small enough to be worked out by hand."""

import math

import pytest

from research.baselines import BASELINES
from research.baselines.existing import block_score
from research.baselines.stages import IN_PAGE
from tests.research.test_baselines import PAGE, STORY, cut, judge
from webnoise.methods.registry import resolve


def kept(name, html):
    page = cut(html)
    verdicts = judge(BASELINES[name], page)
    return [block.text for block, verdict in zip(page.blocks, verdicts, strict=True) if verdict.keep]


@pytest.mark.parametrize("name", BASELINES)
def test_baseline_keeps_the_story_with_reasons_and_survives_a_page_without_text(name):
    page = cut(PAGE)
    verdicts = judge(BASELINES[name], page)
    assert len(verdicts) == len(page.blocks)
    assert all(str(verdict.reason) and math.isfinite(verdict.score) for verdict in verdicts)
    assert any(text.startswith("The council voted") for text in kept(name, PAGE))
    assert kept(name, "<html><body><img src=a.png></body></html>") == []


def test_existing_1_measures_redundancy_links_and_title():
    score = block_score(2, "the old old mill near town".split(), {"old", "bridge"})
    assert score == (pytest.approx(1 / 6), pytest.approx(2 / 6), pytest.approx(1 / 2))
    assert score.total == pytest.approx(0.5 + 4 / 6 + 5 / 6)
    assert block_score(0, [], {"old"}).total == 0


def test_existing_1_keeps_the_div_blocks_that_reach_the_pages_mean():
    story = "<div><p>The council voted on the bridge.</p><p>Nobody spoke.</p></div>"
    menu = '<div><a href="/a">Sport pages</a> <a href="/b">Sport pages</a></div>'
    html = f"<html lang=en><title>Council bridge vote</title><body>{menu}{story}</body></html>"
    assert kept("existing_1", html) == ["The council voted on the bridge.", "Nobody spoke."]


@pytest.mark.parametrize("name", ["existing_1", "existing_2"])
def test_existing_systems_drop_a_block_that_repeats_an_earlier_one(name):
    line = "<div>The council voted to close the bridge after hours of debate in the hall</div>"
    page = cut(f"{line}<div>Something short</div>{line}")
    verdicts = judge(BASELINES[name], page)
    assert verdicts[2].reason == ("duplicate", "repeats div or td 0")
    assert not verdicts[2].keep


def test_tag_based_follows_the_tags_and_not_the_punctuation():
    html = f'<div class="ad">Buy two, now.</div><div>Weather charts of the whole coast</div>{STORY}'
    assert kept("tag_based", html)[0] == "Weather charts of the whole coast"
    assert "Weather charts of the whole coast" not in kept("tag_simhash_primary", html)
    assert kept("tag_simhash_primary", html) == kept("tag_based", html)[1:]
    assert len(kept("tag_simhash_primary", STORY + STORY)) == 4  # duplicates are the next stage's


@pytest.mark.parametrize("name", IN_PAGE.values())
def test_in_page_duplicates_are_dropped_by_each_way_of_table_7(name):
    line = "The council voted, after hours of debate in the hall, to close the bridge to cars and lorries."
    other = "Bakers in the valley, who rise early, sold more bread than in any other week of the long winter."
    page = cut(f"<div>{line}</div><div>Nobody spoke.</div><div>{line}</div><div>{other}</div>")
    method = BASELINES.get(name) or resolve(name)
    assert [verdict.keep for verdict in method.judge_page(page)] == [True, True, False, True]
    assert method.judge_page(page)[2].reason.code == "duplicate"
