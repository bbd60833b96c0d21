"""Memory, open files and threads of one long crawl.

`python -m research.benchmarks.soak [--pages N]`. A newspaper of so many generated stories, served on
loopback, is crawled into a file and a store, as in production but without delays. What the process holds
is looked at every second, and printed for each tenth of the pages.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import monotonic
from typing import NamedTuple

from tqdm import tqdm

from research.benchmarks.crawl import CONCURRENCY, newspaper

PARTS = 10
GROWTH = 1.25  # of the median of the last tenth over that of the second; the first one warms up
MORE_HANDLES = (
    10  # the index of duplicates has a file more each time that it doubles, and connections come and go
)


class Look(NamedTuple):
    pages: int
    megabytes: float
    handles: int
    threads: int


def looked(process, output):
    """What a process holds, and how many articles it has written; None when it has ended."""
    folder = Path(f"/proc/{process.pid}")
    try:
        resident = int((folder / "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
        handles, threads = len(list((folder / "fd").iterdir())), len(list((folder / "task").iterdir()))
    except OSError:
        return None
    return Look(lines_of(output), resident, handles, threads)


class Lines:
    """Counts the lines of a growing file, each byte once."""

    def __init__(self):
        self.count = self.position = 0

    def __call__(self, path):
        if path.exists():
            with path.open("rb") as stream:
                stream.seek(self.position)
                while block := stream.read(1 << 20):
                    self.position += len(block)
                    self.count += block.count(b"\n")
        return self.count


lines_of = Lines()


def crawl(base, pages, folder):
    """A crawl, looked at every second."""
    output = Path(folder) / "articles.jsonl"
    settings = {"DOWNLOAD_DELAY": 0, "AUTOTHROTTLE_ENABLED": 0, "CONCURRENT_REQUESTS_PER_DOMAIN": CONCURRENCY}
    options = [part for name, value in settings.items() for part in ("-s", f"{name}={value}")]
    process = subprocess.Popen(
        [sys.executable, "-m", "webnoise", "crawl", base, "-o", str(output), "--max-pages", str(pages + 1),
         "--store", f"sqlite:///{folder}/news.db", "--incremental", *options],
        stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    looks = []
    with tqdm(total=pages, unit="page") as bar:
        while True:
            try:
                _, shown = process.communicate(timeout=1)
                break
            except subprocess.TimeoutExpired:
                if look := looked(process, output):
                    looks.append(look)
                    bar.update(look.pages - bar.n)
    if process.returncode:
        sys.exit(f"the crawl failed:\n{shown}")
    return looks, lines_of(output)


def rows(looks, pages):
    """The medians of each tenth of the pages."""
    for part in range(PARTS):
        least, most = part * pages / PARTS, (part + 1) * pages / PARTS
        if within := [look for look in looks if least <= look.pages < most]:
            yield Look(int(most), *(median(column) for column in list(zip(*within, strict=True))[1:]))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=50_000)
    args = parser.parse_args()
    with newspaper(args.pages, made=None) as base, tempfile.TemporaryDirectory() as folder:
        start = monotonic()
        looks, written = crawl(base, args.pages, folder)
        minutes = (monotonic() - start) / 60
    table = list(rows(looks, args.pages))
    print("| pages | MB | open files | threads |\n|---|---|---|---|")
    for row in table:
        print(f"| {row.pages:,} | {row.megabytes:.0f} | {row.handles:.0f} | {row.threads:.0f} |")
    print(f"{written:,} articles of {args.pages:,} pages in {minutes:.0f} minutes")
    early, late = table[1], table[-1]
    if late.megabytes > GROWTH * early.megabytes or late.handles > early.handles + MORE_HANDLES:
        sys.exit("what the crawl holds grows with its pages")


if __name__ == "__main__":
    main()
