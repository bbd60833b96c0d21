"""Tables of data, told from tables that lay out a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from webnoise.model import Block, Outline

Rows = tuple[tuple[tuple[Block, ...], ...], ...]
"""Rows of cells of blocks."""

# Characters. A longer mean cell, or one that holds most of the text, is a page laid out by a table.
_WIDEST_CELL = 300
_FEWEST_CELLS = 3  # in two rows, of which one may have a single cell


def tables(blocks: Sequence[Block], outline: Outline) -> Iterator[tuple[Rows, list[Block]]]:
    """Runs of blocks in one table, with its rows where it holds data; other runs come with no rows."""
    around = _tables_around(outline)
    for table, group in groupby(blocks, key=lambda block: around[block.index]):
        members = list(group)
        yield (table_rows(members, table, outline) if table else ()), members


def table_rows(members: Sequence[Block], table: int, outline: Outline) -> Rows:
    """The cells by row when the table holds data; nothing when it lays out a page."""
    whole = sum([len(block.text) for block in members])
    if len(members) < _FEWEST_CELLS or whole > _WIDEST_CELL * len(members):  # of cells there are no more
        return ()
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
    longest = max(lengths)
    lays_out = whole > _WIDEST_CELL * len(cells) or (longest > _WIDEST_CELL and 2 * longest > whole)
    if len(rows) < 2 or len(cells) < 2 * len(rows) - 1 or lays_out:
        return ()
    return tuple(tuple(tuple(cell) for cell in row.values()) for row in rows.values())


def _tables_around(outline: Outline) -> list[int]:
    """For each block of a page the innermost table around it, 0 for one outside of tables."""
    first, last = outline.first_block, outline.last_block
    around = [0] * last[0]
    for element in outline.tagged("table"):  # behind those that it lies in
        around[first[element] : last[element]] = [element] * (last[element] - first[element])
    return around
