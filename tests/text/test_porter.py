from __future__ import annotations

import random

import pytest
from nltk.stem.porter import PorterStemmer

from webnoise.text.porter import porter_stem

# Those that the steps of the algorithm look for, and such as come before them.
ENDINGS = (
    "ational tional enci anci izer bli alli entli eli ousli ization ation ator alism iveness fulness aliti biliti "
    "fulli logi icate ative alize iciti ical ful ness al ance er ic able ement ment ent ion ou ism ate iti ous ive "
    "ize ed ing eed ied ies sses s ss y ll e at bl iz"
).split()


@pytest.mark.parametrize(
    ("word", "stem"),
    [
        ("caresses", "caress"),
        ("dies", "die"),
        ("agreed", "agre"),
        ("hopping", "hop"),
        ("falling", "fall"),
        ("filing", "file"),
        ("happy", "happi"),
        ("enjoy", "enjoy"),
        ("geology", "geolog"),
        ("adoption", "adopt"),
        ("controlled", "control"),
        ("innings", "inning"),
    ],
)
def test_words_of_each_step_are_stemmed(word, stem):
    assert porter_stem(word) == stem


def test_stems_are_those_of_nltk():
    source, stemmer = random.Random(0), PorterStemmer()
    for _ in range(20_000):
        beginning = "".join(source.choices("aeioubcdlstyé", k=source.randint(0, 5)))
        word = beginning + "".join(source.choices(ENDINGS, k=source.randint(0, 3)))
        assert porter_stem(word) == stemmer.stem(word), word
