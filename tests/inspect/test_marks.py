"""Every block is found again on the page: its marks hold its text, and no other's."""

import pytest
from lxml import html

from webnoise import flow
from webnoise.config import Config
from webnoise.inspect.inspection import inspect_page
from webnoise.methods.registry import method_names
from webnoise.model import Page


def letters(text):
    return "".join(text.split())


def marked(inspection, place=0):
    """The text of each block's marks; those of other blocks inside a mark are not its own."""
    name = f"data-b{place}"
    tree = html.fromstring(f"<body>{inspection.frame.content}</body>")
    found = {}
    for element in tree.iter():
        if element.get(name) is not None:
            found[int(element.get(name))] = found.get(int(element.get(name)), "") + letters(
                element.text_content()
            )
    return found


def inspected(body, *methods):
    return inspect_page(
        Page("https://paper.example/a", f"<html><body>{body}</body></html>"), Config(), methods
    )


@pytest.mark.parametrize("key", ["meridian", "harbour-post", "valley-courier"])
def test_marks_of_every_method_hold_the_text_of_its_blocks(demo_pages, key):
    methods = method_names()
    for page in demo_pages(key)[:2]:
        inspection = inspect_page(page, Config(), methods)
        for place, view in enumerate(inspection.views):
            assert marked(inspection, place) == {block.index: letters(block.text) for block in view.blocks}


@pytest.mark.parametrize(
    "body",
    [
        "<div>before <p>inside</p> behind</div>",
        "<div>one<br><br>two <b>three</b></div>",
        "<p>a <script>b()</script> c</p><p hidden>d</p>",
        "<p>a</p>a<p>a</p>a a",
        "<table><tr>stray<td>cell</td></tr></table>",
        "<nav><ul><li><a href=/>Home</a></li><li>Away</li></ul></nav>loose",
        "<a href=/x><div>linked <h2>heading</h2></div></a>",
        "<pre>  def x():\n    pass\n</pre><textarea>written</textarea>",
        "<select><option>One</option><option>Two</option></select><my-card>custom</my-card>",
        "x &lt;script&gt; &amp; y<p>تجربة</p><p>試験</p>",
    ],
)
def test_blocks_that_share_elements_are_marked_apart(body):
    for method in ("core", "word_leaf_ratio"):
        inspection = inspected(body, method)
        blocks = {block.index: letters(block.text) for block in inspection.views[0].blocks}
        assert blocks
        assert marked(inspection) == blocks


def test_a_block_that_fills_its_element_marks_the_element_itself():
    content = inspected("<p class=lead>All <b>of</b> this.</p>").frame.content
    assert content.startswith('<p class="lead" data-b0="0" data-f="')


def test_text_that_only_a_script_holds_has_no_mark_and_disturbs_none():
    body = "The ferry came back to the harbour after three winters. " * 40
    page = f'<h1>Back</h1><p>Loading</p><script type=\'application/ld+json\'>{{"articleBody": "{body}"}}</script>'
    inspection = inspected(page, "core")
    view = inspection.views[0]
    assert any(block.keep and block.text.startswith("The ferry") for block in view.blocks)
    assert set(marked(inspection).values()) == {"Back", "Loading"}


def test_disagreements_name_stretches_that_one_method_keeps_and_another_drops(demo_pages):
    page = demo_pages("meridian")[0]
    comparison = inspect_page(page, Config(), ["core", "desea"]).comparison
    kept = {
        name: {
            word
            for block in flow.extract(page, Config(), method=name).blocks
            if block.keep
            for word in block.text.split()
        }
        for name in ("core", "desea")
    }
    assert 0 < comparison.agreed < 1
    for row in comparison.rows:
        assert len(set(row.kept)) > 1
        for keep, name in zip(row.kept, kept, strict=True):
            assert not keep or set(row.text.split()) <= kept[name]
