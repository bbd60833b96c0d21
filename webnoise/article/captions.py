"""The captions of a page's pictures: in a figure, or in whatever else frames a picture and its line."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice

from webnoise.features.advertising import declared_size
from webnoise.model import Block, Outline, PageBlocks
from webnoise.native import compiled
from webnoise.text.lists import read_list
from webnoise.text.words import name_parts

SMALL_SIDE = 100
"""Pixels. A picture known to be narrower or lower is a portrait, logo or button beside the text."""

FARTHEST_FRAME = 100
"""Elements around a picture that are looked at; a frame is a few of them away."""

_NAMES = frozenset(read_list("webnoise.article", "caption_names.txt"))
# A caption with its credit; what is longer is a text beside a picture.
MOST_BLOCKS, LONGEST = 3, 400
# Table cells and floating boxes are padded; a column of text is wider than that around its picture.
_PADDING = 40  # pixels
_FEWEST_PARAGRAPHS = 3


def caption_frame(page: PageBlocks, picture: int) -> int | None:
    """The innermost element around a picture that is there for it and its caption; None where none is.

    That is a figure; else an element of little text that is named after captions, holds one so named, is made
    as wide as the picture, as table cells and floating boxes around pictures are, or stands among paragraphs.
    """
    return _innermost(page, picture, *_frames(page, picture))


def _frames(page: PageBlocks, picture: int) -> tuple[list[int], int]:
    native = compiled("article")
    twin = native.frames if native and native.reads(page.outline.attributes) else frames
    found: tuple[list[int], int] = twin(page.outline, page.blocks, picture)
    return found


def _innermost(page: PageBlocks, picture: int, around: Sequence[int], figure: int) -> int | None:
    """The innermost of the elements that may frame a picture that does, the figure last; None for none."""
    width = declared_size(page.outline.attributes[picture])[0]
    for element in around:
        if _is_named(page, element) or _holds_caption(page, element, picture, width):
            return element
    return figure if figure >= 0 else None


def frames(outline: Outline, blocks: Sequence[Block], picture: int) -> tuple[list[int], int]:
    """The elements around a picture that may frame it, innermost first, and the next figure around; -1 for
    none. They hold little text, no heading and no other picture.
    """
    tags, parents = outline.tags, outline.parents
    found: list[int] = []
    framed, element = True, picture
    for _ in range(FARTHEST_FRAME):
        if not element:
            break
        element = parents[element]
        if tags[element] == "figure":
            return found, element
        inside = blocks[outline.first_block[element] : outline.last_block[element]] if framed else ()
        framed = (
            framed
            and _is_little(inside)
            and not any(block.kind == "heading" for block in inside)
            and tags[element + 1 : outline.ends[element]].count("img") <= (tags[picture] == "img")
        )
        if framed:
            found.append(element)
    return found, -1


def _is_little(blocks: Sequence[Block]) -> bool:
    return len(blocks) <= MOST_BLOCKS and sum([len(block.text) for block in blocks]) <= LONGEST


def caption_blocks(page: PageBlocks, frame: int) -> tuple[Block, ...]:
    """The blocks of a frame that are its caption: those marked as one; where none is, all but links."""
    blocks = _blocks(page, frame)
    marked = tuple(block for block in blocks if _is_caption(page, block, frame))
    if marked or not _is_little(blocks):
        return marked
    return tuple(block for block in blocks if block.linked_length * 2 < len(block.text))


def captions(page: PageBlocks, first: int, last: int) -> Iterator[Block]:
    """The captions of the pictures that stand among the blocks from `first` to `last`, or right by them."""
    return _captions(page, first, last, range(len(page.blocks)))


def kept_captions(page: PageBlocks, kept: Sequence[Block]) -> set[int]:
    """The indices of the captions among the kept blocks, and of others that share a frame with these."""
    indices = [block.index for block in kept]
    return {block.index for block in _captions(page, indices[0], indices[-1], indices)} if indices else set()


def _captions(page: PageBlocks, first: int, last: int, wanted: Sequence[int]) -> Iterator[Block]:
    """Those of frames with one of the `wanted` blocks, whose indices ascend; most frames have none."""
    outline = page.outline
    nearest, farthest = first - MOST_BLOCKS, last + 1
    first_block, last_block = outline.first_block, outline.last_block
    for picture in outline.tagged("img"):
        if not nearest <= first_block[picture] <= farthest:
            continue
        around, figure = _frames(page, picture)
        outermost = figure if figure >= 0 else around[-1] if around else picture
        if bisect_left(wanted, first_block[outermost]) == bisect_left(wanted, last_block[outermost]):
            continue
        width, height = declared_size(outline.attributes[picture])
        if min(width or SMALL_SIDE, height or SMALL_SIDE) < SMALL_SIDE:  # too small to be the article's
            continue
        frame = _innermost(page, picture, around, figure)
        if frame is not None:
            yield from caption_blocks(page, frame)


def _blocks(page: PageBlocks, element: int) -> tuple[Block, ...]:
    return page.blocks[page.outline.first_block[element] : page.outline.last_block[element]]


def _holds_caption(page: PageBlocks, element: int, picture: int, width: int | None) -> bool:
    """Whether the text of an element is a caption, though it is not named so; most have none at all."""
    return bool(_blocks(page, element)) and (
        _fits(page, element, width) or _captioned(page, element) or _stands_in_text(page, element, picture)
    )


def _fits(page: PageBlocks, element: int, width: int | None) -> bool:
    own = declared_size(page.outline.attributes[element])[0]
    return own is not None and width is not None and width <= own <= width + _PADDING


def _stands_in_text(page: PageBlocks, element: int, picture: int) -> bool:
    """Whether a picture with a line below it stands between paragraphs, as their sibling.

    In galleries and lists of products, whose lines are text, all siblings are such pictures.
    """
    blocks = _blocks(page, element)
    if any(block.kind != "text" or block.element <= picture for block in blocks):
        return False
    around = page.outline.parents[element]
    beside = (block for block in _blocks(page, around) if page.outline.parents[block.element] == around)
    return len(list(islice(beside, _FEWEST_PARAGRAPHS))) == _FEWEST_PARAGRAPHS


def _captioned(page: PageBlocks, element: int) -> bool:
    return any(_is_caption(page, block, element) for block in _blocks(page, element))


def _is_caption(page: PageBlocks, block: Block, frame: int) -> bool:
    """Whether a block of a frame is marked as caption, by its element or one around it inside the frame."""
    if block.kind == "caption":
        return True
    element = block.element
    while element > frame:
        if _is_named(page, element):
            return True
        element = page.outline.parents[element]
    return False


def _is_named(page: PageBlocks, element: int) -> bool:
    attributes = page.outline.attributes[element]
    return bool(attributes) and _names_caption(attributes.get("class", ""), attributes.get("id", ""))


@lru_cache(maxsize=4096)
def _names_caption(classes: str, identifier: str) -> bool:
    return not _NAMES.isdisjoint(name_parts(f"{classes} {identifier}"))
