"""Paper 002, section 6: candidates, importance, and the informative block of the paper's page."""

from __future__ import annotations

import pytest

from webnoise.methods.visual.eifce import Eifce, choose_candidate_blocks, find_informative_block, importance
from webnoise.methods.visual.evbe import BlockTree, EvbeParams, GeneralParameters, general_parameters
from webnoise.model import Page
from webnoise.page.parse import parse

PAGE = """<style>
#masthead {background: #036; height: 80px; width: 100%} #main {width: 960px}
.a {float: left; width: 600px} .b {float: right; width: 300px; clear: none}
</style>
<div id=masthead><h1>The Daily Example</h1><p>News since 1901</p></div>
<div id=main><div id=header><h2>Science</h2></div><div id=content><div id=main-content>
<div class=a><h3>Comets</h3><p>A comet was seen, twice, on Monday. It will return.</p><p>So they say.</p></div>
<div class=b><h3>More</h3><p>Read on. <a href=/1>Stars above us</a> <a href=/2>Planets</a></p></div>
</div></div></div>"""


def judged(html):
    page = Eifce().segment(parse(Page("https://example.com/", html)))
    return page, Eifce().judge_page(page)


def test_the_left_column_is_the_informative_block():
    page, verdicts = judged(PAGE)
    kept = [b.text for b, v in zip(page.blocks, verdicts, strict=True) if v.keep]
    assert kept == ["Comets", "A comet was seen, twice, on Monday. It will return.", "So they say."]
    assert {v.reason.code for v in verdicts if v.keep} == {"informative_block"}


def test_every_other_block_says_why_it_is_not():
    page, verdicts = judged(PAGE)
    reasons = {b.text: v.reason for b, v in zip(page.blocks, verdicts, strict=True)}
    assert reasons["The Daily Example"].code == "no_candidate"
    assert all(v.reason.detail for v in verdicts if not v.keep)


PROSE = GeneralParameters(words=100, link_words=4, links=2, sentences=6, punctuation=8, form_fields=0)
MENU = GeneralParameters(words=3, link_words=40, links=20, sentences=0, punctuation=2, form_fields=0)
NOTE = GeneralParameters(words=10, link_words=0, links=0, sentences=1, punctuation=0, form_fields=0)


def test_importance_is_what_informs_over_what_does_not():
    assert importance(PROSE) == (100 + 6 + 8) / (4 + 2 + 0 + 1)
    assert importance(PROSE._replace(form_fields=7)) == 114 / 14


def test_only_blocks_with_prose_are_candidates():
    assert choose_candidate_blocks([MENU, PROSE, NOTE], EvbeParams()) == {1, 2}
    teasers = PROSE._replace(link_words=100)
    assert choose_candidate_blocks([PROSE, teasers, PROSE._replace(link_words=99)], EvbeParams()) == {0, 2}


def test_the_greatest_importance_wins_and_the_first_of_equals():
    blocks = [NOTE, PROSE, PROSE, MENU]
    assert find_informative_block(frozenset({0, 1, 2}), blocks) == 1
    assert find_informative_block(frozenset(), blocks) is None


def test_general_parameters_are_totals_of_a_block_and_those_in_it():
    html = "<p>One, two. <a href=/x>three four</a></p><form><p>Five</p><input><input></form>"
    page = Eifce().segment(parse(Page("https://example.com/", html)))
    assert general_parameters(page, BlockTree([0, 0, 1], [1, 2])) == [
        GeneralParameters(words=3, link_words=2, links=1, sentences=1, punctuation=1, form_fields=2),
        GeneralParameters(words=3, link_words=2, links=1, sentences=1, punctuation=1, form_fields=2),
        GeneralParameters(words=1, link_words=0, links=0, sentences=0, punctuation=0, form_fields=2),
    ]


def test_the_informative_block_keeps_the_blocks_in_it():
    box = "<div style='border: 1px solid'><p>A box in the story, which is short.</p><p>It has two lines.</p></div>"
    page, verdicts = judged(PAGE.replace("<p>So they say.</p>", f"{box}<p>So they say.</p>"))
    kept = [b.text for b, v in zip(page.blocks, verdicts, strict=True) if v.keep]
    assert kept == [
        "Comets", "A comet was seen, twice, on Monday. It will return.",
        "A box in the story, which is short.", "It has two lines.", "So they say.",
    ]  # fmt: skip


@pytest.mark.parametrize(("share", "wins"), [(0.25, 0), (0.24, 1)])
def test_a_line_without_links_needs_a_share_of_the_pages_sentences(share, wins):
    page = GeneralParameters(words=80, link_words=9, links=9, sentences=49, punctuation=0, form_fields=0)
    line = page._replace(words=20, link_words=0, links=0, sentences=12)
    params = EvbeParams(least_share=share)
    assert importance(line) > importance(page)
    assert find_informative_block(choose_candidate_blocks([page, line], params), [page, line]) == wins
    assert EvbeParams().least_share == 0.25


def test_words_of_scripts_without_spaces_count():
    story = "<p>港口委员会星期一投票，决定修复旧码头。工程明年春天开始，预计需要两年时间。</p>"
    menu = "<div style='float: right; width: 200px'><p><a href=/1>首页新闻体育</a> <a href=/2>天气预报</a></p></div>"
    body = f"<div style='float: left; width: 600px'>{story * 3}</div>{menu}"
    page, verdicts = judged(f"<html lang=zh><body><div>{body}</div></body></html>")
    assert [v.keep for v in verdicts] == [True, True, True, False]
    counted = general_parameters(page, BlockTree([0, 0], [1, 1, 1, 0]))
    assert counted[1].words > 50
    assert (counted[1].sentences, counted[1].link_words) == (6, 0)


def test_a_page_of_links_alone_has_no_informative_block():
    _, verdicts = judged("<ul><li><a href=/1>One</a></li><li><a href=/2>Two</a></li></ul>")
    assert [v.keep for v in verdicts] == [False, False]
