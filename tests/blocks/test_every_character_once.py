"""Every visible character of a page lies in exactly one block, in document order."""

from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from webnoise.blocks.segment import segment
from webnoise.model import Page
from webnoise.page.parse import parse

WORDS = st.text(alphabet="abc é漢.,! \n\t", max_size=12).map(lambda s: s.replace("<", ""))
INLINE = ["b", "i", "span", "a", "em", "font", "x-custom", "label", "sup"]
BLOCK = [
    "div",
    "p",
    "ul",
    "li",
    "table",
    "tr",
    "td",
    "h2",
    "blockquote",
    "section",
    "article",
    "figure",
    "pre",
    "dl",
    "dd",
    "button",
    "form",
    "nav",
]
UNSEEN = ["script", "style", "noscript", "template", "svg", "iframe", "video", "canvas"]
ATTRIBUTES = st.sampled_from(
    [
        "",
        "",
        "",
        ' class="c"',
        ' href="/x"',
        " hidden",
        ' aria-hidden="true"',
        ' style="display:none"',
        ' aria-hidden="false"',
        ' style="color:none"',
    ]
)


def element(children):
    def write(tag, attributes, inner):
        return f"<{tag}{attributes}>{inner}</{tag}>"

    return st.builds(write, st.sampled_from(INLINE + BLOCK + UNSEEN), ATTRIBUTES, children)


MARKUP = st.recursive(
    WORDS | st.sampled_from(["<br>", "<br><br>", "<hr>", "<img src=i>", "<!-- c -->", "<input value=v>"]),
    lambda children: (
        element(st.lists(children, max_size=5).map("".join)) | st.lists(children, max_size=4).map("".join)
    ),
    max_leaves=40,
)

UNSEEN_TAGS = {*UNSEEN, "title", "object", "embed", "audio", "noframes", "applet"}


def visible_text(node):
    """The reference: plain recursion over the tree."""
    style = (node.get("style") or "").replace(" ", "").lower()
    hidden = (
        node.tag in UNSEEN_TAGS
        or node.get("hidden") is not None
        or node.get("aria-hidden") == "true"
        or "display:none" in style
    )
    own = "" if hidden else (node.text or "") + "".join(visible_text(child) for child in node)
    return own + (node.tail or "")


def squeezed(text):
    return "".join(text.split())


@settings(max_examples=400, deadline=None)
@given(MARKUP)
def test_blocks_hold_the_visible_text_of_the_tree_once_and_in_order(markup):
    html = f"<html><body>{markup}</body></html>"
    page = segment(parse(Page("https://e.example/", html)))
    parser = etree.HTMLParser(remove_comments=True, huge_tree=True)
    tree = etree.fromstring(html, parser)
    assert squeezed("".join(block.text for block in page.blocks)) == squeezed(visible_text(tree))


@settings(max_examples=200, deadline=None)
@given(MARKUP)
def test_blocks_and_outline_agree(markup):
    page = segment(parse(Page("https://e.example/", f"<html><body>{markup}</body></html>")))
    outline = page.outline
    for block in page.blocks:
        assert block.text == block.text.strip() or block.kind == "code"
        for around in (block.element, *outline.ancestors(block.element)):
            assert outline.first_block[around] <= block.index < outline.last_block[around]
        for link in block.links:
            assert 0 <= link.start < link.end <= len(block.text)
    for element_, parent in enumerate(outline.parents[1:], 1):
        assert parent < element_ < outline.ends[element_] <= outline.ends[parent]
