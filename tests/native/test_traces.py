"""The compiled trace of a page is the one that Python makes of it, and reads nothing beyond the page."""

from dataclasses import replace

import numpy as np
import pytest

from webnoise import native
from webnoise.blocks.segment import segment
from webnoise.model import Block, Page
from webnoise.page.parse import parse
from webnoise.site.trace import columns_of

if native.kind() != "compiled":
    pytest.skip("the passes are not built here", allow_module_level=True)

TRACES = native.compiled("traces")
TEXTS = (
    "Plain words",
    "3 comments",
    "1,204.50",
    "İSTANBUL’da – 20 °C",
    "Ünïcode 12345",
    "١٢٣ words",
    "今天 iPhone 发布",
    "ひらがな 1",
    "soft\u00adhyphen",
    "thin\u2009space",
    "\u0007bell",
    "ß" * 70,
    "1" * 100,
    "é1" * 40,
)
ELEMENTS = (
    ("div class='a1 lead b' id=main", "div"),
    ("section id=part2", "section"),
    ("div class='\u0661 \u00fc'", "div"),
    ("table width=3 align=left", "table"),
    ("ul class='a\u00a0b'", "ul"),
    ("custom-\u00fc class=''", "custom-\u00fc"),
)


def cut(html):
    return segment(parse(Page("", html)), hidden=True, lean=True)


def page_of_everything():
    parts = []
    for start, end in ELEMENTS:
        rows = "".join(
            f"<tr><td bgcolor=red>{text}</td><td><a href=/x>{text}</a></td></tr>"
            if end == "table"
            else f"<p class='p{number % 3}'>{text}</p><p><a href=/x>{text}</a> on</p><pre> {text}  {text} </pre>"
            for number, text in enumerate(TEXTS)
        )
        parts.append(f"<{start}><div>{rows}</div></{end}>")
    return cut(f"<body class=x>{''.join(parts)}")


def same(page, beliefs):
    told, expected = TRACES.columns_of(page, beliefs), columns_of(page, beliefs)
    assert told[-1] == expected[-1]
    for one, other in zip(told[:-1], expected[:-1], strict=True):
        assert one.dtype == other.dtype
        assert one.tolist() == other.tolist()


@pytest.mark.parametrize("seed", range(5))
def test_texts_names_and_links_of_all_kinds_leave_the_same_trace(seed):
    page = page_of_everything()
    assert TRACES.reads(page.outline)
    same(page, np.random.default_rng(seed).uniform(-0.1, 1.1, len(page.blocks)))


def test_page_without_blocks_leaves_an_empty_trace():
    same(cut("<body>"), np.zeros(0))


def test_outline_that_is_not_packed_is_left_to_the_twin():
    outline = cut("<p>one</p>").outline
    assert not TRACES.reads(replace(outline, attributes=list(outline.attributes)))
    assert not TRACES.reads(replace(outline, parents=tuple(outline.parents)))


@pytest.mark.parametrize("column", ["parents", "first_block", "last_block"])
@pytest.mark.parametrize("value", [-1, 10**6])
def test_outline_that_does_not_fit_is_refused(column, value):
    page = cut("<div><p>one</p><p>two</p></div>")
    getattr(page.outline, column)[-1] = value
    with pytest.raises(ValueError, match=r"there is no element|holds blocks"):
        TRACES.columns_of(page, np.zeros(2))


@pytest.mark.parametrize("column", ["parents", "ends", "first_block", "last_block"])
def test_columns_of_several_lengths_are_refused(column):
    page = cut("<div><p>one</p><p>two</p></div>")
    getattr(page.outline, column).pop()
    with pytest.raises(ValueError, match=r"of several lengths|parents are given"):
        TRACES.columns_of(page, np.zeros(2))


@pytest.mark.parametrize(
    "block",
    [None, ("text",), Block(0, None), Block(0, "text", element=10**6), tuple.__new__(Block, (0, "text"))],
)
def test_blocks_that_are_none_are_refused(block):
    page = replace(cut("<p>one</p>"), blocks=(block,))
    with pytest.raises(ValueError, match=r"block 0|there is no element"):
        TRACES.columns_of(page, np.zeros(1))


def test_beliefs_are_as_many_as_blocks():
    with pytest.raises(ValueError, match="2 beliefs are given in 1 blocks"):
        TRACES.columns_of(cut("<p>one</p>"), np.zeros(2))
