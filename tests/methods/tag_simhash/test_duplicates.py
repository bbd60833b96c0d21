from __future__ import annotations

import random

from webnoise.methods.tag_simhash.duplicates import near_duplicates


def test_three_bits_are_near_and_four_are_not():
    marks = [0, 0b111, 0b1111, None, 0xFFFF_0000_0000_0000, None]
    assert near_duplicates(marks) == {1: (0, 3)}


def test_bands_find_what_comparing_all_pairs_finds():
    numbers = random.Random(5)
    marks = [numbers.getrandbits(64) for _ in range(60)]
    for _ in range(300):
        mark = numbers.choice(marks)
        for bit in numbers.sample(range(64), numbers.randint(0, 6)):
            mark ^= 1 << bit
        marks.append(mark)
    distinct: list[int] = []
    expected = {}
    for place, mark in enumerate(marks):
        near = [e for e in distinct if (mark ^ marks[e]).bit_count() <= 3]
        if near:
            expected[place] = (near[0], (mark ^ marks[near[0]]).bit_count())
        else:
            distinct.append(place)
    assert near_duplicates(marks) == expected
    assert len(expected) > 50
