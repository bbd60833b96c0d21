import pytest

from webnoise.blocks.segment import segment
from webnoise.errors import LimitExceeded
from webnoise.model import Page
from webnoise.page.limits import Limits
from webnoise.page.parse import parse


def cut(html, **options):
    limits = options.pop("limits", None)
    return segment(parse(Page("https://e.example/a", html), limits), **options)


def texts(html, **options):
    return [block.text for block in cut(html, **options).blocks]


def kinds(html):
    return [(block.kind, block.text) for block in cut(html).blocks]


def test_block_level_elements_cut():
    assert texts("<h1>Head</h1><p>One</p><p>Two</p><div>Three</div>") == ["Head", "One", "Two", "Three"]


def test_text_lying_directly_in_a_div_is_a_block_before_and_after_its_children():
    assert texts("<div>before<p>inside</p>after</div>") == ["before", "inside", "after"]


def test_inline_markup_joins_without_lost_or_doubled_spaces():
    assert texts("<p>A <b>bold</b>, <i>thin</i>\n and<span> spaced </span> <em>word</em>s.</p>") == [
        "A bold, thin and spaced words."
    ]


def test_a_paragraph_that_shows_nothing_is_no_block():
    assert texts("<p>One</p><p>\u200d</p><p>&nbsp;\u200b <b>\ufeff</b></p><pre> \u200b </pre><p>Two</p>") == [
        "One",
        "Two",
    ]


def test_a_joiner_inside_a_word_stays():
    assert texts("<p>\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645</p>") == [
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"
    ]


def test_two_breaks_make_paragraphs_and_one_makes_a_line():
    assert texts("<div>first line<br>second line<br> <br/>next paragraph<br></div>") == [
        "first line\nsecond line",
        "next paragraph",
    ]


def test_kinds_follow_the_element():
    html = """<h2>Head</h2><ul><li>item<li><p>in a paragraph</p></ul><blockquote><p>said</p></blockquote>
    <pre>a  =  1\n  b</pre><table><tr><td>cell<td><p>paragraph in a layout cell</p></table>
    <figure><img src=a><figcaption>caption</figcaption></figure><p>plain</p>"""
    assert kinds(html) == [
        ("heading", "Head"),
        ("list_item", "item"),
        ("list_item", "in a paragraph"),
        ("quote", "said"),
        ("code", "a  =  1\n  b"),
        ("cell", "cell"),
        ("text", "paragraph in a layout cell"),
        ("caption", "caption"),
        ("text", "plain"),
    ]


def test_heading_carries_its_level():
    assert [block.level for block in cut("<h1>a</h1><h4>b</h4><p>c</p>").blocks] == [1, 4, 0]


@pytest.mark.parametrize(
    "hidden",
    [
        "<div hidden>secret</div>",
        '<span aria-hidden="true">secret</span>',
        '<div style="color: red; DISPLAY : none">secret</div>',
        '<p style="visibility:hidden">secret</p>',
        "<template>secret</template>",
        "<noscript><p>secret</p></noscript>",
        "<script>secret</script>",
        "<style>secret</style>",
        "<svg><text>secret</text></svg>",
        "<iframe>secret</iframe>",
        "<video>secret</video>",
        "<!-- secret -->",
    ],
)
def test_what_a_reader_does_not_see_is_left_out(hidden):
    assert texts(f"<p>seen {hidden}</p><p>tail</p>") == ["seen", "tail"]


def test_text_behind_a_hidden_element_is_seen():
    assert texts("<p>one <span hidden>x<b>y</b></span>two</p>") == ["one two"]


def test_hidden_text_is_read_on_request():
    assert texts("<div hidden><p>body</p></div>", hidden=True) == ["body"]


def test_links_know_their_place_in_the_text():
    [block] = cut('<p>See  <a href="/x">this <b>story</b></a> and <a href="y"> that </a>.</p>').blocks
    assert block.text == "See this story and that ."
    assert [(block.text[link.start : link.end], link.url) for link in block.links] == [
        ("this story", "/x"),
        ("that", "y"),
    ]


def test_links_keep_their_place_across_line_breaks():
    [block] = cut('<p>one<br><a href="x">two<br>lines</a> three <a href="y">four</a></p>').blocks
    assert [block.text[link.start : link.end] for link in block.links] == ["two\nlines", "four"]


def test_a_link_around_blocks_marks_each_of_them():
    blocks = cut('<a href="x"><h3>Title</h3><p>Teaser</p></a>').blocks
    assert [(b.text, b.link_text) for b in blocks] == [("Title", "Title"), ("Teaser", "Teaser")]


def test_outline_ranges_hold_the_blocks_of_each_element():
    page = cut("<div id=a><p>one</p><p>two</p></div><div id=b>three</div>")
    outline = page.outline
    a = next(i for i, at in enumerate(outline.attributes) if at.get("id") == "a")
    b = next(i for i, at in enumerate(outline.attributes) if at.get("id") == "b")
    assert (outline.first_block[a], outline.last_block[a]) == (0, 2)
    assert (outline.first_block[b], outline.last_block[b]) == (2, 3)
    assert outline.path(page.blocks[1].element) == "html/body/div#a/p"
    assert [outline.tags[child] for child in outline.children(a)] == ["p", "p"]


def test_extra_tags_cut_on_request():
    assert texts("<p>a <span>b</span> c</p>", cut_at=frozenset({"span"})) == ["a", "b", "c"]


def test_title_and_language_of_the_page():
    page = cut('<html lang="de-AT"><title> Der\n Titel </title><p>x</p>')
    assert (page.title, page.language) == ("Der Titel", "de")


@pytest.mark.parametrize(
    ("limits", "html", "name"),
    [
        (Limits(max_nodes=1000), "<p>x</p>" * 3000, "max_nodes"),
        (Limits(max_depth=50), "<div>" * 80 + "x", "max_depth"),
        (Limits(max_seconds=1e-9), "<p>x</p>" * 3000, "max_seconds"),
    ],
)
def test_a_page_beyond_a_limit_names_it(limits, html, name):
    with pytest.raises(LimitExceeded, match=f"raise {name}"):
        cut(html, limits=limits)


def test_a_page_without_body_tag_whose_text_the_parser_puts_into_the_head_is_read():
    assert texts("<html><title>T</title><article><p>one</p></article>") == ["one"]
