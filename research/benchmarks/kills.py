"""What an incremental crawl loses and doubles when it is killed at random moments (`kill -9`).

`python -m research.benchmarks.kills [--kills N] [--pages N] [--seed N]`. A newspaper of generated stories is
crawled into one file of JSON lines, and killed after a random time, again and again until a run comes to its
end: then the file must have every story once. A new folder, and so on, until so many runs were killed.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from research.benchmarks.crawl import address, newspaper

HASTE = ["-s", "DOWNLOAD_DELAY=0", "-s", "AUTOTHROTTLE_ENABLED=0", "-s", "CONCURRENT_REQUESTS_PER_DOMAIN=4"]
MOST = 5.0  # seconds until a kill, at most; a crawl takes two to start, and some more for its stories
LONGEST = 120.0  # seconds of a run that nobody kills


class Crawl:
    """Runs of one incremental crawl in one folder."""

    def __init__(self, folder, base, pages):
        self.folder, self.base = Path(folder), base
        self.wanted = {base + address(number) for number in range(pages)}
        self.output = self.folder / "articles.jsonl"

    def run(self, seconds):
        """Whether a run came to its end in so many seconds; if not, it was killed."""
        process = subprocess.Popen(
            [sys.executable, "-m", "webnoise", "crawl", self.base, "-o", "articles.jsonl", *HASTE,
             "--store", "sqlite:///news.db", "--incremental"],
            cwd=self.folder, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        try:
            _, shown = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return False
        if process.returncode:
            sys.exit(f"a run failed:\n{shown}")
        return True

    def lines(self):
        return self.output.read_bytes().count(b"\n") if self.output.exists() else 0

    def result(self):
        """How many stories are missing, and how many lines too many; a line that is no JSON ends this."""
        urls = Counter(json.loads(line)["url"] for line in self.output.read_text("utf-8").splitlines())
        return len(self.wanted - urls.keys()), sum(urls.values()) - len(urls)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--pages", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    chosen = random.Random(args.seed)
    kills = crawls = lost = doubled = between = 0
    with newspaper(args.pages) as base:
        while kills < args.kills:
            with tempfile.TemporaryDirectory() as folder:
                crawl = Crawl(folder, base, args.pages)
                while not crawl.run(chosen.uniform(0.2, MOST) if kills < args.kills else LONGEST):
                    kills += 1
                    between += 0 < crawl.lines() < args.pages
                missing, extra = crawl.result()
            crawls, lost, doubled = crawls + 1, lost + missing, doubled + extra
            print(
                f"{kills} kills, {crawls} crawls of {args.pages}: {lost} lost, {doubled} doubled", flush=True
            )
    print(f"{between} of the kills fell between the first and the last line")
    sys.exit(bool(lost or doubled))


if __name__ == "__main__":
    main()
