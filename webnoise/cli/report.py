"""`webnoise report`: what a crawl brought, as one HTML file and its figures as JSON."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from webnoise.cli.files import read_objects
from webnoise.inspect.crawl_report import check_report, write_report
from webnoise.inspect.figures import CrawlFigures, LeftOut, balance_of_fields
from webnoise.inspect.result import InspectFolder, inspect_result

HELP = "Report on the articles of a crawl: sites, days, text removed, shared stories, metadata."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "articles",
        metavar="ARTICLES.jsonl",
        help="an article a line, as crawls write them; - for standard input",
    )
    add("-o", "--output", type=Path, required=True, metavar="REPORT.html", help="and REPORT.json beside it")
    add("--dropped", metavar="DROPPED.jsonl", help="the pages that did not come out (WEBNOISE_DROPPED)")
    add(
        "--inspect",
        type=Path,
        metavar="FOLDER",
        help="write a page for each article whose blocks were exported, and link to it",
    )


def run(args: argparse.Namespace) -> int:
    check_report(args.output)
    folder = InspectFolder(args.inspect, args.output.parent) if args.inspect else None
    figures = CrawlFigures()
    for fields in read_objects(args.articles):
        inspected = ""
        if folder is not None and isinstance(fields.get("blocks"), list):
            inspected = folder.put(str(fields.get("url") or ""), inspect_result(fields))
        figures.add_article(fields, balance_of_fields(fields), inspected)
    for fields in read_objects(args.dropped) if args.dropped else ():
        figures.add_left_out(LeftOut.of(fields))
    beside = write_report(figures.to_dict(), args.output)
    print(f"webnoise report: wrote {args.output} and {beside}", file=sys.stderr)
    return 0
