import re

import pytest

from webnoise.text.lists import AnyCase


@pytest.mark.parametrize(
    "text", ["read more", "READ MORE", "Please Read more", "Çok READ MORE", "\u017fhare"]
)
def test_words_are_found_in_any_case(text):
    assert AnyCase(r"\b(?:read\s+more|share)\b").stands_in(text)


@pytest.mark.parametrize("text", ["", "Reads more", "Çok okunan"])
def test_other_words_are_not_found(text):
    assert not AnyCase(r"\bread\s+more\b").stands_in(text)


@pytest.mark.parametrize("letters", [range(0x100), range(0x400, 0x460)])
def test_a_letter_is_found_where_it_is_found_whatever_its_case(letters):
    for letter in map(chr, letters):
        wanted = AnyCase(re.escape(letter.lower()))
        for other in map(chr, letters):
            assert wanted.stands_in(f"{other}–") == (wanted.pattern.search(f"{other}–") is not None)


@pytest.mark.parametrize("text", ["YAYIN –", "yayin –", "YAYİN", "yayın"])
def test_a_dotless_i_is_found_as_it_is_in_any_case(text):
    wanted = AnyCase("yayın")
    assert wanted.stands_in(text) == (wanted.pattern.search(text) is not None)
