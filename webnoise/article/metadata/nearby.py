"""The short lines around the headline, where readers look for who wrote the article and when."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from webnoise.article.metadata.seen import visible_text

if TYPE_CHECKING:
    from lxml.html import HtmlElement

__all__ = ["Line", "lines_near"]

# How many elements before and after the headline are looked at, and the longest line that is one.
# Chosen on the development halves of the corpora: wider windows reach into teasers, narrower ones lose
# bylines below a lead image.
_BEFORE = 30
_AFTER = 90
_LONGEST_LINE = 160
_SKIPPED = {"script", "style", "svg", "path", "noscript", "template", "img", "br", "source", "picture", "iframe", "use"}


class Line(NamedTuple):
    """A short text; `distance` counts elements from the headline, negative before it."""

    text: str
    distance: int
    element: HtmlElement


def lines_near(headline: HtmlElement) -> list[Line]:
    """Every element with a short text around the headline, in document order; nested ones repeat."""
    after = _following(headline)
    before = _preceding(headline)
    return [*before, *after]


def _following(headline: HtmlElement) -> list[Line]:
    lines: list[Line] = []
    distance = 0
    for element in _after(headline):
        distance += 1
        if distance > _AFTER:
            break
        if text := _short_text(element):
            lines.append(Line(text, distance, element))
        if (tail := element.tail) and 6 <= len(tail := " ".join(tail.split())) <= _LONGEST_LINE:
            lines.append(Line(tail, distance, element))
    return lines


def _after(headline: HtmlElement):  # noqa: ANN202 - lxml's iterators have no name of their own
    """The elements that follow in document order, those inside the headline left out."""
    current = headline
    while current is not None:
        for sibling in current.itersiblings():
            for element in sibling.iter():
                if isinstance(element.tag, str) and element.tag not in _SKIPPED:
                    yield element
        current = current.getparent()


def _preceding(headline: HtmlElement) -> list[Line]:
    lines: list[Line] = []
    distance = 0
    current = headline
    while current is not None and distance < _BEFORE:
        for sibling in current.itersiblings(preceding=True):
            inner = [element for element in sibling.iter() if isinstance(element.tag, str) and element.tag not in _SKIPPED]
            for element in reversed(inner[-_BEFORE:]):
                distance += 1
                if text := _short_text(element):
                    lines.append(Line(text, -distance, element))
            if distance >= _BEFORE:
                break
        current = current.getparent()
    lines.reverse()
    return lines


def _short_text(element: HtmlElement) -> str | None:
    if len(element) > 12:
        return None
    text = visible_text(element, _LONGEST_LINE + 1)
    return text if 4 <= len(text) <= _LONGEST_LINE else None
