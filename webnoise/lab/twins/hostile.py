"""Pages that shall cost much for their length: what is nested, repeated or long beyond all reason."""

from __future__ import annotations

_PROSE = "Running text of more than a hundred and fifty characters, which no menu holds. " * 3


def hostile_pages(size: int = 1000) -> dict[str, str]:
    """By what they abuse; their length grows with `size`."""
    menu = _many("<a href=/{0}>label {0}</a> ", size)
    inner_links = _many("<a href=x>w<p><a href=y>u{}</a></p></a>", size)
    quoted = "a{}='><b ' "
    return {
        "nested blocks": "<div>" * size + "x",
        "nested inline": "<b>" * 10 * size + "x",
        "nested quotes and lists": "<blockquote><ul><li>x" * size,
        "nested tables": "<table><tr><td>x" * size,
        "nested menus": "<nav>" * size + menu + _PROSE,
        "nested buttons in links": "<nav>" + "<a href=x>1<button>" * size + "x",
        "links in links": f"<nav>{inner_links}",
        "links around links": "<nav>" + "<a href=x>1<i>" * size + "x",
        "labels that come back": "<nav>" + "<a href=/a>a</a>" * 10 * size,
        "attributes": f"<p {_many('a{}=b ', 3 * size)}>x",
        "attributes without a value": f"<p {_many('a{} ', 3 * size)}>x",
        "attributes behind a quoted end": f"<p a='>' {_many(quoted, 3 * size)}>x",
        "attributes behind a comment": f"<!-- <a ' --><p {_many('a{} ', 3 * size)}>x",
        "long attribute": f"<p class='{'a ' * 50 * size}' style='{'none ' * 50 * size}'>x",
        "names": _many("<p class='a{0} b{0}' id=c{0}>x", size),
        "tags": _many("<t{0}>x</t{0}>", size),
        "open tag": "<p " * 10 * size,
        "breaks": "x<br>" * 10 * size + "<br>" * 10 * size,
        "empty elements": "<p></p>" * 10 * size + "<i></i>" * 10 * size,
        "spaces": "x" + " \u00a0\n" * 10 * size + "x",
        "one word": "x" * 100 * size,
        "unspaced": "漢" * 100 * size,
        "entities": "&amp;&#0;&unknown;&nbsp;" * 10 * size,
        "comments": "x<!-- c -->" * 10 * size,
        "unclosed comment": "<!--" * 10 * size,
        "options": "<select>" + "<option>x" * 10 * size,
        "table": "<table>" + "<tr><td>1<td>2" * 10 * size,
        "headings": _many("<h2>{}</h2>", 10 * size),
        "paragraphs below": "<div>" * 1000 + "<p>x" * 10 * size + "</div>" * 1000 + f"<p>{_PROSE}<p>{_PROSE}",
        "players": "<video><source src=x>" * size + "<audio>" * size,
        "scripts": "<script>{}</script><noscript><p>x</noscript>" * size,
        "code": "<pre>" + "\n\n<br> x" * 10 * size,
        "closings": "</div></p></nav>" * 10 * size,
        "early ends": f"<p>{_PROSE}</html>" * size,
    }


def _many(template: str, count: int) -> str:
    """A template again and again, with another number each time."""
    return "".join(template.format(number) for number in range(count))
