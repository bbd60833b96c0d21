"""The index of duplicates at size: rates, bytes, memory, reopening; beside datasketch and simhash.

    python -m research.benchmarks.duplicate_index              10 million entries: ten minutes, 6 GB of disk
    python -m research.benchmarks.duplicate_index --entries 1000000   a minute

What is compared: signatures and keys are ready-made for all three, outside the measured time. Ours is on
disk, survives a kill, and gives verified answers, within three bits and by resemblance; theirs are
dictionaries in memory that give candidates. Ours takes texts by the batch or one by one, and both are
printed; theirs only one by one. Theirs get the time that ours took to insert everything, and are asked at
the size they reached. Times are processor seconds of this one process: other work blurs them less.

The collection is random; 2,000 of the 20,000 queries are planted near duplicates of entries spread over
it: half have one to three bits turned and another sketch (these must all be found), half have
eight bits turned and a third of the sketch changed.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from webnoise.dedup.index import DuplicateIndex
from webnoise.dedup.index.columns import Signatures
from webnoise.dedup.sketch import COUNT_BYTES, SKETCH_BYTES

BATCH = 1 << 20
ADDED_AT_ONCE = 1 << 15
QUERIES = 20_000
PLANTED = 1_000
SINGLE = 1_000


class Rates(NamedTuple):
    """Texts per second: filed, looked up, and both, as a crawl does for each article."""

    entries: int
    insert: float
    query: float

    @property
    def both(self) -> float:
        return 1 / (1 / self.insert + 1 / self.query)


def signatures(start: int, count: int) -> Signatures:
    """Entries `start` .. of a random collection."""
    source = np.random.default_rng(start)
    sketches = source.integers(0, 256, (count, SKETCH_BYTES), np.uint8)
    sketches[:, :COUNT_BYTES] = np.frombuffer((300).to_bytes(COUNT_BYTES, "little"), np.uint8)
    return Signatures(source.integers(0, 1 << 64, count, np.uint64), sketches, np.full(count, 300, np.uint32))


def keys(start: int, count: int) -> list[str]:
    return [f"https://news{n % 997}.example/2026/11/story-{n:09d}" for n in range(start, start + count)]


def queries(entries: int) -> tuple[Signatures, dict[int, str]]:
    """What is asked, and the key to be found for the planted rows."""
    asked = signatures(1 << 40, QUERIES)
    source = np.random.default_rng(1)
    expected = {}
    starts = range(0, entries, BATCH)
    made_from = -1
    for number in range(2 * PLANTED):
        start = starts[number * len(starts) // (2 * PLANTED)]
        if start != made_from:
            made_from, batch = start, signatures(start, min(BATCH, entries - start))
        entry = int(source.integers(len(batch)))
        row = number * (QUERIES // (2 * PLANTED))
        bits = 1 + number // 2 % 3 if number % 2 == 0 else 8
        turned = sum(1 << int(bit) for bit in source.choice(64, bits, replace=False))
        asked.fingerprints[row] = batch.fingerprints[entry] ^ np.uint64(turned)
        if number % 2:
            same = source.permutation(SKETCH_BYTES)[: SKETCH_BYTES * 2 // 3]
            asked.sketches[row, same] = batch.sketches[entry, same]
        [expected[row]] = keys(start + entry, 1)
    return asked, expected


def timed(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


def private_megabytes() -> float:
    fields = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    return int(fields["RssAnon"].split()[0]) / 1024


def peak_megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measure_ours(entries: int, folder: Path) -> tuple[Rates, Rates]:
    """Rates by the batch and one by one."""
    url = f"sqlite:///{folder}/{entries}.db"
    with DuplicateIndex(url) as index:
        loading = 0.0
        for start in range(0, entries, BATCH):
            count = min(BATCH, entries - start)
            batch, names = signatures(start, count), keys(start, count)
            loading += timed(lambda names=names, batch=batch: index.load(names, batch))
        compacting = timed(index.compact)
    disk = sum(
        path.stat().st_size for path in folder.rglob("*") if path.is_file() and f"{entries}.db" in str(path)
    )
    before, begun = private_megabytes(), time.perf_counter()
    index = DuplicateIndex(url)
    reopening = time.perf_counter() - begun
    held = max(private_megabytes() - before, 0.0) * (1 << 20)
    asked, expected = queries(entries)
    found = index.find_many(asked)  # and what the system has not cached yet
    hits = {row for row, key in expected.items() if any(match.key == key for match in found[row])}
    near = [row for place, row in enumerate(expected) if place % 2 == 0]
    asking = timed(lambda: index.find_many(asked))
    ones = [asked[row] for row in range(SINGLE)]
    finding = timed(lambda: [index.find(one) for one in ones])
    more, names = signatures(1 << 41, ADDED_AT_ONCE), keys(1 << 41, ADDED_AT_ONCE)
    adding_many = timed(lambda: index.add_many(names, more))
    more, names = signatures(1 << 42, SINGLE), keys(1 << 42, SINGLE)
    ones = [more[row] for row in range(SINGLE)]
    adding = timed(lambda: [index.add(name, one) for name, one in zip(names, ones, strict=True)])
    index.close()
    rates = Rates(entries, entries / (loading + compacting), QUERIES / asking)
    single = Rates(entries, 1 / max(adding - finding, 1e-9) * SINGLE, SINGLE / finding)
    print(
        f"webnoise, {entries:,} entries\n"
        f"  by the batch: insert {rates.insert:,.0f}/s ({1e6 / rates.insert:.1f} us,"
        f" {compacting:.0f} s of it to merge), query {rates.query:,.0f}/s ({1e6 / rates.query:.1f} us),"
        f" add_many {ADDED_AT_ONCE / adding_many:,.0f}/s\n"
        f"  one by one: find {SINGLE / finding:,.0f}/s ({1e6 * finding / SINGLE:.0f} us),"
        f" add {SINGLE / adding:,.0f}/s ({1e6 * adding / SINGLE:.0f} us)\n"
        f"  planted found: {len(hits & set(near))} of {PLANTED} within three bits,"
        f" {len(hits - set(near))} of {PLANTED} by their sketch\n"
        f"  {disk / entries:.0f} bytes per entry on disk, and {held / entries:.1f} in memory;"
        f" reopened in {1000 * reopening:.0f} ms; peak memory so far {peak_megabytes():,.0f} MB,"
        f" mapped files included, {private_megabytes():,.0f} MB private now",
        flush=True,
    )
    assert hits >= set(near), "a pair within three bits was missed"
    return rates, single


def measure_datasketch(seconds: float) -> Rates:
    from datasketch import MinHash, MinHashLSH

    source = np.random.default_rng(1)
    lsh = MinHashLSH(threshold=0.5, num_perm=128)

    shared = MinHash(num_perm=128, scheme="legacy").permutations

    def made(count: int) -> list[MinHash]:
        values = source.integers(0, 1 << 32, (count, 128), np.uint64)
        return [MinHash(scheme="legacy", hashvalues=row, permutations=shared) for row in values]

    return measure_peer("datasketch MinHashLSH", made, lsh.insert, lsh.query, seconds)


def measure_simhash(seconds: float) -> Rates:
    from simhash import Simhash, SimhashIndex

    source = np.random.default_rng(1)
    index = SimhashIndex([], k=3)

    def made(count: int) -> list[Simhash]:
        return [Simhash(int(value)) for value in source.integers(0, 1 << 64, count, np.uint64)]

    return measure_peer("simhash package", made, index.add, index.get_near_dups, seconds)


def measure_peer(
    name: str,
    made: Callable[[int], list[object]],
    insert: Callable[[str, object], object],
    query: Callable[[object], object],
    seconds: float,
) -> Rates:
    """Insert for so many seconds, then ask."""
    inserting, entries, step = 0.0, 0, 10_000
    while inserting < seconds:
        batch = list(zip(keys(entries, step), made(step), strict=True))
        inserting += timed(lambda batch=batch: [insert(*pair) for pair in batch])
        entries += step
    asked = made(SINGLE)
    asking = timed(lambda: [query(one) for one in asked])
    rates = Rates(entries, entries / inserting, SINGLE / asking)
    print(
        f"{name}, {entries:,} entries\n"
        f"  one by one: insert {rates.insert:,.0f}/s ({1e6 / rates.insert:.1f} us),"
        f" query {rates.query:,.0f}/s ({1e6 / rates.query:.1f} us);"
        f" {private_megabytes():,.0f} MB private now",
        flush=True,
    )
    return rates


def compare(name: str, theirs: Rates, measured: list[tuple[Rates, Rates]]) -> None:
    for ours, single in measured[1:]:
        print(
            f"ours at {ours.entries:,} against {name} at {theirs.entries:,}: a text looked up and filed"
            f" {ours.both / theirs.both:.1f} times as fast (query {ours.query / theirs.query:.1f},"
            f" insert {ours.insert / theirs.insert:.1f}); one by one {single.both / theirs.both:.1f} times"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--entries", type=int, default=10_000_000)
    parser.add_argument("--folder", help="where the files go; a temporary folder without it")
    parser.add_argument("--seconds", type=float, help="what datasketch and simhash get to insert")
    options = parser.parse_args()
    measured = []
    for entries in (options.entries // 100, options.entries // 10, options.entries):
        with tempfile.TemporaryDirectory(dir=options.folder) as folder:
            measured.append(measure_ours(entries, Path(folder)))
    costs = [1e6 / rates.query for rates, _ in measured]
    print(
        f"a hundred times the entries, {costs[-1] / costs[0]:.1f} times the cost per query:"
        f" {', '.join(f'{cost:.1f}' for cost in costs)} us"
    )
    ours, _ = measured[-1]
    seconds = options.seconds or ours.entries / ours.insert
    peers = {"datasketch": measure_datasketch(seconds), "simhash": measure_simhash(seconds)}
    for name, theirs in peers.items():
        compare(name, theirs, measured)


if __name__ == "__main__":
    main()
