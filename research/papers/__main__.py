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
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from time import perf_counter

from research.baselines import TUNED, TUNED_ON
from research.corpora import find_corpus, holds_texts, models_folder, read_texts
from research.papers.browser import Rendering, browser_version, require_browser
from research.papers.claims import VISUAL, paper_claims, sheets_table, siblings_table
from research.papers.scores import PaperResult, blocks_table, summarise_blocks
from research.papers.tables import DuplicateResult, duplicates_table, judge_duplicates, paper_tables
from research.script import run_script
from research.systems import PaperSystems, check_folds
from webnoise.cli import evaluate as command
from webnoise.errors import ConfigError
from webnoise.evaluate.corpora import corpus_name, read_corpus
from webnoise.evaluate.report import build_report, grouped
from webnoise.evaluate.tables import ReportTable


def supplement(
    results: Sequence[PaperResult], duplicates: Sequence[DuplicateResult] = (), rendered: str | None = None
) -> tuple[list[ReportTable], list[str]]:
    """Draw the papers' tables and judge their claims, as far as their systems were run."""
    by_name = grouped(results, "system")
    tables = paper_tables(by_name)
    tables += [siblings_table(by_name), sheets_table(by_name)]
    tables += [duplicates_table(corpus, found) for corpus, found in grouped(duplicates, "corpus").items()]
    rows = [summarise_blocks(system, found) for system, found in by_name.items()]
    for corpus, found in grouped(results, "corpus").items():
        own = [summarise_blocks(system, pages) for system, pages in grouped(found, "system").items()]
        tables.append(blocks_table(corpus, own))
    notes = reading_notes(by_name, grouped(results, "corpus"), rendered)
    claims = paper_claims(rows, by_name, duplicates, rendered)
    return sorted((table for table in tables if table.rows), key=lambda table: table.id), [*notes, *claims]


def reading_notes(systems: Collection[str], corpora: Collection[str], rendered: str | None) -> Iterator[str]:
    """Yield what a reader must know of the baselines' thresholds, and of methods that look at pages."""
    tuned = [name for name in TUNED if name in systems]
    if tuned and not set(TUNED_ON).isdisjoint(corpora):
        yield (
            f"The thresholds of {', '.join(tuned)} were chosen on 100 pages of {' and '.join(TUNED_ON)}, so there "
            "they are at their best."
        )
    if not set(VISUAL).isdisjoint(systems):
        yield (
            f"evbe, eifce and vips look at the pages in {rendered}, without scripts and pictures; what that takes is "
            "not in their times."
            if rendered
            else "evbe and eifce look at the pages by the style sheets in them; --rendered shows them in a browser. "
            "A page that misses a sheet has no style sheets: not a test of 002."
        )


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m research.papers", description=__doc__.splitlines()[0])
    command.add_arguments(parser)
    parser.add_argument(
        "--folds",
        nargs="?",
        const=models_folder(),
        type=Path,
        metavar="FOLDER",
        help="judge the pages that the default method was trained on by models that saw none of their sites "
        "(made by research.benchmarks.quality; default: where it keeps them)",
    )
    parser.add_argument(
        "--rendered", action="store_true", help="show the pages in Chromium, for evbe, eifce, vips"
    )
    parser.add_argument(
        "--fetch-sheets",
        action="store_true",
        help="with --rendered: let Chromium ask the web for style sheets that the corpus does not hold",
    )
    return parser.parse_args()


def main() -> None:
    args = parsed()
    command.check_arguments(args)
    if args.folds:
        check_folds(args.folds)
    start = perf_counter()
    if args.fetch_sheets and not args.rendered:
        raise ConfigError("--fetch-sheets belongs to --rendered")
    if args.rendered:
        require_browser()
    rendered = browser_version() if args.rendered else None
    catalogue = PaperSystems(args.folds, Rendering(args.fetch_sheets) if args.rendered else None)
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
        versions=(*about.versions, *([rendered] if rendered else [])),
    )
    own = [result for result in results if isinstance(result, PaperResult)]
    report = build_report(about, results, *supplement(own, duplicates, rendered))
    command.show(report, args.output)


if __name__ == "__main__":
    run_script(main)
