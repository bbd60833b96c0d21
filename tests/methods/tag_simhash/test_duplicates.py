from __future__ import annotations

import random

from webnoise.blocks.segment import segment
from webnoise.methods.tag_simhash.duplicates import drop_duplicates, near_duplicates
from webnoise.model import Page, Reason, Verdict
from webnoise.page.parse import parse

LEAD = "The harbour board voted on Monday to repair the old pier before the summer season of boats begins."


def cut(*paragraphs):
    body = "".join(f"<p>{text}</p>" for text in paragraphs)
    return segment(parse(Page("https://e.com/a", f'<html lang="en"><body>{body}</body></html>')))


def kept(page):
    return [Verdict(True, 1.0, Reason("content"))] * len(page.blocks)


def test_later_copy_is_dropped_and_names_the_earlier_block():
    page = cut(LEAD, "Nobody spoke against it.", LEAD.upper())
    verdicts = drop_duplicates(page, kept(page))
    assert [verdict.keep for verdict in verdicts] == [True, True, False]
    assert verdicts[2].reason == Reason("duplicate", "repeats block 0, 0 bits differ")


def test_copy_of_a_dropped_block_is_not_a_duplicate():
    page = cut(LEAD, LEAD)
    verdicts = [Verdict(False, 0.0, Reason("noise")), *kept(page)[1:]]
    assert drop_duplicates(page, verdicts) == verdicts


def test_ten_terms_repeat_and_nine_do_not():
    ten = "harbour council pier ferry quay storm tide anchor sailor lantern"
    nine = ten.removesuffix(" lantern")
    assert [v.keep for v in drop_duplicates(cut(ten, ten), kept(cut(ten, ten)))] == [True, False]
    assert [v.keep for v in drop_duplicates(cut(nine, nine), kept(cut(nine, nine)))] == [True, True]
    assert [v.keep for v in drop_duplicates(cut(nine, nine), kept(cut(nine, nine)), least_terms=9)] == [
        True,
        False,
    ]


def test_texts_without_terms_are_no_duplicates():
    page = cut("* * *", "LEAD", "* * *")
    assert all(verdict.keep for verdict in drop_duplicates(page, kept(page)))


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
