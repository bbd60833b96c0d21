"""What hostile and broken pages do to webnoise and to other extractors, in one run.

`python -m research.benchmarks.hostile [--pages N] [--limit SECONDS] [--systems NAME,NAME]`. The pages are
every kind of `research.hostile` at four sizes, and for the rest broken newspaper pages and fragments. Each
system reads them in a process of its own, which is killed when a page takes longer than the limit. It prints
what was read, what was refused by an error that the system itself defines, other exceptions, processes that
died, pages over the limit, the slowest page, and the most that twice the page took.
"""

import argparse
import multiprocessing
import random
import sys
from collections import Counter
from dataclasses import dataclass, field
from time import process_time
from typing import NamedTuple

from tqdm import tqdm

from research.benchmarks.crawl import page as newspaper_page
from research.broken import broken_page, mutated
from research.hostile import PAGES

SIZES = (1_000, 2_000, 4_000, 8_000)
OUTCOMES = ("read", "refused", "exception", "died", "over the limit")
SYSTEMS = ("webnoise", "trafilatura", "readability", "newspaper")
URL = "https://hostile.example/2026/11/a-story-with-a-long-title"
SHORT = 0.05  # seconds; what twice a page takes is asked of pages that take longer
START = 120  # seconds that a system may take to be imported


class Hostile(NamedTuple):
    kind: str
    size: int
    html: str


def pages(count):
    """So many pages, the hostile ones first."""
    made = [Hostile(kind, size, PAGES[kind](size)) for kind in PAGES for size in SIZES]
    for seed in range(count - len(made)):
        if seed % 2:
            made.append(Hostile("fragments", seed, broken_page(seed)))
        else:
            source = newspaper_page(seed, 1_000).decode()
            made.append(Hostile("broken newspaper", seed, mutated(source, random.Random(seed))))
    return made[:count]


def serve(system, pipe):
    """Read pages that come by the pipe; say how it went, and the seconds of the processor."""
    sys.setrecursionlimit(1_000)
    read, refusals = reader(system)
    read("<html><body><p>Some words stand here.</p></body></html>")  # what is loaded late is loaded
    pipe.send("ready")
    while True:
        html = pipe.recv()
        start = process_time()
        try:
            read(html)
            outcome = "read"
        except refusals as error:
            outcome = f"refused: {type(error).__name__}"
        except Exception as error:  # noqa: BLE001 - they are what is counted
            outcome = f"exception: {type(error).__name__}"
        pipe.send((outcome, process_time() - start))


def reader(system):
    if system == "webnoise":
        import webnoise
        from webnoise.errors import WebnoiseError

        return lambda html: webnoise.extract(html, url=URL).to_dict(), WebnoiseError
    from webnoise.evaluate.peers import peer_extract

    if system == "readability":
        from readability.readability import Unparseable

        return lambda html: peer_extract(system, html, URL), Unparseable
    if system == "newspaper":
        from newspaper.exceptions import ArticleException

        return lambda html: peer_extract(system, html, URL), ArticleException
    return lambda html: peer_extract(system, html, URL), ()


@dataclass
class Worker:
    """A system in a process of its own, begun anew when it was killed or died."""

    system: str
    limit: float
    process: object = None
    pipe: object = None

    def read(self, html):
        if self.process is None:
            self._start()
        self.pipe.send(html)
        try:
            if self.pipe.poll(self.limit):
                return self.pipe.recv()
            outcome = "over the limit"
        except EOFError:
            outcome = "died"
        self.stop()
        return outcome, self.limit

    def _start(self):
        spawn = multiprocessing.get_context("spawn")
        self.pipe, other = spawn.Pipe()
        self.process = spawn.Process(target=serve, args=(self.system, other), daemon=True)
        self.process.start()
        other.close()
        if not self.pipe.poll(START):
            sys.exit(f"{self.system} did not start: pip install 'webnoise[peers]'")
        self.pipe.recv()

    def stop(self):
        if self.process is not None:
            self.process.kill()
            self.process.join()
        self.process = None


@dataclass
class Result:
    system: str
    outcomes: Counter = field(default_factory=Counter)
    reasons: Counter = field(default_factory=Counter)
    seconds: dict = field(default_factory=dict)

    def note(self, page, outcome, seconds):
        self.outcomes[outcome.partition(":")[0]] += 1
        self.reasons.update([outcome] if outcome != "read" else [])
        self.seconds[page.kind, page.size] = seconds, outcome

    def slowest(self):
        (kind, _), (seconds, _) = max(self.seconds.items(), key=lambda item: item[1][0])
        return seconds, kind

    def steepest(self):
        """The most that twice a hostile page took, in times; those over the limit are no measure."""
        steps = []
        for (kind, size), (seconds, outcome) in self.seconds.items():
            before, of_before = self.seconds.get((kind, size // 2), (0.0, ""))
            if kind in PAGES and seconds > SHORT and outcome == of_before == "read":
                steps.append((seconds / before, kind))
        return max(steps, default=(0.0, ""))


def measure(system, made, limit):
    result, worker = Result(system), Worker(system, limit)
    for page in tqdm(made, desc=system):
        outcome, seconds = worker.read(page.html)
        if page.kind in PAGES and outcome == "read" and SHORT / 4 < seconds < 1:
            seconds = min(seconds, *(worker.read(page.html)[1] for _ in range(2)))
        result.note(page, outcome, seconds)
    worker.stop()
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=2_000)
    parser.add_argument("--limit", type=float, default=5.0)
    parser.add_argument("--systems", default=",".join(SYSTEMS))
    args = parser.parse_args()
    made = pages(args.pages)
    results = [measure(system, made, args.limit) for system in args.systems.split(",")]
    print(f"{len(made):,} pages, at most {args.limit:g} s each\n")
    print("| system | read | refused | exceptions | died | over the limit | slowest page | twice the page |")
    print("|---|---|---|---|---|---|---|---|")
    for result in results:
        counts = (
            result.outcomes[name] for name in ("read", "refused", "exception", "died", "over the limit")
        )
        slowest, steepest = result.slowest(), result.steepest()
        print(
            f"| {result.system} | {' | '.join(map(str, counts))} | {slowest[0]:.1f} s ({slowest[1]}) "
            f"| {steepest[0]:.1f} times ({steepest[1]}) |"
        )
    for result in results:
        print(
            f"\n{result.system}: "
            + ", ".join(f"{count} {reason}" for reason, count in result.reasons.items())
        )


if __name__ == "__main__":
    main()
