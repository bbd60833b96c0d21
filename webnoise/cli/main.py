"""`webnoise COMMAND ...`: one file per command."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

from webnoise.errors import WebnoiseError
from webnoise.urls.normal import without_password

COMMANDS = ("extract", "inspect", "crawl", "report", "batch", "site", "evaluate", "dedup", "demo")
"""Each is a module of `webnoise.cli` with HELP, `add_arguments(parser)` and `run(args) -> exit status`."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; a wrong input ends with one line that says what to do, not with a traceback."""
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    args = _parser(arguments).parse_args(arguments)
    try:
        return int(args.run(args))
    except WebnoiseError as error:
        print(without_password(f"webnoise {args.command}: {error}"), file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader, `head` for one, has seen enough
        sys.stderr.close()
        return 0
    except KeyboardInterrupt:
        return 130


def _parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    from webnoise import __version__

    parser = argparse.ArgumentParser(
        prog="webnoise", description="News sites to clean articles, each once.", allow_abbrev=False
    )
    parser.add_argument("--version", action="version", version=f"webnoise {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    asked = arguments[0] if arguments else None
    for name in COMMANDS if asked not in COMMANDS else (asked,):
        module = import_module(f"webnoise.cli.{name}")
        command = commands.add_parser(name, help=module.HELP, description=module.HELP, allow_abbrev=False)
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    return parser


if __name__ == "__main__":
    sys.exit(main())
