"""A page as columns, and the searches over them."""

import lxml.html
import pytest
from lxml import etree

from webnoise.errors import InputError, LimitExceeded
from webnoise.model import Page
from webnoise.page.limits import Limits
from webnoise.page.parse import markup_of, parse

PAGE = (
    "<html lang=en><head><title>A</title></head><body><div id=x>one <b>two</b> three<!-- four --> five"
    "<p>six<br>seven</p></div>eight</body></html>"
)


@pytest.fixture
def elements():
    return parse(Page("https://e.example/a", PAGE)).elements


def columns(elements):
    return elements.tags, elements.parents, elements.ends, elements.texts, elements.tails


def position(elements, tag):
    return elements.tagged(tag)[0]


def test_columns_are_the_tree_in_document_order(elements):
    assert elements.tags == ["html", "head", "title", "body", "div", "b", "p", "br"]
    assert elements.parents == [0, 0, 1, 0, 3, 4, 4, 6]
    assert elements.ends == [8, 3, 3, 8, 8, 6, 8, 8]
    assert elements.attributes[4] == {"id": "x"}
    assert elements.texts == [None, None, "A", None, "one ", "two", "six", None]


def test_comment_does_not_cut_the_text_around_it(elements):
    assert elements.tails[position(elements, "b")] == " three five"


def test_tree_that_somebody_else_has_parsed_gives_the_same_columns(elements):
    tree = lxml.html.document_fromstring(PAGE)
    assert columns(parse(Page("", markup_of(tree, ""))).elements) == columns(elements)


@pytest.mark.parametrize("node", [etree.Comment("c"), etree.ProcessingInstruction("p"), etree.Entity("e")])
def test_what_is_no_element_is_no_tree(node):
    with pytest.raises(InputError, match="not a tree of HTML"):
        markup_of(node, "")


def test_text_after_very_deep_nesting_is_read():
    html = f"<body>{'<b>' * 3000}deep{'</b>' * 3000}<p>behind</p>"
    assert "".join(parse(Page("", html)).elements.strings(0)) == "deepbehind"


def test_strings_are_in_document_order(elements):
    assert "|".join(elements.strings(position(elements, "div"))) == "one |two| three five|six|seven"
    assert list(elements.strings(position(elements, "p"))) == ["six", "seven"]


def test_elements_are_found_by_tag_and_by_place(elements):
    div, bold, paragraph = (position(elements, tag) for tag in ("div", "b", "p"))
    assert elements.tagged("b", "title", "p", "none") == [position(elements, "title"), bold, paragraph]
    assert list(elements.inside(div, "div", "br")) == [div, position(elements, "br")]
    assert list(elements.children(div)) == [bold, paragraph]
    assert list(elements.following_siblings(bold)) == [paragraph]
    assert list(elements.following_siblings(0)) == []
    assert list(elements.ancestors(paragraph)) == [div, position(elements, "body"), 0]
    assert elements.is_leaf(bold)
    assert not elements.is_leaf(paragraph)


def test_what_follows_the_first_root_is_not_part_of_it():
    page = parse(Page("", "<html><body><p>in</p></body></html><p>behind</p>"))
    assert page.elements.tagged("html") == [0]
    assert "".join(page.elements.strings(0)) == "in"


def test_too_many_elements_end_the_parse_and_not_only_the_walk():
    with pytest.raises(LimitExceeded, match="max_nodes = 1,000"):
        parse(Page("https://e.example/long", "<p>a" * 5000), Limits(max_nodes=1000))


@pytest.mark.parametrize("html", ["<p title='{}'>x", "<script>if (a<b) {}</script><p>x", "<p {}>x"])
def test_page_is_read_whatever_looks_like_very_many_attributes(html):
    assert list(parse(Page("", html.format("word " * 10_000))).elements.texts)[-1] == "x"


def test_elements_are_found_by_parts_of_their_names():
    elements = parse(Page("", "<p class=byLine>one")).elements
    last = len(elements) - 1
    assert elements.having(range(len(elements)), ["line"], ["id", "class"]) == [last]
    assert elements.having(range(len(elements)), ["line"], ["id", "unheard-of"]) == []


@pytest.mark.parametrize("element", [-1, 4])
def test_elements_that_are_not_there_are_refused(element):
    elements = parse(Page("", "<p class=byLine>one")).elements
    with pytest.raises(IndexError):
        elements.having([element], ["line"], ["class"])
    with pytest.raises(IndexError):
        elements.line(element, 100)


def test_more_words_than_a_search_takes_are_refused():
    elements = parse(Page("", "<p class=byLine>one")).elements
    with pytest.raises(ValueError, match="too many to look for"):
        elements.having([0], map(str, range(100)), ["class"])


@pytest.mark.parametrize("html", ["<p>{}", "<p class={}>"])
def test_more_text_than_offsets_count_is_refused(html, monkeypatch):
    monkeypatch.setattr("webnoise.page.elements.MOST_BYTES", 1000)
    parse(Page("", html.format("x" * 900)))
    with pytest.raises(LimitExceeded, match=r"long\.example has more than 1,000 bytes"):
        parse(Page("https://long.example", html.format("x" * 1001)), Limits())


def test_columns_cannot_be_made_of_nothing():
    for column in (elements := parse(Page("", "<p>x")).elements).attributes, elements.texts, elements.ends:
        with pytest.raises(TypeError):
            type(column)(None)
