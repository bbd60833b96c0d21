"""How the thresholds of `webnoise.dedup.compare` were chosen: on one part, measured on another.

    python -m research.benchmarks.duplicates --choose

Of a grid, the thresholds of the best F1 over the pairs they are chosen on (of equals, the middle one) are
measured on the pairs left out. A pair belongs to the part of its first text; clusters that share a text
are kept in one part.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
import xxhash

from research.benchmarks.duplicates import Collection, judged_pairs, load
from webnoise.dedup.compare import Thresholds, compare

GRID = [
    Thresholds(resemblance=resemblance, containment=containment, least_resemblance=least)
    for resemblance, containment, least in product(
        (0.35, 0.4, 0.45, 0.5, 0.55, 0.6), (0.8, 0.85, 0.9, 0.95, 1.0), (0.2, 0.25, 0.3, 0.35, 0.4)
    )
]
PARTS = 5


class Pairs:
    """The pairs of both sets: which are right, where they belong, and what each of the grid accepts."""

    def __init__(self, collections: Sequence[Collection]) -> None:
        judged = [judged_pairs(collection) for collection in collections]
        self.accepted = np.concatenate(
            [
                np.array([compare(ones, others, thresholds)["near"] for thresholds in GRID])
                for ones, others, _ in judged
            ],
            axis=1,
        )
        places = [
            (collection, tuple(pair))
            for collection, (_, _, rows) in zip(collections, judged, strict=True)
            for pair in rows.tolist()
        ]
        stories = {collection.name: united_clusters(collection) for collection in collections}
        self.right = np.array([pair in collection.gold for collection, pair in places])
        self.labelled = np.array([pair in collection.named for collection, pair in places])
        self.set = np.array([collection.name for collection, _ in places])
        self.blog = np.array([blog_of(collection, pair[0]) for collection, pair in places])
        self.part = np.array(
            [xxhash.xxh32_intdigest(stories[of.name][pair[0]].encode()) % PARTS for of, pair in places]
        )

    def best(self, chosen_on: np.ndarray) -> int:
        accepted, right = self.accepted[:, chosen_on], self.right[chosen_on]
        scores = 2 * (accepted & right).sum(axis=1) / np.maximum(accepted.sum(axis=1) + right.sum(), 1)
        best = np.flatnonzero(scores >= scores.max() - 1e-12)
        return int(best[len(best) // 2])

    def report(self, label: str, choice: int, measured_on: np.ndarray) -> None:
        accepted = self.accepted[choice, measured_on]
        columns = []
        for truth in (self.right[measured_on], self.labelled[measured_on]):
            hits = int((accepted & truth).sum())
            columns.append(f"{hits / max(truth.sum(), 1):8.3f} {hits / max(accepted.sum(), 1):6.3f}")
        chosen = GRID[choice]
        values = f"{chosen.resemblance:11} {chosen.containment:11} {chosen.least_resemblance:6}"
        print(f"{label:52} {values} {'  '.join(columns)}", flush=True)


def blog_of(collection: Collection, row: int) -> str:
    return collection.ids[row].split("/")[1] if collection.name == "revisions" else collection.name


def united_clusters(collection: Collection) -> list[str]:
    """For each row the first name of its clusters, joined where they share a text."""
    names = {name: name for name in collection.clusters}

    def first(name: str) -> str:
        while names[name] != name:
            name = names[name]
        return name

    for one, other in collection.gold:
        a, b = sorted((first(collection.clusters[one]), first(collection.clusters[other])))
        names[b] = a
    return [first(name) for name in collection.clusters]


def cross_validate() -> None:
    pairs = Pairs([load(name) for name in ("revisions", "planted")])
    print(f"{'':52} {'':>30} {'with equal texts':>16} {'labels alone':>15}")
    heads = f"{'resemblance':>11} {'containment':>11} {'least':>6}"
    scores = f"{'found':>8} {'right':>6} {'found':>9} {'right':>6}"
    print(f"{'measured on (chosen on all else)':52} {heads} {scores}")
    for measured, groups in (("part", pairs.part), ("blog or set", pairs.blog), ("set", pairs.set)):
        left_out = np.zeros(len(pairs.right), np.bool_)
        for group in sorted(set(groups.tolist())):
            held = groups == group
            choice = pairs.best(~held)
            pairs.report(f"{measured} {group}", choice, held)
            left_out[held] = pairs.accepted[choice, held]
        for name in ("revisions", "planted"):
            of_set = pairs.set == name
            hits = int((left_out & pairs.right)[of_set].sum())
            found, right = hits / pairs.right[of_set].sum(), hits / left_out[of_set].sum()
            print(f"  left out by {measured}, all {name}: found {found:.3f}, right {right:.3f}")
    everything = np.ones(len(pairs.right), np.bool_)
    pairs.report("chosen and measured on everything", pairs.best(everything), everything)
    shipped = Thresholds()
    print(
        f"shipped: resemblance {shipped.resemblance}, containment {shipped.containment},"
        f" least {shipped.least_resemblance}"
    )
