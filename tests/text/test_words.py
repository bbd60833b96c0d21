"""Words, names and sentences in every script."""

from __future__ import annotations

import pytest

from webnoise.text.sentences import inner_marks, punctuation, sentence_count, sentence_starts
from webnoise.text.words import name_parts, normal_words, unspaced_pairs, word_count, words


@pytest.mark.parametrize(
    "text",
    [
        "It didn't rain - at 5.30 p.m.",
        "Москва, 3 мая",
        "मंत्रियों की बैठक हुई।",
        "한국 뉴스 속보",
        "“ ” …",
        "",
        " \n",
    ],
)
def test_spaced_text_counts_what_stands_between_spaces(text):
    assert word_count(text) == len(text.split())


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("今天北京下雨。", 6),
        ("河" * 500, 500),
        ("苹果 iPhone 4S，发布 — 了", 7),
        ("東京、ニュース", 6),
        ("ข่าว", 3),  # a mark above a letter is none
    ],
)
def test_every_letter_of_a_script_without_spaces_counts(text, count):
    assert word_count(text) == count


def test_words_as_they_stand():
    assert words("Rain_fall, isn't it?") == ["Rain_fall", "isn", "t", "it"]
    assert words("Élan 北京!") == ["Élan", "北", "京"]


def test_typographic_variants_give_equal_words():
    assert normal_words("The “café” isn’t ﬁne") == normal_words("the cafe\u0301 isn't fine")


def test_soft_hyphens_and_joiners_do_not_part_words():
    assert normal_words("Minis\u00adter zero\u200bwidth") == ["minister", "zerowidth"]


def test_pairs_of_a_run():
    assert unspaced_pairs("今天北") == ["今天", "天北"]
    assert unspaced_pairs("中") == ["中"]


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("articleBody", ["article", "body"]),
        ("HTMLPage post-text_2", ["html", "page", "post", "text"]),
        ("ad300x250", ["ad", "x"]),
        ("новость-дня", ["новость", "дня"]),
        ("", []),
    ],
)
def test_names_come_apart_at_case_digits_and_hyphens(name, parts):
    assert name_parts(name) == parts


@pytest.mark.parametrize("text", ["a, b", "один. ", "今天。", "،", "क।", "why?", "ա։"])
def test_punctuation_of_many_scripts_counts(text):
    assert punctuation(text) == 1


def test_marks_inside_sentences_are_no_stops():
    assert inner_marks("One, two; three: four. 五、六。") == 4


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ('It cost 3.5 million. "Why?" he asked!', 3),
        ("今天下雨。明天晴！后天？", 3),
        ("बारिश हुई। नदी बढ़ी।", 2),
        ("example.com", 0),
    ],
)
def test_sentences_end_at_stops_that_are_not_inside_a_number(text, count):
    assert sentence_count(text) == count


def test_sentences_start_behind_stops_of_any_script():
    text = "It rained. Then it stopped!\nThe end。今天。明天"
    starts = [text[start:] for start in sentence_starts(text, 0, len(text))]
    assert starts == ["Then it stopped!\nThe end。今天。明天", "The end。今天。明天", "今天。明天", "明天"]
    assert list(sentence_starts(text, 4, 12)) == [11]
