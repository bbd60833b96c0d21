import pytest

from research.baselines.duplicates import (
    DUPLICATE_METHODS,
    hybrid_hash,
    near_by_bits,
    near_by_jaccard,
    near_by_minhash,
    simhash,
)

STORY = [f"term{number}" for number in range(60)]
OTHER = [f"word{number}" for number in range(60)]


def test_jaccard_compares_sets_of_terms():
    # 4 of 5 terms in common: 4 / 6 = 0.667; 9 of 10: 9 / 11 = 0.818
    assert near_by_jaccard([["a", "b", "c", "d", "e"], ["a", "b", "c", "d", "f"]]) == [[], []]
    ten = list("abcdefghij")
    assert near_by_jaccard([ten, [*ten[:9], "x"]]) == [[], [0]]
    assert near_by_jaccard([ten, ten[:8]]) == [[], [0]]
    assert near_by_jaccard([ten, ten[:7]]) == [[], []]


def test_minhash_estimates_jaccard():
    changed = [*STORY[:57], "new1", "new2", "new3"]  # 57 / 63 = 0.905
    half = [*STORY[:30], *OTHER[:30]]  # 30 / 90
    assert near_by_minhash([STORY, changed, half]) == [[], [0], []]


def test_bits_count_the_differing_ones():
    values = {"a": 0b0000, "b": 0b0111, "c": 0b1111}
    assert near_by_bits([["a"], ["b"], ["c"]], lambda terms: values[terms[0]]) == [[], [0], [1]]


def test_simhash_weighs_by_frequency_and_hybrid_hash_does_not():
    terms = ["a", "b", "c"]
    assert hybrid_hash([*terms, "a", "a"]) == hybrid_hash(terms)
    assert simhash([*terms, "a", "a", "a"]) == simhash(["a"])
    assert simhash(terms) == hybrid_hash(terms)


@pytest.mark.parametrize("name", DUPLICATE_METHODS)
def test_method_finds_an_exact_copy_and_no_stranger(name):
    assert DUPLICATE_METHODS[name]([STORY, OTHER, list(STORY)]) == [[], [], [0]]
