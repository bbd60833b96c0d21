"""What TWC-PFM costs: milliseconds per text, beside the definition taken at its word, pair by pair.

Checks first that both give the same weights on 10,000 random texts. Then the cost by number of terms
(bar: 2 ms for 1,000), and for several widths of the sweep.

    python -m research.benchmarks.term_weights
"""

from __future__ import annotations

import math
import random
import time
from bisect import bisect_right
from collections import defaultdict

from webnoise.dedup import simhash as weights
from webnoise.dedup.simhash import fingerprint


def newslike(length: int) -> list[str]:
    """Terms with the repeats of a text: half of them drawn from a few, the rest rare."""
    source = random.Random(length)
    return [
        str(source.randrange(3 * length)) if source.random() < 0.5 else str(int(source.paretovariate(0.7)))
        for _ in range(length)
    ]


def by_definition(terms: list[str]) -> dict[str, float]:
    """Paper 003: every occurrence of ti adds 1/(q - p) for each tj that follows before ti comes again."""
    places = defaultdict(list)
    for place, term in enumerate(terms):
        places[term].append(place)
    sums = {}
    for term, own in places.items():
        total = float(len(own))
        for here, following in zip(own, [*own[1:], len(terms)], strict=True):
            for other, theirs in places.items():
                after = bisect_right(theirs, here)
                if other != term and after < len(theirs) and theirs[after] < following:
                    total += 1 / (theirs[after] - here)
        sums[term] = total / len(places)
    return sums


def check_agreement(texts: int) -> None:
    source = random.Random(1)
    for _ in range(texts):
        terms = [str(source.randrange(12)) for _ in range(source.randrange(1, 40))]
        fast, direct = weights.twc_pfm(terms), by_definition(terms)
        assert fast.keys() == direct.keys(), terms
        assert all(math.isclose(fast[term], direct[term], rel_tol=1e-9) for term in direct), terms
    print(f"both forms agree on {texts:,} random texts\n")


def best_of(count: int, run) -> float:
    times = []
    for _ in range(count):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return min(times) * 1000


check_agreement(10_000)
print(f"{'terms':>6} {'unique':>7} {'weights, ms':>12} {'by definition, ms':>18} {'fingerprint, ms':>16}")
for length in (20, 100, 300, 1000, 3000, 10_000):
    terms = newslike(length)
    weighing = best_of(7, lambda terms=terms: weights.unscaled_weights(terms))
    direct = best_of(1, lambda terms=terms: by_definition(terms)) if length <= 1000 else math.nan
    whole = best_of(7, lambda terms=terms: fingerprint(terms))
    print(f"{length:6} {len(set(terms)):7} {weighing:12.3f} {direct:18.3f} {whole:16.3f}")

print("\nrows at once   1,000 terms   3,000 terms")
for rows in (16, 32, 64, 128, 256):
    weights.ROWS_AT_ONCE = rows
    weights.INVERSE_DISTANCES = weights.inverse_distances()
    costs = []
    for length in (1000, 3000):
        terms = newslike(length)
        costs.append(best_of(7, lambda terms=terms: weights.unscaled_weights(terms)))
    print(f"{rows:12} {costs[0]:13.3f} {costs[1]:13.3f}")
