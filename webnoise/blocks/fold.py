"""Menus and their like as one block each: what stands in them is never judged apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from webnoise.blocks.tags import UNREAD
from webnoise.model import Link
from webnoise.page.elements import Elements

# Characters. Menus have labels; a longer run of text is prose, and the element then may hold the article:
# libxml2 nests all that follows into a `nav` or `button` that the page forgot to close.
RUNNING_TEXT = 150
_BLANKS = " \t\n\r"
_link = Link._make  # half the cost of a call by name


def fold(
    elements: Elements, element: int, check_time: Callable[[], None]
) -> tuple[str, tuple[Link, ...]] | None:
    """All text of an element as one line, and the links in it; None where it holds running text.

    The clock is looked at on the way: menus in menus and links in links are read again and again.
    """
    check_time()
    pieces: list[str] = []
    for text in _strings(elements, element):
        piece = " ".join(text.split())
        if len(piece) > RUNNING_TEXT:
            return None
        pieces.append(piece)
    line = " ".join(pieces)
    links: list[Link] = []
    end = 0
    for count, anchor in enumerate(elements.inside(element, "a")):
        if not count & 15:
            check_time()
        url = elements.attributes[anchor].get("href")
        label = (
            elements.texts[anchor]
            if elements.is_leaf(anchor)
            else " ".join(_strings(elements, anchor))
            if url
            else None
        )
        if url and label and (label := " ".join(label.split())) and (start := line.find(label, end)) >= 0:
            end = start + len(label)
            links.append(_link((start, end, url)))
    return line, tuple(links)


def _strings(elements: Elements, element: int) -> Iterator[str]:
    """The pieces of text in an element that a reader sees."""
    return (text for text in elements.strings(element, UNREAD) if text.strip(_BLANKS))
