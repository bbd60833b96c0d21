"""Measure the index of duplicates in SQLite, and clustering, at size.

    python -m research.benchmarks.duplicate_index        a million texts: ten minutes, 0.8 GB
    python -m research.benchmarks.duplicate_index --entries 10000

Signatures are random and ready-made. The index is filled in transactions of 10,000; then texts are added as a
crawl adds them, each looked up, filed and committed alone, and texts are looked up that differ in one to
three bits from entries spread over the index: all must be found. Clustering is measured in a process of its
own; a fifth of its texts are near duplicates of others. Times are processor seconds of the process, which
other work on the machine blurs less, and seconds by the clock where they are named so.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from webnoise.dedup.clusters import cluster_signed
from webnoise.dedup.index import DuplicateIndex
from webnoise.dedup.signature import RECORD, Signature, Signatures

BATCH = 10_000
SINGLE = 2_000
CHANGED = 0.2
"""Of the minima of a planted near duplicate: it resembles its original by two thirds."""


def random_signatures(seed: int, count: int) -> Signatures:
    records = np.frombuffer(np.random.default_rng(seed).bytes(count * RECORD.itemsize), RECORD).copy()
    records["length"] = records["shingles"] = 300
    return records


def key(number: int) -> str:
    return f"https://news{number % 997}.example/2026/11/story-{number:09d}"


def as_signatures(records: Signatures) -> list[Signature]:
    return [Signature.from_bytes(record.tobytes()) for record in records]


def measure_index(entries: int, path: Path) -> None:
    with DuplicateIndex(f"sqlite:///{path}") as index:
        filling = 0.0
        for start in range(0, entries, BATCH):
            texts = as_signatures(random_signatures(start, min(BATCH, entries - start)))
            keys = [key(start + number) for number in range(len(texts))]
            begun = time.process_time()
            index.add_many(keys, texts)
            filling += time.process_time() - begun
        texts = as_signatures(random_signatures(-1 & 0xFFFFFFFF, SINGLE))
        begun, by_clock = time.process_time(), time.perf_counter()
        for number, text in enumerate(texts):
            index.add(f"new {number}", text)
        adding, by_clock = time.process_time() - begun, time.perf_counter() - by_clock
        planted = planted_neighbours(entries)
        begun = time.process_time()
        found = [index.find(text) for text in planted.values()]
        finding = time.process_time() - begun
        hits = sum(
            any(match.key == wanted for match in matches)
            for wanted, matches in zip(planted, found, strict=True)
        )
    print(
        f"index of {entries:,}: {entries / filling:,.0f} a second in transactions of {BATCH:,};"
        f" {SINGLE / adding:,.0f} a second with a commit each ({SINGLE / by_clock:,.0f} by the clock);"
        f" {len(planted) / finding:,.0f} look-ups a second;"
        f" {path.stat().st_size / entries:.0f} bytes a text; {hits} of {len(planted)} within three bits",
        flush=True,
    )
    assert hits == len(planted), "a pair within three bits was missed"


def planted_neighbours(entries: int) -> dict[str, Signature]:
    """Return texts within three bits of entries, by the keys of those."""
    source, planted = np.random.default_rng(1), {}
    for start in range(0, entries, max(BATCH, entries // 100 // BATCH * BATCH)):
        records = random_signatures(start, min(BATCH, entries - start))
        for row in source.choice(len(records), 20, replace=False).tolist():
            bits = source.choice(64, 1 + row % 3, replace=False).tolist()
            turned = int(records["fingerprint"][row]) ^ sum(1 << bit for bit in bits)
            planted[key(start + row)] = Signature(turned)
    return planted


def measure_clusters(entries: int) -> None:
    source, records = np.random.default_rng(1), random_signatures(0, entries)
    copies, originals = source.permutation(entries)[: entries // 5 * 2].reshape(2, -1)
    records[copies] = records[originals]
    records["fingerprint"][copies] = source.integers(0, 1 << 64, len(copies), np.uint64)
    minima = records["minima"][copies]
    changed = source.random(minima.shape) < CHANGED
    minima[changed] = source.integers(0, 256, int(changed.sum()), np.uint8)
    records["minima"][copies] = minima
    begun = time.process_time()
    signed = ((key(row), Signature.from_bytes(records[row].tobytes())) for row in range(entries))
    clusters = cluster_signed(signed)
    seconds = time.process_time() - begun
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"clusters of {entries:,}: {seconds:.1f} s, {megabytes:,.0f} MB at most;"
        f" {len(clusters):,} found of {len(copies):,} planted",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--entries", type=int, default=1_000_000)
    parser.add_argument("--folder", help="where the index goes; a temporary folder without it")
    parser.add_argument("--clusters", action="store_true", help="cluster only")
    options = parser.parse_args()
    if options.clusters:
        measure_clusters(options.entries)
        return
    command = [sys.executable, "-m", "research.benchmarks.duplicate_index", "--clusters"]
    one_core = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    subprocess.run([*command, "--entries", str(options.entries)], env=one_core, check=True)
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        measure_index(options.entries, Path(folder) / "index.db")


if __name__ == "__main__":
    main()
