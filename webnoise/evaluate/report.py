"""From results to a report: its tables, chart and notes, and the three ways to write it."""

from __future__ import annotations

import dataclasses
import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from jinja2 import PackageLoader

from webnoise.errors import ConfigError
from webnoise.evaluate.results import PageResult, Summary, summarise
from webnoise.evaluate.systems import is_trained, trained_corpora
from webnoise.evaluate.tables import ReportTable, columns, comparison, formatted, to_markdown, worst_pages
from webnoise.files import atomic_write
from webnoise.inspect.charts import Chart, bars_chart
from webnoise.inspect.templating import environment

TEMPLATES = environment(PackageLoader("webnoise.evaluate", "templates"))
TEMPLATES.filters |= {"formatted": formatted, "markdown": to_markdown}
MARK = " †"
ALL = "all corpora"
ARTICLES = ", articles only"
WORST_SHOWN = 3  # pages of each system in Markdown; HTML has more

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RunFacts:
    """What a reader must know to run it again."""

    command: str
    versions: tuple[str, ...]
    corpora: dict[str, str]
    """Name to number of pages and digest."""
    seconds: float
    sample: int | None = None
    unseen: bool = False
    """Whether pages that the default method was trained on were judged by models of folds."""


@dataclass(frozen=True, slots=True)
class Report:
    facts: RunFacts
    notes: list[str]
    """How to read the figures."""
    rows: dict[str, list[Summary]]
    """Corpus to one summary per system; `all corpora` pools the pages."""
    tables: list[ReportTable]
    worst: list[ReportTable]
    chart: Chart | None
    results: list[PageResult] = field(repr=False)


def build_report(
    facts: RunFacts,
    results: Sequence[PageResult],
    more_tables: Sequence[ReportTable] = (),
    more_notes: Sequence[str] = (),
) -> Report:
    """Compare the systems on each corpus; tables and notes of others are put after ours."""
    by_name = grouped(results, "system")
    corpora = grouped(results, "corpus")
    rows = _summaries(results, corpora)
    marked = [] if facts.unseen else [name for name in corpora if name in trained_corpora()]
    tables = [
        mark_trained(table) if marked and (name == ALL or name.removesuffix(ARTICLES) in marked) else table
        for name, found in rows.items()
        for table in comparison(name, found)
    ]
    tables += map(mark_trained, more_tables) if marked else more_tables
    return Report(
        facts=facts,
        notes=[*reading_notes(facts, list(corpora), list(by_name)), *more_notes],
        rows=rows,
        tables=notes_once(tables),
        worst=[table for system, found in by_name.items() if (table := worst_pages(system, found)).rows],
        chart=accuracy_chart(next(iter(rows.values()), [])),
        results=list(results),
    )


def accuracy_chart(rows: Sequence[Summary]) -> Chart | None:
    """A bar for each system that has a score of its text, best first."""
    scored = sorted((row for row in rows if row.f1 is not None), key=lambda row: -(row.f1 or 0))
    values = [
        (row.system, row.f1 or 0.0, f"{row.f1:.3f}", "stays" if is_trained(row.system) else "day")
        for row in scored
    ]
    return bars_chart("Shingle F1 by system", values)


def grouped(values: Iterable[T], field: str) -> dict[str, list[T]]:
    groups: dict[str, list[T]] = defaultdict(list)
    for value in values:
        groups[getattr(value, field)].append(value)
    return groups


def reading_notes(facts: RunFacts, corpora: Sequence[str], systems: Sequence[str]) -> list[str]:
    text = filled(
        "notes.txt",
        facts=facts,
        corpora=corpora,
        trained={name: trained_corpora()[name] for name in corpora if name in trained_corpora()},
        ours=" and ".join(f"`{name}`" for name in systems if is_trained(name)),
    )
    return [line for line in text.splitlines() if line.strip()]


def mark_trained(table: ReportTable) -> ReportTable:
    """The table with a mark on each row of a trained system."""
    rows = [
        [f"{cell}{MARK}" if isinstance(cell, str) and is_trained(cell) else cell for cell in row]
        for row in table.rows
    ]
    return dataclasses.replace(table, rows=rows)


def _summaries(
    results: Sequence[PageResult], corpora: dict[str, list[PageResult]]
) -> dict[str, list[Summary]]:
    """By corpus; all of them together first, and the articles of one that holds other pages too."""
    pages = {ALL: results} if len(corpora) > 1 else {}
    for name, found in corpora.items():
        pages[name] = found
        articles = [result for result in found if result.type == "article"]
        if articles and len(articles) < len(found):
            pages[name + ARTICLES] = articles
    return {
        name: [summarise(system, own) for system, own in grouped(found, "system").items()]
        for name, found in pages.items()
    }


def notes_once(tables: Iterable[ReportTable]) -> list[ReportTable]:
    """Keep a note that several tables share under the first of them alone."""
    seen: set[str] = set()
    once = []
    for table in tables:
        once.append(dataclasses.replace(table, note="") if table.note in seen else table)
        seen.add(table.note)
    return once


def filled(template: str, **values: Any) -> str:
    return TEMPLATES.get_template(template).render(values)


def as_html(report: Report) -> str:
    return filled("report.html", report=report)


def as_markdown(report: Report) -> str:
    """Write Markdown, the worst pages of all systems in one table."""
    heads = (*columns("system"), *(report.worst[0].columns if report.worst else ()))
    rows = [
        [table.id.removeprefix("worst-"), *row] for table in report.worst for row in table.rows[:WORST_SHOWN]
    ]
    title = f"The {WORST_SHOWN} pages with the lowest F1 of each system"
    worst = ReportTable("worst", title, heads, rows)
    return filled("report.md", report=report, worst=worst).rstrip() + "\n"


def as_json(report: Report) -> str:
    """Everything, down to the scores of each page (one per line), for other tools."""
    document: dict[str, Any] = {
        "facts": dataclasses.asdict(report.facts),
        "notes": report.notes,
        "tables": [table.to_dict() for table in report.tables],
        "summaries": {name: [dataclasses.asdict(row) for row in rows] for name, rows in report.rows.items()},
    }
    head = json.dumps(document, ensure_ascii=False, indent=1).removesuffix("\n}")
    pages = (
        json.dumps({**result.known_fields(), "f1": result.f1}, ensure_ascii=False)
        for result in report.results
    )
    return head + ',\n "pages": [\n' + ",\n".join(pages) + "\n ]\n}\n"


FORMATS = {".html": as_html, ".json": as_json, ".md": as_markdown}


def check_format(path: Path) -> None:
    if path.suffix not in FORMATS:
        raise ConfigError(f"cannot write {path.name!r}: a report ends in {', '.join(FORMATS)}")


def write_report(report: Report, path: Path) -> None:
    """In the format that the file's ending names."""
    check_format(path)
    with atomic_write(path) as part:
        part.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(FORMATS[path.suffix](report), encoding="utf-8")
