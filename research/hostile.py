"""Pages that mean harm, made by code: each is a function of how large it shall be."""

from __future__ import annotations

from collections.abc import Callable

_JSON = '<script type="application/ld+json">'
_MARKED = "a\u0301\u0323"
_TEXT = "<p>" + "Some words stand here, and a few more. " * 12 + "</p>"


def _n(size: int, share: float) -> int:
    return max(1, int(size * share))


def _many(template: str, count: int) -> str:
    """A template again and again, with another number each time."""
    return "".join(template.format(number) for number in range(count))


PAGES: dict[str, Callable[[int], str]] = {
    "rows of one table": lambda n: "<table>" + "<tr><td>a b c d.</td></tr>" * n + "</table>",
    "cells of one row": lambda n: "<table><tr>" + "<td>cell, some.</td>" * n + "</table>",
    "one wide row and many narrow ones": lambda n: (
        "<table><tr>" + "<td>a</td>" * n + "</tr>" + "<tr><td>b</td></tr>" * n + "</table>"
    ),
    "fields of one form": lambda n: "<form>" + "<input><label>x</label>" * n + "</form>",
    "wide links inside deep elements": lambda n: (
        "<div>" * min(n // 10, 700) + "".join(f"<a href=/x{i}>{'word ' * 20}</a>" for i in range(n))
    ),
    "unclosed JSON": lambda n: _JSON + '{"a":"' + '\\"' * n + "</script>" + _TEXT,
    "comments in JSON": lambda n: _JSON + "/*" * n + "</script>" + _TEXT,
    "marks before JSON": lambda n: _JSON + "<!--" * n + "{</script>" + _TEXT,
    "lines in JSON": lambda n: _JSON + '{"a":"b"' + "\n" * n + "x}</script>" + _TEXT,
    "deep JSON": lambda n: _JSON + "[" * n + "</script>" + _TEXT,
    "many nodes of JSON": lambda n: (
        _JSON + "[" + '{"@type":"NewsArticle","headline":"a"},' * n + "{}]</script>" + _TEXT
    ),
    "pictures inside deep spans": lambda n: (
        _TEXT + "<span>" * n + _many("<img src=a{}.jpg width=500 height=500>", n) + _TEXT
    ),
    "cells inside deep spans": lambda n: "<table><tr>" + "<span>" * n + "<td>a b c.</td>" * n,
    "unclosed scripts": lambda n: "<script" * n,
    "pictures with one long caption": lambda n: (
        _TEXT + "<figure>" + _many("<img src=a{}.jpg>", _n(n, 0.2))
        + "<figcaption>" + "cap " * n + "</figcaption></figure>" + _TEXT
    ),
    "nested menus": lambda n: "<nav>" * min(n, 1000) + "<button>" * n + "<select>" * 10 + "x",
    "srcset of commas": lambda n: _TEXT + f"<img src=a.jpg srcset='{',' * n}'>" + _TEXT,
    "srcset of addresses": lambda n: _TEXT + f"<img src=a.jpg srcset='{'a.jpg 1x, ' * n}'>" + _TEXT,
    "title of marks": lambda n: "<title>" + _MARKED * n + "</title><h1>" + _MARKED * n + "</h1>" + _TEXT,
    "title of bars": lambda n: f"<title>a {'|' * n}b</title><h1>a {'-' * n}b</h1>" + _TEXT,
    "byline of dots": lambda n: f"<h1>A</h1><p class=byline>By {'. ' * n}x</p>" + _TEXT,
    "attributes of one tag": lambda n: "<div " + _many("a{}=b ", n) + ">" + _TEXT,
    "author of at signs": lambda n: f"<meta name=author content='{'a@' * n}'>" + _TEXT,
    "author of spaces": lambda n: (
        f"<meta name=author content='By {' ' * n}x'><h1>A</h1><p class=byline>By {'and ' * n}</p>" + _TEXT
    ),
    "deep elements": lambda n: "<div>" * n + "text",
    "deep inline elements": lambda n: "<b>" * n + "text",
    "deep lists": lambda n: "<ul><li>" * n + "some text here.",
    "deep tables": lambda n: "<table><tr><td>a" * n,
    "one long text": lambda n: "<p>" + "word " * (10 * n),
    "one long word": lambda n: "<p>" + "x" * (20 * n),
    "one long class": lambda n: f"<div class='{'x ' * (10 * n)}'>" + _TEXT,
    "doctypes": lambda n: "<!DOCTYPE[" * n + _TEXT,
    "comments": lambda n: "<!--" * n + _TEXT,
    "brackets": lambda n: "<" * (10 * n) + _TEXT,
    "entities": lambda n: "<p>" + "&amp;" * (10 * n),
    "links of one paragraph": lambda n: "<p>" + "<a href=/a>w</a> " * n,
    "headlines": lambda n: "<h1>Head line</h1>" * n + _TEXT,
    "dates": lambda n: "<h1>A</h1>" + "<time datetime=2024-01-01>1 January 2024</time>" * n + _TEXT,
    "digits": lambda n: "<h1>A</h1><p class=date>" + "1 " * n + "</p>" + _TEXT,
    "metas": lambda n: "<meta property=og:title content=abc>" * n + _TEXT,
    "bylines": lambda n: "<h1>t</h1>" + "<span class=author>By Jane Doe</span>" * n + _TEXT,
    "figures": lambda n: (
        "<article><h1>x</h1>"
        + "<p>Some words.</p><figure><img src=a.jpg><figcaption>cap</figcaption></figure>" * _n(n, 0.3)
    ),
    "unclosed everything": lambda n: "<p><b><a href=x><i><table><td><ul><li>x" * _n(n, 0.1),
    "data addresses": lambda n: _TEXT + f"<img src='data:image/png;base64,{'A' * (50 * n)}'>" + _TEXT,
    "nul bytes": lambda n: "<p>" + "\0a" * n + _TEXT,
    "lone surrogates": lambda n: "<p>" + "\ud800a" * n + _TEXT,
    "control references": lambda n: "<title>a&#1;b&#xFFFF;</title><p>" + "&#2;&#x1f;a " * n + _TEXT,
    "other direction": lambda n: "<p>" + "\u202ea\u200b" * n + _TEXT,
    "menus around menus": lambda n: "<nav>" * 1000 + _many("<a href=/{0}>label {0}</a> ", n) + _TEXT,
    "buttons in links": lambda n: "<nav>" + "<a href=x>1<button>" * n + "x",
    "links in links": lambda n: "<nav>" + _many("<a href=x>w<p><a href=y>u{}</a></p></a>", n),
    "links around links": lambda n: "<nav>" + "<a href=x>1<i>" * n + "x",
    "links around nothing": lambda n: "<nav>" + "<a href=x><i>" * n,
    "links that no reader sees": lambda n: "<nav>" + "<b>a</b>" * n + "<noscript>" + "<a href=x>z</a>" * n,
    "labels that come back": lambda n: "<nav>" + "<a href=/a>a</a>" * n,
    "labels with gaps": lambda n: "<nav>" + "<a href=/a>a<i>&nbsp;</i>b</a>" * n,
    "attributes without a value": lambda n: f"<p {_many('a{} ', n)}>" + _TEXT,
    "attributes behind a quoted end": lambda n: "<p a='>' " + _many("a{}='><b ' ", n) + ">" + _TEXT,
    "attributes behind a comment": lambda n: f"<!-- <a ' --><p {_many('a{} ', n)}>" + _TEXT,
    "one long style": lambda n: f"<div style='{'none ' * (10 * n)}'>" + _TEXT,
    "names": lambda n: _many("<p class='a{0} b{0}' id=c{0}>x", n),
    "tags": lambda n: _many("<t{0}>x</t{0}>", n),
    "unclosed tags": lambda n: "<p " * n,
    "breaks": lambda n: "x<br>" * n + "<br>" * n,
    "empty elements": lambda n: "<p></p>" * n + "<i></i>" * n,
    "spaces": lambda n: "x" + " \u00a0\n" * n + "x",
    "one long text without spaces": lambda n: "漢" * (20 * n),
    "unknown entities": lambda n: "&#0;&unknown;&nbsp;" * n,
    "comments between words": lambda n: "x<!-- c -->" * n,
    "options": lambda n: "<select>" + "<option>x" * n,
    "paragraphs far below": lambda n: "<div>" * 1000 + "<p>x" * n + "</div>" * 1000 + 2 * _TEXT,
    "players": lambda n: "<video><source src=x>" * n + "<audio>" * n,
    "scripts": lambda n: "<script>{}</script><noscript><p>x</noscript>" * n,
    "code": lambda n: "<pre>" + "\n\n<br> x" * n,
    "ends of nothing": lambda n: "<p>x" + "</div></p></nav>" * n,
    "early ends": lambda n: "<p>word</html>" * n + _TEXT,
}  # fmt: skip
