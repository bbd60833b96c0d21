"""Paper 002, section 5: the ten rules, each on a page that shows it, and the paper's page of four blocks."""

from __future__ import annotations

import pytest

from webnoise.methods.visual.evbe import Evbe, EvbeParams, extract_blocks
from webnoise.methods.visual.visual_page import VisualPage
from webnoise.model import Page
from webnoise.page.parse import parse


def cut(html):
    return Evbe().segment(parse(Page("https://example.com/", html)))


def visual_blocks(html, **params):
    """The texts of each visual block, without those of the blocks in it, in order of appearance."""
    page = cut(html)
    found = {}
    for block, owner in zip(page.blocks, extract_blocks(page, EvbeParams(**params)).owners, strict=True):
        found.setdefault(owner, []).append(block.text)
    return list(found.values())


def nested(html, **params):
    """The visual blocks as a tree: of each its texts and the blocks in it, in order of appearance."""
    page = cut(html)
    tree = extract_blocks(page, EvbeParams(**params))
    made = [[] for _ in tree.parents]
    for inner, outer in enumerate(tree.parents[1:], start=1):
        made[outer].append(made[inner])
    for block, owner in zip(page.blocks, tree.owners, strict=True):
        made[owner].append(block.text)
    return made[0]


FOUR_BLOCKS = """<html><head><style>
#masthead { background-color: #003366; height: 80px; width: 100% }
#main { width: 960px }
.block-a { float: left; width: 600px }
.block-b { float: right; width: 300px; clear: none }
</style></head><body>
<div id="masthead"><h1>The Daily Example</h1><p>News since 1901</p></div>
<div id="main">
 <div id="header"><h2>Science</h2><p>All about the world</p></div>
 <div id="content"><div id="main-content">
  <div class="block-a"><h3>Comets</h3><p>A comet was seen, twice, on Monday. It will return.</p></div>
  <div class="block-b"><h3>More</h3><p>Read on: <a href="/1">Stars tonight</a> <a href="/2">Planets</a></p></div>
 </div></div>
</div></body></html>"""


def test_masthead_header_and_two_columns_are_four_blocks():
    assert visual_blocks(FOUR_BLOCKS) == [
        ["The Daily Example", "News since 1901"],
        ["Science", "All about the world"],
        ["Comets", "A comet was seen, twice, on Monday. It will return."],
        ["More", "Read on: Stars tonight Planets"],
    ]


def test_blocks_in_blocks_are_a_tree():
    box = "<div style='border: 1px solid'><p>B</p><hr><p>C</p></div>"
    html = FLOATS.format(parent="960px", side="left", clear="none").replace(">L<", f"><p>L</p>{box}<")
    # the floats and what does not float are a block each; in the left one lie the box and what stands above it
    assert nested(html) == [[["L"], [["B"], ["C"]]], ["R"], ["Free", "Free too"]]


def test_a_block_across_others_lies_in_the_one_around_them():
    row = "<tr><td bgcolor=red>{}</td><td bgcolor=white{}>{}</td></tr>"
    first = row.format("a", "", "b")
    second = row.format("c", " style='border-bottom: 1px solid'", "d")
    # a column each; the bordered cell ends a block of the second row, which lies across the columns
    page = cut(f"<table>{first}{second}</table>")
    assert extract_blocks(page, EvbeParams(valid_distance=99)) == ([0, 0, 0, 0], [1, 2, 3, 3])


def test_the_paper_s_page_without_its_style_sheet_is_less_than_four_blocks():
    plain = FOUR_BLOCKS[: FOUR_BLOCKS.index("<style>")] + FOUR_BLOCKS[FOUR_BLOCKS.index("</style>") :]
    assert len(visual_blocks(plain)) < 4


def kinds(html):
    page = cut(html)
    view = VisualPage(page)
    return view, {page.outline.attributes[e].get("id"): e for e in range(len(page.outline))}


def test_kinds_of_nodes():
    view, at = kinds(
        "<div id=d>Text <em id=em>a <b>b</b></em></div><form id=form></form><div id=empty></div>"
        "<a id=wrap href='/'><div>x</div></a><section id=s><p>y</p></section>"
    )
    assert view.inline[at["em"]]
    assert not view.inline[at["d"]]
    assert view.is_virtual_text(at["em"])
    assert not view.is_virtual_text(at["wrap"])  # a line-break node lies in it
    assert view.is_partially_valid(at["form"])
    assert not view.is_valid(at["form"])
    assert view.is_valid(at["empty"])
    assert view.has_text_node(at["d"])
    assert not view.has_text_node(at["s"])


def test_rule_1_what_a_sheet_hides_is_invisible():
    html = "<style>.gone {display: none}</style><div><p>Seen.</p><div class=gone><p>Not seen.</p></div></div>"
    page = cut(html)
    assert [v.reason.code == "invisible" for v in Evbe().judge_page(page)] == [False, True]


def test_rules_2_and_3_text_and_an_only_child_are_no_blocks():
    assert visual_blocks("<div style='background: red; float: left; width: 9px'><p>A</p></div>") == [["A"]]


@pytest.mark.parametrize(
    "row",
    ["<a href='/1'>One</a> <a href='/2'>Two</a>", "<b>One</b> <i>T<u>w</u>o</i>"],
    ids=["links", "inline"],
)
def test_rule_4_nothing_but_virtual_text_nodes_is_a_block(row):
    html = f"<div><p>Text</p><div>{row}</div><p>More</p></div>"
    assert visual_blocks(html) == [["Text", "More"], ["One Two"]]


@pytest.mark.parametrize(
    "row",
    ["<a href='/1'>One</a> or <a href='/2'>Two</a>", "<a href='/1'>One</a>"],
    ids=["text node", "only child"],
)
def test_rule_4_needs_more_than_one_child_and_no_text_node(row):
    assert len(visual_blocks(f"<div><p>Text</p><div>{row}</div><p>More</p></div>")) == 1


def test_rule_3_a_child_beside_a_text_node_is_not_an_only_one():
    html = "<section>A<p style='border-top: 1px solid'>B</p></section>"
    assert visual_blocks(html) == [["A"], ["B"]]
    assert visual_blocks(html.replace("A<p", "<p")) == [["B"]]


def test_rule_5_a_separator_divides():
    assert visual_blocks("<div><p>A</p><p>B</p><hr><p>C</p></div>") == [["A", "B"], ["C"]]
    assert visual_blocks("<div><p>A</p><div style='height: 9px'></div><p>C</p></div>") == [["A"], ["C"]]


def test_rule_5_departs_where_the_empty_node_cannot_be_seen():
    assert visual_blocks("<div><p>A</p><div></div><p>C</p></div>") == [["A", "C"]]


def test_rule_6_columns_of_different_colours_are_blocks():
    row = "<tr><td bgcolor=red>{}</td><td bgcolor=white>{}</td></tr>"
    table = f"<table>{row.format('a', 'b')}{row.format('c', 'd')}</table>"
    assert visual_blocks(table) == [["a", "c"], ["b", "d"]]
    assert visual_blocks(table.replace("red", "white")) == [["a", "b", "c", "d"]]
    assert visual_blocks(table.replace("red", "navy", 1)) == [["a", "b", "c", "d"]]  # of no one colour


def test_rule_7_a_coloured_bar_parts_a_node_from_its_neighbour():
    bar = "<div style='height: 5px; background: navy'></div>"
    html = f"<div><p>Z</p><div><p>A</p>{bar}</div><section><p>B</p></section></div>"
    assert visual_blocks(html) == [["Z"], ["A"], ["B"]]
    assert visual_blocks(html.replace("navy", "white").replace("height: 5px; ", "")) == [["Z", "A", "B"]]
    assert visual_blocks(html.replace("navy", "white")) == [
        ["Z", "B"],
        ["A"],
    ]  # a separator, by rule 5, no more


FLOATS = """<div style="width: {parent}"><p>Free</p><div style="float: left; width: 400px">L</div>
<div style="float: {side}; width: 500px; clear: {clear}">R</div><p>Free too</p></div>"""


@pytest.mark.parametrize("side", ["left", "right"])
def test_rule_8_floats_side_by_side_are_a_block_each_and_the_rest_is_one(side):
    html = FLOATS.format(parent="960px", side=side, clear="none")
    assert visual_blocks(html) == [["Free", "Free too"], ["L"], ["R"]]


@pytest.mark.parametrize(
    "changed",
    [{"parent": "800px"}, {"side": "none"}, {"clear": "both"}],
    ids=["too wide", "no float", "cleared"],
)
def test_rule_8_needs_floats_that_stand_beside_each_other(changed):
    html = FLOATS.format(**{"parent": "960px", "side": "right", "clear": "none", **changed})
    assert visual_blocks(html, valid_distance=99) == [["Free", "L", "R", "Free too"]]


@pytest.mark.parametrize(
    ("border", "blocks"),
    [
        ("border-top: 1px solid", [["A"], ["B", "C"]]),
        ("border-bottom: 1px solid", [["A", "B"], ["C"]]),
        ("border-top: 1px solid; border-bottom: 1px solid", [["A"], ["B"], ["C"]]),
    ],
)
def test_rule_9_a_border_above_or_below_a_child_divides(border, blocks):
    assert visual_blocks(f"<div><p>A</p><p style='{border}'>B</p><p>C</p></div>", valid_distance=99) == blocks


def test_rule_10_a_boxed_node_is_a_block():
    box = "border-top: 1px solid; border-left: 1px solid; border-right: 1px solid"
    html = f"<div><p>A</p><div style='{box}'><p>B</p><p>C</p></div></div>"
    assert visual_blocks(html, valid_distance=99) == [["A"], ["B", "C"]]


def test_a_child_too_distant_from_its_parent_is_a_block():
    html = "<div><p>A</p><p style='background: navy; font-size: 30px; height: 90px'>B</p><p>C</p></div>"
    assert visual_blocks(html, valid_distance=2) == [["A"], ["B"], ["C"]]  # A is as far from its sibling
    assert visual_blocks(html, valid_distance=3) == [["A", "B", "C"]]


def test_a_block_of_prose_is_a_candidate_and_a_menu_is_not():
    page = cut(FOUR_BLOCKS)
    verdicts = {b.text: v for b, v in zip(page.blocks, Evbe().judge_page(page), strict=True)}
    assert verdicts["A comet was seen, twice, on Monday. It will return."].keep
    assert not verdicts["Read on: Stars tonight Planets"].keep
    assert "words in links" in verdicts["Read on: Stars tonight Planets"].reason.detail


def test_twenty_thousand_blocks_are_each_in_one_visual_block():
    html = (
        "<style>p {border-top: 1px solid} div {float: left; width: 1px}</style><section>"
        + "<div>a</div><p>b</p>" * 10_000
    )
    page = cut(html)
    assert len(Evbe().judge_page(page)) == len(page.blocks) == 20_000
