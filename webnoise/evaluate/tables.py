"""Tables as values (a caption, typed columns, rows), and those that compare all systems on a corpus."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from webnoise.evaluate.peers import is_peer, peer_version
from webnoise.evaluate.results import PageResult, Summary

Cell = str | float | int | None

FORMATS: dict[str, Callable[[Any], str]] = {
    "text": str,
    "count": lambda value: f"{value:,}",
    "score": lambda value: f"{value:.3f}",
    "percent": lambda value: f"{100 * value:.1f} %",
    "ms": lambda value: f"{value:.1f}",
    "times": lambda value: f"{value:.1f} ×",
}
WORST = 10  # pages listed for each system
TEXT_NOTE = (
    "Precision and recall are means over pages of 4-word shingles; F1 is that of the two means, with the "
    "95 % interval of 1,000 seeded bootstrap samples of the pages. ms: processor time of a page, mean "
    "over pages; × parsing: all of it by the time of our own parse."
)


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    kind: str = "text"
    best: str = ""
    """`max` or `min` where the best value of the column is marked."""


@dataclass(frozen=True, slots=True)
class ReportTable:
    """A table of a report; `note` explains its numbers."""

    id: str
    title: str
    columns: tuple[Column, ...]
    rows: list[list[Cell]] = field(default_factory=list)
    note: str = ""

    @property
    def best(self) -> list[Cell]:
        """The best value of each column, None where the column does not say what is best."""
        choose: dict[str, Callable[..., Any]] = {"max": max, "min": min}
        found: list[Cell] = []
        for index, column in enumerate(self.columns):
            values = [row[index] for row in self.rows if row[index] is not None]
            found.append(choose[column.best](values) if column.best and values else None)
        return found

    def to_dict(self) -> dict[str, Any]:
        names = [each.name for each in self.columns]
        return {
            "id": self.id,
            "title": self.title,
            "note": self.note,
            "rows": [dict(zip(names, row, strict=True)) for row in self.rows],
        }


def columns(*specs: str) -> tuple[Column, ...]:
    """Columns from `name`, `name: kind` or `name: kind best`."""
    parts = (spec.partition(": ") for spec in specs)
    return tuple(Column(name, *(rest.split() or ["text"])) for name, _, rest in parts)


def formatted(cell: Cell, kind: str) -> str:
    """A cell as a person reads it; nothing is known: a dash."""
    return "–" if cell is None else FORMATS[kind](cell)


def to_markdown(table: ReportTable) -> str:
    head = "| " + " | ".join(each.name for each in table.columns) + " |"
    rule = "|" + "|".join("---" if each.kind == "text" else "---:" for each in table.columns) + "|"
    lines = [f"### {table.title}", "", head, rule]
    best = table.best
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


# Columns of the tables that compare systems, each with the field of the summary that it shows.
TEXT = {
    "pages: count": "pages",
    "precision: score max": "precision",
    "recall: score max": "recall",
    "shingle F1: score max": "f1",
    "95 %": "f1_interval",
    "word F1: score max": "word_f1",
    "exact: percent max": "exact",
    "snippets F1: score max": "snippets_f1",
    "ms: ms min": "ms",
    "× parsing: times min": "parse_ratio",
    "failed: count": "failed",
}
METADATA = {"title: percent max": "title", "date: percent max": "date", "authors F1: score max": "authors"}


def comparison(name: str, rows: Sequence[Summary]) -> list[ReportTable]:
    """The tables of one corpus; that of metadata only where it has golds for it."""
    ranked = sorted(rows, key=rank)
    tables = [
        ReportTable(f"text-{name}", f"Text: {name}", *values_of(ranked, TEXT, _with_version), TEXT_NOTE),
        ReportTable(f"metadata-{name}", f"Metadata: {name}", *_metadata(rows)),
    ]
    return [table for table in tables if table.rows]


def values_of(
    rows: Sequence[Summary], fields: Mapping[str, str], label: Callable[[str], str] = str
) -> tuple[tuple[Column, ...], list[list[Cell]]]:
    values = [[label(row.system), *(getattr(row, field) for field in fields.values())] for row in rows]
    return columns("system", *fields), values


def _metadata(rows: Sequence[Summary]) -> tuple[tuple[Column, ...], list[list[Cell]]]:
    """Our methods share one reader of metadata, so all with equal scores share a row."""
    heads, every = values_of(rows, METADATA)
    systems: dict[tuple[Cell, ...], list[str]] = {}
    for system, *values in every:
        if any(value is not None for value in values):
            systems.setdefault(tuple(values), []).append(str(system))
    return heads, [[_reader(names), *values] for values, names in systems.items()]


def _reader(systems: Sequence[str]) -> str:
    """Whose metadata these systems give: a peer's or ours, which a site's memory may have corrected."""
    if is_peer(systems[0]):
        return systems[0]
    return "webnoise+site" if all(name.endswith("+site") for name in systems) else "webnoise"


def worst_pages(system: str, results: Sequence[PageResult]) -> ReportTable:
    """The pages with the lowest F1 of their own."""
    heads = columns("page", "corpus", "precision: score", "recall: score", "F1: score", "error")
    scored = sorted((r for r in results if r.scored), key=lambda r: (r.f1, r.corpus, r.id))
    rows: list[list[Cell]] = [
        [r.url or r.id, r.corpus, r.precision, r.recall, r.f1, r.error or ""] for r in scored[:WORST]
    ]
    return ReportTable(f"worst-{system}", f"Worst pages of {system}", heads, rows)


def _with_version(system: str) -> str:
    """A peer is another one with each release."""
    return f"{system} {peer_version(system).rpartition(' ')[2]}" if is_peer(system) else system


def rank(row: Summary) -> tuple[float, str]:
    best = row.f1 if row.f1 is not None else row.snippets_f1
    return (-(best or 0.0), row.system)
