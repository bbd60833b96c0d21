"""The reader makes of any markup the elements that libxml2 2.14 makes of it."""

from html.entities import html5

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from webnoise.errors import LimitExceeded
from webnoise.model import Page
from webnoise.page.limits import Limits
from webnoise.page.parse import parse
from webnoise.page.reader import TAGS, read

COLUMNS = ("tags", "parents", "ends", "attributes", "texts", "tails")


class Columns:
    """Collect the columns of what lxml's parser reports, as a target of the parser."""

    def __init__(self):
        self.tags, self.parents, self.ends, self.attributes = [], [], [], []
        self.texts, self.tails = [], []
        self._open, self._text, self._after = [], [], None

    def start(self, tag, attributes):
        self._flush()
        self.parents.append(self._open[-1] if self._open else 0)
        self._open.append(len(self.tags))
        self._after = None
        self.tags.append(tag)
        self.attributes.append(dict(attributes))
        self.ends.append(0)
        self.texts.append(None)
        self.tails.append(None)

    def end(self, _):
        self._flush()
        self._after = self._open.pop()
        self.ends[self._after] = len(self.tags)

    def data(self, text):
        self._text.append(text)

    def close(self):
        self._flush()
        while self._open:
            self.end("")
        if not self.tags:
            return None
        end = self.ends[0]  # what follows the first root is no part of the page
        self.tails[0] = None
        return {column: getattr(self, column)[:end] for column in COLUMNS}

    def _flush(self):
        if not self._text:
            return
        text = "".join(self._text)
        self._text.clear()
        if self._after is not None:
            self.tails[self._after] = text
        elif self._open:
            self.texts[self._open[-1]] = text


def columns_of_lxml(html):
    try:
        parser = etree.HTMLParser(target=Columns(), encoding="utf-8", collect_ids=False, huge_tree=True)
        return etree.fromstring(html, parser)
    except etree.XMLSyntaxError:  # nothing but a doctype, comments or instructions
        return None


def columns_of(elements):
    return elements and {column: list(getattr(elements, column)) for column in COLUMNS}


def assert_read_as_lxml_reads(html):
    assert etree.LIBXML_VERSION[:2] >= (2, 14), "the reader follows libxml2 2.14: install a newer lxml"
    assert columns_of(read(html.encode(), Limits(), "", float("inf"))) == columns_of_lxml(html.encode())


@pytest.mark.parametrize(
    "html",
    [
        *("x", "  x", "", " ", "<!-- x -->", "<!doctype html>", "\ufeff<p>x", "\ufeff\ufeffx"),
        *("<head>  y</head>z", "<head>&#32;&nbsp;x", "<html>&#32;<p>", "<head></head> a<body b=1>x"),
        *("<p>a</p>b</body> c <b>d</b></html>e<i>f</i>", "<html/>x", "<body/>x<p>y", "<p><html/>x"),
        *(
            "<html a=1><html b=2 a=3>x</html>y</html>z",
            "<body><body c=1>a</body>b</body>c",
            "<div><head>x</head>y",
        ),
        *("<head></head><script>1</script><body>x", "<meta><p>x<meta>", "<title>a</title>b<title>c</title>"),
        *(
            "<frameset><frame></frameset>",
            "<frameset><",
            "<noframes>x</noframes><p>y",
            "<link><frameset><p>x",
        ),
    ],
)
def test_html_head_and_body_are_where_lxml_has_them(html):
    assert_read_as_lxml_reads(html)


@pytest.mark.parametrize(
    "html",
    [
        *("<div/>x<p>", "</p>x", "<br></br>x", "<b>1<p>2</b>3", "<a>1<a>2", "<h1>a<h2>b", "<form><form>x"),
        *("<ul><li>a<li>b</ul>c", "<dl><dt>a<dd>b</dl>", "<select><option>a<option>b", "<p><div>x</p>y"),
        *(
            "<p>a<table><tr><td>b</table>c",
            "<td>x<tr>y",
            "<table><div>a</table>b</div>c",
            "<div><span>a</div>b</span>c",
        ),
        *("<div><table></div>x</table>y", "<table><tr><td><div>a</tr>b</table>c", "<DIV Class=A>x</DIV>"),
    ],
)
def test_elements_end_where_lxml_ends_them(html):
    assert_read_as_lxml_reads(html)


def test_every_tag_ends_and_holds_what_it_does_for_lxml():
    tags = [*TAGS[1:], "embed", "keygen", "wbr", "source", "track", "command", "image", "template", "button"]
    for old in tags:
        assert_read_as_lxml_reads(f"<div><{old}>a<q>&amp;</{old}>c</div>")
        for new in tags:
            assert_read_as_lxml_reads(f"<{old}>1<{new}>2")
            assert_read_as_lxml_reads(f"<{old}>1<{new}>2</{old}>3")


@pytest.mark.parametrize(
    "html",
    [
        *(
            "<a b c=d b=e B=f>",
            "<a 'x y=z>t",
            "<a =b>t",
            "<a b = c>t",
            "<a b=c/>t",
            "<a/b/c>t",
            "<a b='1>2'>t",
        ),
        *(
            "<p a==b>x",
            "<p a = = b>",
            "<p a=`x y`>",
            "<p a='b'c>x",
            "<p a=b'c\"d>x",
            "<p a<b=c>x",
            "<p / a>x",
        ),
        *("<p///>x", "<p a/=b>x", "<p a=>x", "<p a= >x", "<a<b>x</a<b>y", "</p a='>'>x", "<aé B=É>x", "<é>x"),
        *("<p a='x\ry\r\n'>", "<p\ra=b\r>x", "<p\fa\fb=c>x", "<input disabled checked=checked value>"),
        *(
            "<a b='1",
            "<a b",
            "<a b=",
            "<a b=c",
            "text<",
            "text</",
            "a<1>b",
            "a<>b",
            "</",
            "</a",
            "</>x",
            "</ a>b",
        ),
        *("<svg:path x:y=1 /><fb:like>z", f"<p {'a' * 99}é{'b' * 9}c=1>x", f"<{'é' * 80}>x</{'é' * 60}>y"),
    ],
)
def test_tags_are_read_as_lxml_reads_them(html):
    assert_read_as_lxml_reads(html)


@pytest.mark.parametrize(
    "html",
    [
        *("t<!x>u", "t<?x>u", "t<!-->u", "t<!--->u-->v", "t<!--a--!>u", "t<!--a", "<!--a--", "<!--a->b-->c"),
        *(
            "<p>x<!--a--- >b-->c",
            "t<![CDATA[x]]>u",
            "x<!doctype html>y",
            "<!DOCTYPE html PUBLIC 'a>b' 'c'><p>x",
        ),
        *(
            "<script>x</scripty></script >y",
            "<script>a</script x",
            "<script></script",
            "<script/>x</script>y",
        ),
        *("<script>a<!--<script>b</script>c--></script>d", "<script><!--b</script>c", "<script><!--<script>"),
        *("<script><!--> <script>x</script>z", "<script><!-- <scripty>x</script>z", "<script>x<!--"),
        *(
            "<script>a\r\nb\rc</script>",
            "<textarea>\na\r</textarea>b",
            "<title>&amp</title>&lt",
            "<plaintext>a</p>",
        ),
    ],
)
def test_comments_and_raw_text_end_where_lxml_ends_them(html):
    assert_read_as_lxml_reads(html)


def test_references_stand_for_what_they_do_for_lxml():
    names = sorted({name.removesuffix(";") for name in html5})
    numbers = [*range(0x180), 0x2028, 0xD7FF, 0xD800, 0xDFFF, 0xFFFE, 0x10FFFF, 0x110000, 1 << 32, 10**30]
    references = [*names, *(f"#{number}" for number in numbers), *(f"#X{number:x}" for number in numbers)]
    for end in (";", "", "x", "=", "1", "&"):
        assert_read_as_lxml_reads("".join(f"<p>&{reference}{end}" for reference in references))
        assert_read_as_lxml_reads(
            "".join(f"<p a='&{reference}{end}' b=&{reference}{end}>" for reference in references)
        )
    assert_read_as_lxml_reads("&nosuch; &; &# &#; &#x; &#xg <p a='&#' b=& c='&amp'>&")


PIECES = st.one_of(
    st.sampled_from(TAGS[1:]).map(lambda tag: f"<{tag}>"),
    st.sampled_from(TAGS[1:]).map(lambda tag: f"</{tag}>"),
    st.sampled_from(
        ["<p class='a b' id=c>", "<a href=x y>", "<", ">", "</", "<!--", "-->", "<!", "<?x>", "&"]
    ),
    st.sampled_from(
        ["&amp;", "&lt", "&#233;", "&#x110000;", "&notit;", " ", "\n", "\r", "é", "漢", "x", "text "]
    ),
)


@settings(max_examples=500)
@given(st.lists(PIECES, max_size=40).map("".join))
def test_any_markup_is_read_as_lxml_reads_it(html):
    assert_read_as_lxml_reads(html)


def test_more_elements_than_allowed_are_refused():
    with pytest.raises(LimitExceeded, match=r"many\.example has more elements than max_nodes = 2,000"):
        parse(Page("https://many.example", "<p>" * 5_000), Limits(max_nodes=2_000))


@pytest.mark.parametrize(
    "html",
    [
        pytest.param("<b>" * 200_000, id="depth"),
        pytest.param(f"<p {' '.join(f'a{number}' for number in range(100_000))}>x", id="attributes"),
        pytest.param("".join(f"<a{number}>" for number in range(100_000)), id="names"),
        pytest.param("<p>" + "<!-" * 200_000, id="comments that do not begin"),
        pytest.param("&notit" * 200_000, id="references without end"),
        pytest.param(f"<script>{'<!--<script>' * 100_000}", id="scripts in a script's comment"),
    ],
)
def test_page_made_to_cost_time_is_read(html):
    assert len(read(html.encode(), Limits(), "", Limits().deadline())) > 1


def test_end_tags_that_search_in_vain_are_stopped():
    html = f"<tr><table>{'<b>' * 100_000}{'</tr>' * 100_000}"
    with pytest.raises(LimitExceeded, match="took longer than max_seconds"):
        read(html.encode(), Limits(max_seconds=0.5), "", Limits(max_seconds=0.5).deadline())
