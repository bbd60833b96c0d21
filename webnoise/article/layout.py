"""Kept blocks to the parts of a text: headings, paragraphs, list items, quotes, code and tables.

Markdown and HTML are two ways to write the same parts; text needs the runs alone that these are made of.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from webnoise.blocks.tables import Rows, tables
from webnoise.model import Block, Outline

PartKind = Literal["text", "heading", "item", "quote", "code", "table", "caption"]

_LIST_TAGS = frozenset({"ul", "ol", "menu", "dir", "dl"})
_ITEM_TAGS = frozenset({"li", "dt", "dd"})


class Part(NamedTuple):
    """One piece of the text.

    `level` is a heading's level or an item's depth (from 1). `number` is the item's place in an ordered
    list, 0 in an unordered one, -1 for the further paragraphs of an item. `rows` holds a table's cells.
    """

    kind: PartKind
    block: Block
    level: int = 0
    number: int = 0
    rows: Rows = ()


_part = Part._make  # half the cost of a call by name


class Run(NamedTuple):
    """Blocks that follow each other and are laid out alike: as a table of `rows`, as captions or as text."""

    blocks: Sequence[Block]
    rows: Rows = ()
    are_captions: bool = False


def runs(blocks: Sequence[Block], outline: Outline, captions: Collection[int] = ()) -> Iterator[Run]:
    """The kept `blocks` in runs, in document order; `captions` are the indices of some of them."""
    if captions:
        for are_captions, group in groupby(blocks, key=lambda block: block.index in captions):
            run = list(group)
            yield from [Run(run, are_captions=True)] if are_captions else runs(run, outline)
    elif "cell" not in [block.kind for block in blocks]:
        yield Run(blocks)
    else:
        for rows, members in tables(blocks, outline):
            yield Run(members, rows)


def layout(runs: Iterable[Run], outline: Outline) -> list[Part]:
    """The parts of the text, in document order."""
    parts: list[Part] = []
    for blocks, rows, are_captions in runs:
        if rows:
            parts.append(Part("table", blocks[0], rows=rows))
        elif are_captions:
            parts += [Part("caption", block) for block in blocks]
        else:
            parts += _flowing(blocks, outline)
    return parts


def _flowing(blocks: Sequence[Block], outline: Outline) -> list[Part]:
    items = _Items(outline)
    parts: list[Part] = []
    for block in blocks:
        kind = block.kind
        if kind == "list_item":
            parts.append(items.part(block))
        elif kind == "heading":
            parts.append(Part("heading", block, block.level))
        elif kind == "quote" or kind == "code":
            parts.append(Part(kind, block))
        else:
            parts.append(_part(("text", block, 0, 0, ())))
    return parts


class _Items:
    """The items of a text's lists: how deep each stands, which number it has."""

    def __init__(self, outline: Outline) -> None:
        self._outline = outline
        self._places: dict[int, tuple[int, int, int]] = {0: (0, 0, 0)}
        self._seen: set[int] = set()
        self._numbers: dict[int, int] = {}

    def part(self, block: Block) -> Part:
        """An item, or a further paragraph of the item before."""
        item, ordered, depth = self._place(block.element)
        depth = max(1, depth)
        if item in self._seen:
            return Part("item", block, depth, -1)
        self._seen.add(item)
        if not ordered:
            return Part("item", block, depth)
        number = self._numbers[ordered] = self._numbers.get(ordered, 0) + 1
        return Part("item", block, depth, number)

    def _place(self, element: int) -> tuple[int, int, int]:
        """The innermost item around, the innermost list if that is ordered, and how many lists there are."""
        tags, parents, places = self._outline.tags, self._outline.parents, self._places
        path = []
        while element not in places:
            path.append(element)
            element = parents[element]
        place = places[element]
        for inner in reversed(path):
            tag = tags[inner]
            if tag in _ITEM_TAGS:
                place = (inner, *place[1:])
            elif tag in _LIST_TAGS:
                place = (place[0], inner if tag == "ol" else 0, place[2] + 1)
            places[inner] = place
        return place
