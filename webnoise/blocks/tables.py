"""Tables of data, told from tables that lay out a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from webnoise.model import Block, Outline

Rows = tuple[tuple[tuple[Block, ...], ...], ...]
"""Rows of cells of blocks."""

# Characters. A longer mean cell, or one that holds most of the text, is a page laid out by a table.
_WIDEST_CELL = 300


def tables(blocks: Sequence[Block], outline: Outline) -> Iterator[tuple[Rows, list[Block]]]:
    """Runs of blocks in one table, with its rows where it holds data; other runs come with no rows."""
    around = _tables_of(blocks, outline)
    for table, group in groupby(blocks, key=lambda _: next(around)):
        members = list(group)
        yield (table_rows(members, table, outline) if table else ()), members


def table_rows(members: Sequence[Block], table: int, outline: Outline) -> Rows:
    """The cells by row when the table holds data; nothing when it lays out a page."""
    tags, parents = outline.tags, outline.parents
    rows: dict[int, dict[int, list[Block]]] = {}
    for block in members:
        cell = row = 0
        element = block.element
        while element != table:
            tag = tags[element]
            if tag == "td" or tag == "th":
                cell = cell or element
            elif tag == "tr":
                row = row or element
            element = parents[element]
        rows.setdefault(row, {}).setdefault(cell, []).append(block)
    cells = [cell for row in rows.values() for cell in row.values()]
    lengths = [sum(len(block.text) for block in cell) for cell in cells]
    whole, longest = sum(lengths), max(lengths)
    lays_out = whole > _WIDEST_CELL * len(cells) or (longest > _WIDEST_CELL and 2 * longest > whole)
    if len(rows) < 2 or len(cells) < 2 * len(rows) - 1 or lays_out:
        return ()
    return tuple(tuple(tuple(cell) for cell in row.values()) for row in rows.values())


def _tables_of(blocks: Sequence[Block], outline: Outline) -> Iterator[int]:
    """For each block the innermost table around it, 0 for one outside of tables."""
    tags, parents = outline.tags, outline.parents
    known = {0: 0}
    for block in blocks:
        path = []
        element = block.element
        while element not in known:
            if tags[element] == "table":
                known[element] = element
            else:
                path.append(element)
                element = parents[element]
        table = known[element]
        known.update(dict.fromkeys(path, table))
        yield table
