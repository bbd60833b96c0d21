"""`webnoise dedup`: which records of a JSONL file tell the same story."""

from __future__ import annotations

import argparse
import json
import sys

from webnoise.cli.files import open_output, read_objects

HELP = "Find near duplicates among the records of a JSONL file; one line per cluster comes out."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="FILE.jsonl", help="a JSON object with a text on every line; - for standard input"
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="default: standard output")
    parser.add_argument("--text-field", default="text", metavar="NAME", help="default: text")
    parser.add_argument("--key-field", default="url", metavar="NAME", help="default: url")
    parser.add_argument("--language-field", default="language", metavar="NAME", help="default: language")


def run(args: argparse.Namespace) -> int:
    from tqdm import tqdm

    from webnoise.dedup.clusters import Fields, cluster

    fields = Fields(text=args.text_field, key=args.key_field, language=args.language_field)
    with tqdm(unit="record", disable=not sys.stderr.isatty()) as bar:
        clusters = cluster(read_objects(args.file), fields, progress=bar.update)
    with open_output(args.output) as output:
        for found in clusters:
            output.write(json.dumps(found.to_dict(), ensure_ascii=False) + "\n")
    duplicates = sum(len(found.duplicates) for found in clusters)
    print(f"{len(clusters)} stories stand more than once, {duplicates} records repeat them", file=sys.stderr)
    return 0
