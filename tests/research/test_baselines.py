"""The baselines on trees small enough to be worked out by hand."""

import math

import numpy as np
import pytest

from research.baselines import BASELINES
from research.baselines.blocks import feature_shares, two_means
from research.baselines.nodes import CoreEx, CoreNode, plain_ratios, smooth, tag_ratios
from research.baselines.sites import term_entropy
from webnoise.blocks.segment import segment
from webnoise.methods.base import LearningMethod
from webnoise.model import Page
from webnoise.page.parse import parse

MENU = '<ul><li><a href="/a">News</a></li><li><a href="/b">Sport</a></li></ul>'
STORY = (
    "<div><p>The council voted, after hours of debate, to close the bridge. It is old, and weak.</p>"
    "<p>Residents, who were not asked, said that the detour takes an hour; they protest.</p></div>"
)
PAGE = f"<html><head><title>Council vote</title></head><body>{MENU}{STORY}<p>All rights reserved</p></body></html>"


def cut(html):
    return segment(parse(Page("https://paper.example/", html)))


def judge(method, page, memory=None):
    return method.judge(method.prepare(page), memory)


def kept(name, html, memory=None):
    page = cut(html)
    verdicts = judge(BASELINES[name], page, memory)
    return [block.text for block, verdict in zip(page.blocks, verdicts, strict=True) if verdict.keep]


@pytest.mark.parametrize("name", BASELINES)
def test_baseline_judges_every_block_with_a_reason(name):
    page = cut(PAGE)
    verdicts = judge(BASELINES[name], page)
    assert len(verdicts) == len(page.blocks) == 5
    assert all(str(verdict.reason) and math.isfinite(verdict.score) for verdict in verdicts)


@pytest.mark.parametrize("name", BASELINES)
def test_baseline_keeps_the_story_and_survives_a_page_without_text(name):
    assert any(text.startswith("The council voted") for text in kept(name, PAGE))
    assert kept(name, "<html><body><img src=a.png></body></html>") == []


def test_coreex_scores_a_node_by_the_text_and_links_of_its_set():
    # three children: 10 words; 8 words of which 2 are links (0.75, not above 0.9); 20 words
    node = CoreNode()
    assert node.add(10, 0, 0.9)
    assert not node.add(8, 2, 0.9)
    assert node.add(20, 1, 0.9)
    assert (node.text, node.links, node.set_text, node.set_links) == (38, 3, 30, 1)
    assert CoreEx().score(node, 60) == pytest.approx(0.99 * 29 / 30 + 0.01 * 30 / 60)


def test_coreex_leaves_out_children_full_of_links():
    html = '<div><p>one two three four</p><p><a href="/x">five</a> six</p><p>seven eight nine</p></div>'
    assert kept("coreex", html) == ["one two three four", "seven eight nine"]


def test_econ_goes_up_from_the_most_punctuation_and_drops_linked_blocks():
    html = "<div><p>a, b, c, d.</p><p>e, f.</p><p><a href='/x'>See, also</a></p></div><div><p>g.</p></div>"
    # 4 + 2 marks in the first div, 1 in the second: the snippet's parent holds 6 of 7
    assert kept("econ", html) == ["a, b, c, d.", "e, f."]


def test_tag_ratio_divides_characters_by_the_tags_before_and_inside():
    # html, body, p for the first block; p, b, i for the second
    page = cut("<html><body><p>123456</p><p>12<b>34</b><i>56789</i></p></body></html>")
    assert tag_ratios(page).tolist() == [pytest.approx(6 / 3), pytest.approx(9 / 3)]


def test_tag_ratio_smooths_with_a_gaussian_of_its_neighbours():
    near, far = math.exp(-1 / 8), math.exp(-4 / 8)
    total = 1 + 2 * near + 2 * far
    assert smooth(np.array([0.0, 0.0, 5.0, 0.0]), 2) == pytest.approx(
        [5 * far / total, 5 * near / total, 5 / total, 5 * near / total]
    )


def test_characters_to_nodes_finds_the_container_of_the_densest_nodes():
    html = (
        f"<body>{MENU}<div><p>{'a long line of text ' * 5}</p><p>{'another long line ' * 5}</p></div></body>"
    )
    assert [text[:7] for text in kept("characters_to_nodes", html)] == ["a long ", "another"]


def test_characters_to_nodes_starts_from_the_ten_densest_nodes():
    dense = [f"{n} " + "x" * (60 - n) for n in range(12)]
    paragraphs = [f"<p>{text}</p>" for text in dense]
    links = "".join(f'<a href="/{n}">ten chars.</a>' for n in range(40))  # 400 characters, but 41 nodes
    main = f"<div><section>{''.join(paragraphs[:2])}</section>{''.join(paragraphs[2:10])}</div>"
    html = f"<body>{main}<div>{''.join(paragraphs[10:])}</div><p>{links}</p></body>"
    assert kept("characters_to_nodes", html) == dense[:10]


def test_tag_ratio_keeps_what_reaches_one_standard_deviation_and_smoothing_takes_its_neighbours_along():
    menu = "".join(f'<ul><li><a href="/{n}">Page {n}</a></li></ul>' for n in range(8))
    lines = ["a long line of text " * 6, "another long line " * 6, "yet another line " * 6]
    story = "".join(f"<p>{line}</p>" for line in lines)
    found = kept("tag_ratio", f"<body>{menu}{story}{menu}</body>")
    assert found == ["Page 7", *(line.strip() for line in lines), "Page 0"]


def test_word_leaf_ratio_of_a_worked_tree():
    page = cut("<html><body><div><p>1 2 3 4 5 6</p><p>1 2 3 4</p></div><p>1 2</p></body></html>")
    # html and body: 12 words in 3 leaves; div: 10 in 2; p: 6, 4, 2
    assert list(plain_ratios(page).values()) == [4, 4, 5, 6, 4, 2]
    verdicts = judge(BASELINES["plain_word_leaf_ratio"], page)
    # I: WLR >= sqrt(6 * 4) = 4.899: div (2) and the first p (3); w(div) = 1 * 3/4, w(p) = 0 * 1
    assert [verdict.keep for verdict in verdicts] == [True, True, False]
    assert verdicts[0].score == pytest.approx(5 * 3 / 4)


def test_features_of_a_block_are_shares_of_its_weight():
    page = cut('<div><p>one two three <a href="/x">four</a></p><li>five</li><p><img src=a>six</p></div>')
    shares = feature_shares(page)
    assert shares[0].tolist() == [0.75, 0.25, 0, 0, 0]
    assert shares[1].tolist() == [pytest.approx(1 / 6), 0, 0, pytest.approx(5 / 6), 0]
    assert shares[2].tolist() == [pytest.approx(1 / 6), 0, pytest.approx(5 / 6), 0, 0]


def test_two_means_separates_two_heaps():
    points = np.array([[0.0, 0.1], [1.0, 0.9], [0.1, 0.0], [0.9, 1.0]])
    assert two_means(points).tolist() == [False, True, False, True]


def test_feature_extractor_keeps_the_one_block_that_is_most_likely_text():
    html = '<p>one two three <a href="/x">four</a></p><p>five six</p><p>seven eight nine</p><p>ten eleven ten</p>'
    assert kept("feature_extractor", html) == ["seven eight nine"]
    assert kept("feature_extractor", '<p><a href="/x">one</a></p><p><a href="/y">two</a></p>') == []


def test_k_feature_extractor_keeps_the_cluster_with_more_text():
    assert kept("k_feature_extractor", PAGE) == [*kept("econ", PAGE), "All rights reserved"]


def learned(name, pages):
    method = BASELINES[name]
    assert isinstance(method, LearningMethod)
    memory = method.new_memory()
    for html in pages:
        method.learn(memory, method.prepare(cut(html)))
    return method, memory


def test_entropy_of_a_term_is_that_of_its_distribution_over_the_pages():
    pages = ["<p>all pages say this twice all</p>", "<p>all of them</p>", "<p>all</p>", "<p>not here</p>"]
    _, memory = learned("lin_ho", pages)
    assert memory.pages == 4
    # all: 2 + 1 + 1 over four pages: shares 1/2, 1/4, 1/4
    expected = (0.5 * math.log(2) + 0.5 * math.log(4)) / math.log(4)
    assert term_entropy(memory, "all") == pytest.approx(expected)
    assert term_entropy(memory, "twice") == 0
    assert term_entropy(memory, "unheard") == 0


SITE = [
    f"<div>{MENU}</div><div><p>{text}</p></div>"
    for text in ("rain fell on hills", "bakers sold more bread", "choir won first prize")
]


@pytest.mark.parametrize("name", ["lin_ho", "site_style_tree"])
def test_block_on_every_sibling_is_dropped_and_new_text_is_kept(name):
    _, memory = learned(name, SITE)
    assert kept(name, SITE[0], memory) == ["rain fell on hills"]


TABLES = [
    f"<table><tr><td>News Sport</td></tr></table><p>By line</p><table><tr><td>{text}</td><td>News</td></tr></table>"
    for text in ("rain fell on hills", "bakers sold more bread", "choir won first prize")
]


def test_lin_ho_on_tables_judges_what_a_table_holds_as_one():
    _, memory = learned("lin_ho_tables", TABLES)
    # the first table and the rest: only terms of all pages, entropy 1; the second: four terms of one page and one of all
    page = cut(TABLES[0])
    verdicts = judge(BASELINES["lin_ho_tables"], page, memory)
    assert [(v.keep, round(v.score, 3)) for v in verdicts] == [
        (False, 0),
        (False, 0),
        (True, 0.8),
        (True, 0.8),
    ]
    on_blocks = [v.keep for v in judge(BASELINES["lin_ho"], page, learned("lin_ho", TABLES)[1])]
    assert on_blocks == [False, False, True, False]


def test_a_block_of_lin_ho_is_redundant_above_seven_tenths():
    site = [f"<p>News Sport Letters {a}</p><p>News Sport {b} {c}</p><p>{a}</p>"
            for a, b, c in (("rain", "hill", "fell"), ("bread", "oven", "sold"), ("choir", "prize", "won"))]  # fmt: skip
    _, memory = learned("lin_ho", site)
    verdicts = judge(BASELINES["lin_ho"], cut(site[0]), memory)
    # mean entropies: (1 + 1 + 1 + 0) / 4, (1 + 1 + 0 + 0) / 4, 0
    assert [(v.keep, round(v.score, 3)) for v in verdicts] == [(False, 0.25), (True, 0.5), (True, 1.0)]
    ten = [f"<p>{' '.join('abcdefg')} {' '.join(three)}</p><p>x{n}</p>"
           for n, three in enumerate(("klm", "nop", "qrs"))]  # fmt: skip
    _, memory = learned("lin_ho", ten)
    assert judge(BASELINES["lin_ho"], cut(ten[0]), memory)[0].keep  # 0.7 itself is not above


@pytest.mark.parametrize("name", ["lin_ho", "site_style_tree"])
def test_known_page_teaches_nothing_new(name):
    _, once = learned(name, SITE)
    _, twice = learned(name, [*SITE, SITE[0]])
    assert once.to_bytes() == twice.to_bytes()


@pytest.mark.parametrize("name", ["lin_ho", "site_style_tree"])
def test_memories_add_up_and_survive_their_bytes(name):
    method, whole = learned(name, SITE)
    _, first = learned(name, SITE[:1])
    _, rest = learned(name, SITE[1:])
    first.merge(rest)
    restored = method.load_memory(first.to_bytes())
    assert restored == first
    assert restored.pages == whole.pages == 3
    assert kept(name, SITE[1], restored) == kept(name, SITE[1], whole)


def test_style_tree_importance_of_a_worked_site():
    # two pages; the text element p shares one of three terms: each p has features {same: 2, x: 1, y: 1}
    method, tree = learned("site_style_tree", ["<body><p>same x</p></body>", "<body><p>same y</p></body>"])
    page = cut("<body><p>same x</p></body>")
    (verdict,) = judge(method, page, tree)
    assert verdict.score == pytest.approx(1 - (1 + 0 + 0) / 3)


def test_style_tree_attenuates_an_elements_own_styles_by_their_number():
    # Two pages, body in two styles (p; p p): presentation importance 1, decay 0.9 ** 2. All p stand on one page: 1.
    pages = ["<body><p>rain</p></body>", "<body><p>bread</p><p>oven</p></body>"]
    method, tree = learned("site_style_tree", pages)
    known = {}
    method.importance(tree, next(iter(tree.sums)), known)
    # html has one style on both pages: presentation 0, decay 0.9; its child body: 0.19 * 1 + 0.81 * 1
    assert sorted(round(value, 3) for value in known.values()) == [0.1, 1, 1, 1, 1]


def test_style_tree_mixes_an_elements_own_styles_with_its_childrens_importance():
    pages = [
        "<body><p>menu a</p></body>",
        "<body><p>menu b</p></body>",
        "<body><p>rain</p><p>oven</p></body>",
    ]
    method, tree = learned("site_style_tree", pages)
    # body: two styles over three pages; the p of the first has terms on 2, 1 and 1 of its 2 pages, that of the
    # second stand on one page
    own = -(2 / 3 * math.log(2 / 3, 3) + 1 / 3 * math.log(1 / 3, 3))
    children = 2 / 3 * (1 - (1 + 0 + 0) / 3) + 1 / 3 * 1
    body = (1 - 0.9**2) * children + 0.9**2 * own
    # html: one style, so no importance of its own
    assert method.importance(tree, next(iter(tree.sums)), {}) == pytest.approx((1 - 0.9) * body)
