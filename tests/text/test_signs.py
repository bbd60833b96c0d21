from random import Random

from webnoise.text.signs import Signs

SIGNS = ("/tag", "aa", "aba", "ab", " we ", "\nhttp", "漢字", "é漢", " você ")


def test_signs_are_counted_as_python_counts_each():
    draw = Random(1)
    pieces = (*SIGNS, "a", "b", " ", "/", "\n", "é", "漢", "we ", "🙂", "\u0161")
    counted = Signs(SIGNS)
    for _ in range(3_000):
        text = "".join(draw.choices(pieces, k=draw.randint(0, 12)))
        assert counted.counts(text) == [text.count(sign) for sign in SIGNS], text
