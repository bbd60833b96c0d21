"""From results to a report: its tables, figures and notes, and the three ways to write it."""

from __future__ import annotations

import dataclasses
import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from webnoise.errors import ConfigError
from webnoise.lab.evaluate.claims import VISUAL, paper_claims, sheets_table, siblings_table
from webnoise.lab.evaluate.figures import Figure, figures
from webnoise.lab.evaluate.papers import DuplicateResult, duplicates_table, paper_tables
from webnoise.lab.evaluate.results import PageResult, Summary, summarise
from webnoise.lab.evaluate.systems import is_trained, trained_corpora
from webnoise.lab.evaluate.tables import ReportTable, columns, comparison, worst_pages
from webnoise.lab.evaluate.templating import filled, filled_lines

MARK = " †"
# Baselines whose papers name no threshold, and the corpora on whose pages ours were chosen (see each module).
TUNED = ("econ", "lin_ho+site", "lin_ho_tables+site", "site_style_tree+site")
TUNED_ON = ("siblings", "news424")
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
    rendered: str | None = None
    """The browser that showed the pages, if one did."""


@dataclass(frozen=True, slots=True)
class Report:
    facts: RunFacts
    notes: list[str]
    """How to read the figures."""
    rows: dict[str, list[Summary]]
    """Corpus to one summary per system; `all corpora` pools the pages."""
    tables: list[ReportTable]
    papers: list[ReportTable]
    claims: list[str]
    """One sentence for each claim of the papers that the run can judge."""
    worst: list[ReportTable]
    figures: list[Figure]
    results: list[PageResult] = field(repr=False)


def build_report(
    facts: RunFacts, results: Sequence[PageResult], duplicates: Sequence[DuplicateResult] = ()
) -> Report:
    by_name = _grouped(results, "system")
    corpora = _grouped(results, "corpus")
    rows = _summaries(results, corpora)
    marked = [] if facts.unseen else [name for name in corpora if name in trained_corpora()]
    papers = paper_tables(by_name)
    papers += [table for table in (siblings_table(by_name), sheets_table(by_name)) if table.rows]
    for corpus, found in _grouped(duplicates, "corpus").items():
        papers.append(duplicates_table(corpus, found))
    pooled = next(iter(rows.values()), [])
    tables = [
        mark_trained(table) if marked and (name == ALL or name.removesuffix(ARTICLES) in marked) else table
        for name, found in rows.items()
        for table in comparison(name, found)
    ]
    return Report(
        facts=facts,
        notes=reading_notes(facts, list(corpora), list(by_name)),
        rows=rows,
        tables=_notes_once(tables),
        papers=_notes_once(
            mark_trained(table) if marked else table for table in sorted(papers, key=lambda paper: paper.id)
        ),
        claims=paper_claims(pooled, by_name, duplicates, facts.rendered),
        worst=[table for system, found in by_name.items() if (table := worst_pages(system, found)).rows],
        figures=figures(pooled, by_name),
        results=list(results),
    )


def _grouped(values: Iterable[T], field: str) -> dict[str, list[T]]:
    groups: dict[str, list[T]] = defaultdict(list)
    for value in values:
        groups[getattr(value, field)].append(value)
    return groups


def reading_notes(facts: RunFacts, corpora: Sequence[str], systems: Sequence[str]) -> list[str]:
    return filled_lines(
        "notes.txt",
        facts=facts,
        corpora=corpora,
        trained={name: trained_corpora()[name] for name in corpora if name in trained_corpora()},
        ours=" and ".join(f"`{name}`" for name in systems if is_trained(name)),
        looking=any(name in VISUAL for name in systems),
        tuned=[name for name in TUNED if name in systems and not set(TUNED_ON).isdisjoint(corpora)],
        tuned_on=TUNED_ON,
    )


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
        name: [summarise(system, own) for system, own in _grouped(found, "system").items()]
        for name, found in pages.items()
    }


def _notes_once(tables: Iterable[ReportTable]) -> list[ReportTable]:
    """A note that several tables share stands under the first of them."""
    seen: set[str] = set()
    once = []
    for table in tables:
        once.append(dataclasses.replace(table, note="") if table.note in seen else table)
        seen.add(table.note)
    return once


def as_html(report: Report) -> str:
    return filled("report.html", report=report)


def as_markdown(report: Report) -> str:
    """The worst pages of all systems stand in one table."""
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
