"""Tables as values: a caption, typed columns, rows. They become HTML, Markdown or JSON elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Cell", "Column", "Table", "averages", "column", "formatted", "to_markdown"]

Cell = str | float | int | None

FORMATS: dict[str, Callable[[Any], str]] = {
    "text": str,
    "count": lambda value: f"{value:,}",
    "score": lambda value: f"{value:.3f}",
    "percent": lambda value: f"{100 * value:.1f} %",
    "ms": lambda value: f"{value:.1f}",
    "times": lambda value: f"{value:.1f} ×",
}


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    kind: str = "text"
    best: str = ""
    """`max` or `min` where the best value of the column is to stand out."""


@dataclass(frozen=True, slots=True)
class Table:
    """`note` tells how the numbers came about; a row of None is a rule between groups of rows."""

    id: str
    title: str
    columns: tuple[Column, ...]
    rows: list[list[Cell]] = field(default_factory=list)
    note: str = ""

    def best_in(self, place: int) -> Cell:
        """The best value of a column, as far as the column says what is best."""
        values = [row[place] for row in self.rows if isinstance(row[place], int | float)]
        match self.columns[place].best:
            case "max" if values:
                return max(values)  # type: ignore[type-var]
            case "min" if values:
                return min(values)  # type: ignore[type-var]
            case _:
                return None

    def to_dict(self) -> dict[str, Any]:
        names = [each.name for each in self.columns]
        return {
            "id": self.id,
            "title": self.title,
            "note": self.note,
            "rows": [dict(zip(names, row, strict=True)) for row in self.rows],
        }


def column(name: str, kind: str = "text", best: str = "") -> Column:
    return Column(name, kind, best)


def formatted(cell: Cell, kind: str) -> str:
    """A cell as a person reads it; nothing is known: a dash."""
    return "–" if cell is None else FORMATS[kind](cell)


def to_markdown(table: Table) -> str:
    head = "| " + " | ".join(each.name for each in table.columns) + " |"
    rule = "|" + "|".join("---" if each.kind == "text" else "---:" for each in table.columns) + "|"
    lines = [f"### {table.title}", "", head, rule]
    best = [table.best_in(place) for place in range(len(table.columns))]
    for row in table.rows:
        cells = [
            _marked(cell, each.kind, top) for cell, each, top in zip(row, table.columns, best, strict=True)
        ]
        lines.append("| " + " | ".join(cells) + " |")
    if table.note:
        lines += ["", table.note]
    return "\n".join(lines) + "\n"


def _marked(cell: Cell, kind: str, best: Cell) -> str:
    text = formatted(cell, kind).replace("|", "\\|").replace("\n", " ")
    return f"**{text}**" if best is not None and cell == best else text


def averages(rows: Sequence[Sequence[Cell]], places: Sequence[int]) -> list[float | None]:
    """The mean of each of the given columns over the rows that have a value."""
    means: list[float | None] = []
    for place in places:
        values = [row[place] for row in rows if isinstance(row[place], int | float)]
        means.append(sum(values) / len(values) if values else None)  # type: ignore[arg-type]
    return means
