"""The path of an element: stable from page to page, and never read beyond the page."""

from dataclasses import replace

import pytest

from webnoise.blocks.segment import segment
from webnoise.model import Page
from webnoise.page.parse import parse
from webnoise.site.paths import PathNames


def outline_of(html):
    return segment(parse(Page("", html)), hidden=True, lean=True).outline


def paths_of(html, depth=3):
    outline = outline_of(html)
    names = PathNames(outline)
    return {names.name(element).decode(): names.hash(element, depth) for element in range(len(outline))}


@pytest.mark.parametrize(
    ("html", "name"),
    [
        ("<div class='post-1234 lead wide' id=main><p>one<p>two</div>", "div.lead#main"),
        ("<section id=part2><p>one<p>two</section>", "section"),
        ("<div class='ü b'><p>one<p>two</div>", "div.ü"),
        ("<table><tr><td bgcolor=red>one<td bgcolor=red>two</table>", "tdNoneredNone"),
    ],
)
def test_a_name_is_the_tag_with_the_first_class_and_the_id_that_have_no_digits(html, name):
    assert name in paths_of(html)


def test_classes_of_outer_elements_do_not_change_a_path():
    html = "<body class='{}'><main><article><div class=text><p>one<p>two</div></article></main>"
    assert paths_of(html.format("post-1"))["div.text"] == paths_of(html.format("sport"))["div.text"]


def test_a_table_with_its_rows_counts_as_its_cell():
    html = "<div class='{}'><table><tr><td><p>one<p>two<td>three</table></div>"
    assert paths_of(html.format("a"))["p"] != paths_of(html.format("b"))["p"]


@pytest.mark.parametrize("parent", [-1, 10**6])
def test_an_outline_that_does_not_fit_its_page_is_refused(parent):
    outline = outline_of("<div><p>one<p>two</div>")
    outline.parents[-1] = parent
    with pytest.raises(ValueError, match="there is no element"):
        PathNames(outline).hash(len(outline) - 1, 3)
    with pytest.raises(ValueError, match="several lengths"):
        PathNames(replace(outline, tags=outline.tags[:-1]))
