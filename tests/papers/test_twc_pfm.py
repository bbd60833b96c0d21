"""Paper 003: the worked example of TWC-PFM, and its fast form against the paper's definition."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
import xxhash

from webnoise.dedup.simhash import LONGEST, fingerprint, hamming, term_weights, twc_pfm, weighted_fingerprint


def weights_by_definition(terms):
    """Every ordered pair of terms, every occurrence: exact and slow."""
    positions: dict[str, list[int]] = {}
    for place, term in enumerate(terms):
        positions.setdefault(term, []).append(place)
    weights = {}
    for term, own in positions.items():
        total = Fraction(len(own))
        for other, others in positions.items():
            if other == term:
                continue
            for number, p in enumerate(own):
                q = next((place for place in others if place > p), None)
                recurs = number + 1 < len(own) and q is not None and own[number + 1] < q
                if q is not None and not recurs:
                    total += Fraction(1, q - p)
        weights[term] = total / len(positions)
    return weights


def test_worked_example_gives_the_papers_weights():
    weights = twc_pfm("a b c d a b a c a b d".split())
    exact = {"a": Fraction(7, 3), "b": Fraction(11, 6), "c": Fraction(17, 12), "d": Fraction(15, 16)}
    assert weights == pytest.approx({term: float(weight) for term, weight in exact.items()}, abs=1e-12)
    assert weights_by_definition("a b c d a b a c a b d".split()) == exact


def test_fast_form_equals_the_definition_on_ten_thousand_random_texts():
    source = random.Random(3)
    for _ in range(10_000):
        vocabulary = source.choice([1, 2, 5, 20])
        terms = [str(source.randrange(vocabulary)) for _ in range(source.randrange(25))]
        expected = {term: float(weight) for term, weight in weights_by_definition(terms).items()}
        assert twc_pfm(terms) == pytest.approx(expected, abs=1e-9), terms


@pytest.mark.parametrize("length", [127, 128, 129, 130, 300])
def test_fast_form_equals_the_definition_where_sweeps_meet(length):
    source = random.Random(length)
    terms = [str(int(source.paretovariate(0.7))) for _ in range(length)]
    expected = {term: float(weight) for term, weight in weights_by_definition(terms).items()}
    assert twc_pfm(terms) == pytest.approx(expected, abs=1e-9)


def test_terms_beyond_the_longest_count_by_frequency():
    terms = [str(place % 7) for place in range(LONGEST)]
    unique, weights = term_weights([*terms, "late", "late", "late"])
    assert weights[unique.index("late")] == 3


def test_fingerprint_is_the_sign_of_the_weighted_bits():
    terms = "ministers met geneva cut tariff steel tariff minister said cut geneva".split()
    weights = weights_by_definition(terms)
    expected = 0
    for bit in range(64):
        signed = (
            weight if xxhash.xxh64_intdigest(term.encode(), seed=0) >> bit & 1 else -weight
            for term, weight in weights.items()
        )
        expected |= (sum(signed) > 0) << bit
    assert fingerprint(terms) == expected


def test_an_exact_tie_leaves_the_bit_unset():
    one, two, three = (xxhash.xxh64_intdigest(term, seed=0) for term in (b"one", b"two", b"three"))
    assert weighted_fingerprint(["one", "two"], [1 / 3, 1 / 3]) == one & two
    # 0.1 + 0.2 is not 0.3 in binary fractions, but it is meant to be
    assert weighted_fingerprint(["one", "two", "three"], [0.1, 0.2, 0.3]) == three & (one | two)


def test_a_text_without_terms_has_the_fingerprint_zero():
    assert fingerprint([]) == 0


def test_distance_counts_differing_bits():
    assert hamming(0, (1 << 64) - 1) == 64
    assert hamming(0b1011, 0b0010) == 2
