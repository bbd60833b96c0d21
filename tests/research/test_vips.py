"""VIPS on boxes drawn by hand: its rules, separators, and how coherent blocks must be."""

import pytest

from research.baselines.vips import Vips
from research.baselines.vips.box import Box
from research.baselines.vips.page import Part, RenderedPage
from research.baselines.vips.rules import (
    Judged,
    VipsParams,
    VisualBlock,
    coherence_by_size,
    extract_visual_blocks,
    rule_2_only_child,
    rule_3_root,
    rule_4_only_text,
    rule_5_line_break,
    rule_6_horizontal_rule,
    rule_7_children_outgrow_it,
    rule_8_other_background,
    rule_9_small_with_text,
    rule_10_small_children,
    rule_11_after_a_whole_one,
)
from research.baselines.vips.structure import coherence_of, content_structure, separator_weight, separators
from webnoise.errors import ConfigError
from webnoise.methods.visual.visual_page import ASKED_OF_BROWSERS
from webnoise.model import Page
from webnoise.page.parse import parse

INLINE = {"a", "b", "i", "span"}
INITIAL = dict.fromkeys(ASKED_OF_BROWSERS, "0px") | {
    "display": "block", "background-color": "transparent", "font-size": "16px", "font-weight": "400",
    "float": "none", "clear": "none",
}  # fmt: skip


def drawn(html):
    """A page as a browser shows it: `data-box` is left, top, width and height, `data-*` other properties."""
    elements = parse(Page("https://example.com/", html)).elements
    styles = []
    for tag, attributes in zip(elements.tags, elements.attributes, strict=True):
        known = {name.removeprefix("data-"): value for name, value in attributes.items() if "data-" in name}
        styles.append(INITIAL | ({"display": "inline"} if tag in INLINE else {}) | known)
    return Vips().segment(parse(Page("https://example.com/", html, styles=styles)))


def page_of(inside, box="0 0 1000 1000"):
    return drawn(f'<html data-box="{box}"><body data-box="{box}">{inside}</body></html>')


def div(box, inside, **properties):
    known = "".join(f' data-{name.replace("_", "-")}="{value}"' for name, value in properties.items())
    return f'<div data-box="{box}"{known}>{inside}</div>'


def texts(page, pool):
    return [[block.text for block in page.blocks[part.first : part.last]] for part, _ in pool]


def pool_of(page, root=0, **params):
    return list(extract_visual_blocks(RenderedPage(page), root, 1_000_000, VipsParams(**params)))


def leaves(page, **params):
    """The texts of each block of the content structure that holds some."""
    found = {}
    for block, owner in zip(page.blocks, content_structure(page, VipsParams(**params)).owners, strict=True):
        found.setdefault(owner, []).append(block.text)
    return list(found.values())


def judged(inside, *, is_root=False, after_whole=False, area=1_000_000, small=0.1):
    """The first child of a page's body, as the rules see it."""
    view = RenderedPage(page_of(inside))
    node = view.children[view.children[0][0]][0]
    return Judged(
        view, node, view.boxes[node], view.parts(node), is_root, after_whole, area, 1_000_000, VipsParams(small=small)
    )  # fmt: skip


P = '<p data-box="0 0 1000 20">A</p>'
WIDE = "0 0 1000 500"


def test_a_page_that_no_browser_has_shown_is_refused():
    with pytest.raises(ConfigError, match="--rendered"):
        Vips().judge_page(Vips().segment(parse(Page("https://example.com/", "<p>Text</p>"))))


def test_rule_1_what_has_no_size_is_not_seen():
    page = page_of(f'{P}<div data-box="0 50 0 0"><p data-box="0 50 0 0">Unseen</p></div>')
    assert texts(page, pool_of(page)) == [["A"]]
    assert content_structure(page, VipsParams()).owners[1] == -1
    page = page_of(f'{P}<div data-box="0 50 1000 40"><p data-box="0 50 0 0">Unseen</p></div>')
    assert texts(page, pool_of(page, small=0)) == [["A"]]
    assert content_structure(page, VipsParams(small=1)).owners == [
        0,
        -1,
    ]  # nor in a block that is not divided


def test_a_node_without_size_is_as_large_as_the_floats_in_it():
    page = page_of(f'<div data-box="0 0 1000 0">{div("0 0 400 90", "L")}{div("500 0 400 70", "R")}</div>')
    view = RenderedPage(page)
    assert view.boxes[view.children[view.children[0][0]][0]] == Box(0, 0, 900, 90)


def test_rule_2_an_only_child_is_divided_from():
    assert rule_2_only_child(judged(div(WIDE, P))).divide
    assert rule_2_only_child(judged(div(WIDE, P + P))) is None
    assert rule_2_only_child(judged(div(WIDE, "Text"))) is None


def test_rule_3_the_root_of_a_round_is_divided():
    assert rule_3_root(judged(div(WIDE, P + P), is_root=True)).divide
    assert rule_3_root(judged(div(WIDE, P + P))) is None
    assert rule_3_root(judged(div(WIDE, "Text"), is_root=True)) is None


def test_rule_4_text_alone_is_one_block_and_of_one_font_the_more_coherent():
    assert rule_4_only_text(judged(div(WIDE, "Text <b>bold</b>"))) == (False, 10, frozenset())
    bold = "Text <b data-font-weight='700'>bold</b>"
    assert rule_4_only_text(judged(div(WIDE, bold))) == (False, 9, frozenset())
    assert rule_4_only_text(judged(div(WIDE, f"Text {P}"))) is None


def test_rules_5_and_6_divide_at_lines_and_rules():
    assert rule_5_line_break(judged(div(WIDE, f"Text {P}"))).divide
    assert rule_5_line_break(judged(div(WIDE, "Text"))) is None
    assert rule_6_horizontal_rule(judged(div(WIDE, f"{P}<hr data-box='0 30 1000 2'>{P}"))).divide
    assert rule_6_horizontal_rule(judged(div(WIDE, P + P))) is None


def test_rule_7_children_larger_than_their_node_divide_it():
    assert rule_7_children_outgrow_it(judged(div("0 0 1000 39", P + P))).divide
    assert rule_7_children_outgrow_it(judged(div("0 0 1000 40", P + P))) is None


def test_rule_8_a_child_of_another_colour_stays_whole():
    other = div("0 30 1000 400", P + P, background_color="#ff0000")
    decision = rule_8_other_background(judged(div(WIDE, P + other)))
    assert decision.divide
    assert len(decision.kept) == 1
    assert rule_8_other_background(judged(div(WIDE, P + P))) is None


@pytest.mark.parametrize(("height", "whole"), [(99, True), (100, False)])
def test_rules_9_and_10_small_nodes_and_small_children_are_not_divided(height, whole):
    with_text = judged(div(f"0 0 1000 {height}", f"Text {P}"))
    assert (rule_9_small_with_text(with_text) is not None) is whole
    assert rule_9_small_with_text(judged(div(f"0 0 1000 {height}", P + P))) is None
    child = f'<p data-box="0 0 1000 {height}">A</p>'
    assert (rule_10_small_children(judged(div(WIDE, P + child))) is not None) is whole


def test_rule_11_what_follows_a_whole_one_is_whole():
    assert not rule_11_after_a_whole_one(judged(div(WIDE, P + P), after_whole=True)).divide
    assert rule_11_after_a_whole_one(judged(div(WIDE, P + P))) is None


def test_tables_cells_and_others_have_rules_of_their_own():
    cell = (
        '<td data-box="{} 0 500 400"><p data-box="{} 0 500 200">A</p><p data-box="{} 200 500 200">B</p></td>'
    )
    row = cell.format(0, 0, 0) + cell.format(500, 500, 500)
    table = f'<table data-box="0 0 1000 400"><tr data-box="0 0 1000 400">{row}</tr></table>'
    # the table has one row and is divided, the row, which its cells fill, is not (rule 13)
    assert texts(page_of(table), pool_of(page_of(table))) == [["A", "B", "A", "B"]]
    plain = div("0 0 1000 400", row.replace("td", "div"))
    assert texts(page_of(plain), pool_of(page_of(plain))) == [["A"], ["B"], ["A"], ["B"]]
    coloured = table.replace("<td", '<td data-background-color="#eeeeee"', 1)
    assert texts(page_of(coloured), pool_of(page_of(coloured))) == [["A", "B"], ["A", "B"]]
    (first, second) = pool_of(page_of(coloured))
    assert (first.coherence, second.coherence) == (6, 6)
    wrapped = coloured.replace("<p", '<div data-box="0 0 500 400"><p', 1).replace("</td>", "</div></td>", 1)
    # an only child would be divided from, but a cell of another colour is whole in this round
    assert texts(page_of(wrapped), pool_of(page_of(wrapped))) == [["A", "B"], ["A", "B"]]


def test_text_beside_elements_stands_between_what_is_above_and_below():
    page = page_of(
        div("100 0 800 500", '<p data-box="100 0 800 200">A</p>loose<p data-box="100 230 800 200">B</p>')
    )
    blocks = pool_of(page)
    assert [block.part.box for block in blocks] == [
        Box(100, 0, 800, 200), Box(100, 200, 800, 30), Box(100, 230, 800, 200),
    ]  # fmt: skip
    assert [block.part.is_text for block in blocks] == [False, True, False]


@pytest.mark.parametrize(
    ("tag", "share", "coherence"),
    [("div", 0.049, 8), ("div", 0.05, 7), ("div", 0.15, 6), ("div", 0.3, 5), ("table", 0.04, 7), ("table", 0.5, 5)],
)  # fmt: skip
def test_the_larger_a_block_the_less_coherent(tag, share, coherence):
    assert coherence_by_size(tag, Box(0, 0, 1000, round(1000 * share)), 1_000_000) == coherence


def visual(page, *boxes, coherence=8):
    elements = RenderedPage(page).children[RenderedPage(page).children[0][0]]
    return [
        VisualBlock(Part(element, 0, 1, box, is_text=False), coherence)
        for element, box in zip(elements, boxes, strict=True)
    ]


def test_separators_are_lines_that_cross_no_block():
    page = page_of(div("0 0 1 1", "H") + div("0 0 1 1", "L") + div("0 0 1 1", "R"))
    head, left, right = Box(0, 0, 1000, 100), Box(0, 130, 600, 500), Box(640, 130, 360, 300)
    view, pool = RenderedPage(page), visual(page, head, left, right)
    assert separators(view, pool, horizontal=True) == [(100, 130, 3.0)]
    assert separators(view, pool, horizontal=False) == []  # the head crosses it
    assert separators(view, pool[1:], horizontal=False) == [(600, 640, 4.0)]
    touching = visual(page, head, Box(0, 99, 600, 500), Box(0, 597, 600, 9))
    assert [(s.start, s.end) for s in separators(view, touching, horizontal=True)] == [(100, 99)]


@pytest.mark.parametrize(
    ("above", "below", "weight"),
    [
        ({}, {}, 2.0),
        ({"background_color": "#ff0000"}, {}, 4.0),
        ({"font_size": "20px"}, {}, 4.0),
        ({"font_size": "12px"}, {}, 6.0),
        ({"font_weight": "700"}, {}, 4.0),
    ],
    ids=["distance", "colour", "larger above", "smaller above", "weight"],
)
def test_weight_of_a_separator(above, below, weight):
    page = page_of(div("0 0 1000 40", "A", **above) + div("0 60 1000 40", "B", **below))
    one, other = visual(page, Box(0, 0, 1000, 40), Box(0, 60, 1000, 40))
    view = RenderedPage(page)
    assert separator_weight(view, (40, 60), [one], [other], horizontal=True) == weight
    sideways = 4.0 if "background_color" in above else 2.0
    assert separator_weight(view, (40, 60), [one], [other], horizontal=False) == sideways


def test_a_rule_between_adds_weight_and_text_on_both_sides_takes_it():
    page = page_of(div("0 0 1000 40", "A") + div("0 60 1000 40", "B") + '<hr data-box="0 50 1000 1">')
    one, other = visual(page, Box(0, 0, 1000, 40), Box(0, 60, 1000, 40), Box(0, 50, 1000, 1))[:2]
    view = RenderedPage(page)
    assert separator_weight(view, (40, 60), [one], [other], horizontal=True) == 4.0
    text = [block._replace(coherence=9) for block in (one, other)]
    assert separator_weight(view, (40, 60), text[:1], text[1:], horizontal=True) == 2.0
    assert separator_weight(view, (40, 42), text[:1], text[1:], horizontal=True) == 0.0


def test_the_heavier_the_separators_the_less_coherent_is_what_they_part():
    assert [coherence_of(weight) for weight in (-1, 0, 1, 2, 4, 5, 18, 99)] == [10, 10, 9, 9, 8, 7, 1, 1]


HEAD = div("0 0 1000 100", "Head", background_color="#000080", font_size="30px")
LEFT = div("0 160 600 800", '<p data-box="0 160 600 400">A one.</p><p data-box="0 570 600 390">A two.</p>')
RIGHT = div("640 160 360 300", "Side", font_size="12px")
COLUMNS = HEAD + div("0 160 1000 800", LEFT + RIGHT)


@pytest.mark.parametrize(
    ("permitted", "parts"),
    [
        (6, [["Head", "A one.", "A two.", "Side"]]),
        (7, [["Head"], ["A one.", "A two.", "Side"]]),
        (8, [["Head"], ["A one.", "A two.", "Side"]]),
        (9, [["Head"], ["A one.", "A two."], ["Side"]]),
    ],
)
def test_columns_part_only_where_more_coherence_is_asked_for(permitted, parts):
    """As 002 says of VIPS: at a low permitted degree of coherence two columns are one block."""
    assert leaves(page_of(COLUMNS), permitted=permitted, small=0.05) == parts


def test_the_structure_is_a_tree_and_ends_at_the_finest():
    tree = content_structure(page_of(COLUMNS), VipsParams(9, 0.05))
    assert tree.parents == [0, 0, 0, 2, 2]
    assert [owner for owner in tree.owners if owner < 0] == []
    finest = leaves(page_of(COLUMNS), permitted=11, small=0.05)
    assert finest == [["Head"], ["A one."], ["A two."], ["Side"]]


def test_a_block_that_is_not_coherent_goes_through_another_round():
    whole = div("0 0 1000 600", "".join(f'<p data-box="0 {60 * n} 1000 50">Line {n}.</p>' for n in range(10)))
    page = page_of(whole)
    assert len(leaves(page, permitted=5, small=0.1)) == 1
    assert len(leaves(page, permitted=6, small=0.1)) == 1  # the lines lie close to each other
    assert pool_of(page, small=0.1)[0].coherence == 5
    assert len(pool_of(page, root=2, small=0.1)) == 10


def test_only_what_is_less_coherent_than_permitted_is_divided_again():
    cells = '<td data-box="0 0 400 400">A</td><td data-box="600 0 400 400">B</td>'
    page = page_of(f'<table data-box="0 0 1000 400"><tr data-box="0 0 1000 400">{cells}</tr></table>')
    assert [block.coherence for block in pool_of(page)] == [5]
    assert leaves(page, permitted=5) == [["A", "B"]]
    assert leaves(page, permitted=6) == [["A"], ["B"]]
    assert VipsParams() == VipsParams(permitted=5, small=0.1)


def test_overlapping_blocks_are_each_by_themselves():
    page = page_of(div("0 0 600 600", P + P) + div("300 300 600 600", P + P))
    assert len(leaves(page, permitted=7, small=0.1)) == 2
