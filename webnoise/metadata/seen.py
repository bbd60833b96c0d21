"""The text of an element as a reader sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.html import HtmlElement

__all__ = ["UNSEEN", "VOID", "line_text", "visible_text"]

# Where the text of two neighbouring elements is two words, even without a space between them.
_BREAKING = {
    "br",
    "div",
    "p",
    "li",
    "small",
    "h1",
    "h2",
    "h3",
    "h4",
    "td",
    "tr",
    "ul",
    "section",
    "header",
    "img",
    "time",
}
UNSEEN = {
    "script",
    "style",
    "noscript",
    "template",
    "svg",
    "button",
    "select",
    "textarea",
    "iframe",
    "source",
    "picture",
}
VOID = {"br", "img", "hr", "wbr", "input", "path"}
# A headline or byline is a handful of elements deep; what is deeper is markup run wild.
_DEEPEST = 40


def visible_text(element: HtmlElement, limit: int = 600) -> str:
    """The text of an element on one line; more than `limit` characters of it are cut somewhere behind there.

    Neighbouring elements are parted by a space where their letters would otherwise run together.
    """
    text = _text(element, limit, _DEEPEST) if len(element) else element.text or ""
    return " ".join(text.split())


def line_text(element: HtmlElement, limit: int) -> str:
    """The text of an element on one line, cut somewhere behind `limit`: for bylines and dates.

    Quicker than `visible_text`: every piece of text is parted from the next, and nothing is left out.
    """
    if not len(element):
        return " ".join((element.text or "").split())
    words: list[str] = []
    length = 0
    for piece in element.itertext():
        if not piece.isspace():
            words += piece.split()
            length += len(piece)
            if length > limit and len(" ".join(words)) > limit:
                break
    return " ".join(words)


def _text(element: HtmlElement, limit: int, depth: int) -> str:
    text = element.text or ""
    for child in element:
        if len(text) > limit and len(" ".join(text.split())) > limit:
            break
        inner = _text(child, limit, depth - 1) if depth and _is_seen(child) else ""
        text = _joined(text, inner, child)
    return text


def _is_seen(element: HtmlElement) -> bool:
    tag = element.tag
    return isinstance(tag, str) and tag not in UNSEEN and element.get("hidden") is None


def _joined(text: str, inner: str, child: HtmlElement) -> str:
    tail = child.tail or ""
    if child.tag in _BREAKING:
        return f"{text} {inner} {tail}"
    if inner and child.tag in ("span", "a"):
        if text[-1:].isalnum() and inner[0].isalnum():
            text += " "
        if inner[-1].isalnum() and tail[:1].isalnum():
            inner += " "
    return text + inner + tail
