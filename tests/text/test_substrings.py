from random import Random

from webnoise.text.substrings import SubstringCounter

STRINGS = ("/tag", "aa", "aba", "ab", " we ", "\nhttp", "漢字", "é漢", " você ", "ab\U0001f600")


def test_strings_are_counted_as_python_counts_each():
    draw = Random(1)
    pieces = (*STRINGS, "a", "b", " ", "/", "\n", "é", "漢", "we ", "🙂", "\u0161")
    counter = SubstringCounter(STRINGS)
    for _ in range(3_000):
        text = "".join(draw.choices(pieces, k=draw.randint(0, 12)))
        assert counter.counts(text) == [text.count(string) for string in STRINGS], text
