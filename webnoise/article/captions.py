"""The captions of a page's pictures: in a figure, or in another element that holds a picture and its line."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from webnoise.features.advertising import declared_size
from webnoise.model import Block, PageBlocks
from webnoise.text.lists import read_list
from webnoise.text.words import name_parts

SMALL_SIDE = 100
"""Pixels. A picture known to be narrower or lower is a portrait, logo or button beside the text."""

FARTHEST_BOX = 100
"""Elements around a picture that are searched; a caption box is a few of them away."""

_NAMES = frozenset(read_list("webnoise.article", "caption_names.txt"))
# A caption with its credit; what is longer is a text beside a picture.
_MOST_BLOCKS, _LONGEST = 3, 400
# Table cells and floating boxes are padded; a column of text is wider than that around its picture.
_PADDING = 40  # pixels
_FEWEST_PARAGRAPHS = 3


def captions(page: PageBlocks, first: int, last: int) -> Iterator[Block]:
    """Yield the captions of the pictures among the blocks from `first` to `last`, or right next to them."""
    outline, boxes = page.outline, CaptionBoxes(page)
    for picture in boxes.images:
        if first - _MOST_BLOCKS <= outline.first_block[picture] <= last + 1:
            width, height = declared_size(outline.attributes[picture])
            if min(width or SMALL_SIDE, height or SMALL_SIDE) < SMALL_SIDE:  # too small to be the article's
                continue
            box = boxes.around(picture)
            if box is not None:
                yield from boxes.captions(box)


class CaptionBoxes:
    """The caption boxes of a page: the elements that hold one picture and its caption."""

    def __init__(self, page: PageBlocks) -> None:
        self._page, self._outline = page, page.outline
        self.images = page.outline.tagged("img")
        self._found: dict[int, int | None] = {}

    def around(self, picture: int) -> int | None:
        """Return the innermost caption box around a picture, None where there is none.

        That is a figure; else an element of little text that is named after captions, holds one so named, is
        as wide as the picture, as table cells and floating boxes around pictures are, or lies between
        paragraphs.
        """
        if picture not in self._found:
            self._found[picture] = self._innermost(picture)
        return self._found[picture]

    def captions(self, box: int) -> tuple[Block, ...]:
        """Return the blocks of a box that are marked as its caption; where none is, all but links."""
        blocks = self._blocks(box)
        marked = tuple(block for block in blocks if self._is_caption(block, box))
        if marked or not _is_little(blocks):
            return marked
        return tuple(block for block in blocks if block.linked_length * 2 < len(block.text))

    def _innermost(self, picture: int) -> int | None:
        width = declared_size(self._outline.attributes[picture])[0]
        possible = True
        for element in islice(self._outline.ancestors(picture), FARTHEST_BOX):
            if self._outline.tags[element] == "figure":
                return element
            possible = possible and self._holds_little(element, picture)
            if possible and (self._is_named(element) or self._holds_caption(element, picture, width)):
                return element
        return None

    def _holds_little(self, element: int, picture: int) -> bool:
        """Whether an element holds little text, no heading and no other picture."""
        blocks, images = self._blocks(element), self.images
        if not _is_little(blocks) or any(block.kind == "heading" for block in blocks):
            return False
        held = bisect_left(images, self._outline.ends[element]) - bisect_left(images, element + 1)
        return held <= (self._outline.tags[picture] == "img")

    def _holds_caption(self, element: int, picture: int, width: int | None) -> bool:
        """Whether the text of an element is a caption, though it is not named so; most have no text."""
        blocks = self._blocks(element)
        return bool(blocks) and (
            self._fits(element, width)
            or any(self._is_caption(block, element) for block in blocks)
            or self._is_between_paragraphs(element, picture)
        )

    def _fits(self, element: int, width: int | None) -> bool:
        own = declared_size(self._outline.attributes[element])[0]
        return own is not None and width is not None and width <= own <= width + _PADDING

    def _is_between_paragraphs(self, element: int, picture: int) -> bool:
        """Whether a picture with a line below it lies between paragraphs, as their sibling.

        In galleries and lists of products, whose lines are text, all siblings are such pictures.
        """
        if any(block.kind != "text" or block.element <= picture for block in self._blocks(element)):
            return False
        parents = self._outline.parents
        around = parents[element]
        siblings = (block for block in self._blocks(around) if parents[block.element] == around)
        return len(list(islice(siblings, _FEWEST_PARAGRAPHS))) == _FEWEST_PARAGRAPHS

    def _is_caption(self, block: Block, box: int) -> bool:
        """Whether a block is marked as caption, by its element or one around it inside the box."""
        if block.kind == "caption":
            return True
        element = block.element
        while element > box:
            if self._is_named(element):
                return True
            element = self._outline.parents[element]
        return False

    def _is_named(self, element: int) -> bool:
        attributes = self._outline.attributes[element]
        return bool(attributes) and _names_caption(attributes.get("class", ""), attributes.get("id", ""))

    def _blocks(self, element: int) -> tuple[Block, ...]:
        return self._page.blocks[self._outline.first_block[element] : self._outline.last_block[element]]


def _is_little(blocks: tuple[Block, ...]) -> bool:
    return len(blocks) <= _MOST_BLOCKS and sum([len(block.text) for block in blocks]) <= _LONGEST


@lru_cache(maxsize=4096)
def _names_caption(classes: str, identifier: str) -> bool:
    return not _NAMES.isdisjoint(name_parts(f"{classes} {identifier}"))
