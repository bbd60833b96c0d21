"""What TWC-PFM costs: milliseconds per text, by its number of terms, for several widths of the sweep.

python benchmarks/term_weights.py
"""

from __future__ import annotations

import random
import time

from webnoise.dedup import weights
from webnoise.dedup.simhash import fingerprint


def newslike(length: int) -> list[str]:
    """Terms with the repeats of a text: half of them drawn from a few, the rest rare."""
    source = random.Random(length)
    return [
        str(source.randrange(3 * length)) if source.random() < 0.5 else str(int(source.paretovariate(0.7)))
        for _ in range(length)
    ]


def best_of(count: int, run) -> float:
    times = []
    for _ in range(count):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return min(times) * 1000


print(f"{'terms':>6} {'unique':>7} {'weights, ms':>12} {'fingerprint, ms':>16}")
for length in (20, 100, 300, 1000, 3000, 10_000):
    terms = newslike(length)
    weighing = best_of(7, lambda terms=terms: weights.unscaled_weights(terms))
    whole = best_of(7, lambda terms=terms: fingerprint(terms))
    print(f"{length:6} {len(set(terms)):7} {weighing:12.3f} {whole:16.3f}")

print("\nrows at once   1,000 terms   3,000 terms")
for rows in (16, 32, 64, 128, 256):
    weights.ROWS_AT_ONCE = rows
    costs = []
    for length in (1000, 3000):
        terms = newslike(length)
        costs.append(best_of(7, lambda terms=terms: weights.unscaled_weights(terms)))
    print(f"{rows:12} {costs[0]:13.3f} {costs[1]:13.3f}")
