"""What a page and an article cost a Redis store, in memory and in time.

    python -m research.benchmarks.redis_store       20,000 of each: a minute; starts a redis-server of its own

Seen pages and links are sent together, as a crawl sends them; texts are filed one by one, each by one
script that also answers with its earlier near duplicates. Rates are those of one process on this machine.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from research.benchmarks.duplicate_index import as_signatures, random_signatures
from tests.redis_server import RedisProcess
from webnoise import stores
from webnoise.stores import FoundLink, Seen


def url(number: int) -> str:
    return f"https://news{number % 997}.example/2026/11/16/a-story-of-this-day-{number:08d}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--entries", type=int, default=20_000)
    count = parser.parse_args().entries
    with tempfile.TemporaryDirectory() as folder:
        server = RedisProcess(Path(folder)).start()
        try:
            measure(server, count)
        finally:
            server.stop()


def measure(server: RedisProcess, count: int) -> None:
    client = server.client()

    def timed(what: str, work: Callable[[], object], before: int) -> None:
        begun = time.perf_counter()
        work()
        seconds = time.perf_counter() - begun
        size = (int(client.info("memory")["used_memory"]) - before) / count
        print(f"{what}: {size:.0f} bytes each, {count / seconds:,.0f} a second", flush=True)

    def used() -> int:
        return int(client.info("memory")["used_memory"])

    with stores.open(server.url) as opened:
        seen, empty = opened.seen, used()

        def find() -> None:
            for number in range(count):
                seen.find("News", [FoundLink(url(number), "https://news.example/", 1e9, 0.5, 1e9)])
            seen.flush()

        def put() -> None:
            for number in range(count):
                seen.put(url(number), Seen(1e9, "article", '"etag-1234567890"', None, "0" * 32))
            seen.flush()

        timed("links that wait", find, empty)
        timed("pages that are seen, and no link waits", put, empty)
        texts = as_signatures(random_signatures(1, count))

        def add() -> None:
            for number, text in enumerate(texts):
                opened.duplicates.add(url(number), text)

        timed("texts among duplicates", add, used())


if __name__ == "__main__":
    main()
