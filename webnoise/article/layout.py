"""Kept blocks to the parts of a text: headings, paragraphs, list items, quotes, code and tables.

Text, Markdown and HTML are three ways to write the same parts.
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

    `level` is a heading's level or an item's depth (from 1). `number` is the item's place in an ordered
    list, 0 in an unordered one, -1 for the further paragraphs of an item. `rows` holds a table's cells.
    """

    kind: PartKind
    block: Block
    level: int = 0
    number: int = 0
    rows: Rows = ()


def layout(blocks: Sequence[Block], outline: Outline, captions: Collection[int] = ()) -> list[Part]:
    """The parts of the kept `blocks`, in document order; `captions` are the indices of some of them."""
    if captions:
        return _with_captions(blocks, outline, captions)
    if not any(block.kind == "cell" for block in blocks):
        return list(_flowing(blocks, outline))
    parts: list[Part] = []
    for rows, members in tables(blocks, outline):
        if rows:
            parts.append(Part("table", members[0], rows=rows))
        else:
            parts.extend(_flowing(members, outline))
    return parts


def _with_captions(blocks: Sequence[Block], outline: Outline, captions: Collection[int]) -> list[Part]:
    parts: list[Part] = []
    for is_caption, group in groupby(blocks, key=lambda block: block.index in captions):
        run = list(group)
        parts += [Part("caption", block) for block in run] if is_caption else layout(run, outline)
    return parts


def _flowing(blocks: Sequence[Block], outline: Outline) -> Iterator[Part]:
    items_seen: set[int] = set()
    numbers: dict[int, int] = {}
    for block in blocks:
        if block.kind == "heading":
            yield Part("heading", block, level=block.level)
        elif block.kind == "list_item":
            yield _item(block, outline, items_seen, numbers)
        elif block.kind in ("quote", "code"):
            yield Part(block.kind, block)
        else:
            yield Part("text", block)


def _item(block: Block, outline: Outline, items_seen: set[int], numbers: dict[int, int]) -> Part:
    """Place a list item: how deep, which number, or a further paragraph of the item before."""
    tags, parents = outline.tags, outline.parents
    item, lists = 0, []
    element = block.element
    while element:
        tag = tags[element]
        if tag in _ITEM_TAGS:
            item = item or element
        elif tag in _LIST_TAGS:
            lists.append(element)
        element = parents[element]
    depth = max(1, len(lists))
    if item in items_seen:
        return Part("item", block, depth, -1)
    items_seen.add(item)
    if not lists or tags[lists[0]] != "ol":
        return Part("item", block, depth)
    numbers[lists[0]] = numbers.get(lists[0], 0) + 1
    return Part("item", block, depth, numbers[lists[0]])
