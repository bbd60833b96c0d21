"""From results to a report: its tables and figures, and the three ways to write it."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from webnoise.errors import ConfigError
from webnoise.lab.evaluate.claims import paper_claims
from webnoise.lab.evaluate.duplicates import DuplicateResult, duplicates_table
from webnoise.lab.evaluate.figures import Figure, figures
from webnoise.lab.evaluate.notes import mark_trained, reading_notes
from webnoise.lab.evaluate.overview import (
    by_corpus,
    by_system,
    comparison,
    metadata_table,
    noise_table,
    summaries,
    worst_pages,
)
from webnoise.lab.evaluate.paper_tables import paper_tables
from webnoise.lab.evaluate.results import PageResult, Summary
from webnoise.lab.evaluate.tables import Table, column, formatted, to_markdown
from webnoise.lab.evaluate.unseen import trained_corpora

__all__ = ["FORMATS", "Report", "RunFacts", "build_report", "write_report"]

ALL = "all corpora"
ARTICLES = ", articles only"
WORST_TOLD = 3  # pages of each system in Markdown; HTML has more


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
    tables: list[Table]
    papers: list[Table]
    claims: list[str]
    """One sentence for each claim of the papers that the run can judge."""
    worst: list[Table]
    figures: list[Figure]
    results: list[PageResult] = field(repr=False)


def build_report(
    facts: RunFacts, results: Sequence[PageResult], duplicates: Sequence[DuplicateResult] = ()
) -> Report:
    by_name = by_system(results)
    corpora = by_corpus(results)
    rows = _summaries(results, corpora)
    marked = set() if facts.unseen else {name for name in corpora if name in trained_corpora()}
    tables = _notes_once(
        mark_trained(table) if _is_marked(name, marked) else table
        for name, found in rows.items()
        for table in _corpus_tables(name, found)
    )
    papers = paper_tables(by_name)
    for corpus in dict.fromkeys(each.corpus for each in duplicates):
        papers.append(duplicates_table(corpus, [each for each in duplicates if each.corpus == corpus]))
    pooled = rows[ALL] if ALL in rows else next(iter(rows.values()), [])
    claims = paper_claims(pooled, papers, duplicates)
    if marked:
        papers = [mark_trained(table) for table in papers]
    return Report(
        facts=facts,
        notes=reading_notes(list(corpora), list(by_name), sample=facts.sample, unseen=facts.unseen),
        rows=rows,
        tables=tables,
        papers=_notes_once(sorted(papers, key=lambda table: table.id)),
        claims=claims,
        worst=[table for system, found in by_name.items() if (table := worst_pages(system, found))],
        figures=figures(pooled, by_name),
        results=list(results),
    )


def _summaries(
    results: Sequence[PageResult], corpora: dict[str, list[PageResult]]
) -> dict[str, list[Summary]]:
    """By corpus; all of them together first, and the articles of one that holds other pages too."""
    rows = {ALL: summaries(results)} if len(corpora) > 1 else {}
    for name, found in corpora.items():
        rows[name] = summaries(found)
        articles = [result for result in found if result.type == "article"]
        if articles and len(articles) < len(found):
            rows[name + ARTICLES] = summaries(articles)
    return rows


def _is_marked(name: str, trained: set[str]) -> bool:
    return bool(trained) and (name == ALL or name.removesuffix(ARTICLES) in trained)


def _corpus_tables(name: str, rows: Sequence[Summary]) -> list[Table]:
    tables = [comparison(name, rows), noise_table(name, rows), metadata_table(name, rows)]
    return [table for table in tables if table is not None]


def _notes_once(tables: Iterable[Table]) -> list[Table]:
    """A note that several tables share stands under the first of them."""
    seen: set[str] = set()
    once = []
    for table in tables:
        once.append(dataclasses.replace(table, note="") if table.note in seen else table)
        seen.add(table.note)
    return once


def as_html(report: Report) -> str:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("webnoise.lab.evaluate", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["formatted"] = formatted
    style = (files("webnoise.lab.evaluate") / "templates" / "report.css").read_text(encoding="utf-8")
    return environment.get_template("report.html").render(
        report=report, style=style, can_inspect=find_spec("webnoise.cli.inspect") is not None
    )


def as_markdown(report: Report) -> str:
    facts = report.facts
    lines = ["# Results", "", "```", facts.command, "```", ""]
    lines += [f"{facts.seconds:.0f} seconds. {_facts_line(facts)}", ""]
    lines += ["How to read it:", "", *(f"- {note}" for note in report.notes), ""]
    if report.claims:
        lines += ["## Did the papers' claims hold?", "", *(f"- {claim}" for claim in report.claims), ""]
    lines += ["## Comparison", "", *map(to_markdown, report.tables)]
    if report.papers:
        lines += ["## The papers' tables", "", *map(to_markdown, report.papers)]
    if report.worst:
        lines += ["## Worst pages", "", to_markdown(_worst_of_all(report.worst))]
    return "\n".join(lines)


def _worst_of_all(tables: Sequence[Table]) -> Table:
    """The first pages of each system's table, in one."""
    title = f"The {WORST_TOLD} pages with the lowest F1 of each system"
    rows = [[table.id.removeprefix("worst-"), *row] for table in tables for row in table.rows[:WORST_TOLD]]
    return Table("worst", title, (column("system"), *tables[0].columns), rows)


def _facts_line(facts: RunFacts) -> str:
    corpora = "; ".join(f"{name}: {told}" for name, told in facts.corpora.items())
    return f"Corpora: {corpora}. Versions: {', '.join(facts.versions)}."


def as_json(report: Report) -> str:
    """Everything, down to the scores of each page (one per line), for other tools."""
    document: dict[str, Any] = {
        "facts": dataclasses.asdict(report.facts),
        "notes": report.notes,
        "summaries": {name: [dataclasses.asdict(row) for row in rows] for name, rows in report.rows.items()},
        "claims": report.claims,
        "papers": [table.to_dict() for table in report.papers],
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
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(FORMATS[path.suffix](report), encoding="utf-8")
