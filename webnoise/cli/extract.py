"""`webnoise extract`: pages in, articles out."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, TextIO

from webnoise import flow
from webnoise.batch.addresses import Fetcher, FetchOptions, fetched_items
from webnoise.batch.inputs import TROUBLES, Input, Item, Skipped, StoredPage, expand
from webnoise.batch.readers import check_readable, read_pages
from webnoise.batch.work import ExtractPage, Row
from webnoise.cli.files import (
    add_contact_argument,
    add_settings_argument,
    open_output,
    own_settings,
    read_memory,
    write_memory,
)
from webnoise.config import Config
from webnoise.errors import ConfigError, InputError
from webnoise.methods.base import Memory
from webnoise.methods.registry import METHODS, learning_method
from webnoise.page.encoding import known_codec
from webnoise.urls.normal import without_password

HELP = "Extract the article of each page: files, folders, archives, URLs, or - for standard input. Thousands: batch."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("inputs", nargs="+", metavar="PAGE", help=INPUT_HELP)
    add(
        "-f",
        "--format",
        choices=("jsonl", "text", "markdown"),
        default="jsonl",
        help="default: jsonl, one article a line",
    )
    add("-o", "--output", metavar="FILE", help="default: standard output")
    add("--method", metavar="NAMES", default="core", help=f"one, or several in order: {', '.join(METHODS)}")
    add("--url", help="the address that a file or standard input came from")
    add("--encoding", metavar="NAME", help="of the pages, if they do not declare it or declare it wrongly")
    add(
        "--site-memory",
        metavar="FILE",
        help="what pages of the same site have taught; the pages named are added to it; made if missing",
    )
    add_settings_argument(parser, "a setting of webnoise")
    add("--blocks", action="store_true", help="add every block with its verdict to the JSON")
    add_field_arguments(parser)
    add_contact_argument(parser)


INPUT_HELP = (
    "a file, folder or pattern: HTML, WARC (.gz), Parquet, JSONL, or a list of addresses; a URL; "
    "- for standard input"
)


def add_field_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--html-field", default="html", metavar="NAME", help="of Parquet and JSONL; default: html"
    )
    parser.add_argument(
        "--url-field", default="url", metavar="NAME", help="of Parquet and JSONL; default: url"
    )


def run(args: argparse.Namespace) -> int:
    inputs = expand(args.inputs)
    _check(inputs, args)
    chosen = {"method": args.method, "duplicates": "keep"}
    fields = {"html_field": args.html_field, "url_field": args.url_field}
    config = Config.from_mapping({**chosen, **fields, **own_settings(args)})
    with Fetcher(FetchOptions(args.contact_url, config.max_bytes)) as fetcher:
        return _extract(args, config, _Pages(inputs, config, args, fetcher))


def _extract(args: argparse.Namespace, config: Config, pages: _Pages) -> int:
    memory = _learn(pages, Path(args.site_memory), config) if args.site_memory else None
    work = ExtractPage(config, memory=memory, also=("blocks",) if args.blocks else (), every_kind=True)
    written = skipped = failed = 0
    with open_output(args.output) as output:
        for done in map(work, _with_progress(pages)):
            if isinstance(done, Skipped):
                skipped += 1
                if done.reason in TROUBLES:
                    failed += 1
                    line = without_password(f"webnoise extract: {done.place}: {done.detail}")
                    print(line, file=sys.stderr)
            else:
                _write(done, output, args.format, first=not written)
                written += 1
    if skipped:
        print(f"webnoise extract: {skipped} of {skipped + written} inputs gave no article", file=sys.stderr)
    return 1 if failed else 0


def _check(inputs: list[Input], args: argparse.Namespace) -> None:
    """Raise the errors that can be known before anything starts."""
    if not inputs:
        raise ConfigError(f"there is no page below {', '.join(args.inputs)}")
    if args.url and (len(inputs) > 1 or inputs[0].kind != "page"):
        what = f"{len(inputs)} pages are named" if len(inputs) > 1 else f"{inputs[0].name} holds many"
        raise ConfigError(f"--url says where one page came from, but {what}")
    if args.encoding is not None:
        known_codec(args.encoding)
    for given in inputs:
        check_readable(given)


class _Pages:
    """The pages of all inputs, for one iteration or two; what was fetched is kept for the second one."""

    def __init__(
        self, inputs: list[Input], config: Config, args: argparse.Namespace, fetcher: Fetcher
    ) -> None:
        self._inputs = inputs
        self._fetcher = fetcher
        self._config = config
        self._url, self._encoding = args.url, args.encoding
        self._fetched: dict[str, list[Item]] = {}

    def __iter__(self) -> Iterator[Item]:
        for given in self._inputs:
            for item in self._items(given):
                if isinstance(item, StoredPage):
                    url = self._url or item.page.url
                    yield item._replace(page=replace(item.page, url=url, encoding=self._encoding))
                else:
                    yield item

    def _items(self, given: Input) -> Iterable[Item]:
        if given.kind not in ("address", "addresses"):
            return read_pages(given, self._config)
        if given.name not in self._fetched:
            self._fetched[given.name] = fetched_items(given, self._fetcher)
        return self._fetched[given.name]


def _learn(pages: _Pages, path: Path, config: Config) -> Memory:
    """Add all pages to the memory in the file; a page that cannot be read is reported later."""
    method = learning_method(config.chosen_method)
    memory = read_memory(path, method) if path.exists() else method.new_memory()
    for item in _with_progress(pages):
        if isinstance(item, StoredPage):
            try:
                method.learn(memory, flow.read(item.page, config).prepared)
            except InputError:
                continue
    write_memory(path, memory)
    return memory


def _with_progress(items: Iterable[Any]) -> Iterator[Any]:
    """Show a bar on a terminal."""
    if not sys.stderr.isatty():
        return iter(items)
    from tqdm import tqdm

    return iter(tqdm(items, unit="page", delay=1.0))


def _write(row: Row, output: TextIO, form: str, *, first: bool) -> None:
    if form == "jsonl":
        output.write(row.article.decode() + "\n")
        return
    article = json.loads(row.article)
    if not first:
        output.write("\n\f\n" if form == "text" else "\n---\n\n")
    if title := article["title"]:
        output.write(f"# {title}\n\n" if form == "markdown" else f"{title}\n\n")
    output.write(article["markdown" if form == "markdown" else "text"] + "\n")
