from __future__ import annotations

import subprocess
import sys

import pytest

from webnoise.text.language import stop_words
from webnoise.text.terms import SNOWBALL, terms


def test_english_terms_are_stemmed_and_without_stop_words():
    assert terms("The ministers were meeting in Geneva", "en") == ["minist", "meet", "geneva"]


def test_german_terms_use_the_german_stemmer_and_stop_words():
    assert terms("Die Häuser der Stadt wurden verkauft", "de-AT") == ["haus", "stadt", "verkauft"]


def test_hindi_words_keep_their_vowel_signs():
    assert terms("मंत्रियों की बैठक जिनेवा में हुई।", "hi") == ["मंत्रियों", "बैठक", "जिनेवा"]


def test_arabic_words_lose_vowel_marks_and_lengthening():
    assert terms("اجتمَعَ الوزراء في جنيـــف", "ar") == ["اجتمع", "الوزراء", "جنيف"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("今天北京。", ["今天", "天北", "北京"]),
        ("東京ニュース", ["東京", "京ニ", "ニュ", "ュー", "ース"]),
        ("한국 뉴스", ["한국", "뉴스"]),
        ("ข่าว", ["ข่", "่า", "าว"]),
        ("中", ["中"]),
    ],
)
def test_scripts_without_spaces_come_as_character_bigrams(text, expected):
    assert terms(text) == expected


def test_latin_words_inside_chinese_text_stay_words():
    assert terms("苹果 iPhone 发布", "zh") == ["苹果", "iphone", "发布"]


@pytest.mark.parametrize("language", ["en", *SNOWBALL, "hi", "ar", "el"])
def test_every_stemmed_language_has_stop_words(language):
    assert len(stop_words(language)) > 40


@pytest.mark.parametrize("language", ["en", *SNOWBALL])
def test_every_stemmer_loads_and_stems(language):
    assert terms("internationalisierungen xylophonisten", language)


@pytest.mark.parametrize(("language", "text", "expected"), [("hi", "मंत्रियों", ["मंत्रियों"])])
def test_nltk_is_not_imported_for_languages_without_need_of_it(language, text, expected):
    code = (
        "import sys; from webnoise.text.terms import terms; import webnoise.dedup.signature;"
        f"assert terms({text!r}, {language!r}) == {expected!r};"
        "assert not any(name.split('.')[0] == 'nltk' for name in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_overlong_words_are_not_stemmed():
    assert terms("a" * 50_000 + "ing", "en") == ["a" * 50_000 + "ing"]
