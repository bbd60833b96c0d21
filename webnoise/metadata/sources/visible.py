"""The text of an element as a reader sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from webnoise.page.elements import Elements

__all__ = ["UNSEEN", "VOID", "line_text", "visible_text"]

# Where the text of two neighbouring elements is two words, even without a space between them.
_BREAKING = frozenset("br div p li small h1 h2 h3 h4 td tr ul section header img time".split())
UNSEEN = frozenset("script style noscript template svg button select textarea iframe source picture".split())
VOID = frozenset("br img hr wbr input path".split())
# A headline or byline is a handful of elements deep; what is deeper is markup run wild.
_DEEPEST = 40


def visible_text(elements: Elements, element: int, limit: int = 600) -> str:
    """The text of an element on one line; more than `limit` characters of it are cut somewhere behind there.

    Neighbouring elements are parted by a space where their letters would otherwise run together.
    """
    if elements.is_leaf(element):
        return " ".join((elements.texts[element] or "").split())
    return " ".join(_text(elements, element, limit, _DEEPEST).split())


def line_text(elements: Elements, element: int, limit: int) -> str:
    """The text of an element on one line, cut somewhere behind `limit`: for bylines and dates.

    Quicker than `visible_text`: every piece of text is parted from the next, and nothing is left out.
    """
    if elements.is_leaf(element):
        return " ".join((elements.texts[element] or "").split())
    words: list[str] = []
    length = 0
    for piece in elements.strings(element):
        if not piece.isspace():
            words += piece.split()
            length += len(piece)
            if length > limit and len(" ".join(words)) > limit:
                break
    return " ".join(words)


def _text(elements: Elements, element: int, limit: int, depth: int) -> str:
    text = elements.texts[element] or ""
    for child in elements.children(element):
        if len(text) > limit and len(" ".join(text.split())) > limit:
            break
        tag = elements.tags[child]
        is_seen = depth and tag not in UNSEEN and "hidden" not in elements.attributes[child]
        inner = _text(elements, child, limit, depth - 1) if is_seen else ""
        text = _joined(text, inner, elements.tails[child] or "", tag)
    return text


def _joined(text: str, inner: str, tail: str, tag: str) -> str:
    if tag in _BREAKING:
        return f"{text} {inner} {tail}"
    if inner and tag in ("span", "a"):
        if text[-1:].isalnum() and inner[0].isalnum():
            text += " "
        if inner[-1].isalnum() and tail[:1].isalnum():
            inner += " "
    return text + inner + tail
