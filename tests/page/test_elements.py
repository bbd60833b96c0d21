"""A page as columns: what the parser tells and what a tree of it holds are the same."""

import pickle
from math import inf

import lxml.html
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from webnoise.errors import InputError, LimitExceeded
from webnoise.model import Page
from webnoise.page.elements import Elements
from webnoise.page.limits import Limits
from webnoise.page.parse import parse, with_tree
from webnoise.page.reader import Collector, flatten

PAGE = (
    "<html lang=en><head><title>A</title></head><body><div id=x>one <b>two</b> three<!-- four --> five"
    "<p>six<br>seven</p></div>eight</body></html>"
)

HUGE = lxml.html.HTMLParser(huge_tree=True)


@pytest.fixture
def elements():
    return parse(Page("https://e.example/a", PAGE)).elements


def of_tree(html):
    """The columns of the tree that lxml.html makes, comments and all."""
    limits = Limits()
    return flatten(lxml.html.document_fromstring(html), limits, "", limits.deadline())


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
    assert columns(of_tree(PAGE)) == columns(elements)


def test_entity_of_a_tree_is_left_out_and_cuts_no_text():
    root = etree.fromstring(
        "<!DOCTYPE p [<!ENTITY e 'x'>]><p>one&e; two<b>&e;three</b>&e;</p>",
        etree.XMLParser(resolve_entities=False),
    )
    read = with_tree(Page("", ""), root).elements
    assert list(read.tags) == ["p", "b"]
    assert list(read.texts) == ["one two", "three"]


@pytest.mark.parametrize("node", [etree.Comment("c"), etree.ProcessingInstruction("p"), etree.Entity("e")])
def test_what_is_no_element_is_no_tree(node):
    with pytest.raises(InputError, match="not a tree of HTML"):
        with_tree(Page("", "<p>x"), node)


def test_what_follows_a_nest_deeper_than_a_tree_may_be_is_read():
    html = f"<body>{'<b>' * 3000}deep{'</b>' * 3000}<p>behind</p>"
    assert "".join(parse(Page("", html)).elements.strings(0)) == "deepbehind"
    page = with_tree(Page("", html), lxml.html.document_fromstring(html, parser=HUGE))
    assert "".join(parse(page).elements.strings(0)) == "deepbehind"


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


def test_columns_travel(elements):
    assert isinstance(copied := pickle.loads(pickle.dumps(elements)), Elements)
    assert copied == elements


TEXT = st.text(alphabet="ab <&;\u00a0é中", max_size=6)
TREES = st.recursive(
    st.one_of(TEXT, st.just("<br>"), st.just("<!-- c -->"), st.just("</div>"), st.just("<td>")),
    lambda inner: st.tuples(
        st.sampled_from(["div", "p", "a", "b", "table", "li", "h1", "form", "svg", "noscript"]),
        st.lists(inner),
    ).map(lambda parts: f"<{parts[0]} class=c>{''.join(parts[1])}</{parts[0]}>"),
    max_leaves=25,
)


@given(TREES)
def test_parser_and_tree_tell_the_same(body):
    html = f"<html><body><p>begin</p>{body}</body></html>"
    assert columns(parse(Page("", html)).elements) == columns(of_tree(html))


def test_elements_that_the_parser_leaves_open_end_with_the_page():
    """As libxml2 2.12 does with `<p style=''a='>text`."""
    collector = Collector(Limits(), "https://e.example/", inf)
    for tag in ("html", "body", "p"):
        collector.start(tag, {})
    elements = collector.close()
    assert (elements.tags, elements.ends) == (["html", "body", "p"], [3, 3, 3])
