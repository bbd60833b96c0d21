"""What a page leaves behind in its site's memory."""

import numpy as np
import pytest

from webnoise.blocks.segment import segment
from webnoise.model import Page
from webnoise.page.parse import parse
from webnoise.site.trace import text_hash, trace_page

ABOUT = "I live, I learn, I teach, and here I share what I found on the way of it all."


def trace_of(title, post, *, believed):
    html = f"<title>{title}</title><p>{ABOUT}</p><div><p>{post}</p></div>"
    return trace_page(segment(parse(Page("https://e.example/", html))), np.array(believed))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("3 comments", "4 comments", True),
        ("Read  more", "read more", True),
        ("63CR-26-598", "63CR-26-599", False),
        ("1,204.50", "1,204.75", False),
        ("Chapter one", "Chapter two", False),
    ],
)
def test_texts_are_the_same_but_for_counts_case_and_spaces(one, other, same):
    assert (text_hash(one) == text_hash(other)) is same


def test_pages_of_one_site_on_which_its_own_lines_alone_are_believed_are_several_pages():
    traces = [
        trace_of(title, post, believed=[0.9, 0.2])
        for title, post in (("Origami", "Paper animals."), ("Bowling", "A human ball."))
    ]
    assert traces[0].content != traces[1].content


def test_an_article_under_two_addresses_is_one_page_whatever_stands_around_it():
    traces = [trace_of("Origami", teaser, believed=[0.9, 0.1]) for teaser in ("Weather today", "Most read")]
    assert traces[0].content == traces[1].content
