"""Near duplicates: pairs found and right, ours beside the paper's, a plain simhash and datasketch.

    python benchmarks/duplicates.py             the table, on both sets of ../shared/corpus
    python benchmarks/duplicates.py --choose    how the thresholds were chosen: cross-validation

A pair is right when its texts belong to one cluster. The clusters of the revisions are named after files,
and some posts were renamed, or stand in two blogs, word for word: pairs whose exact resemblance of 3-word
shingles is at least 0.5, the bar the set itself sets for versions of one article, count as right (and as
to be found) whatever their names; the last column counts by the names alone.
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import re
import time
from collections import Counter, defaultdict
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import numpy as np

from webnoise.dedup.columns import Signatures
from webnoise.dedup.decision import Decision, Thresholds, bit_counts
from webnoise.dedup.index import DuplicateIndex
from webnoise.dedup.signature import Signature
from webnoise.dedup.simhash import fingerprint, weighted_fingerprint
from webnoise.dedup.sketch import COUNT_BYTES, resemblances, sketch
from webnoise.dedup.terms import text_units

CORPUS = Path(os.environ.get("WEBNOISE_CORPUS", Path(__file__).parents[1] / "../shared/corpus"))
SAME = 0.5


class Collection(NamedTuple):
    name: str
    ids: list[str]
    clusters: list[str]
    texts: list[str]
    named: set[tuple[int, int]]
    gold: set[tuple[int, int]]


def load(name: str) -> Collection:
    with lzma.open(CORPUS / f"duplicates-{name}.jsonl.xz", "rt") as lines:
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
    right = len(pairs & collection.gold)
    found, precise = right / len(collection.gold), right / max(len(pairs), 1)
    by_name = len(pairs & collection.named) / max(len(pairs), 1)
    print(
        f"{collection.name:10} {label:46} {found:6.3f} {precise:6.3f} {by_name:8.3f} {seconds:8.1f}",
        flush=True,
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
    print(f"{'set':10} {'signature':46} {'found':>6} {'right':>6} {'by name':>8} {'seconds':>8}")
    for name in ("revisions", "planted"):
        collection = load(name)
        start = time.perf_counter()
        signatures, plain = our_signatures(collection)
        signing = time.perf_counter() - start
        modified = np.array([signature.fingerprint for signature in signatures], np.uint64)
        for bits in (3, 6, 8, 10):
            report(
                collection, f"modified simhash, TWC-PFM, k = {bits}", pairs_within(modified, bits), signing
            )
        for bits in (3, 8):
            report(
                collection, f"plain simhash, term frequency, k = {bits}", pairs_within(plain, bits), signing
            )
        start = time.perf_counter()
        pairs = simhash_pairs(collection, 3)
        report(collection, "simhash package, k = 3", pairs, time.perf_counter() - start)
        for threshold in (0.5, 0.7):
            start = time.perf_counter()
            pairs = datasketch_pairs(collection, threshold)
            report(collection, f"datasketch MinHashLSH, {threshold}", pairs, time.perf_counter() - start)
        start = time.perf_counter()
        pairs = ours(signatures)
        report(collection, "webnoise", pairs, signing + time.perf_counter() - start)


def choose() -> None:
    """Leave one blog out (and the planted set): choose on the rest, score on what was left out."""
    folds: dict[str, tuple[Decision, np.ndarray, int]] = {}
    for name in ("revisions", "planted"):
        collection = load(name)
        signatures, _ = our_signatures(collection)
        columns = Signatures.of(signatures)
        blog = [row_id.split("/")[1] if name == "revisions" else name for row_id in collection.ids]
        for fold in sorted(set(blog)):
            folds[fold] = _judged(collection, columns, [row for row, of in enumerate(blog) if of == fold])
    grid = [
        Thresholds(resemblance=r, containment=c, least_resemblance=least)
        for r in (0.35, 0.4, 0.45, 0.5, 0.55, 0.6)
        for c in (0.8, 0.85, 0.9, 0.95, 1.0)
        for least in (0.2, 0.25, 0.3, 0.35, 0.4)
    ]
    scores = {fold: [_counts(*judged, thresholds) for thresholds in grid] for fold, judged in folds.items()}
    print(f"{'left out':40} {'resemblance':>11} {'containment':>11} {'least':>6} {'found':>6} {'right':>6}")
    total = np.zeros(3)
    for left_out in folds:
        sums = np.sum([scores[fold] for fold in folds if fold != left_out], axis=0)
        best = int(np.argmax(2 * sums[:, 0] / (sums[:, 1] + sums[:, 2])))
        hits, found, gold = scores[left_out][best]
        total += (hits, found, gold)
        chosen = grid[best]
        print(
            f"{left_out:40} {chosen.resemblance:11} {chosen.containment:11} {chosen.least_resemblance:6}"
            f" {hits / max(gold, 1):6.3f} {hits / max(found, 1):6.3f}"
        )
    print(f"all left-out folds together: found {total[0] / total[2]:.3f}, right {total[0] / total[1]:.3f}")
    sums = np.sum([scores[fold] for fold in folds], axis=0)
    ranked = np.argsort(-2 * sums[:, 0] / (sums[:, 1] + sums[:, 2]))
    for best in ranked[:8]:
        hits, found, gold = sums[best]
        print(f"on all: {grid[best]} found {hits / gold:.4f} right {hits / found:.4f}")


def _judged(
    collection: Collection, columns: Signatures, rows: list[int]
) -> tuple[Signatures, Signatures, np.ndarray]:
    """Pairs of a fold that any threshold of the grid could accept, and which of them are right."""
    values = columns.sketches[:, COUNT_BYTES:]
    pairs = []
    for place, row in enumerate(rows[:-1]):
        others = np.array(rows[place + 1 :])
        near = (
            resemblances(values[others], np.broadcast_to(values[row], (len(others), values.shape[1]))) >= 0.15
        )
        near |= bit_counts(columns.fingerprints[others] ^ columns.fingerprints[row]) <= 3
        pairs += [(row, int(other)) for other in others[near]]
    inside = set(rows)
    pairs += [
        pair for pair in collection.gold if pair[0] in inside and pair[1] in inside and pair not in set(pairs)
    ]
    ones, others = np.array(pairs, np.int64).reshape(-1, 2).T
    return columns.take(ones), columns.take(others), np.array([pair in collection.gold for pair in pairs])


def _counts(
    ones: Signatures, others: Signatures, right: np.ndarray, thresholds: Thresholds
) -> tuple[int, int, int]:
    accepted = Decision.of(ones, others, thresholds).accepted
    return int((accepted & right).sum()), int(accepted.sum()), int(right.sum())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--choose", action="store_true", help="show how the thresholds were chosen")
    if parser.parse_args().choose:
        choose()
    else:
        table()
