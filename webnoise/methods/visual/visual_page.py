"""The nodes of a page as a reader sees them: paper 002's kinds of nodes (section 5.3) and visual distances.

The outline tells the text of one block-level element from that of another; a text node is text that stands
in an element, but in none of its children.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate
from operator import itemgetter, ne

from webnoise.model import Outline, PageBlocks
from webnoise.text.lists import read_groups

VIEWPORT = (1280, 800)
"""Width and height in px of the screen that media queries and percentages are read for: a common desktop."""
_INITIAL = {
    "width": "auto", "height": "auto", "float": "none", "clear": "none", "background-color": "transparent",
    "font-size": "", "border-top-width": "0px", "border-right-width": "0px", "border-bottom-width": "0px",
    "border-left-width": "0px",
}  # fmt: skip
PROPERTIES = (*_INITIAL, "display")
"""What a style tells: lengths as `12px` or `auto`, colours as `#rrggbb` or `transparent`, CSS keywords."""
ASKED_OF_BROWSERS = (*PROPERTIES, "font-weight")
_UNSTYLED = {**_INITIAL, "font-size": "16px", "display": ""}

_TAGS = {kind: frozenset(tags) for kind, tags in read_groups("webnoise.methods.visual", "tags.txt").items()}
_WHITE = frozenset({"#ffffff", "transparent"})
_BORDERS = {side: f"border-{side}-width" for side in ("top", "right", "bottom", "left")}
Look = tuple[str, ...]
_properties: Callable[[Mapping[str, str]], Look] = itemgetter(*_INITIAL)
_ROWS = frozenset({"tr", "tbody", "thead", "tfoot"})


@dataclass(frozen=True, slots=True)
class SeenBlocks(PageBlocks):
    """A page's blocks with what a reader sees of the elements: columns beside those of the outline.

    `text_nodes` marks the elements that have a text node among their children.
    """

    text_nodes: Sequence[bool] = field(default=(), repr=False)


class VisualPage:
    """A page's outline with the look of its elements; without styles, every element looks plain."""

    def __init__(self, page: PageBlocks) -> None:
        outline = page.outline
        self._outline = outline
        with_text = {block.element for block in page.blocks}
        self._text_nodes: Sequence[bool] = (
            page.text_nodes if isinstance(page, SeenBlocks) else [e in with_text for e in range(len(outline))]
        )
        self.styles: Sequence[Mapping[str, str]] = page.styles or [_UNSTYLED] * len(outline)
        self.tags = outline.tags
        self.first = outline.first_block
        self.last = outline.last_block
        self.children = _children(outline)
        self.inline, self.invalid = self._kinds()
        # running count, so that a subtree's is a difference
        self._line_breaks = [*accumulate((not inline for inline in self.inline), initial=0)]
        self._looks = list(map(_properties, self.styles))

    def _kinds(self) -> tuple[list[bool], list[bool]]:
        """Which elements are inline, and which do not appear."""
        inline, invalid = [], []
        for tag, style in zip(self.tags, self.styles, strict=True):
            display = style["display"]
            inline.append(display.startswith("inline") if display else tag not in _TAGS["line_break"])
            invalid.append(display == "none" or tag in _TAGS["invalid"])
        return inline, invalid

    def range_of(self, element: int) -> list[tuple[int, int]]:
        """The blocks of text of an element, as a list of one range."""
        return [(self.first[element], self.last[element])]

    # Kinds of nodes

    def is_partially_valid(self, element: int) -> bool:
        """Appears only when something visible is in it."""
        return self.inline[element] or self.tags[element] in _TAGS["partially_valid"]

    def is_valid(self, element: int) -> bool:
        return not self.is_partially_valid(element) or self._has_content(element)

    def _has_content(self, element: int) -> bool:
        if self.inline[element]:
            return self.tags[element] not in _TAGS["empty_inline"]
        return self.last[element] > self.first[element]

    def has_text_node(self, element: int) -> bool:
        """Has a text node among its children."""
        return self._text_nodes[element]

    def is_virtual_text(self, element: int) -> bool:
        """Inline, with nothing but text and virtual text inside."""
        below = self._line_breaks[self._outline.ends[element]] - self._line_breaks[element + 1]
        return self.inline[element] and below == 0

    def is_separator(self, element: int) -> bool:
        """A rule, or a valid node with nothing in it.

        Departs: one without height, border and colour is not seen and separates nothing.
        """
        if self.tags[element] == "hr":
            return True
        if self.inline[element] or self._outline.ends[element] > element + 1 or self._has_content(element):
            return False
        borders = self.has_border(element, "top") or self.has_border(element, "bottom")
        return borders or self._has_height(element)

    def is_coloured_bar(self, element: int) -> bool:
        """A DIV with nothing in it, of some height, in a colour that is not white."""
        if self.tags[element] != "div" or self._outline.ends[element] > element + 1:
            return False
        if self._has_content(element):
            return False
        return self._has_height(element) and self.styles[element]["background-color"] not in _WHITE

    def _has_height(self, element: int) -> bool:
        return self.styles[element]["height"] not in ("auto", "0px", "")

    # Looks

    def has_border(self, element: int, side: str) -> bool:
        return self.styles[element][_BORDERS[side]] not in ("0px", "")

    def background(self, element: int) -> str:
        """The colour behind an element: its own, else what shows through from around it."""
        own = self.styles[element]["background-color"]
        if own != "transparent":
            return own
        row = self._outline.parents[element]
        return self.styles[row]["background-color"] if self.tags[row] == "tr" else own

    def rows(self, table: int) -> Iterator[int]:
        """The rows of a table, those in its sections too."""
        for child in self.children[table]:
            if self.tags[child] == "tr":
                yield child
            elif self.tags[child] in _ROWS:
                yield from (row for row in self.children[child] if self.tags[row] == "tr")

    def stand_side_by_side(self, left: int, right: int, parent: int) -> bool:
        """Two floats next to each other that fit into their parent's width."""
        one, other = self.styles[left], self.styles[right]
        if one["float"] != "left" or one["clear"] not in ("none", "both"):
            return False
        if other["float"] not in ("left", "right") or other["clear"] != "none":
            return False
        widths = _px(one["width"]), _px(other["width"])
        return (
            None not in widths and sum(w or 0 for w in widths) <= self._width(parent) + 1
        )  # a pixel of rounding

    def _width(self, element: int) -> float:
        """The width there is inside an element: its own, else the next one's around it that has one."""
        width = _px(self.styles[element]["width"])
        for ancestor in self._outline.ancestors(element):
            if width is not None:
                break
            width = _px(self.styles[ancestor]["width"])
        return VIEWPORT[0] if width is None else width

    def distance(self, one: int, other: int) -> int:
        """Visual distance: the number of properties that differ."""
        return _distance(self._looks[one], self._looks[other])

    def distance_to_parent(self, child: int, parent: int) -> int:
        """The number of properties that the child sets and that differ from its parent's."""
        return _step(self._looks[child], self._looks[parent])


@lru_cache(maxsize=4096)
def _distance(one: Look, other: Look) -> int:
    return sum(map(ne, one, other))


@lru_cache(maxsize=4096)
def _step(child: Look, parent: Look) -> int:
    properties = zip(child, parent, _INITIAL.values(), strict=True)
    return sum(own not in (around, none) for own, around, none in properties)


def _children(outline: Outline) -> list[list[int]]:
    found: list[list[int]] = [[] for _ in outline.tags]
    for element in range(1, len(outline)):
        found[outline.parents[element]].append(element)
    return found


def _px(length: str) -> float | None:
    try:
        return float(length.removesuffix("px"))
    except ValueError:  # auto
        return None
