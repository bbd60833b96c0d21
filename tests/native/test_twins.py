"""Each compiled pass and its Python twin make the same of the same page."""

import pickle
from html import escape
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webnoise import native
from webnoise.blocks.segment import segment
from webnoise.errors import LimitExceeded
from webnoise.features.lexicon import Lexicon, place_words
from webnoise.features.role_names import row_bits, text_bits, url_bits
from webnoise.lab.hostile import PAGES
from webnoise.lab.twins import broken_page, broken_tree, differences, mutated, pure
from webnoise.methods.core.model import shipped_model
from webnoise.model import Page
from webnoise.page import parse as parsing
from webnoise.page.limits import Limits
from webnoise.page.parse import parse

ADDRESS = "https://a.example/2024/01/02/story"
SENTENCE = "Words of a text that is long enough, and ends. " * 3
SEEDS = 60
"""`python benchmarks/twins.py` tries 10,000."""
PIECES = st.one_of(
    st.sampled_from(
        ["word ", " ", "\n\t", "\u00a0", "漢字", "ab\u00adc", "&amp;&nbsp;", "<", "x" * 200, "é 🙂 "]
    ),
    st.tuples(
        st.sampled_from(
            "div p span a b br nav button select li table td pre h2 video source title body".split()
        ),
        st.sampled_from(
            ["", " class=a", " href=/x", " href", " hidden", " style='display: none'", " defer", " a:b=c"]
        ),
    ).map("<{0[0]}{0[1]}>".format),
    st.sampled_from(["</div>", "</p>", "</a>", "</nav>", "</table>", "<!-- c -->"]),
)

compiled_only = pytest.mark.skipif(native.kind() != "compiled", reason="the passes are not built here")


@compiled_only
@given(html=st.lists(PIECES, max_size=40).map("".join))
@settings(max_examples=50, deadline=None)
def test_any_soup_of_tags_becomes_the_same(html):
    assert differences(Page(ADDRESS, html)) == []


@compiled_only
def test_broken_pages_become_the_same():
    pages = {seed: Page(ADDRESS, broken_page(seed)) for seed in range(SEEDS)}
    assert {seed: found for seed, page in pages.items() if (found := differences(page))} == {}


@compiled_only
@pytest.mark.parametrize(
    "html",
    [
        pytest.param(f"<pre>{' ' * 70}x</pre><p>word", id="first block opens without a word"),
        pytest.param(
            f"<div class=gnblf_pm36Ud1VcZ>{SENTENCE}</div><div class=article__content>{SENTENCE} Again.</div>",
            id="name that was made to share the hash of another one",
        ),
        pytest.param("<p>one", id="one block, whose words speak for content, and whose score is one sum"),
    ],
)
def test_pages_that_once_differed_become_the_same(html):
    assert differences(Page(ADDRESS, html)) == []


@compiled_only
@given(
    names=st.text(
        st.sampled_from("abcdefghijklmnopqrstuvwxyzABCDEFGHIJ0129-_ \t\x1c/.?=&éß漢"), max_size=60
    ).map(lambda name: name.replace("x", "articleBody").replace("y", "commentsection"))
)
@settings(max_examples=300, deadline=None)
def test_names_that_were_never_met_tell_the_same(names):
    places = dict(shipped_model().lexicon.places)
    places |= {word: (0.1 + 1 / len(word), -0.3) for word in place_words("p", names)[::2]}
    html = f'<p class="{escape(names)}" id="{escape(names[::2])}">x'
    told = [known_of_names(html, places), *(bits(names) for bits in (url_bits, text_bits))]
    with pure():
        python = [known_of_names(html, places), *(bits(names) for bits in (url_bits, text_bits))]
    assert told == python


def known_of_names(html, places):
    outline = segment(parse(Page(ADDRESS, html)), hidden=True, lean=True).outline
    numbers, rows = Lexicon(places).rows_for(outline, range(len(outline)))
    weights, styles = rows.look_up(numbers)
    keys = [tuple(name or "" for name in rows.key(number)) for number in numbers]
    return weights.tolist(), styles.tolist(), row_bits(rows).tolist(), keys


@compiled_only
def test_trees_that_no_parser_made_become_the_same():
    page = Page(ADDRESS, "")
    assert {seed: found for seed in range(SEEDS) if (found := differences(page, broken_tree(seed)))} == {}


@compiled_only
def test_hostile_pages_become_the_same():
    pages = {name: make(100) for name, make in PAGES.items()}
    assert {name: found for name, html in pages.items() if (found := differences(Page(ADDRESS, html)))} == {}


@compiled_only
def test_no_twin_is_left_compiled_where_python_is_asked_for():
    document = parse(Page("", "<p>x"))
    with pure():
        assert parsing._native is None
        assert isinstance(parse(Page("", "<p>x")).elements.texts, list)
    assert type(parse(Page("", "<p>x")).elements.texts) is type(document.elements.texts) is not list


def test_pages_of_a_seed_are_always_the_same():
    assert broken_page(7) == broken_page(7) != broken_page(8)
    assert mutated("<p>x</p>", Random(7)) == mutated("<p>x</p>", Random(7))


@compiled_only
def test_columns_outlive_their_tree_and_travel():
    elements = parse(Page("", "<body><p class=a>one<b>two</b>three</p>")).elements
    again = pickle.loads(pickle.dumps(elements))
    assert again == elements
    assert again.attributes[2] == {"class": "a"}
    assert elements.texts[-1] == "two"
    assert elements.tails[-1:] == ["three"]
    with pytest.raises(IndexError):
        elements.texts[4]


def test_too_many_elements_are_refused_by_either_twin():
    with pytest.raises(LimitExceeded, match="max_nodes"):
        parse(Page("", "<p>a" * 3000), Limits(max_nodes=1000))
