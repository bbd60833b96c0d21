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


def test_menu_around_running_text_is_read_once_however_many_lie_in_it(monkeypatch):
    looks = []
    monkeypatch.setattr(Limits, "check_time", lambda limits, deadline, url: looks.append(url))
    assert texts(f"<body>{'<nav>' * 200}<b>label</b> {PARAGRAPH}", lean=True) == [
        f"label {PARAGRAPH}".strip()
    ]
    assert len(looks) < 10  # each menu that is read costs one


def test_menu_beside_running_text_is_one_block():
    menu = "<nav><p>News</p><p>Sport</p></nav>"
    for running in (
        f"<p>{PARAGRAPH}</p>",
        f"<b>x</b>{PARAGRAPH}",
        f"<script>{PARAGRAPH}</script>{PARAGRAPH}",
    ):
        assert texts(f"<body><nav>{menu}{running}{menu}</nav>", lean=True).count("News Sport") == 2


def test_link_inside_a_link_is_part_of_it():
    (menu,) = cut(
        "<body><nav><a href=/a>one<p><a href=/b>two</a></p></a> <a href=/c>two</a></nav>", lean=True
    ).blocks
    assert menu.text == "one two two"
    assert menu.links == (Link(0, 7, "/a"), Link(8, 11, "/c"))


def test_what_stands_between_labels_without_a_word_leaves_no_gap():
    html = "<body><nav><b>a</b><i>&nbsp;</i><a href=/x>b<i>&nbsp;</i>c</a><noscript><a href=/y>c</a></noscript></nav>"
    (menu,) = cut(html, lean=True).blocks
    assert menu.text == "a b c"
    assert menu.links == (Link(2, 5, "/x"),)
