"""What other fields of an article have is not repeated in its text, whatever the model kept."""

import pytest

from webnoise.article.media import PageMedia
from webnoise.article.rules import apply_rules
from webnoise.blocks.segment import segment
from webnoise.decisions import Decisions
from webnoise.metadata import Metadata
from webnoise.model import Page, Reason, Verdict
from webnoise.page.parse import parse

TEXT = [
    f"The council voted on Monday to rebuild the {place}."
    for place in ("pier", "market hall", "bridge", "lock")
]
BODY = "".join(f"<p>{paragraph}</p>" for paragraph in TEXT)
METADATA = Metadata("", title="The pier", authors=("Jane Doe",), published="2026-11-03", language="en")
CAPTION = "The pier in the spring of 1951"


def decided(body, metadata=METADATA):
    """The blocks of a page that stay where a method keeps all of them, and the reasons of those that go."""
    page = segment(parse(Page("https://e.com/a", f"<html><body>{body}</body></html>")))
    decisions = Decisions.of([Verdict(True, 1.0, Reason("content"))] * len(page.blocks))
    decisions = apply_rules(page, metadata, decisions)
    codes = [verdict.reason.code for verdict in decisions if not verdict.keep]
    return page, decisions.kept(page.blocks), codes


def test_headline_byline_and_dateline_go():
    _, kept, codes = decided(f"<h1>The pier</h1>By Jane Doe<br><br>Tuesday, 3 November 2026{BODY}")
    assert [block.text for block in kept] == TEXT
    assert codes == ["headline", "byline", "dateline"]


def test_byline_may_stand_behind_the_standfirst_or_the_text():
    for body in (f"<p>{TEXT[0]}</p><p>By Jane Doe</p>{BODY}", f"{BODY}<p>Jane Doe</p>"):
        assert decided(body)[2] == ["byline"]


def test_name_or_date_amid_the_text_stays():
    assert decided(f"{BODY}<p>Jane Doe</p><p>3 November 2026</p>{BODY}")[2] == []


def test_page_of_nothing_else_keeps_its_lines():
    assert [block.text for block in decided("<p>By Jane Doe</p><p>3 November 2026</p>")[1]] == [
        "By Jane Doe",
        "3 November 2026",
    ]


@pytest.mark.parametrize(
    "picture",
    [
        "<table align=left width=200><tr><td><img src=/a.png width=200 height=120><br>{}</td></tr></table>",
        "<table align=left><tr><td width=210><img src=/a.png width=200 height=120><br>{}</td></tr></table>",
        "<div class=wp-caption><img src=/a.png><p>{}</p></div>",
        "<div><a href=/big><img src=/a.png></a><div class=imageCaption><p>{}</p></div></div>",
        "<figure><div><img src=/a.png></div><figcaption>{}</figcaption></figure>",
        "<figure><img src=/a.png><p>{}</p></figure>",
    ],
)
def test_line_that_is_framed_with_a_picture_is_its_caption(picture):
    page, kept, codes = decided(f"<p>{TEXT[0]}</p>{picture.format(CAPTION)}{BODY}")
    assert [block.text for block in kept] == [TEXT[0], *TEXT]
    assert codes == ["caption"]
    assert [image.caption for image in PageMedia(page, kept).images()] == [CAPTION]


@pytest.mark.parametrize(
    "picture",
    [
        "<p><img src=/a.png width=200 height=120>{}</p>",
        "<table width=600><tr><td><img src=/a.png width=200 height=120><br>{}</td></tr></table>",
        "<div class=wp-caption><img src=/a.png width=24 height=24><p>{}</p></div>",
        "<div class=caption-grid><img src=/a.png><h2>{}</h2></div>",
        "<div class=wp-caption><img src=/a.png></div><p>{}</p>",
    ],
)
def test_text_beside_a_picture_stays(picture):
    assert decided(f"<p>{TEXT[0]}</p>{picture.format(CAPTION)}{BODY}")[2] == []


def test_line_behind_the_text_about_its_author_goes():
    assert decided(f"{BODY}{BODY}<p>Jane Doe has covered the harbour since 1987.</p>")[2] == ["biography"]


def test_heading_that_nothing_follows_goes_with_those_that_headed_it_alone():
    _, kept, codes = decided(f"{BODY}<h2>The lock</h2>{BODY}<h2>More from us</h2><h3>On harbours</h3>")
    assert [block.text for block in kept] == [*TEXT, "The lock", *TEXT]
    assert codes == ["heading", "heading"]


def test_of_headings_side_by_side_the_last_goes_alone():
    _, kept, codes = decided(f"{BODY}<h2>The lock</h2><h2>The bridge</h2>")
    assert [block.text for block in kept] == [*TEXT, "The lock"]
    assert codes == ["heading"]


def test_page_of_headings_keeps_them():
    assert decided("<h2>The lock</h2><h3>The bridge</h3>")[2] == []


def test_last_sentence_stays_though_it_is_set_as_a_heading():
    last = "Asked about the tattoo by a reporter, he laughed and said that it must have hurt a good deal."
    assert decided(f"{BODY}{BODY}<h2>{last}</h2>")[2] == []
