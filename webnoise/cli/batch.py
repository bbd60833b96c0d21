"""`webnoise batch`: stored pages by the thousand to one file of articles, or a folder of them."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import perf_counter
from typing import Any, get_args

from webnoise.batch.inputs import Input, expand
from webnoise.batch.outputs import ENDINGS
from webnoise.batch.pool import SECONDS
from webnoise.batch.run import Batch, Summary, Target
from webnoise.cli.extract import INPUT_HELP, add_field_arguments
from webnoise.cli.files import add_contact_argument, add_settings_argument, own_settings
from webnoise.config import Config, DuplicateAction
from webnoise.errors import ConfigError
from webnoise.methods.registry import METHODS

HELP = "Extract stored pages on all cores: two passes, duplicates found, and a killed run goes on."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("inputs", nargs="+", metavar="INPUT", help=INPUT_HELP)
    add("-o", "--output", metavar="FILE", type=Path, help="articles.jsonl or articles.parquet")
    add("--output-dir", metavar="FOLDER", type=Path, help="one file for each page, in a folder for each site")
    add("-f", "--format", choices=ENDINGS, default="markdown", help="of these files; default: markdown")
    add("--workers", type=int, metavar="N", help="processes; default: one on each core")
    add("--method", metavar="NAMES", default="core", help=f"one, or several in order: {', '.join(METHODS)}")
    add(
        "--kinds",
        metavar="NAMES",
        help="kinds of pages that come out, by comma, or all; default: article,live,gallery,video",
    )
    add("--language", metavar="CODES", default="", help="only articles in these languages, such as en,de")
    add("--min-words", type=int, metavar="N", default=0, help="only articles with at least so many words")
    add(
        "--duplicates",
        choices=get_args(DuplicateAction),
        default="drop",
        help="near duplicates: all but the first dropped (default), marked, joined, or kept",
    )
    add("--no-site-memory", action="store_true", help="one pass: pages do not teach each other")
    add("--site-store", metavar="sqlite:///FILE", default="", help="where what pages teach of sites lasts")
    add_field_arguments(parser)
    add_contact_argument(parser)
    add("--spark", action="store_true", help="by Spark: on this machine, or where spark-submit says")
    add("--max-seconds", type=float, metavar="N", default=SECONDS, help="for one page; default: 60")
    add("--restart", action="store_true", help="forget what a killed run has done")
    add_settings_argument(parser, "a setting of webnoise")


def run(args: argparse.Namespace) -> int:
    """0 when articles came out; 1 when something could not be read, or there are none."""
    inputs, target, config = expand(args.inputs), _target(args), _config(args)
    started = perf_counter()
    if args.spark:
        summary = _run_on_spark(inputs, target, config)
    else:
        batch = Batch(
            tuple(inputs),
            target,
            config,
            workers=args.workers,
            seconds=args.max_seconds,
            restart=args.restart,
            contact_url=args.contact_url,
        )
        try:
            summary = batch.run()
        except KeyboardInterrupt:
            print("webnoise batch: interrupted; the same command goes on where it stopped", file=sys.stderr)
            raise
    print(_worded(summary, target, perf_counter() - started), file=sys.stderr)
    return int(bool(summary.troubles) or not summary.articles)


def _run_on_spark(inputs: list[Input], target: Target, config: Config) -> Summary:
    if target.form is not None:
        raise ConfigError("Spark writes -o FOLDER.parquet or -o FOLDER.jsonl, not one file for each page")
    from webnoise.batch.spark import run_on_spark

    return run_on_spark(inputs, str(target.path), config)


def _target(args: argparse.Namespace) -> Target:
    if (args.output is None) == (args.output_dir is None):
        raise ConfigError("say where articles go: -o FILE.jsonl, -o FILE.parquet or --output-dir FOLDER")
    return Target(args.output) if args.output is not None else Target(args.output_dir, args.format)


def _config(args: argparse.Namespace) -> Config:
    chosen: dict[str, Any] = {
        "method": args.method,
        "languages": args.language,
        "min_words": args.min_words,
        "duplicates": args.duplicates,
        "site_store": args.site_store,
        "html_field": args.html_field,
        "url_field": args.url_field,
    }
    if args.kinds:
        from webnoise.model import PageKind

        chosen["export_kinds"] = get_args(PageKind) if args.kinds == "all" else args.kinds
    if args.no_site_memory:
        chosen["min_siblings"] = 0
    return Config.from_mapping(chosen | own_settings(args))


def _worded(summary: Summary, target: Target, seconds: float) -> str:
    lines = [f"  {skipped.place}: {skipped.detail}" for skipped in summary.troubles]
    rate = summary.pages / max(seconds, 1e-9)
    parts = [f"{summary.pages:,} pages in {seconds:,.0f} s ({rate:,.0f} a second)"]
    parts.append(f"{summary.articles:,} articles in {target.path}")
    if summary.duplicates:
        parts.append(f"{summary.duplicates:,} repeat others")
    if summary.skipped:
        reasons = ", ".join(f"{reason} {count:,}" for reason, count in summary.skipped.most_common())
        parts.append(f"{summary.skipped.total():,} gave none ({reasons}): {target.skipped}")
    return "\n".join([*lines, f"webnoise batch: {'; '.join(parts)}"])
