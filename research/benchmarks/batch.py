"""Stored pages to articles: the pool at one and two workers, Spark on two cores, trafilatura.

    python -m research.benchmarks.batch                       all of it: half an hour
    python -m research.benchmarks.batch --no-spark --sizes 500,5000

Pages are those of the siblings corpus, over and over under other hosts until there are enough; where it is
absent, those of the demo. Rates are wall-clock pages per second, one system after the other on the same
pages; beside them stands what the processors did (user and system time of the driver and of its workers),
which other work on the machine blurs less. Growth is whole runs of `webnoise batch`, each in a process of its
own: two passes, duplicates, output.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from research import corpora
from webnoise.batch.inputs import Place, StoredPage, expand
from webnoise.batch.pool import WorkerPool
from webnoise.batch.run import Batch, Target
from webnoise.batch.work import ExtractPage
from webnoise.config import Config
from webnoise.model import Page


class Cost(NamedTuple):
    """Seconds on the clock, and of processors: this process, and those it started and saw end."""

    wall: float
    own: float
    workers: float

    @classmethod
    def now(cls) -> Cost:
        own, children = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
        spent = (own.ru_utime + own.ru_stime, children.ru_utime + children.ru_stime)
        return cls(time.perf_counter(), *spent)

    def since(self, begun: Cost) -> Cost:
        return Cost(*(now - then for now, then in zip(self, begun, strict=True)))


def source_pages() -> list[tuple[str, str]]:
    if corpora.corpus_folder() is not None:
        return [
            (page.url or f"https://page-{n}.example/", str(page.html))
            for n, page in enumerate(corpora.read_corpus("siblings"))
        ]
    from webnoise.demo import newspapers
    from webnoise.page.encoding import decode

    print("the development corpora are absent: pages of the demo")
    return [
        (f"https://{paper.key}.example{path}", decode(paper.render(path).body)[1])
        for paper in newspapers()
        for path, view in paper.views.items()
        if view.kind == "article"
    ]


def endless(pages: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The pages again and again, each time as those of other sites."""
    copy = 0
    while True:
        for url, html in pages:
            yield (url.replace("://", f"://copy{copy}-", 1) if copy else url), html
        copy += 1


def stored(pages: Iterable[tuple[str, str]]) -> list[StoredPage]:
    return [
        StoredPage(Place("benchmark", number), Page(url, html.encode("utf-8", "replace")))
        for number, (url, html) in enumerate(pages, 1)
    ]


def by_trafilatura(item: StoredPage) -> int:
    """An article with its metadata, as JSON, as ours is."""
    import trafilatura

    html = item.page.html
    assert isinstance(html, bytes)
    found = trafilatura.extract(html, url=item.page.url, output_format="json", with_metadata=True)
    return len(found or "")


def rate(work: object, pages: list[StoredPage], workers: int) -> tuple[float, Cost]:
    """Pages per second, when the processes have started and read a page each."""
    with WorkerPool(work, workers) as pool:  # type: ignore[arg-type]
        list(pool.map(pages[: 4 * workers]))
        begun = Cost.now()
        done = sum(1 for _ in pool.map(pages))
        wall = Cost.now().since(begun).wall
        own = Cost.now().since(begun).own
        before = Cost.now().workers
    return done / wall, Cost(wall, own, Cost.now().workers - before)


class Watching(threading.Thread):
    """Notes the most memory that this process and its largest worker had, until it is stopped."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.stopped = threading.Event()
        self.driver = self.worker = 0.0

    def run(self) -> None:
        while not self.stopped.wait(0.2):
            workers = [private_megabytes(child.pid) for child in multiprocessing.active_children()]
            self.driver = max(self.driver, private_megabytes(os.getpid()))
            self.worker = max(self.worker, *workers, 0.0)


def private_megabytes(process: int | None) -> float:
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return int(dict(line.split(":", 1) for line in lines)["RssAnon"].split()[0]) / 1024


def write_jsonl(path: Path, pages: Iterable[tuple[str, str]]) -> Path:
    with path.open("w", encoding="utf-8", errors="replace") as file:
        for url, html in pages:
            file.write(json.dumps({"url": url, "html": html}) + "\n")
    return path


def whole_run(path: Path) -> dict[str, object]:
    watching = Watching()
    watching.start()
    begun = Cost.now()
    Batch(tuple(expand([str(path)])), Target(path.with_suffix(".out.jsonl")), workers=2).run()
    watching.stopped.set()
    return {"cost": Cost.now().since(begun), "memory": (watching.driver, watching.worker)}


def measure_rates(pages: list[StoredPage]) -> None:
    ours = ExtractPage(Config(duplicates="keep", min_siblings=0), every_kind=True)
    systems = {"webnoise": ours, "trafilatura": by_trafilatura}
    for name, work in systems.items():
        one, cost = rate(work, pages, 1)
        two, cost_of_two = rate(work, pages, 2)
        each = 1000 / len(pages)
        print(
            f"{name}, one pass over {len(pages):,} pages: 1 worker {one:,.1f} pages a second,"
            f" 2 workers {two:,.1f}, {two / one:.2f} times;"
            f" processors {each * cost.workers:.1f} ms a page in the worker, {each * cost.own:.2f} in the"
            f" driver (with 2: {each * cost_of_two.workers:.1f} and {each * cost_of_two.own:.2f})",
            flush=True,
        )


def measure_spark(path: Path, pages: int) -> None:
    from pyspark.sql import SparkSession

    from webnoise.batch.spark import run_on_spark

    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.ui.showConsoleProgress", "false").config(
        "spark.sql.shuffle.partitions", "8"
    )
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    begun = time.perf_counter()
    run_on_spark(expand([str(path)]), str(path.with_suffix(".spark.parquet")), Config(), session)
    wall = time.perf_counter() - begun
    print(f"Spark local[2], whole run over {pages:,} pages: {pages / wall:,.1f} pages a second", flush=True)
    session.stop()


def measure_growth(source: list[tuple[str, str]], sizes: list[int], folder: Path) -> None:
    costs = []
    for size in sizes:
        path = write_jsonl(folder / f"pages-{size}.jsonl", islice(endless(source), size))
        command = [
            sys.executable,
            "-m",
            "research.benchmarks.batch",
            "--run",
            str(path),
            "--pages",
            str(size),
        ]
        found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        cost = Cost(*found["cost"])
        each = 1000 * (cost.own + cost.workers) / size
        costs.append(each)
        driver, worker = found["memory"]
        print(
            f"webnoise batch, whole run over {size:,} pages, 2 workers: {size / cost.wall:,.1f} a second,"
            f" processors {each:.1f} ms a page, {1000 * cost.own / size:.2f} of them the driver's;\n"
            f"  at most {driver:.0f} private MB of the driver, {worker:.0f} of its largest worker",
            flush=True,
        )
    print(f"work per page from {sizes[0]:,} to {sizes[-1]:,} pages: {costs[-1] / costs[0]:.2f} times")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pages", type=int, default=2000, help="for the rates")
    parser.add_argument("--sizes", default="2000,20000", help="for the growth")
    parser.add_argument("--no-spark", action="store_true")
    parser.add_argument("--run", type=Path, metavar="FILE", help="one whole run, its cost as JSON")
    args = parser.parse_args()
    if args.run:
        print(json.dumps(whole_run(args.run)))
        return
    source = source_pages()
    measure_rates(stored(islice(endless(source), args.pages)))
    with tempfile.TemporaryDirectory() as folder:
        if not args.no_spark:
            path = write_jsonl(Path(folder) / "pages.jsonl", islice(endless(source), args.pages))
            measure_spark(path, args.pages)
        measure_growth(source, [int(size) for size in args.sizes.split(",")], Path(folder))


if __name__ == "__main__":
    main()
