"""Kept blocks to the parts of a text: headings, paragraphs, list items, quotes, code, tables and captions.

Plain text, Markdown and HTML are three ways to write the same parts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from webnoise.blocks.tables import Rows, tables
from webnoise.model import Block, Outline

PartKind = Literal["text", "heading", "item", "quote", "code", "table", "caption"]

_LIST_TAGS = frozenset({"ul", "ol", "menu", "dir", "dl"})
_ITEM_TAGS = frozenset({"li", "dt", "dd"})


class Part(NamedTuple):
    """One piece of the text.

    `level` is a heading's level or an item's depth (from 1). `number` is the item's position in an ordered
    list, 0 in an unordered one, -1 for the further paragraphs of an item. `rows` holds a table's cells.
    """

    kind: PartKind
    block: Block
    level: int = 0
    number: int = 0
    rows: Rows = ()


def layout(blocks: Sequence[Block], outline: Outline, captions: Collection[int] = ()) -> list[Part]:
    """Return the parts of the text in document order; `captions` are the indices of kept captions."""
    if captions:
        parts: list[Part] = []
        for are_captions, group in groupby(blocks, key=lambda block: block.index in captions):
            run = list(group)
            parts += [Part("caption", block) for block in run] if are_captions else layout(run, outline)
        return parts
    if "cell" not in [block.kind for block in blocks]:
        return list(_parts(blocks, outline))
    parts = []
    for rows, members in tables(blocks, outline):
        parts += [Part("table", members[0], rows=rows)] if rows else _parts(members, outline)
    return parts


def _parts(blocks: Sequence[Block], outline: Outline) -> Iterator[Part]:
    items = _Items(outline)
    for block in blocks:
        kind = block.kind
        if kind == "list_item":
            yield items.part(block)
        elif kind == "heading":
            yield Part("heading", block, block.level)
        elif kind == "quote" or kind == "code":
            yield Part(kind, block)
        else:
            yield Part("text", block)


class _Items:
    """Numbers the items of a text's lists."""

    def __init__(self, outline: Outline) -> None:
        self._outline = outline
        self._lists: dict[int, tuple[int, int, int]] = {0: (0, 0, 0)}
        self._seen: set[int] = set()
        self._numbers: dict[int, int] = {}

    def part(self, block: Block) -> Part:
        """Return an item, or a further paragraph of the item before."""
        item, ordered, depth = self._around(block.element)
        depth = max(1, depth)
        if item in self._seen:
            return Part("item", block, depth, -1)
        self._seen.add(item)
        if not ordered:
            return Part("item", block, depth)
        number = self._numbers[ordered] = self._numbers.get(ordered, 0) + 1
        return Part("item", block, depth, number)

    def _around(self, element: int) -> tuple[int, int, int]:
        """Return the innermost item around, the innermost list if that is ordered, and the depth of lists."""
        tags, parents, found = self._outline.tags, self._outline.parents, self._lists
        path = []
        while element not in found:
            path.append(element)
            element = parents[element]
        item, ordered, depth = found[element]
        for inner in reversed(path):
            if tags[inner] in _ITEM_TAGS:
                item = inner
            elif tags[inner] in _LIST_TAGS:
                ordered, depth = inner if tags[inner] == "ol" else 0, depth + 1
            found[inner] = item, ordered, depth
        return item, ordered, depth
