"""`webnoise demo`: serve the demo newspapers until Ctrl-C."""

from __future__ import annotations

import argparse

HELP = "Serve the demo newspapers on this machine until Ctrl-C."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """It takes none."""


def run(args: argparse.Namespace) -> int:  # noqa: ARG001
    from webnoise.demo.__main__ import main

    main()
    return 0
