"""Paper 004, formulas 4 to 9, on a tree worked out by hand.

id  element         words               leaves  WLR
0   html            40                  5       8
1     body          40                  5       8
2       ul          4                   2       2
3         li        2                   1       2
4         li        2                   1       2
5       div         36                  3       12
6         p         18                  1       18
7         div       18                  2       9
8           p       16                  1       16
9           p       2                   1       2

max WLR = 18, min WLR = 2, WLR(root) = 8, so I = nodes with WLR >= sqrt(18 * 8) = 12: {5, 6, 8}.
ids of I: 5 to 8.  r_pos: 5 -> 1, 6 -> 2/3, 8 -> 0.  r_wlr: 5 -> 10/16, 6 -> 1, 8 -> 14/16.
w: 5 -> 10/16, 6 -> 2/3, 8 -> 0.
R(8) = 16 * 0 = 0.  R(9) = 0.  R(7) = 9 * max(0, 0) = 0.  R(6) = 18 * 2/3 = 12.
R(5) = 12 * max(10/16, 12 + 0) = 144.  R(1) = 8 * 144 = 1152.  R(0) = 8 * 1152 = 9216.
Of I, node 5 has the greatest R.
"""

from __future__ import annotations

import pytest

from webnoise.blocks.segment import segment
from webnoise.methods.word_leaf_ratio import (
    WordLeafRatio,
    best_node,
    initial_node_set,
    position_and_ratio_weights,
    relevances,
    shown_words,
    word_leaf_ratios,
)
from webnoise.model import Page
from webnoise.page.parse import parse


def words(count):
    return " ".join(["word"] * count)


def cut(body):
    return segment(parse(Page("https://e.com/a", f"<html><body>{body}</body></html>")))


TREE = (
    f"<ul><li>{words(2)}</li><li>{words(2)}</li></ul>"
    f"<div><p>{words(9)} <b>{words(8)}</b> <i>word</i></p><div><p>{words(16)}</p><p>{words(2)}</p></div></div>"
)


def test_word_leaf_ratios_of_the_tree():
    page = cut(TREE)
    ratios = word_leaf_ratios(page.outline, shown_words(page, frozenset()))
    assert [page.outline.tags[node] for node in ratios] == "html body ul li li div p div p p".split()
    assert list(ratios.values()) == [8, 8, 2, 2, 2, 12, 18, 9, 16, 2]


RATIOS = {0: 8.0, 1: 8.0, 2: 2.0, 3: 2.0, 4: 2.0, 5: 12.0, 6: 18.0, 7: 9.0, 8: 16.0, 9: 2.0}
PARENTS = [0, 0, 1, 2, 2, 1, 5, 5, 7, 7]


def test_initial_node_set_of_the_tree():
    assert initial_node_set(RATIOS) == [5, 6, 8]


def test_weights_of_the_tree():
    weights = position_and_ratio_weights(RATIOS, [5, 6, 8])
    assert weights == pytest.approx({5: 10 / 16, 6: 2 / 3, 8: 0})


def test_relevance_of_the_tree():
    found = relevances(PARENTS, RATIOS, {5: 10 / 16, 6: 2 / 3, 8: 0.0})
    assert found == pytest.approx({9: 0, 8: 0, 7: 0, 6: 12, 5: 144, 4: 0, 3: 0, 2: 0, 1: 1152, 0: 9216})
    assert best_node(found, [5, 6, 8]) == 5


def test_blocks_of_the_best_node_are_kept():
    verdicts = WordLeafRatio().judge_page(cut(TREE))
    assert [verdict.keep for verdict in verdicts] == [False, False, True, True, True]
    assert "body/div" in verdicts[0].reason.detail


def test_equal_relevance_goes_to_the_lower_identifier():
    assert best_node({3: 7.0, 5: 7.0, 8: 6.0}, [8, 5, 3]) == 3


def test_ranges_of_zero_count_as_one():
    assert position_and_ratio_weights({0: 4.0, 1: 4.0}, [1]) == {1: 1.0}


@pytest.mark.parametrize("count", [3, 7, 10])
def test_page_of_equal_lines_is_kept_whole(count):
    page = cut(f"<p>{words(count)}</p><p>{words(count)}</p>" * 3)
    assert all(verdict.keep for verdict in WordLeafRatio().judge_page(page))


def test_select_is_hidden():
    page = cut(f"<div><select><option>{words(50)}</option></select><p>{words(12)}</p></div><p>{words(2)}</p>")
    verdicts = WordLeafRatio().judge_page(page)
    assert [verdict.reason.code for verdict in verdicts] == ["hidden_node", "best_node", "outside_best_node"]


def test_characters_are_the_words_of_chinese():
    page = cut("<ul><li>首页</li><li>新闻</li></ul><div><p>港口委员会星期一投票决定修复旧码头</p></div>")
    assert [verdict.keep for verdict in WordLeafRatio().judge_page(page)] == [False, False, True]
