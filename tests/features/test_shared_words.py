"""How many of a block's words the sure paragraphs of a page have too."""

from math import log1p

import numpy as np
import pytest

from webnoise.features.context import shared_words

SURE = (
    "The Harbour Council rejected the bridge after months of rain.",
    "Mayor Ottersen said the council would meet again, and the bridge would stay closed.",
)


def common_words(asked, sure=SURE):
    texts = [*sure, *asked]
    return shared_words(texts, np.arange(len(sure)), np.arange(len(sure), len(texts)))


def test_share_is_that_of_a_blocks_different_long_words():
    assert common_words(["Council council: harbour BRIDGE"])[0].tolist() == pytest.approx([3 / 4])
    assert common_words(["Lottery winner found, winner says"])[0].tolist() == [0.0]


def test_short_words_do_not_count():
    assert common_words(["the rain and the"])[0].tolist() == [0.0]
    assert common_words(["the rain and the council"])[0].tolist() == [1.0]


def test_size_is_how_many_long_words_the_sure_paragraphs_have():
    assert common_words(["one", "two"], ["bridge bridge council of"])[1].tolist() == pytest.approx(
        [log1p(2)] * 2
    )


def test_page_without_a_sure_paragraph_has_no_common_words():
    assert not common_words(["The council rejected the bridge"], []).any()
    assert common_words([]).shape == (2, 0)


@pytest.mark.parametrize(
    ("sure", "asked"),
    [
        ("Straßenbahn Überführung gesperrt", "STRASSENBAHN überführung GESPERRT"),
        ("ΣΙΣΥΦΟΣ carried the STONE upwards", "σισυφος carried the stone UPWARDS"),
        ("“Bridges” — councils … Ottersen", "“bridges”\u00a0councils\x1cottersen"),
        ("🎉 bridges 🎉 closed", "BRIDGES CLOSED"),
    ],
)
def test_words_are_compared_in_any_case_and_between_any_white_space(sure, asked):
    ((share,), _) = common_words([asked], [sure])
    assert share >= 2 / 3


def test_only_the_start_of_a_long_text_is_read():
    long = "x" * 5000 + " bridge"
    assert common_words([long])[0].tolist() == [0.0]
    assert common_words(["council " + long])[0].tolist() == [pytest.approx(1 / 2)]
