"""Tables as values (a caption, typed columns, rows), and those that compare all systems on a corpus."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from webnoise.lab.evaluate.results import PageResult, Summary, summarise
from webnoise.lab.evaluate.systems import is_peer, peer_version

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
    "over pages; × parsing: all of it by the time that parsing alone takes."
)
BLOCK_NOTE = (
    "A block is relevant when more than half of its words align with the gold. b-precision and b-recall as "
    "in 001; P, R and F over segmented blocks as in 000: a run of kept blocks is correct when it shares more "
    "than half of its union, in words, with a run of relevant blocks. Primary noise, core content: pages "
    "that are correct by the rules under 003's tables 6 and 8. Text dropped: share of the page's visible "
    "text in bytes."
)


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    kind: str = "text"
    best: str = ""
    """`max` or `min` where the best value of the column is to stand out."""


@dataclass(frozen=True, slots=True)
class ReportTable:
    """`note` tells how the numbers came about; a row of None is a rule between groups of rows."""

    id: str
    title: str
    columns: tuple[Column, ...]
    rows: list[list[Cell]] = field(default_factory=list)
    note: str = ""

    def best_in(self, index: int) -> Cell:
        """The best value of a column, as far as the column says what is best."""
        values = [row[index] for row in self.rows if isinstance(row[index], int | float)]
        match self.columns[index].best:
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
    best = [table.best_in(index) for index in range(len(table.columns))]
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


def averages(rows: Sequence[Sequence[Cell]], indices: Sequence[int]) -> list[float | None]:
    """The mean of each of the given columns over the rows that have a value."""
    means: list[float | None] = []
    for index in indices:
        values = [row[index] for row in rows if isinstance(row[index], int | float)]
        means.append(sum(values) / len(values) if values else None)  # type: ignore[arg-type]
    return means


def by_system(results: Iterable[PageResult]) -> dict[str, list[PageResult]]:
    return _grouped(results, lambda result: result.system)


def by_corpus(results: Iterable[PageResult]) -> dict[str, list[PageResult]]:
    return _grouped(results, lambda result: result.corpus)


def _grouped(results: Iterable[PageResult], key: Callable[[PageResult], str]) -> dict[str, list[PageResult]]:
    found: dict[str, list[PageResult]] = defaultdict(list)
    for result in results:
        found[key(result)].append(result)
    return found


def summaries(results: Iterable[PageResult]) -> list[Summary]:
    """One row per system in the order in which they ran."""
    return [summarise(system, found) for system, found in by_system(results).items()]


def comparison(name: str, rows: Sequence[Summary]) -> ReportTable:
    heads = columns(
        "system", "pages: count", "precision: score max", "recall: score max", "shingle F1: score max",
        "95 %", "word F1: score max", "exact: percent max", "snippets F1: score max", "ms: ms min",
        "× parsing: times min", "failed: count",
    )  # fmt: skip
    table = ReportTable(f"text-{name}", f"Text: {name}", heads, note=TEXT_NOTE)
    for row in sorted(rows, key=_rank):
        interval = None if row.f1_low is None else f"{row.f1_low:.3f}–{row.f1_high:.3f}"
        table.rows.append(
            [_with_version(row.system), row.pages, row.precision, row.recall, row.f1, interval, row.word_f1,
             row.exact, row.snippets_f1, row.ms, row.parse_ratio, row.failed]
        )  # fmt: skip
    return table


def noise_table(name: str, rows: Sequence[Summary]) -> ReportTable | None:
    """Scores over blocks; nothing for a corpus without gold texts."""
    heads = columns(
        "system", "b-precision: score max", "b-recall: score max", "P (000): score max", "R (000): score max",
        "F (000): score max", "primary noise (003): percent max", "core content (003): percent max",
        "text dropped: percent",
    )  # fmt: skip
    table = ReportTable(f"blocks-{name}", f"Blocks: {name}", heads, note=BLOCK_NOTE)
    for row in sorted(rows, key=_rank):
        if row.b_precision is not None:
            table.rows.append(
                [row.system, row.b_precision, row.b_recall, row.segmented_precision, row.segmented_recall,
                 row.segmented_f1, row.primary_correct, row.core_correct, row.bytes_saved]
            )  # fmt: skip
    return table if table.rows else None


def metadata_table(name: str, rows: Sequence[Summary]) -> ReportTable | None:
    """Titles, dates, authors; our methods share one reader, so one row stands for all with equal scores."""
    heads = columns("system", "title: percent max", "date: percent max", "authors F1: score max")
    table = ReportTable(f"metadata-{name}", f"Metadata: {name}", heads)
    systems: dict[tuple[float | None, ...], list[str]] = {}
    for row in rows:
        values = (row.title, row.date, row.authors)
        if any(value is not None for value in values):
            systems.setdefault(values, []).append(row.system)
    table.rows.extend([_reader(names), *values] for values, names in systems.items())
    return table if table.rows else None


def _reader(systems: Sequence[str]) -> str:
    """Whose metadata these systems give: a peer's or ours, which a site's memory may have corrected."""
    if is_peer(systems[0]):
        return systems[0]
    return "webnoise+site" if all(name.endswith("+site") for name in systems) else "webnoise"


def worst_pages(system: str, results: Sequence[PageResult]) -> ReportTable | None:
    """The pages with the lowest F1 of their own."""
    heads = columns("page", "corpus", "precision: score", "recall: score", "F1: score", "error")
    scored = sorted((r for r in results if r.scored), key=lambda r: (r.f1, r.corpus, r.id))
    rows: list[list[Cell]] = [
        [r.url or r.id, r.corpus, r.precision, r.recall, r.f1, r.error or ""] for r in scored[:WORST]
    ]
    return ReportTable(f"worst-{system}", f"Worst pages of {system}", heads, rows) if rows else None


def _with_version(system: str) -> str:
    """A peer is another one with each release."""
    return f"{system} {peer_version(system).rpartition(' ')[2]}" if is_peer(system) else system


def _rank(row: Summary) -> tuple[float, str]:
    best = row.f1 if row.f1 is not None else row.snippets_f1
    return (-(best or 0.0), row.system)
