"""A page as VIPS sees it: nodes where a browser put them, and the text between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from research.baselines.vips.box import Box
from webnoise.errors import ConfigError
from webnoise.methods.visual.visual_page import VisualPage
from webnoise.model import PageBlocks


class Part(NamedTuple):
    """A child of a node: an element, or a run of text that lies in none (`element` is then the node)."""

    element: int
    first: int
    last: int
    box: Box
    is_text: bool


class RenderedPage(VisualPage):
    """A page's nodes with their boxes."""

    def __init__(self, page: PageBlocks) -> None:
        super().__init__(page)
        boxes = [Box.of(style) for style in page.styles or ()]
        if not any(boxes):
            raise ConfigError("vips looks at a page's boxes: webnoise evaluate --rendered")
        self.boxes = _shown_boxes(self.children, boxes)
        self.colours = self._colours()
        self.lines = [box for tag, box in zip(self.tags, boxes, strict=True) if tag == "hr" and box]

    def parts(self, node: int) -> list[Part]:
        """The valid children with text, and the runs of text between them."""
        found: list[Part] = []
        behind = self.first[node]
        for child in self.children[node]:
            first, last, box = self.first[child], self.last[child], self.boxes[child]
            if last == first:
                continue
            if behind < first:
                found.append(self._run(node, behind, first, found, box))
            if box is not None and not self.invalid[child]:
                found.append(Part(child, first, last, box, is_text=False))
            behind = last
        if behind < self.last[node]:
            found.append(self._run(node, behind, self.last[node], found, None))
        return found

    def _run(self, node: int, first: int, last: int, before: Sequence[Part], after: Box | None) -> Part:
        """A run of text has no box of its own: it takes the node's width between what is above and below."""
        around = self.boxes[node] or Box(0, 0, 0, 0)
        top = min(max(around.top, before[-1].box.bottom), around.bottom) if before else around.top
        bottom = max(top, after.top if after else around.bottom)
        return Part(node, first, last, Box(around.left, top, around.width, bottom - top), is_text=True)

    def unseen(self) -> Iterator[tuple[int, int]]:
        """The texts of elements that do not appear, as ranges."""
        for element, box in enumerate(self.boxes):
            if box is None or self.invalid[element]:
                yield self.first[element], self.last[element]

    def font(self, element: int) -> tuple[float, str]:
        style = self.styles[element]
        return float(style["font-size"].removesuffix("px") or 0), style.get("font-weight", "")

    def parent(self, element: int) -> int:
        return self._outline.parents[element]

    def _colours(self) -> list[str]:
        """The background that shows at each element."""
        found: list[str] = []
        for element, style in enumerate(self.styles):
            own = style["background-color"]
            around = found[self.parent(element)] if element else "#ffffff"
            found.append(around if own == "transparent" else own)
        return found


def _shown_boxes(children: Sequence[Sequence[int]], boxes: Sequence[Box | None]) -> list[Box | None]:
    """The boxes, of a node without size (floats give their parent none) that around its children."""
    shown = list(boxes)
    for node in range(len(shown) - 1, -1, -1):
        own = shown[node]
        if own is None or not own.area:
            inner = [box for child in children[node] if (box := shown[child]) is not None]
            shown[node] = _around(inner) if inner else None
    return shown


def _around(boxes: Sequence[Box]) -> Box:
    left, top = min(box.left for box in boxes), min(box.top for box in boxes)
    return Box(left, top, max(box.right for box in boxes) - left, max(box.bottom for box in boxes) - top)
