"""Whatever trees and bytes come, every reader and method gives what it promises, or an error of ours."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

import webnoise
from research.fuzz import READERS, extracted, is_subsequence

WORDS = st.text(alphabet="abc é漢.,!|–:\u0301\u200b\u202e \n\t", max_size=20)
TAGS = (
    "div p span a b ul li table tr td h1 h2 blockquote section article figure figcaption pre nav header footer time "
    "button form label iframe noscript title main aside"
).split()
ATTRIBUTES = [
    "", "", "", ' class="byline author date"', ' class="c" id="d"', ' href="/x"', ' href="javascript:x"', " hidden",
    ' style="width: 1e9px; display: none"', ' datetime="2026-11-31T25:61"', ' itemprop="author"', ' src="data:,x"',
]  # fmt: skip
PIECES = [
    "<br>",
    "<hr>",
    "<img src=i srcset='a 1x, b 2x'>",
    "<!-- c -->",
    "<input value=v>",
    "&amp;",
    "&#0;",
    "<",
]
MARKUP = st.recursive(
    WORDS | st.sampled_from(PIECES),
    lambda children: st.builds(
        "<{0}{1}>{2}</{0}>".format,
        st.sampled_from(TAGS),
        st.sampled_from(ATTRIBUTES),
        st.lists(children, max_size=6).map("".join),
    ),
    max_leaves=40,
).map("<html><body>{}</body></html>".format)
BYTES = st.binary(max_size=300) | MARKUP.map(str.encode)


def letters(text):
    return [character for character in text if character.isalnum()]


@pytest.mark.parametrize("method", webnoise.method_names())
@settings(max_examples=25, deadline=None)
@given(html=MARKUP)
def test_text_of_every_method_stands_on_the_page_in_its_order(method, html):
    article = extracted(html, method)
    page = etree.fromstring(html, etree.HTMLParser(remove_comments=True))
    if article is not None:
        assert is_subsequence(letters(article.text), letters("".join(page.itertext())))


@pytest.mark.parametrize("name", READERS)
@settings(max_examples=40, deadline=None)
@given(data=BYTES)
def test_every_reader_raises_errors_of_ours_alone(name, data):
    READERS[name](data)


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("data", [b"", b"\xed", b"\xed\xa0\xbd", b"'A=", b"[::1]]\0%1]]@%%1]]", b"9" * 5000])
def test_what_was_bad_for_a_reader_once(name, data):
    READERS[name](data)


def test_what_is_not_in_order_is_no_subsequence():
    assert is_subsequence("ace", "abcde")
    assert not is_subsequence("aec", "abcde")
