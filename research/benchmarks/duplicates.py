"""Near duplicates: pairs found and right, ours beside the paper's, a plain simhash and datasketch.

    python -m research.benchmarks.duplicates             the table, on both sets of texts; two minutes
    python -m research.benchmarks.duplicates --choose    how our thresholds were chosen: cross-validation

Two truths, both printed. By the labels alone a pair is right when its texts belong to one cluster. The
clusters of the revisions are named after files: a post that was renamed, and the sample post that four of the
blogs carry, stand in several. So in the first two columns pairs whose exact resemblance of 3-word
shingles is at least 0.5, the bar the set itself sets for versions of one article, are right (and to
be found) too, whatever their names.
"""

from __future__ import annotations

import argparse
import json
import lzma
import re
import time
from collections import Counter, defaultdict
from itertools import combinations
from typing import NamedTuple

import numpy as np

from research.corpora import find_corpus
from research.script import run_script
from webnoise.dedup.index import DuplicateIndex
from webnoise.dedup.signature import Signature, Signatures, as_records
from webnoise.dedup.simhash import bit_counts, fingerprint, weighted_fingerprint
from webnoise.dedup.sketch import resemblances, sketch
from webnoise.text.terms import text_units

SAME = 0.5


class Collection(NamedTuple):
    name: str
    ids: list[str]
    clusters: list[str]
    texts: list[str]
    named: set[tuple[int, int]]
    gold: set[tuple[int, int]]


def load(name: str) -> Collection:
    with lzma.open(find_corpus(f"duplicates-{name}"), "rt") as lines:
        records = [json.loads(line) for line in lines]
    records = [record for record in records if (record.get("jaccard_to_last") or 1) >= SAME]
    members = defaultdict(list)
    for row, record in enumerate(records):
        members[record["cluster"]].append(row)
    named = {pair for rows in members.values() for pair in combinations(rows, 2)}
    texts = [record["text"] for record in records]
    gold = named | same_texts(texts)
    return Collection(name, [r["id"] for r in records], [r["cluster"] for r in records], texts, named, gold)


def shingles(text: str, width: int = 3) -> frozenset[tuple[str, ...]]:
    words = re.findall(r"\w+", text.lower())
    return frozenset(zip(*(words[place:] for place in range(width)), strict=False))


def same_texts(texts: list[str]) -> set[tuple[int, int]]:
    """All pairs of exact resemblance of at least `SAME`, by their shared shingles."""
    sets = [shingles(text) for text in texts]
    frequency = Counter(shingle for found in sets for shingle in found)
    holders = defaultdict(list)
    for row, found in enumerate(sets):
        # two texts that share half of their shingles share one of the rarer half of each (prefix filter)
        rarest = sorted(found, key=lambda shingle: (frequency[shingle], shingle))
        for shingle in rarest[: len(rarest) - int(SAME * len(rarest)) + 1]:
            if frequency[shingle] > 1:
                holders[shingle].append(row)
    candidates = {pair for rows in holders.values() for pair in combinations(rows, 2)}
    return {
        (a, b)
        for a, b in candidates
        if min(len(sets[a]), len(sets[b])) >= SAME * max(len(sets[a]), len(sets[b]))
        and len(sets[a] & sets[b]) >= SAME * len(sets[a] | sets[b])
    }


def report(collection: Collection, label: str, pairs: set[tuple[int, int]], seconds: float) -> None:
    scores = [
        score
        for truth in (collection.gold, collection.named)
        for score in (len(pairs & truth) / len(truth), len(pairs & truth) / max(len(pairs), 1))
    ]
    columns = "{:8.3f} {:6.3f} {:10.3f} {:6.3f}".format(*scores)
    print(f"{collection.name:10} {label:40} {columns} {seconds:8.1f}", flush=True)


def describe(collection: Collection) -> None:
    """What the labels leave out."""
    unnamed = collection.gold - collection.named
    clusters = {row: collection.clusters[row] for pair in unnamed for row in pair}
    sample = sum(len({clusters[row].rpartition("/")[2] for row in pair}) == 1 for pair in unnamed)
    print(
        f"{collection.name}: {len(collection.texts):,} texts, {len(collection.named)} pairs by the labels,"
        f" and {len(unnamed)} of equal text under other labels: {sample} under one name in several blogs,"
        f" {len(unnamed) - sample} under several names"
    )


def pairs_within(fingerprints: np.ndarray, bits: int) -> set[tuple[int, int]]:
    pairs = set()
    for row in range(len(fingerprints) - 1):
        near = np.flatnonzero(bit_counts(fingerprints[row + 1 :] ^ fingerprints[row]) <= bits)
        pairs.update((row, row + 1 + int(other)) for other in near)
    return pairs


def our_signatures(collection: Collection) -> tuple[list[Signature], np.ndarray]:
    """Signatures, and beside them plain simhashes: the same terms weighted by their frequency."""
    signatures, plain = [], []
    for text in collection.texts:
        terms, units = text_units(text, "en")
        signatures.append(Signature(fingerprint(terms), sketch(units), len(terms)))
        counts = dict.fromkeys(terms, 0)
        for term in terms:
            counts[term] += 1
        plain.append(weighted_fingerprint(list(counts), list(counts.values())))
    return signatures, np.array(plain, np.uint64)


def ours(signatures: list[Signature]) -> set[tuple[int, int]]:
    with DuplicateIndex(most=None) as index:
        found = index.add_many([str(row) for row in range(len(signatures))], signatures)
    return {(int(match.key), row) for row, matches in enumerate(found) for match in matches}


def datasketch_pairs(collection: Collection, threshold: float) -> set[tuple[int, int]]:
    from datasketch import MinHash, MinHashLSH

    lsh = MinHashLSH(threshold=threshold, num_perm=128)
    pairs = set()
    for row, text in enumerate(collection.texts):
        minhash = MinHash(num_perm=128)
        minhash.update_batch([" ".join(shingle).encode() for shingle in shingles(text)])
        pairs.update((int(other), row) for other in lsh.query(minhash))
        lsh.insert(str(row), minhash)
    return pairs


def simhash_pairs(collection: Collection, bits: int) -> set[tuple[int, int]]:
    from simhash import Simhash

    values = [Simhash(re.findall(r"\w+", text.lower())).value for text in collection.texts]
    return pairs_within(np.array(values, np.uint64), bits)


def table() -> None:
    collections = [load(name) for name in ("revisions", "planted")]
    for collection in collections:
        describe(collection)
    print(f"{'':51} {'with equal texts':>15} {'labels alone':>17}")
    print(f"{'set':10} {'signature':40} {'found':>8} {'right':>6} {'found':>10} {'right':>6} {'seconds':>8}")
    for collection in collections:
        start = time.process_time()
        signatures, plain = our_signatures(collection)
        signing = time.process_time() - start
        modified = np.array([signature.fingerprint for signature in signatures], np.uint64)
        for bits in (3, 6, 8, 10):
            label = f"modified simhash, TWC-PFM, k = {bits}"
            report(collection, label, pairs_within(modified, bits), signing)
        for bits in (3, 8):
            label = f"plain simhash, term frequency, k = {bits}"
            report(collection, label, pairs_within(plain, bits), signing)
        start = time.process_time()
        pairs = simhash_pairs(collection, 3)
        report(collection, "simhash package, k = 3", pairs, time.process_time() - start)
        for threshold in (0.5, 0.7):
            start = time.process_time()
            pairs = datasketch_pairs(collection, threshold)
            report(collection, f"datasketch MinHashLSH, {threshold}", pairs, time.process_time() - start)
        start = time.process_time()
        pairs = ours(signatures)
        report(collection, "webnoise", pairs, signing + time.process_time() - start)


def judged_pairs(collection: Collection) -> tuple[Signatures, Signatures, np.ndarray]:
    """All pairs that some thresholds could accept, as signatures, and their rows; and those to be found."""
    signatures = as_records(one.to_bytes() for one in our_signatures(collection)[0])
    values, fingerprints = signatures["minima"], signatures["fingerprint"]
    pairs = set(collection.gold)
    for row in range(len(values) - 1):
        near = resemblances(values[row + 1 :], np.broadcast_to(values[row], values[row + 1 :].shape)) >= 0.15
        near |= bit_counts(fingerprints[row + 1 :] ^ fingerprints[row]) <= 3
        pairs.update((row, row + 1 + int(other)) for other in np.flatnonzero(near))
    rows = np.array(sorted(pairs))
    return signatures[rows[:, 0]], signatures[rows[:, 1]], rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--choose", action="store_true", help="show how the thresholds were chosen")
    if parser.parse_args().choose:
        from research.benchmarks.duplicate_thresholds import cross_validate

        cross_validate()
    else:
        table()


if __name__ == "__main__":
    run_script(main)
