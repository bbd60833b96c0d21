"""`webnoise evaluate`: which method for which pages."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from time import perf_counter

from webnoise.evaluate import corpora
from webnoise.evaluate.corpora import GoldPage, fixed_sample
from webnoise.evaluate.report import Report, RunFacts, build_report, check_format, write_report
from webnoise.evaluate.results import PageResult
from webnoise.evaluate.run import evaluate, worker_pool
from webnoise.evaluate.systems import Systems, shown_version
from webnoise.evaluate.tables import to_markdown

HELP = "Compare methods and other extractors on pages whose content is known."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("corpora", nargs="+", metavar="CORPUS", help="a JSONL file (.xz, .gz) or a folder of pairs")
    add("--methods", default="core", metavar="NAMES", help="names by comma, or all; +site: with siblings")
    add("--peers", default="", metavar="NAMES", help="trafilatura, readability, justext, newspaper, by comma")
    add(
        "-o",
        "--output",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help="report.html, .json or .md; more than once",
    )
    add("--sample", type=int, metavar="N", help="a fixed sample of N pages of each corpus")
    add("--workers", type=int, default=2, metavar="N", help="processes (default: 2)")


def run(args: argparse.Namespace) -> int:
    check_arguments(args)
    start = perf_counter()
    pages = {corpora.corpus_name(Path(path)): corpora.read_corpus(path) for path in args.corpora}
    catalogue = Systems()
    results, facts = measure(args, pages, catalogue)
    show(build_report(run_facts(args, facts, catalogue, perf_counter() - start), results), args.output)
    return 0


def check_arguments(args: argparse.Namespace) -> None:
    for path in args.output:
        check_format(path)


def chosen_systems(args: argparse.Namespace, catalogue: Systems) -> list[str]:
    methods = catalogue.names() if args.methods == "all" else _names(args.methods)
    systems = [*methods, *_names(args.peers)]
    catalogue.check(systems)
    return systems


def measure(
    args: argparse.Namespace, corpora_pages: Mapping[str, Iterable[GoldPage]], catalogue: Systems
) -> tuple[list[PageResult], dict[str, str]]:
    """Evaluate all corpora by all systems; return the results, and what to know of each corpus."""
    systems = chosen_systems(args, catalogue)
    results: list[PageResult] = []
    facts: dict[str, str] = {}
    with worker_pool(args.workers) as pool:
        for name, every in corpora_pages.items():
            pages = fixed_sample(every, args.sample) if args.sample else list(every)
            facts[name] = f"{len(pages):,} pages, digest {corpora.corpus_digest(pages)[:12]}"
            results += evaluate(
                pages, systems, workers=pool, catalogue=catalogue, progress=sys.stderr.isatty()
            )
    return results, facts


def run_facts(
    args: argparse.Namespace, facts: dict[str, str], catalogue: Systems, seconds: float
) -> RunFacts:
    versions = tuple(dict.fromkeys(shown_version(system) for system in chosen_systems(args, catalogue)))
    command = shlex.join(["webnoise", "evaluate", *sys.argv[2:]])
    return RunFacts(command, versions, facts, seconds, sample=args.sample)


def show(report: Report, outputs: list[Path]) -> None:
    """Write the report to the files, or print its tables."""
    for path in outputs:
        write_report(report, path)
        print(f"webnoise evaluate: wrote {path}", file=sys.stderr)
    if not outputs:
        for table in report.tables:
            print(to_markdown(table))


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]
