"""`webnoise demo`: serve the demo newspapers until Ctrl-C."""

from __future__ import annotations

import argparse
import threading

from webnoise.demo import newspapers, serve

HELP = "Serve the demo newspapers on this machine until Ctrl-C."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """It takes none."""


def run(args: argparse.Namespace) -> int:  # noqa: ARG001
    with serve() as server:
        for paper, url in zip(newspapers(), server.urls, strict=True):
            print(f"{url}/  {paper.name}")
        print("Serving the demo newspapers; press Ctrl-C to stop.", flush=True)
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            print("Stopped.")
    return 0
