import pytest

from webnoise.article.layout import layout
from webnoise.article.markdown import to_html, to_markdown, to_text
from webnoise.blocks.segment import segment
from webnoise.model import Page
from webnoise.page.parse import parse

URL = "https://e.example/news/a"


def parts_of(html):
    page = segment(parse(Page(URL, html)))
    return layout(page.blocks, page.outline)


def text(html):
    return to_text(parts_of(html))


def markdown(html):
    return to_markdown(parts_of(html), URL)


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<h2>Head <i>line</i></h2><p>Text.</p>", "## Head line\n\nText."),
        ("<ul><li>a<li>b<ul><li>b1</ul><li>c</ul>", "- a\n- b\n    - b1\n- c"),
        ("<ol><li>one<li>two</ol>", "1. one\n2. two"),
        ("<ul><li><p>one</p><p>more of one</p><li>two</ul>", "- one\n\n    more of one\n- two"),
        ("<blockquote><p>He said.</p><p>And more.</p></blockquote>", "> He said.\n>\n> And more."),
        ("<pre>x = `1`\n  y</pre>", "```\nx = `1`\n  y\n```"),
        ('<p>See <a href="../b?x=1">this</a>, <a href="#n">note</a>, <a href="javascript:f()">js</a>.</p>',
         "See [this](https://e.example/b?x=1), note, js."),
        ("<p>line<br>break</p>", "line  \nbreak"),
        ("<p>2 * 3 and a_b [c]</p>", r"2 \* 3 and a\_b \[c\]"),
        ("<p>- no list</p><p>1. no list</p><p># no head</p>", "\\- no list\n\n\\1. no list\n\n\\# no head"),
    ],
)  # fmt: skip
def test_markdown_keeps_the_structure(html, expected):
    assert markdown(html) == expected


TABLE = "<table><tr><th>Team<th>Points<tr><td>Lions<td>12<tr><td>Bears|Cubs<td>9</table>"


def test_a_table_of_data_becomes_a_pipe_table():
    assert markdown(TABLE) == "| Team | Points |\n| --- | --- |\n| Lions | 12 |\n| Bears\\|Cubs | 9 |"


def test_a_table_is_one_row_a_line_in_plain_text():
    assert text(TABLE) == "Team | Points\nLions | 12\nBears|Cubs | 9"


def test_a_table_that_lays_out_the_page_is_running_text():
    html = f"<table><tr><td>Menu<td>{'A long story. ' * 60}<tr><td>x<td>{'Its next part. ' * 60}</table>"
    assert "|" not in markdown(html)


def test_plain_text_has_an_empty_line_between_paragraphs_and_none_between_items():
    assert text("<p>a</p><p>b</p><ul><li>c<li>d</ul>") == "a\n\nb\n\nc\nd"


def test_html_is_clean_and_safe():
    html = '<h2>A &lt;b&gt;</h2><p onclick="x()">Go <a href="/b" onclick="y()">there</a> <a href="javascript:z">no</a></p><ul><li>i<ul><li>j</ul></ul>'
    assert to_html(parts_of(html), URL) == (
        '<h2>A &lt;b&gt;</h2>\n<p>Go <a href="https://e.example/b">there</a> no</p>\n'
        "<ul><li>i<ul><li>j</li></ul></li></ul>"
    )
