"""How many of a block's words the sure paragraphs of a page have too."""

from math import log1p

import numpy as np
import pytest
from webnoise.features.shared_words import START, shared_words, words_in_common

SURE = (
    "The Harbour Council rejected the bridge after months of rain.",
    "Mayor Ottersen said the council would meet again, and the bridge would stay closed.",
)


def told(asked, sure=SURE):
    texts = [*sure, *asked]
    return shared_words(texts, np.arange(len(sure)), np.arange(len(sure), len(texts)))


def test_share_is_that_of_a_blocks_different_long_words():
    assert told(["Council council: harbour BRIDGE"])[0].tolist() == pytest.approx([3 / 4])
    assert told(["Lottery winner found, winner says"])[0].tolist() == [0.0]


def test_short_words_tell_nothing():
    assert told(["the rain and the"])[0].tolist() == [0.0]
    assert told(["the rain and the council"])[0].tolist() == [1.0]


def test_size_is_how_many_long_words_the_sure_paragraphs_have():
    assert told(["one", "two"], ["bridge bridge council of"])[1].tolist() == pytest.approx([log1p(2)] * 2)


def test_page_without_a_sure_paragraph_tells_nothing():
    assert not told(["The council rejected the bridge"], []).any()
    assert told([]).shape == (2, 0)


@pytest.mark.parametrize(
    "text",
    [
        "", "   ", "a", "COUNCIL\u00a0bridge\x1cbridge", "“bridge” — council’s … ottersen", "ΟΔΟΣ ΟΔΟΣΣ ΣΙΣΥΦΟΣ",
        "\u0130stanbul \u0130STANBUL \u212aELVIN", "🎉bridge🎉 bridge", "Überführung ÜBERFÜHRUNG straße", "桥梁委员会 已经关闭",
        "bridges " * 400, "x" * (2 * START), "\u0130" * (2 * START), "\u0130 " * START,
        " ".join(f"word{number}" for number in range(400)),
    ],
)  # fmt: skip
def test_twins_tell_the_same_of_any_letters(text):
    texts = [*SURE, text, text.upper(), text.lower(), *(f"{text[:90]} {number:05}" for number in range(1200))]
    asked = np.arange(len(texts))
    for sure in (asked[:2], asked[:3], asked):
        assert shared_words(texts, sure, asked).tobytes() == words_in_common(texts, sure, asked).tobytes()
