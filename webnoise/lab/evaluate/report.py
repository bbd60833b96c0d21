"""From results to a report: its tables, figures and notes, and the three ways to write it."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from webnoise.errors import ConfigError
from webnoise.lab.evaluate.figures import Figure, figures
from webnoise.lab.evaluate.papers import DuplicateResult, duplicates_table, paper_claims, paper_tables
from webnoise.lab.evaluate.results import PageResult, Summary
from webnoise.lab.evaluate.systems import is_trained, trained_corpora
from webnoise.lab.evaluate.tables import (
    ReportTable,
    by_corpus,
    by_system,
    columns,
    comparison,
    formatted,
    metadata_table,
    noise_table,
    summaries,
    to_markdown,
    worst_pages,
)

MARK = " †"
# Baselines whose papers name no threshold, and the corpora on whose pages ours were chosen (see each module).
TUNED = ("econ", "lin_ho+site", "site_style_tree+site")
TUNED_ON = ("siblings", "news424")


def reading_notes(
    corpora: Collection[str], systems: Collection[str], *, sample: int | None, unseen: bool
) -> list[str]:
    """Those notes that the run gives reason for."""
    notes = []
    if sample:
        notes.append(
            f"A fixed sample of at most {sample:,} pages of each corpus; the intervals are wide accordingly."
        )
    if trained := [name for name in corpora if name in trained_corpora()]:
        ours = " and ".join(f"`{name}`" for name in systems if is_trained(name))
        if ours:
            notes.append(_trained_note(ours, trained, unseen=unseen))
    if "siblings" in corpora and any(map(is_trained, systems)):
        notes.append(
            "No model has seen the siblings; they helped to choose between models and a handful of "
            "parameters."
        )
    tuned = [name for name in TUNED if name in systems]
    if tuned and any(name in corpora for name in TUNED_ON):
        notes.append(
            f"The thresholds of {', '.join(tuned)} were chosen on 100 pages of {' and '.join(TUNED_ON)}, so "
            "there they are at their best."
        )
    notes.append(
        "The corpora's golds differ in their conventions (captions, bylines, standfirsts): compare systems "
        "within a table, not tables with each other."
    )
    notes.append(
        "Times are processor times of one process; compare them by the ratio to parsing. For our methods "
        "they hold parsing, metadata, cutting, judging and writing the text."
    )
    return notes


def _trained_note(ours: str, trained: Iterable[str], *, unseen: bool) -> str:
    if unseen:
        return (
            f"{ours}: each page of {', '.join(trained)} is judged by a model that has seen no page of its "
            "site (five folds by site), the other pages by the shipped model."
        )
    told = ", ".join(f"{name} {trained_corpora()[name]:.3f}" for name in trained)
    return (
        f"†: the shipped model behind {ours} was trained on pages of these corpora, so a marked figure is "
        f"not what unseen pages give. On sites that the model has not seen (out of fold, articles only, F1 "
        f"of text or of snippets; the model card): {told}."
    )


def mark_trained(table: ReportTable) -> ReportTable:
    """The table with a mark on each row of a trained system."""
    rows = [
        [f"{cell}{MARK}" if isinstance(cell, str) and is_trained(cell) else cell for cell in row]
        for row in table.rows
    ]
    return dataclasses.replace(table, rows=rows)


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


def _corpus_tables(name: str, rows: Sequence[Summary]) -> list[ReportTable]:
    tables = [comparison(name, rows), noise_table(name, rows), metadata_table(name, rows)]
    return [table for table in tables if table is not None]


def _notes_once(tables: Iterable[ReportTable]) -> list[ReportTable]:
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


def _worst_of_all(tables: Sequence[ReportTable]) -> ReportTable:
    """The first pages of each system's table, in one."""
    title = f"The {WORST_TOLD} pages with the lowest F1 of each system"
    rows = [[table.id.removeprefix("worst-"), *row] for table in tables for row in table.rows[:WORST_TOLD]]
    return ReportTable("worst", title, (*columns("system"), *tables[0].columns), rows)


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
