"""The compiled stems of English words are those of nltk."""

import random

import pytest
from nltk.stem.porter import PorterStemmer

from webnoise import native

if native.kind() != "compiled":
    pytest.skip("the passes are not built here", allow_module_level=True)

PORTER = PorterStemmer().stem
STEM = native.compiled("stems").porter
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
    assert list(map(STEM, words)) == list(map(PORTER, words))


@pytest.mark.parametrize("word", [*IRREGULAR, "", "s", "IS", "ing", "ies", "yyyying", "ﬁnding"])
def test_irregular_and_short_words_have_the_same_stem(word):
    assert STEM(word) == PORTER(word)


def test_word_that_is_too_long_is_refused():
    assert STEM("a" * 253 + "ing") == "a" * 253
    with pytest.raises(ValueError, match="256 characters"):
        STEM("a" * 257)
