"""Pages that mean harm, made by code: each is a function of how large it shall be."""

MARKED = "a\u0301\u0323"
PARAGRAPHS = "<p>" + "Some words stand here, and a few more. " * 12 + "</p>"


def _n(size, share=1.0):
    return max(1, int(size * share))


PAGES = {
    "rows of one table": lambda n: "<table>" + "<tr><td>a b c d.</td></tr>" * n + "</table>",
    "cells of one row": lambda n: "<table><tr>" + "<td>cell, some.</td>" * n + "</table>",
    "one wide row and many narrow ones": lambda n: (
        "<table><tr>" + "<td>a</td>" * n + "</tr>" + "<tr><td>b</td></tr>" * n + "</table>"
    ),
    "fields of one form": lambda n: "<form>" + "<input><label>x</label>" * n + "</form>",
    "wide links inside deep elements": lambda n: (
        "<div>" * min(n // 10, 700) + "".join(f"<a href=/x{i}>{'word ' * 20}</a>" for i in range(n))
    ),
    "unclosed JSON": lambda n: '<script type="application/ld+json">{"a":"' + '\\"' * n + "</script>" + PARAGRAPHS,
    "comments in JSON": lambda n: '<script type="application/ld+json">' + "/*" * n + "</script>" + PARAGRAPHS,
    "marks before JSON": lambda n: '<script type="application/ld+json">' + "<!--" * n + "{</script>" + PARAGRAPHS,
    "lines in JSON": lambda n: '<script type="application/ld+json">{"a":"b"' + "\n" * n + "x}</script>" + PARAGRAPHS,
    "deep JSON": lambda n: '<script type="application/ld+json">' + "[" * n + "</script>" + PARAGRAPHS,
    "many nodes of JSON": lambda n: (
        '<script type="application/ld+json">[' + '{"@type":"NewsArticle","headline":"a"},' * n + "{}]</script>" + PARAGRAPHS
    ),
    "pictures inside deep spans": lambda n: (
        PARAGRAPHS + "<span>" * n + "".join(f"<img src=a{i}.jpg width=500 height=500>" for i in range(n)) + PARAGRAPHS
    ),
    "cells inside deep spans": lambda n: "<table><tr>" + "<span>" * n + "<td>a b c.</td>" * n,
    "unclosed scripts": lambda n: "<script" * n,
    "pictures with one long caption": lambda n: (
        PARAGRAPHS + "<figure>" + "".join(f"<img src=a{i}.jpg>" for i in range(_n(n, 0.2)))
        + "<figcaption>" + "cap " * n + "</figcaption></figure>" + PARAGRAPHS
    ),
    "nested menus": lambda n: "<nav>" * min(n, 1000) + "<button>" * n + "<select>" * 10 + "x",
    "srcset of commas": lambda n: PARAGRAPHS + f"<img src=a.jpg srcset='{',' * n}'>" + PARAGRAPHS,
    "srcset of addresses": lambda n: PARAGRAPHS + f"<img src=a.jpg srcset='{'a.jpg 1x, ' * n}'>" + PARAGRAPHS,
    "title of marks": lambda n: "<title>" + MARKED * n + "</title><h1>" + MARKED * n + "</h1>" + PARAGRAPHS,
    "attributes of one tag": lambda n: "<div " + " ".join(f"a{i}=b" for i in range(n)) + ">" + PARAGRAPHS,
    "author of at signs": lambda n: f"<meta name=author content='{'a@' * n}'>" + PARAGRAPHS,
    "author of spaces": lambda n: f"<meta name=author content='By {' ' * n}x'><h1>A</h1><p class=byline>By {'and ' * n}</p>" + PARAGRAPHS,
    "deep elements": lambda n: "<div>" * n + "text",
    "deep inline elements": lambda n: "<b>" * n + "text",
    "deep lists": lambda n: "<ul><li>" * n + "some text here.",
    "deep tables": lambda n: "<table><tr><td>a" * n,
    "one long text": lambda n: "<p>" + "word " * (10 * n),
    "one long word": lambda n: "<p>" + "x" * (20 * n),
    "one long class": lambda n: f"<div class='{'x ' * (10 * n)}'>" + PARAGRAPHS,
    "doctypes": lambda n: "<!DOCTYPE[" * n + PARAGRAPHS,
    "comments": lambda n: "<!--" * n + PARAGRAPHS,
    "brackets": lambda n: "<" * (10 * n) + PARAGRAPHS,
    "entities": lambda n: "<p>" + "&amp;" * (10 * n),
    "links of one paragraph": lambda n: "<p>" + "<a href=/a>w</a> " * n,
    "headlines": lambda n: "<h1>Head line</h1>" * n + PARAGRAPHS,
    "dates": lambda n: "<h1>A</h1>" + "<time datetime=2024-01-01>1 January 2024</time>" * n + PARAGRAPHS,
    "digits": lambda n: "<h1>A</h1><p class=date>" + "1 " * n + "</p>" + PARAGRAPHS,
    "metas": lambda n: "<meta property=og:title content=abc>" * n + PARAGRAPHS,
    "bylines": lambda n: "<h1>t</h1>" + "<span class=author>By Jane Doe</span>" * n + PARAGRAPHS,
    "figures": lambda n: (
        "<article><h1>x</h1>"
        + "<p>Some words stand here, and more of them.</p><figure><img src=a.jpg><figcaption>cap</figcaption></figure>" * _n(n, 0.3)
    ),
    "unclosed everything": lambda n: "<p><b><a href=x><i><table><td><ul><li>x" * _n(n, 0.1),
    "data addresses": lambda n: PARAGRAPHS + f"<img src='data:image/png;base64,{'A' * (50 * n)}'>" + PARAGRAPHS,
    "nul bytes": lambda n: "<p>" + "\0a" * n + PARAGRAPHS,
    "lone surrogates": lambda n: "<p>" + "\ud800a" * n + PARAGRAPHS,
    "control references": lambda n: "<title>a&#1;b&#xFFFF;</title><p>" + "&#2;&#x1f;a " * n + PARAGRAPHS,
    "other direction": lambda n: "<p>" + "\u202ea\u200b" * n + PARAGRAPHS,
}  # fmt: skip
