"""Ways to find near-duplicate texts that 003 compares with: Jaccard, MinHash, simhash, hybrid hash.

All take the terms of the texts and return, for each text, which earlier ones it repeats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from webnoise.dedup.simhash import fingerprint, term_hashes, weighted_fingerprint

Terms = Sequence[str]
NEAR_BITS = 3  # 003, section 3.3
LEAST_JACCARD = 0.8  # the usual resemblance of near duplicates (Broder 1997 and after); 003 names none
PERMUTATIONS = 128  # standard error of the estimate at 0.8: 0.035
_PRIME = (1 << 61) - 1


def near_by_jaccard(texts: Sequence[Terms], least: float = LEAST_JACCARD) -> list[list[int]]:
    """Common terms / all terms of the two, compared with every earlier text."""
    numbers: dict[str, int] = {}
    sets = []
    for terms in texts:
        bits = 0
        for term in set(terms):
            bits |= 1 << numbers.setdefault(term, len(numbers))
        sets.append((bits, bits.bit_count()))
    found: list[list[int]] = []
    for index, (bits, size) in enumerate(sets):
        near = []
        for other, (other_bits, other_size) in enumerate(sets[:index]):
            if min(size, other_size) >= least * max(size, other_size, 1):  # else the sizes alone forbid it
                common = (bits & other_bits).bit_count()
                if common >= least * (size + other_size - common):
                    near.append(other)
        found.append(near)
    return found


def near_by_minhash(texts: Sequence[Terms], least: float = LEAST_JACCARD) -> list[list[int]]:
    """The share of equal minima under 128 random permutations estimates Jaccard."""
    signatures = np.array([_minhash(terms) for terms in texts])
    found: list[list[int]] = []
    for index in range(len(texts)):
        shares = (signatures[:index] == signatures[index]).mean(axis=1)
        found.append(np.flatnonzero(shares >= least).tolist())
    return found


def near_by_bits(
    texts: Sequence[Terms], hash_of: Callable[[Terms], int], bits: int = NEAR_BITS
) -> list[list[int]]:
    """Fingerprints that differ in at most `bits` of their 64 bits."""
    fingerprints = np.array([hash_of(terms) for terms in texts], dtype=np.uint64)
    found: list[list[int]] = []
    for index in range(len(texts)):
        distances = np.bitwise_count(fingerprints[:index] ^ fingerprints[index])
        found.append(np.flatnonzero(distances <= bits).tolist())
    return found


def simhash(terms: Terms) -> int:
    """Charikar's fingerprint: terms weigh as often as they occur."""
    counts = Counter(terms)
    return weighted_fingerprint(list(counts), list(counts.values()))


def hybrid_hash(terms: Terms) -> int:
    """Uma and Latha's: a binary term vector, every term weighs 1."""
    unique = sorted(set(terms))
    return weighted_fingerprint(unique, [1] * len(unique))


MODIFIED = "Modified simhash"
DUPLICATE_METHODS: dict[str, Callable[[Sequence[Terms]], list[list[int]]]] = {
    "Jaccard coefficient": near_by_jaccard,
    "MinHash": near_by_minhash,
    "Simhash": lambda texts: near_by_bits(texts, simhash),
    "Hybrid hash": lambda texts: near_by_bits(texts, hybrid_hash),
    MODIFIED: lambda texts: near_by_bits(texts, fingerprint),
}
"""In the order of 003's table 7; the last one is the paper's own."""


def _minhash(terms: Terms) -> NDArray[np.uint64]:
    """The least of (a h + b) over the terms for each of the permutations, in 64-bit arithmetic."""
    if not terms:
        return np.zeros(PERMUTATIONS, dtype=np.uint64)
    random = np.random.default_rng(0)
    factors = random.integers(1, _PRIME, PERMUTATIONS, dtype=np.uint64) | np.uint64(1)
    shifts = random.integers(0, _PRIME, PERMUTATIONS, dtype=np.uint64)
    hashes = term_hashes(sorted(set(terms)))
    minima: NDArray[np.uint64] = (hashes[:, None] * factors + shifts).min(axis=0)
    return minima
