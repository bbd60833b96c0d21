"""The index of duplicates at size: rates, bytes, memory, reopening; beside datasketch and simhash.

    python benchmarks/duplicate_index.py [--entries 10000000] [--folder DIR] [--seconds N]

Times are processor seconds of this one process: other work on the machine does not blur them. Signatures are
random, one query in ten is a near copy of an entry. Ours are made beforehand as columns,
theirs as the objects they want, outside the measured time. Theirs get `--seconds` each to insert what they
can (without it, what ours took for all), and are asked at the size they reached.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from pathlib import Path

import numpy as np

from webnoise.dedup.columns import Signatures
from webnoise.dedup.index import DuplicateIndex
from webnoise.dedup.sketch import COUNT_BYTES, SKETCH_BYTES

BATCH = 1 << 18
QUERIES = 20_000


def signatures(start: int, count: int) -> Signatures:
    """Entries `start` .. of a collection that is the same at every size."""
    source = np.random.default_rng(start)
    sketches = source.integers(0, 256, (count, SKETCH_BYTES), np.uint8)
    sketches[:, :COUNT_BYTES] = np.frombuffer((300).to_bytes(COUNT_BYTES, "little"), np.uint8)
    return Signatures(source.integers(0, 1 << 64, count, np.uint64), sketches, np.full(count, 300, np.uint32))


def keys(start: int, count: int) -> list[str]:
    return [f"https://news{n % 997}.example/2026/11/story-{n:09d}" for n in range(start, start + count)]


def queries() -> Signatures:
    """Strangers, and one in ten a copy of an early entry with two bits turned and a fifth of the sketch."""
    asked = signatures(1 << 40, QUERIES)
    copies = signatures(0, BATCH).take(slice(0, QUERIES // 10))
    asked.fingerprints[::10] = copies.fingerprints ^ np.uint64(1 << 5 | 1 << 40)
    changed = asked.sketches[::10].copy()
    asked.sketches[::10] = copies.sketches
    asked.sketches[::10, -20:] = changed[:, -20:]
    return asked


def memory() -> str:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    fields = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    private = int(fields["RssAnon"].split()[0]) / 1024
    return f"peak {peak:,.0f} MB with mapped files, {private:,.0f} MB private now"


def rate(count: int, seconds: float) -> str:
    return f"{count / seconds:>10,.0f}/s"


def measure_ours(entries: int, folder: Path) -> tuple[float, float]:
    url = f"sqlite:///{folder}/{entries}.db"
    inserting = 0.0
    index = DuplicateIndex(url)
    for start in range(0, entries, BATCH):
        count = min(BATCH, entries - start)
        batch, names = signatures(start, BATCH).take(slice(0, count)), keys(start, count)
        begun = time.process_time()
        index.load(names, batch)
        inserting += time.process_time() - begun
    begun = time.process_time()
    index.compact()
    compacting = time.process_time() - begun
    size = sum(path.stat().st_size for path in folder.rglob(f"{entries}.db*") if path.is_file())
    size += sum(path.stat().st_size for path in (folder / f"{entries}.db.duplicates").iterdir())
    index.close()
    begun = time.perf_counter()
    index = DuplicateIndex(url)
    reopening = time.perf_counter() - begun
    asked = queries()
    index.find_many(asked)  # what the system has not cached yet
    begun = time.process_time()
    found = index.find_many(asked)
    asking = time.process_time() - begun
    assert sum(map(bool, found)) >= QUERIES // 10
    begun = time.process_time()
    for row in range(300):
        index.find(asked[row])
    single = time.process_time() - begun
    more = signatures(1 << 41, 4096)
    begun = time.process_time()
    index.add_many(keys(1 << 41, 4096), more)
    adding = time.process_time() - begun
    index.close()
    print(
        f"webnoise {entries:>11,}: load {rate(entries, inserting)} (and {compacting:.0f} s to compact),"
        f" find_many {rate(QUERIES, asking)}, find {rate(300, single)}, add_many {rate(4096, adding)},"
        f" {size / entries:.0f} bytes per entry, reopened in {reopening * 1000:.0f} ms; {memory()}",
        flush=True,
    )
    return entries / (inserting + compacting), QUERIES / asking


def measure_datasketch(seconds: float) -> tuple[float, float]:
    from datasketch import MinHash, MinHashLSH

    source = np.random.default_rng(1)
    lsh = MinHashLSH(threshold=0.5, num_perm=128)

    def made(count: int) -> list[MinHash]:
        values = source.integers(0, 1 << 32, (count, 128), np.uint64)
        return [MinHash(num_perm=128, scheme="legacy", hashvalues=row) for row in values]

    inserting, entries = 0.0, 0
    while inserting < seconds:
        batch, names = made(10_000), keys(entries, 10_000)
        begun = time.process_time()
        for name, minhash in zip(names, batch, strict=True):
            lsh.insert(name, minhash)
        inserting += time.process_time() - begun
        entries += 10_000
    asked = made(5000)
    begun = time.process_time()
    for minhash in asked:
        lsh.query(minhash)
    asking = time.process_time() - begun
    rates = f"insert {rate(entries, inserting)}, query {rate(5000, asking)}"
    print(f"datasketch MinHashLSH {entries:>10,}: {rates}; {memory()}", flush=True)
    return entries / inserting, 5000 / asking


def measure_simhash(seconds: float) -> tuple[float, float]:
    from simhash import Simhash, SimhashIndex

    source = np.random.default_rng(1)
    index = SimhashIndex([], k=3)

    def made(count: int) -> list[Simhash]:
        return [Simhash(int(value)) for value in source.integers(0, 1 << 64, count, np.uint64)]

    inserting, entries = 0.0, 0
    while inserting < seconds:
        batch, names = made(10_000), keys(entries, 10_000)
        begun = time.process_time()
        for name, value in zip(names, batch, strict=True):
            index.add(name, value)
        inserting += time.process_time() - begun
        entries += 10_000
    asked = made(2000)
    begun = time.process_time()
    for value in asked:
        index.get_near_dups(value)
    asking = time.process_time() - begun
    rates = f"insert {rate(entries, inserting)}, query {rate(2000, asking)}"
    print(f"simhash package {entries:>10,}: {rates}; {memory()}", flush=True)
    return entries / inserting, 2000 / asking


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--entries", type=int, default=10_000_000)
    parser.add_argument("--folder", help="where the files go; a temporary folder without it")
    parser.add_argument("--seconds", type=float, help="what datasketch and simhash get to insert")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        for entries in (options.entries // 100, options.entries // 10, options.entries):
            ours = measure_ours(entries, Path(folder))
    seconds = options.seconds or options.entries / ours[0]
    for name, theirs in (("datasketch", measure_datasketch(seconds)), ("simhash", measure_simhash(seconds))):
        print(
            f"ours at {options.entries:,} against {name}: inserts {ours[0] / theirs[0]:.1f} times as fast,"
            f" asks {ours[1] / theirs[1]:.1f} times as fast"
        )


if __name__ == "__main__":
    main()
