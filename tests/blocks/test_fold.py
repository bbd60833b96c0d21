"""A menu is one block of a lean page, and nothing that may be an article is."""

import pytest

from webnoise.blocks.segment import segment
from webnoise.model import Link, Page
from webnoise.page.limits import Limits
from webnoise.page.parse import parse

PARAGRAPH = "The council met on Tuesday and voted for a new bridge over the river, " * 3


def cut(html, **options):
    return segment(parse(Page("https://e.com/a", html)), hidden=True, **options)


def texts(html, **options):
    return [block.text for block in cut(html, **options).blocks]


@pytest.mark.parametrize("tag", ["nav", "footer", "dialog", "button"])
def test_menu_is_one_block(tag):
    html = f"<body><{tag}><ul><li><a href='/n'>News</a></li><li>Sport <b>today</b></li></ul></{tag}><p>Text</p></body>"
    assert texts(html, lean=True) == ["News Sport today", "Text"]
    assert texts(html) == ["News", "Sport today", "Text"]


def test_links_of_a_menu_stand_where_their_labels_do():
    html = "<body><nav><a href='/n'>News</a><p>and <a href='/s'><i>Sport</i> <b>live</b></a> <a>no link</a></p></nav></body>"
    (menu,) = cut(html, lean=True).blocks
    assert menu.text == "News and Sport live no link"
    assert menu.links == (Link(0, 4, "/n"), Link(9, 19, "/s"))
    assert [menu.text[link.start : link.end] for link in menu.links] == ["News", "Sport live"]


def test_scripts_and_drawings_are_no_text_of_a_menu():
    html = "<body><nav>Home<script>var x = 1</script><svg><title>logo</title></svg><style>a{}</style></nav></body>"
    assert texts(html, lean=True) == ["Home"]


def test_menu_that_was_never_closed_does_not_swallow_the_article():
    html = f"<body><nav><a href='/'>Home</a><div><p>{PARAGRAPH}</p><p>{PARAGRAPH}</p></div></body>"
    assert texts(html, lean=True) == texts(html) == ["Home", PARAGRAPH.strip(), PARAGRAPH.strip()]


def test_empty_menu_is_no_block():
    assert texts("<body><nav><ul><li> </li></ul></nav><p>Text</p></body>", lean=True) == ["Text"]


def test_lean_outline_leaves_out_inline_elements_without_children():
    html = "<body><p>A <b>bold</b> <a href='/x'>link</a><br>and <span>more <i>of it</i></span> <img src='/i.png'></p></body>"
    lean, full = cut(html, lean=True), cut(html)
    assert lean.outline.tags == ["html", "body", "p", "span", "img"]
    assert full.outline.tags == ["html", "body", "p", "b", "a", "br", "span", "i", "img"]
    assert lean.blocks == full.blocks
    assert lean.blocks[0].links == (Link(7, 11, "/x"),)


@pytest.fixture
def looks(monkeypatch):
    """Every look at the clock, while a page is cut."""
    found = []
    monkeypatch.setattr(Limits, "check_time", lambda limits, deadline, url: found.append(url))
    return found


def test_clock_is_looked_at_for_each_menu_in_a_menu(looks):
    texts(f"<body>{'<nav>' * 200}{PARAGRAPH}", lean=True)
    assert len(looks) >= 199  # the innermost holds no element, and is not folded


def test_clock_is_looked_at_between_links_whose_labels_are_sought_in_vain(looks):
    links = "".join(f"<a href=x>w<p><a href=y>{number}</a></p></a>" for number in range(3000))
    texts(f"<body><nav>{links}</nav>", lean=True)
    few = len(looks)
    texts(f"<body><nav>{links * 2}</nav>", lean=True)
    assert len(looks) - few > few
