"""`webnoise inspect`: a page with its verdicts, as one HTML file."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from webnoise.batch.addresses import Fetcher, FetchOptions
from webnoise.batch.inputs import expand, is_url
from webnoise.cli.files import add_contact_argument, open_output, read_memory, read_objects, read_page
from webnoise.config import Config
from webnoise.errors import ConfigError, InputError, WebnoiseError
from webnoise.inspect.document import to_html
from webnoise.inspect.inspection import Inspection, inspect_page, learn
from webnoise.inspect.result import inspect_result
from webnoise.methods.base import Memory
from webnoise.methods.registry import METHODS, check_name, learning_method
from webnoise.model import Page
from webnoise.urls.normal import without_password

HELP = "Show a page with every block marked: what it is, why it stayed or went, and what was made of them."

_RESULTS = frozenset({".jsonl", ".jl", ".ndjson"})
_REMEMBERS = "core"  # whose memory `site export` and `extract --site-memory` write


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "input",
        metavar="PAGE|URL|RESULT",
        help="a file, - for standard input, an address, or a .jsonl of articles with blocks "
        "(WEBNOISE_EXPORT_EXTRA=blocks,evidence; webnoise extract --blocks)",
    )
    add("-o", "--output", metavar="FILE", help="default: standard output")
    add("--url", help="the address that the page came from; of a RESULT, the article's")
    add("--encoding", metavar="NAME", help="of the page, if it does not declare it or declares it wrongly")
    add("--methods", default="core", metavar="NAMES", help=f"by comma: {', '.join(METHODS)}")
    add(
        "--siblings",
        nargs="+",
        default=[],
        metavar="FILE",
        help="other pages of the site, or folders of them",
    )
    add("--site-memory", metavar="FILE", help="what pages of the site have taught (webnoise site export)")
    add("--no-styles", action="store_true", help="do not fetch the stylesheets that the page at a URL names")
    add("-v", "--verbose", action="store_true", help="add the names by which the methods decide")
    add_contact_argument(parser)


def run(args: argparse.Namespace) -> int:
    is_result = Path(args.input).suffix.lower() in _RESULTS and not is_url(args.input)
    inspection = _of_result(args) if is_result else _of_page(args)
    with open_output(args.output) as output:
        output.write(to_html(inspection, verbose=args.verbose))
    return 0


def _of_result(args: argparse.Namespace) -> Inspection:
    if args.siblings or args.site_memory or args.methods != "core":
        raise ConfigError(
            "a result is judged already: --siblings, --site-memory and --methods need the page itself"
        )
    found = [fields for fields in read_objects(args.input) if not args.url or fields.get("url") == args.url]
    if len(found) == 1:
        return inspect_result(found[0])
    if args.url:
        raise InputError(f"{args.input} holds {len(found)} articles of {args.url}")
    raise ConfigError(f"{args.input} holds {len(found)} articles: name one of them by --url")


def _of_page(args: argparse.Namespace) -> Inspection:
    names = [name.strip() for name in args.methods.split(",") if name.strip()]
    for name in names:
        check_name(name)
    config = Config()
    memories: dict[str, Memory] = {}
    if args.site_memory:
        if _REMEMBERS not in names:
            raise ConfigError(
                f"--site-memory is what method {_REMEMBERS!r} remembers: put it among --methods"
            )
        memories[_REMEMBERS] = read_memory(Path(args.site_memory), learning_method(_REMEMBERS))
    with Fetcher(FetchOptions(args.contact_url, config.max_bytes)) as fetcher:
        memories = learn(_siblings(args, fetcher), names, config, memories)
        page = read_page(args.input, fetcher, url=args.url, encoding=args.encoding)
        fetch = partial(_stylesheet, fetcher) if is_url(args.input) and not args.no_styles else None
        return inspect_page(page, config, names, memories, fetch)


def _siblings(args: argparse.Namespace, fetcher: Fetcher) -> Iterator[Page]:
    """Yield those that can be read; report the others on standard error."""
    for given in expand(args.siblings):
        try:
            yield read_page(given.name, fetcher, encoding=args.encoding)
        except WebnoiseError as error:
            print(without_password(f"webnoise inspect: {error}"), file=sys.stderr)


def _stylesheet(fetcher: Fetcher, url: str) -> str | None:
    """Return a stylesheet that the page names; one that cannot be fetched is reported."""
    try:
        css = fetcher.fetch(url).html
    except InputError as error:
        print(f"webnoise inspect: a stylesheet is left out: {error}", file=sys.stderr)
        return None
    return css.decode("utf-8", "replace") if isinstance(css, bytes) else css
