"""`webnoise extract`: pages in, articles out."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TextIO

from webnoise import flow
from webnoise.cli.files import expand, open_output, read_memory, read_page, write_memory
from webnoise.config import Config
from webnoise.errors import ConfigError, WebnoiseError
from webnoise.methods.base import Memory
from webnoise.methods.registry import METHODS
from webnoise.model import Article, Page
from webnoise.page.encoding import known_codec

HELP = "Extract the article of each page: files, folders, URLs, or - for standard input."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("inputs", nargs="+", metavar="PAGE", help="a file, a folder, a URL, or - for standard input")
    add(
        "-f",
        "--format",
        choices=("jsonl", "text", "markdown"),
        default="jsonl",
        help="default: jsonl, one article a line",
    )
    add("-o", "--output", metavar="FILE", help="default: standard output")
    add("--method", choices=METHODS, metavar="NAME", default="core", help=", ".join(METHODS))
    add("--url", help="the address that a file or standard input came from")
    add("--encoding", metavar="NAME", help="of the pages, where they do not tell or tell it wrongly")
    add(
        "--site-memory",
        metavar="FILE",
        help="what pages of the same site have taught; the pages named are added to it; made if missing",
    )
    add("--blocks", action="store_true", help="add every block with its verdict to the JSON")


def run(args: argparse.Namespace) -> int:
    names = list(expand(args.inputs))
    if not names:
        raise ConfigError(f"there is no HTML file below {', '.join(args.inputs)}")
    if args.url and len(names) > 1:
        raise ConfigError(f"--url says where one page came from, but {len(names)} pages are named")
    if args.encoding is not None:
        known_codec(args.encoding)
    config = Config(method=args.method)
    failed = 0
    kept: dict[str, Page] = {}
    memory = _learn(names, args, config, kept) if args.site_memory else None
    with open_output(args.output) as output:
        for number, name in enumerate(_with_progress(names)):
            try:
                page = kept.pop(name) if name in kept else read_page(name, args.url, args.encoding)
                article = flow.extract(page, config, memory)
            except WebnoiseError as error:
                failed += 1
                print(f"webnoise extract: {name}: {error}", file=sys.stderr)
                continue
            _write(article, output, args, first=number == 0)
    if failed:
        print(f"webnoise extract: {failed} of {len(names)} inputs gave no article", file=sys.stderr)
    return 1 if failed else 0


def _learn(names: Sequence[str], args: argparse.Namespace, config: Config, kept: dict[str, Page]) -> Memory:
    """The memory in the file with all the pages added; a page that cannot be read is told of later.

    `kept` gets the pages that cannot be read a second time, or should not.
    """
    from webnoise.methods.registry import learning_method

    method, path = learning_method(config.method), Path(args.site_memory)
    memory = read_memory(path, method) if path.exists() else method.new_memory()
    for name in _with_progress(names):
        with suppress(WebnoiseError):
            page = read_page(name, args.url, args.encoding)
            if not Path(name).is_file():
                kept[name] = page
            method.learn(memory, flow.read(page, config).prepared)
    write_memory(path, memory)
    return memory


def _with_progress(names: Sequence[str]) -> Any:
    """A bar on a terminal when there is more than one page."""
    if len(names) == 1 or not sys.stderr.isatty():
        return names
    from tqdm import tqdm

    return tqdm(names, unit="page")


def _write(article: Article, output: TextIO, args: argparse.Namespace, *, first: bool) -> None:
    if args.format == "jsonl":
        fields = article.to_dict(also=("blocks",) if args.blocks else ())
        output.write(json.dumps(fields, ensure_ascii=False) + "\n")
        return
    if not first:
        output.write("\n\f\n" if args.format == "text" else "\n---\n\n")
    if article.title:
        output.write(f"# {article.title}\n\n" if args.format == "markdown" else f"{article.title}\n\n")
    output.write((article.markdown if args.format == "markdown" else article.text) + "\n")
