"""The worked examples of paper 000, and the method on pages of a known shape."""

from __future__ import annotations

import pytest

from webnoise.methods.key_patterns import (
    KeyPatterns,
    KeyPatternsParams,
    VirtualNode,
    key_patterns,
    repetitions,
    virtual_nodes,
)
from webnoise.model import Page
from webnoise.page.parse import parse

SECTIONS = ["h2", "p", "p", "ul", "p", "p", "h2", "p", "p", "p", "p", "p", "p", "div"]


def test_a_b_c_a_b_d_has_one_repetition():
    assert repetitions("ABCABD") == {("A", "B"): 2}


def test_equal_elements_do_not_overlap():
    assert repetitions("aaaa") == {("a", "a"): 2}


def test_a_repetition_is_at_most_half_as_long_as_the_sequence():
    assert repetitions("ab") == {}
    assert max(map(len, repetitions("abababab"))) == 4


def test_repetitions_of_the_section_example():
    assert set(repetitions(SECTIONS)) == {("h2", "p"), ("p", "p"), ("h2", "p", "p"), ("p", "p", "p")}


def test_key_patterns_of_the_section_example():
    assert set(key_patterns(SECTIONS)) == {("h2", "p", "p"), ("p", "p", "p")}


def test_three_virtual_nodes_cut_at_positions_1_and_7():
    v1, v2, v3 = virtual_nodes(SECTIONS)
    assert (v1.start + 1, v2.start + 1) == (1, 7)
    assert [SECTIONS[v.start : v.end] for v in (v1, v2, v3)] == [
        ["h2", "p", "p", "ul", "p", "p"],
        ["h2", "p", "p", "p", "p", "p", "p", "div"],
        ["p", "p", "p", "p", "p", "p"],
    ]


def test_what_stands_before_the_first_match_is_a_piece_of_its_own():
    assert virtual_nodes(["nav", "h2", "p", "h2", "p"]) == [
        VirtualNode(0, 1),
        VirtualNode(1, 3),
        VirtualNode(3, 5),
    ]


def test_a_sequence_without_repetition_has_no_virtual_node():
    assert virtual_nodes(["h1", "div", "ul", "table"]) == []


def test_a_run_is_one_virtual_node_however_long():
    assert virtual_nodes(["p"] * 500) == [VirtualNode(0, 500)]


def _brute(sequence):
    """Every subsequence counted from the definition."""
    n = len(sequence)
    found = {}
    for m in range(2, n // 2 + 1):
        for pattern in {tuple(sequence[i : i + m]) for i in range(n - m + 1)}:
            equal, free, count = len(set(pattern)) == 1, 0, 0
            for i in range(n - m + 1):
                if tuple(sequence[i : i + m]) == pattern and (not equal or i >= free):
                    count, free = count + 1, i + m
            if count > 1:
                found[pattern] = count
    return found


def _contains(longer, shorter):
    return any(longer[i : i + len(shorter)] == shorter for i in range(len(longer) - len(shorter) + 1))


@pytest.mark.parametrize("seed", range(40))
def test_the_growing_windows_find_what_the_definition_says(seed):
    state = seed + 1
    sequence = []
    for _ in range(6 + seed):
        state = state * 48271 % 2147483647
        sequence.append("pqr"[state % (2 + seed % 2)])
    expected = _brute(sequence)
    assert repetitions(sequence, longest=100) == expected
    assert set(key_patterns(sequence, longest=100)) == {
        p for p in expected if not any(len(o) > len(p) and _contains(o, p) for o in expected)
    }


def test_twenty_thousand_children_are_read_in_bounded_rounds():
    sequence = ["h2", "p", "ul", "p"] * 5_000
    assert max(map(len, repetitions(sequence))) == KeyPatternsParams().longest
    assert virtual_nodes(sequence)[0].start == 0


def judged(html, **params):
    method = KeyPatterns(KeyPatternsParams(**params))
    page = method.segment(parse(Page("https://example.com/", html)))
    return {b.text: v for b, v in zip(page.blocks, method.judge_page(page), strict=True)}


PAGE = """<body><div><h3>Links</h3><span><a href="/a">One</a></span></div>
<div><p>First.</p><p>Second <b>bold</b>.</p><p>Third.</p><p>Fourth.</p><p>Fifth.</p></div></body>"""


def test_a_run_of_paragraphs_outweighs_a_short_box():
    verdicts = judged(PAGE, threshold=5)
    assert verdicts["First."].keep
    assert verdicts["Fifth."].score == 5  # five p; the b inside is a less meaningful tag
    assert verdicts["First."].reason.code == "important_block"


def test_a_block_below_the_threshold_is_noise_and_says_so():
    verdicts = judged(PAGE, threshold=6)
    assert not verdicts["First."].keep
    assert "5 meaningful tags, fewer than 6" in verdicts["First."].reason.detail


def test_the_children_of_a_removed_tag_join_their_grandparents_sequence():
    inside = judged("<body><span><p>1</p><p>2</p></span><p>3</p><p>4</p></body>", threshold=4)
    assert {text: v.score for text, v in inside.items()} == {"1": 4, "2": 4, "3": 4, "4": 4}


def test_a_block_needs_three_meaningful_tags_by_default():
    pairs = judged("<body><h3>A</h3><p>a</p><h3>B</h3><p>b</p></body>")
    assert {verdict.score for verdict in pairs.values()} == {2}
    assert not any(verdict.keep for verdict in pairs.values())
    triples = judged(
        "<body>" + "".join(f"<h3>A{n}</h3><p>a{n}</p><div>d{n}</div>" for n in (1, 2)) + "</body>"
    )
    assert {verdict.score for verdict in triples.values()} == {3}
    assert all(verdict.keep for verdict in triples.values())
