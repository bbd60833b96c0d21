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
