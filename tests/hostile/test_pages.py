"""Hostile pages: refused by name or read by work that grows with the page, and written without harm."""

import json
import re
import sys
from collections import Counter
from xml.etree import ElementTree as ET
from xml.sax.saxutils import escape

import pytest

import webnoise
from research.hostile import PAGES
from webnoise.errors import WebnoiseError

SMALL, LARGE = 1_500, 6_000


def read(html):
    """The article with everything in it, or why there is none."""
    try:
        return webnoise.extract(html, url="https://e.example/a").to_dict(also=("blocks", "html", "evidence"))
    except WebnoiseError as error:
        return str(error)


def calls(html):
    """Count the functions that are called while a page is read, those of compiled modules too."""
    counted = Counter()
    sys.setprofile(lambda _, event, __: counted.update((event,)))
    try:
        read(html)
    finally:
        sys.setprofile(None)
    return counted["call"] + counted["c_call"]


@pytest.mark.parametrize("name", PAGES)
def test_calls_grow_with_the_page(name):
    """What is quadratic calls sixteen times as many functions for a page four times as large."""
    read(PAGES[name](SMALL))  # what is loaded once
    assert calls(PAGES[name](LARGE)) < 8 * calls(PAGES[name](SMALL)) + 10_000


@pytest.mark.parametrize("name", PAGES)
def test_result_can_be_written_and_is_not_much_larger_than_the_page(name):
    html = PAGES[name](SMALL)
    article = read(html)
    written = json.dumps(article, ensure_ascii=False)
    written.encode()
    assert len(written) < 30 * len(html) + 20_000
    ET.fromstring(f"<a>{escape(chr(10).join(strings(article)))}</a>")


def strings(value):
    """All texts in what is exported."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple):
        for each in value.values() if isinstance(value, dict) else value:
            yield from strings(each)


LINKS = [
    "javascript:x()", "JaVaScRiPt:x()", "java&#10;script:x()", "java&#9;script:x()", "&#1;javascript:x()", " javascript:x()",
    "java\0script:x()", "javascript&colon;x()", "&#106;avascript:x()", "vbscript:x", "data:text/html,<script>x</script>",
    "java&#8203;script:x()", "\u00a0javascript:x()", "javascript\t:x()", "view-source:javascript:x", "blob:x", "file:///etc/passwd",
    "java&#xd;&#xa;script:x()", "&Tab;javascript:x()", "jar:javascript:x!", "about:blank", "intent://x", "livescript:x()",
]  # fmt: skip


@pytest.mark.parametrize("link", LINKS)
def test_no_link_runs_anything(link):
    html = f'<article>{"<p>Some words stand here, and more of them follow.</p>" * 4}<p>And <a href="{link}">a link</a> that is bad.</p></article>'
    article = webnoise.extract(html, url="https://e.example/a")
    for written in (article.html, article.markdown):
        targets = re.findall(r"href=\"([^\"]*)\"|\]\(([^)]*)\)", written)
        assert all(
            (one or other).startswith(("http://", "https://", "mailto:", "tel:")) for one, other in targets
        ), written


def test_markup_in_the_text_stays_text():
    html = (
        "<article>"
        + "<p>Write &lt;script&gt;alert(1)&lt;/script&gt; and &lt;img src=x onerror=alert(1)&gt; here.</p>"
        * 5
    )
    article = webnoise.extract(html, url="https://e.example/a")
    assert "<script" not in article.html
    assert "<img" not in article.html
    assert not re.search(r"(?<!\\)<", article.markdown)


@pytest.mark.parametrize("url", [None, 5, b"https://e.example/", object()])
def test_address_that_is_none_is_refused_by_name(url):
    with pytest.raises(WebnoiseError, match="url must be str"):
        webnoise.extract("<p>Some words stand here.</p>", url=url)


@pytest.mark.parametrize(
    "url", ["https://e.example/\ud800", "http://[", "https://e.example:99999/a", "//", "http://a b/", "\x00"]
)
def test_odd_addresses_do_no_harm(url):
    article = webnoise.extract("<p>Some words stand here, and more of them.</p>", url=url)
    json.dumps(article.to_dict(), ensure_ascii=False).encode()
