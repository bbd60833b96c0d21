"""The scores of a text, one by one and against a gold of its own."""

from __future__ import annotations

import pytest

from webnoise.evaluate.scores import (
    ShingleScore,
    SnippetCounts,
    authors_f1,
    bootstrap_shingle_f1,
    corpus_shingle_f1,
    is_exact,
    same_day,
    same_title,
    shingle_score,
    snippet_counts,
    snippets_f1,
    word_f1,
)


def test_shingle_precision_and_recall_count_shared_four_word_runs():
    # gold: abcd bcde cdef (3); extracted: bcde cdef defx efxy (4); common: bcde cdef
    score = shingle_score("a b c d e f", "b c d e f x y")
    assert score == (pytest.approx(2 / 4), pytest.approx(2 / 3))
    assert score.f1 == pytest.approx(2 * (1 / 2) * (2 / 3) / (1 / 2 + 2 / 3))


def test_shingles_are_counted_with_their_multiplicity():
    # gold: abab baba abab (abab twice); extracted: abab once
    assert shingle_score("a b a b a b", "a b a b") == (1.0, pytest.approx(1 / 3))


def test_text_shorter_than_a_shingle_is_one_shingle():
    assert shingle_score("one two", "one, two!") == (1.0, 1.0)
    assert shingle_score("one two", "one two three") == (0.0, 0.0)


def test_shingles_see_letter_case_and_no_punctuation():
    assert shingle_score("The end, of it all.", "The end of it all") == (1.0, 1.0)
    assert shingle_score("The end of it", "the end of it") == (0.0, 0.0)


def test_nothing_extracted_has_no_precision_and_empty_gold_no_recall():
    assert shingle_score("a b c d", "") == (None, 0.0)
    assert shingle_score("", "a b c d") == (0.0, None)
    assert shingle_score("", " ") == (None, None)
    assert ShingleScore(None, None).f1 == 1.0
    assert ShingleScore(None, 0.0).f1 == 0.0


def test_corpus_f1_is_that_of_the_mean_precision_and_the_mean_recall():
    scores = [
        ShingleScore(1.0, 0.5),
        ShingleScore(None, 0.0),
        ShingleScore(0.0, None),
        ShingleScore(0.8, 1.0),
    ]
    total = corpus_shingle_f1(scores)
    assert total.precision == pytest.approx(1.8 / 3)
    assert total.recall == pytest.approx(1.5 / 3)
    assert total.f1 == pytest.approx(2 * 0.6 * 0.5 / 1.1)


def test_corpus_without_pages_scores_zero():
    assert corpus_shingle_f1([]).f1 == 0.0


def test_bootstrap_interval_is_the_same_in_every_run_and_holds_the_score():
    scores = [ShingleScore(i / 40, 1 - i / 80) for i in range(41)]
    low, high = bootstrap_shingle_f1(scores)
    assert (low, high) == bootstrap_shingle_f1(scores)
    assert low < corpus_shingle_f1(scores).f1 < high


def test_bootstrap_interval_of_equal_pages_has_no_width():
    assert bootstrap_shingle_f1([ShingleScore(0.5, 0.5)] * 10) == (pytest.approx(0.5), pytest.approx(0.5))


def test_bootstrap_leaves_out_what_a_page_does_not_have():
    _, high = bootstrap_shingle_f1([ShingleScore(None, 1.0), ShingleScore(1.0, None), ShingleScore(1.0, 1.0)])
    assert high == 1.0


def test_word_f1_compares_bags_of_lower_case_words():
    # common: a, b, c; 2 * 3 / (4 + 5)
    assert word_f1("A b c a", "c x b A y") == pytest.approx(6 / 9)
    assert word_f1("", "") == 1.0
    assert word_f1("a", "") == 0.0


def test_exact_wants_all_words_in_order():
    assert is_exact("One, two.", "One two")
    assert not is_exact("One two", "two One")
    assert not is_exact("One two", "One two three")


def test_snippets_f1_weighs_wanted_strings_against_unwanted_ones():
    first = snippet_counts("the long story", must=["long story", "missing"], mustnot=["the", "share"])
    assert first == SnippetCounts(found=1, missed=1, unwanted=1)
    total = snippets_f1([first, SnippetCounts(2, 0, 0)])
    assert total == (pytest.approx(3 / 4), pytest.approx(3 / 4))
    assert snippets_f1([SnippetCounts(1, 3, 0)]).f1 == pytest.approx(2 * 1 * 0.25 / 1.25)


def test_titles_are_equal_but_for_case_and_punctuation():
    assert same_title("A – “New” Day!", "a new day")
    assert not same_title("A new day", "A new day | Paper")
    assert not same_title("A new day", None)
    assert same_title("Co-operate, don't fight", "Cooperate dont fight")
    assert not same_title("A newday", "A new day")


@pytest.mark.parametrize(
    ("gold", "date", "same"),
    [
        ("2024-12-17 12:17:15+01:00", "2024-12-17T23:59:00Z", True),
        ("2022-11-1", "2022-11-01", True),
        ("2022-11-01", "2022-11-02", False),
        ("2003-11", "2003-11-01", False),
        ("2022-11-01", None, False),
    ],
)
def test_dates_agree_on_the_same_day(gold, date, same):
    assert same_day(gold, date) is same


def test_authors_are_compared_as_sets():
    assert authors_f1(["Ann Bee", "Cy Dee"], ["ann bee", "E. Eff"]) == pytest.approx(0.5)
    assert authors_f1(["Ann Bee"], []) == 0.0
    assert authors_f1([], []) == 1.0
