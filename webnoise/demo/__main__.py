"""`python -m webnoise.demo`: serve the newspapers until Ctrl-C."""

from __future__ import annotations

import sys
import threading

from webnoise.demo import newspapers, serve


def main() -> None:
    with serve() as server:
        for paper, url in zip(newspapers(), server.urls, strict=True):
            sys.stdout.write(f"{url}/  {paper.name}\n")
        sys.stdout.write("Serving the demo newspapers; press Ctrl-C to stop.\n")
        sys.stdout.flush()
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            sys.stdout.write("Stopped.\n")


if __name__ == "__main__":
    main()
