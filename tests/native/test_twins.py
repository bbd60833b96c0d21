"""Each compiled pass and its Python twin make the same of the same page."""

import os
import pickle
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webnoise import native
from webnoise.blocks.segment import walk
from webnoise.blocks.tags import ABSENT, BLOCK_TAGS
from webnoise.errors import LimitExceeded
from webnoise.model import Page
from webnoise.page.limits import Limits
from webnoise.page.parse import _elements, parse

TAGS = (
    "div p span a b br nav button select option ul li table tr td pre code h2 video source script noscript template "
    "img svg blockquote figure figcaption footer input form title head body html o:p"
).split()
TEXTS = st.sampled_from(
    [
        "word ",
        " ",
        "\n\t",
        "two words",
        "\u00a0",
        "\u2003x\u2003",
        "漢字",
        "ab\u00adc",
        "&amp;&nbsp;",
        "<",
        "&#0;",
        "x" * 200,
        "é 🙂 ",
    ]
)
ATTRIBUTES = st.sampled_from(
    [
        "",
        " class=a",
        " id='b c'",
        " href=/x",
        " href",
        " hidden",
        " style='display: none'",
        " defer",
        " src=v.mp4",
        " a:b=c",
        " aria-hidden=true",
    ]
)
PIECES = st.one_of(
    TEXTS,
    st.tuples(st.sampled_from(TAGS), ATTRIBUTES).map(lambda pair: f"<{pair[0]}{pair[1]}>"),
    st.sampled_from(TAGS).map(lambda tag: f"</{tag}>"),
    st.just("<!-- c -->"),
)
SOUP = st.lists(PIECES, max_size=40).map("".join)

compiled_only = pytest.mark.skipif(native.kind() != "compiled", reason="the passes are not built here")


def twins_of(html, monkeypatch):
    """The page's elements by the compiled pass and by the Python one."""
    limits = Limits()
    compiled = _elements(html, limits, "", limits.deadline())
    with monkeypatch.context() as patch:
        patch.setattr("webnoise.page.parse._native", None)
        pure = _elements(html, limits, "", limits.deadline())
    return compiled, pure


@pytest.fixture(scope="module")
def patch():
    with pytest.MonkeyPatch.context() as patch:
        yield patch


@compiled_only
@given(html=SOUP)
@settings(max_examples=400, deadline=None)
def test_columns_are_the_same(html, patch):
    compiled, pure = twins_of(html, patch)
    if pure is None:
        assert compiled is None
        return
    for column in ("tags", "parents", "ends", "attributes", "texts", "tails"):
        assert list(getattr(compiled, column)) == list(getattr(pure, column)), column


@compiled_only
@given(html=SOUP, hidden=st.booleans(), lean=st.booleans(), cut_at=st.sampled_from([set(), {"span"}]))
@settings(max_examples=400, deadline=None)
def test_blocks_and_outline_are_the_same(html, hidden, lean, cut_at, patch):
    from webnoise.native.walk import walk as compiled_walk

    html = f"<body>{html}"
    compiled, pure = twins_of(html, patch)
    if pure is None:
        return
    document = parse(Page("", html))
    options = {"hidden": hidden, "lean": lean}
    tags = frozenset(BLOCK_TAGS | cut_at)
    blocks, outline = compiled_walk(_with(document, compiled), tags, ABSENT, **options)
    assert (blocks, outline) == walk(_with(document, pure), tags, ABSENT, **options)


def _with(document, elements):
    return type(document)(document.page, elements, document.base_url, document.limits, document.deadline)


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


def test_python_twins_run_when_asked_for():
    script = "import webnoise, webnoise.native as n; print(n.kind(), webnoise.extract('<p>Some words here.</p>').text)"
    environment = {**os.environ, "WEBNOISE_PURE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "pure Python Some words here."
