"""`webnoise evaluate`: which method for which pages, and whether they are as good as they were."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Callable, Sequence
from functools import partial
from itertools import filterfalse
from pathlib import Path
from time import perf_counter

from webnoise.errors import ConfigError
from webnoise.lab.evaluate import corpora
from webnoise.lab.evaluate.browser import Rendering, browser_version, require_browser
from webnoise.lab.evaluate.gate import default_floors, outcome_lines, run_gate
from webnoise.lab.evaluate.papers import DuplicateResult, judge_duplicates
from webnoise.lab.evaluate.report import RunFacts, build_report, check_format, write_report
from webnoise.lab.evaluate.results import PageResult
from webnoise.lab.evaluate.run import default_cache_folder, evaluate, worker_pool
from webnoise.lab.evaluate.systems import all_methods, check_folds, check_systems, shown_version
from webnoise.lab.evaluate.tables import to_markdown

HELP = "Compare methods, baselines and other extractors on pages whose content is known."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "corpora",
        nargs="*",
        metavar="CORPUS",
        help="a JSONL file (.xz, .gz), a folder of html + txt pairs, or the name of a development corpus",
    )
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
    add("--cache", type=Path, metavar="FOLDER", help="where results are kept between runs")
    add("--no-cache", action="store_true", help="measure everything again, keep nothing")
    add(
        "--folds",
        nargs="?",
        const="",
        metavar="FOLDER",
        help="judge the pages that the default method was trained on by models that saw none of their sites "
        "(made by benchmarks/quality.py; default: where it keeps them)",
    )
    add(
        "--rendered",
        action="store_true",
        help="show the pages in Chromium: evbe, eifce and vips judge its styles and boxes",
    )
    add(
        "--fetch-sheets",
        action="store_true",
        help="with --rendered: let Chromium ask the web for style sheets that the corpus does not hold",
    )
    gate = parser.add_argument_group("quality gate")
    gate.add_argument(
        "--gate", action="store_true", help="check the pinned floors; exit status 1 when one is not met"
    )
    gate.add_argument("--floors", type=Path, metavar="FILE", help="other floors than those of the package")
    gate.add_argument(
        "--raise", dest="raise_floors", action="store_true", help="pin scores that are above their floor"
    )
    gate.add_argument("--lower", metavar="REASON", help="pin scores that are below their floor, and say why")


def run(args: argparse.Namespace) -> int:
    if args.gate:
        return _gate(args)
    if args.raise_floors or args.lower or args.floors:
        raise ConfigError("--raise, --lower and --floors belong to --gate")
    if not args.corpora:
        raise ConfigError(
            "name a corpus: a JSONL file, a folder of html + txt pairs, or a development corpus"
        )
    return _compare(args)


def _compare(args: argparse.Namespace) -> int:
    for path in args.output:
        check_format(path)
    rendering = _rendering(args)
    rendered = rendering is not None
    methods = all_methods(rendered=rendered) if args.methods == "all" else _names(args.methods)
    systems = [*methods, *_names(args.peers)]
    check_systems(systems, rendered=rendered)
    folds = None
    if args.folds is not None:
        folds = Path(args.folds) if args.folds else default_cache_folder() / "folds"
        check_folds(folds)
    start = perf_counter()
    facts: dict[str, str] = {}
    results, duplicates = _measure(args, systems, folds, rendering, facts)
    versions = tuple(dict.fromkeys(shown_version(system) for system in systems))
    if rendered:
        versions = (*versions, browser_version())
    command = shlex.join(["webnoise", "evaluate", *sys.argv[2:]])
    run_facts = RunFacts(
        command,
        versions,
        facts,
        perf_counter() - start,
        sample=args.sample,
        unseen=folds is not None,
        rendered=browser_version() if rendered else None,
    )
    report = build_report(run_facts, results, duplicates)
    for path in args.output:
        write_report(report, path)
        print(f"webnoise evaluate: wrote {path}", file=sys.stderr)
    if not args.output:
        for table in [*report.tables, *report.papers]:
            print(to_markdown(table))
    return 0


def _rendering(args: argparse.Namespace) -> Rendering | None:
    if args.fetch_sheets and not args.rendered:
        raise ConfigError("--fetch-sheets belongs to --rendered")
    if not args.rendered:
        return None
    require_browser()
    return Rendering(fetch_sheets=args.fetch_sheets)


def _measure(
    args: argparse.Namespace,
    systems: Sequence[str],
    folds: Path | None,
    rendering: Rendering | None,
    facts: dict[str, str],
) -> tuple[list[PageResult], list[DuplicateResult]]:
    """All corpora by all systems; `facts` gets what a reader must know of each corpus."""
    cache = None if args.no_cache else args.cache or default_cache_folder()
    progress = sys.stderr.isatty()
    paths = [corpora.find_corpus(corpus) for corpus in args.corpora]
    results: list[PageResult] = []
    duplicates: list[Callable[[], list[DuplicateResult]]] = []
    with worker_pool(args.workers) as pool:
        for path in filter(corpora.holds_texts, paths):  # first: they fill a process while others read pages
            name = corpora.corpus_name(path)
            texts = list(corpora.read_texts(path))
            facts[name] = f"{len(texts):,} texts"
            work = partial(judge_duplicates, name, texts)
            duplicates.append(pool.submit(work).result if pool else work)
        for path in filterfalse(corpora.holds_texts, paths):
            pages = corpora.read_sample(path, args.sample)
            digest = corpora.corpus_digest(pages)[:12]
            facts[corpora.corpus_name(path)] = f"{len(pages):,} pages, digest {digest}"
            results += evaluate(
                pages, systems, workers=pool, cache=cache, folds=folds, rendering=rendering, progress=progress
            )
        return results, [result for found in duplicates for result in found()]


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _gate(args: argparse.Namespace) -> int:
    outcome = run_gate(
        args.floors or default_floors(),
        raise_floors=args.raise_floors,
        lower_reason=args.lower,
        workers=args.workers,
        progress=sys.stderr.isatty(),
    )
    for line in outcome_lines(outcome):
        print(line)
    return 0 if outcome.passed else 1
