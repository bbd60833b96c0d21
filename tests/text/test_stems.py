"""The stems of English words are those of nltk."""

import random

import pytest
from nltk.stem.porter import PorterStemmer

from webnoise.text.stems import porter

NLTK = PorterStemmer().stem
LETTERS = "aeiouybcdlstzwxé漢İ"
SUFFIXES = """sses ies ied ss s eed ed ing at bl iz y ational tional enci anci izer bli alli entli eli ousli ization
ation ator alism iveness fulness ousness aliti iviti biliti fulli logi icate ative alize iciti ical ful ness al ance
ence er ic able ible ant ement ment ent sion tion ion ou ism ate iti ous ive ize e ll""".split()
IRREGULAR = "sky skies dying lying tying news innings inning outings canning howe proceed exceed succeed Skies".split()


def invented(source):
    stem = "".join(source.choices(LETTERS[: source.choice((6, 10, 15, 18))], k=source.randrange(6)))
    return stem + "".join(source.choices(SUFFIXES, k=source.randrange(4)))


@pytest.mark.parametrize("seed", range(20))
def test_words_with_all_suffixes_have_the_same_stem(seed):
    source = random.Random(seed)
    words = [invented(source) for _ in range(1000)]
    assert [*map(porter, words)] == [*map(NLTK, words)]


@pytest.mark.parametrize("word", [*IRREGULAR, "", "s", "IS", "ing", "ies", "yyyying", "ﬁnding"])
def test_irregular_and_short_words_have_the_same_stem(word):
    assert porter(word) == NLTK(word)


def test_a_very_long_word_has_a_stem():
    assert porter("y" * 100_000 + "ing") == "y" * 99_999 + "i"
