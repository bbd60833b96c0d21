"""The papers' tables and claims beside the comparison of `webnoise evaluate`: docs/results.md.

    python -m research.papers CORPUS... [--folds [FOLDER]] [the options of webnoise evaluate]

A corpus is a path, or the name of a development corpus; one of texts in clusters of near duplicates is judged
by the ways to find duplicates.
"""

from __future__ import annotations

import argparse
import dataclasses
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

from research.corpora import find_corpus, holds_texts, read_texts
from research.papers.claims import paper_claims, sheets_table, siblings_table
from research.papers.tables import DuplicateResult, duplicates_table, judge_duplicates, paper_tables
from research.script import run_script
from research.systems import PaperSystems, check_folds
from webnoise.cli import evaluate as command
from webnoise.evaluate.corpora import corpus_name, read_corpus
from webnoise.evaluate.report import Supplement, build_report, grouped, notes_once
from webnoise.evaluate.results import PageResult, summarise
from webnoise.evaluate.run import default_cache_folder


def supplement(
    results: Sequence[PageResult], duplicates: Sequence[DuplicateResult] = (), rendered: str | None = None
) -> Supplement:
    """Draw the papers' tables and judge their claims, as far as their systems were run."""
    by_name = grouped(results, "system")
    tables = paper_tables(by_name)
    tables += [table for table in (siblings_table(by_name), sheets_table(by_name)) if table.rows]
    tables += [duplicates_table(corpus, found) for corpus, found in grouped(duplicates, "corpus").items()]
    rows = [summarise(system, found) for system, found in by_name.items()]
    return Supplement(
        "The papers' tables and claims",
        notes_once(sorted(tables, key=lambda table: table.id)),
        paper_claims(rows, by_name, duplicates, rendered),
    )


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m research.papers", description=__doc__.splitlines()[0])
    command.add_arguments(parser)
    parser.add_argument(
        "--folds",
        nargs="?",
        const=default_cache_folder() / "folds",
        type=Path,
        metavar="FOLDER",
        help="judge the pages that the default method was trained on by models that saw none of their sites "
        "(made by research.benchmarks.quality; default: where it keeps them)",
    )
    return parser.parse_args()


def main() -> None:
    args = parsed()
    command.check_arguments(args)
    if args.folds:
        check_folds(args.folds)
    start = perf_counter()
    catalogue = PaperSystems(args.folds, rendered=args.rendered)
    paths = list(map(find_corpus, args.corpora))
    texts = {corpus_name(path): list(read_texts(path)) for path in paths if holds_texts(path)}
    pages = {corpus_name(path): read_corpus(path) for path in paths if not holds_texts(path)}
    results, facts = command.measure(args, pages, catalogue)
    duplicates = [each for name, found in texts.items() for each in judge_duplicates(name, found)]
    facts |= {name: f"{len(found):,} texts" for name, found in texts.items()}
    about = command.run_facts(args, facts, catalogue, perf_counter() - start)
    about = dataclasses.replace(
        about,
        command=shlex.join(["python", "-m", "research.papers", *sys.argv[1:]]),
        unseen=args.folds is not None,
    )
    report = build_report(about, results, supplement(results, duplicates, about.rendered))
    command.show(report, args.output)


if __name__ == "__main__":
    run_script(main)
