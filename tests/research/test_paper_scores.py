"""The papers' scores over blocks."""

import numpy as np
import pytest

from research.papers.scores import Labels, PaperBench, PaperResult, block_scores, segmented_block_scores
from research.systems import PaperSystems
from webnoise.evaluate.corpora import GoldPage
from webnoise.model import Block

HTML = f"<html><body>{'<p>A story of many words, at some length.</p>' * 20}</body></html>"


def bench(text="A story of many words, at some length."):
    return PaperBench(GoldPage("a", "", "s", HTML, text=text))


def labels(page, name):
    return page.labels_of(page.cut_by(PaperSystems().method(name)).page)


def test_segmentations_that_agree_share_their_labels():
    page = bench()
    assert labels(page, "evbe") is labels(page, "econ")


def test_page_without_a_gold_text_has_no_labels():
    assert labels(bench(text=None), "econ").relevant is None


def test_correct_core_content_needs_precision_and_recall():
    def page(precision, recall):
        return PaperResult(
            "a", "", "s", "c", "x", scored=True, precision=precision, recall=recall
        ).core_correct

    assert page(0.9, 0.95)
    assert not page(0.89, 1.0)
    assert not page(1.0, 0.5)
    assert not page(None, 0.0)
    assert page(None, None)


def test_repeats_are_blocks_of_ten_words_or_more_that_the_gold_holds_once():
    gold = (
        "The council voted on Monday evening to close the old bridge.\n\nResidents said they were not asked."
    )
    first, second = gold.split("\n\n")
    texts = [
        first,
        second,
        first,
        second,
        "Readers of our paper also liked these other stories about bridges.",
    ]
    labels = Labels([Block(n, text) for n, text in enumerate(texts)], gold, {})
    kept = np.array([True, True, True, True, False])
    assert labels.results(kept)["repeats"] == (1, 1)
    assert labels.results(~kept)["repeats"] == (1, 0)


def test_b_precision_and_b_recall_count_blocks():
    # r = 2 relevant kept, t = 3 kept, m = 2 missed
    scores = block_scores(relevant=4, kept=3, right=2)
    assert scores == (pytest.approx(2 / 3), pytest.approx(2 / 4))


def test_page_without_relevant_and_kept_blocks_has_no_block_score():
    assert block_scores(0, 0, 0) is None
    assert block_scores(0, 1, 0) == (0.0, 0.0)


def test_segmented_block_is_correct_when_it_shares_more_than_half_of_its_union():
    relevant = [True, True, False, True, True, False]
    kept = [True, True, False, False, True, True]
    # first run equals an ideal one; the second shares 10 of 10 + 10 + 5 words with the other
    assert segmented_block_scores(relevant, kept, [10, 10, 10, 10, 10, 5]) == (0.5, 0.5)
    # with 30 of 10 + 30 + 5 it is correct too
    assert segmented_block_scores(relevant, kept, [10, 10, 10, 10, 30, 5]) == (1.0, 1.0)


def test_segmenting_too_finely_costs_precision():
    # ideal: one block of 40 words; segmented: 25 and 10 of them, apart
    scores = segmented_block_scores([True] * 3, [True, False, True], [25, 5, 10])
    assert scores == (0.5, 1.0)
