"""Menus and their like as one block each: what stands in them is never judged apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from webnoise.blocks.tags import UNREAD
from webnoise.model import Link
from webnoise.page.elements import Elements

# Characters. Menus have labels; a longer run of text is prose, and the element then may hold the article:
# libxml2 nests all that follows into a `nav` or `button` that the page forgot to close.
RUNNING_TEXT = 150
_LINKS_AND_UNREAD = UNREAD | {"a"}
_new = tuple.__new__  # less than half the cost of a call by name


class Folder:
    """Folds the elements of one page. Menus in menus are common where one was never closed, so it remembers
    where running text stands, and the clock is looked at for each.
    """

    def __init__(self, elements: Elements, check_time: Callable[[], None]) -> None:
        self._elements = elements
        self._check_time = check_time
        self._running = (-1, False)

    def fold(self, element: int) -> tuple[str, tuple[Link, ...]] | None:
        """All text of an element as one line, and the links in it; None where it holds running text."""
        if self._holds_running_text(element):
            return None
        self._check_time()
        elements = self._elements
        pieces: list[str] = []
        for text in elements.strings(element, UNREAD):
            if len(text) > RUNNING_TEXT and _is_running(text):
                self._running = _running_text(elements, element)
                return None
            pieces.append(text)
        line = " ".join(" ".join(pieces).split())
        return line, tuple(_links(elements, element, line))

    def _holds_running_text(self, element: int) -> bool:
        """Whether the piece that kept an element around this one from being folded lies in this one too."""
        position, is_tail = self._running
        return element + is_tail <= position < self._elements.ends[element]


def _links(elements: Elements, element: int, line: str) -> Iterator[Link]:
    """The links of an element where their labels stand in its line. A link inside a link is part of it."""
    attributes, ends, tags = elements.attributes, elements.ends, elements.tags
    end = skipped_to = 0
    for inner, tag in enumerate(tags[element : ends[element]], element):
        if inner < skipped_to or tag not in _LINKS_AND_UNREAD:
            continue
        if tag != "a":
            skipped_to = ends[inner]
        elif url := attributes[inner].get("href"):
            skipped_to = ends[inner]
            if skipped_to == inner + 1:
                label = " ".join((elements.texts[inner] or "").split())
            else:
                label = " ".join(" ".join(elements.strings(inner, UNREAD)).split())
            if label:
                start = line.index(label, end)
                end = start + len(label)
                yield _new(Link, (start, end, url))


def _running_text(elements: Elements, element: int) -> tuple[int, bool]:
    """The position of the first element inside that has running text, and whether it stands behind it."""
    skipped_to = 0
    for inner in range(element, elements.ends[element]):
        if inner < skipped_to:
            continue
        unread = elements.tags[inner] in UNREAD
        if unread:
            skipped_to = elements.ends[inner]
        if not unread and _is_running(elements.texts[inner]):
            return inner, False
        if inner != element and _is_running(elements.tails[inner]):
            return inner, True
    return -1, False


def _is_running(text: str | None) -> bool:
    if text is None or len(text) <= RUNNING_TEXT:
        return False
    return len(" ".join(text.split())) > RUNNING_TEXT
