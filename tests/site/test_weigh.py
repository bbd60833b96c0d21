import numpy as np

from webnoise.model import Reason
from webnoise.site.recall import Recall
from webnoise.site.weigh import remembered_reasons, weigh


def recall(siblings, seen, with_path, belief, *, variety=1.0, inside=True, trust=0.0):
    count = len(seen)
    return Recall(
        siblings=siblings,
        seen=np.array(seen),
        with_path=np.array(with_path),
        belief=np.array(belief),
        variety=np.full(count, variety),
        inside=np.full(count, inside),
        trust=trust,
    )


def test_without_siblings_nothing_changes():
    beliefs = np.array([2.0, -3.0])
    np.testing.assert_array_equal(weigh(beliefs, recall(0, [0, 0], [0, 0], [0.5, 0.5])), beliefs)


def test_text_that_all_siblings_repeat_is_dropped_though_the_page_alone_would_keep_it():
    after = weigh(np.array([2.0, 2.0]), recall(9, [9, 0], [9, 9], [0.5, 0.5]))
    assert after[0] < 0 < after[1]


def test_text_that_one_of_many_siblings_repeats_stays():
    assert weigh(np.array([2.0]), recall(20, [1], [20], [0.5]))[0] > 0


def test_path_that_holds_content_on_siblings_draws_a_doubtful_block_in():
    after = weigh(np.array([-1.0, 1.0]), recall(9, [0, 0], [9, 9], [0.95, 0.05]))
    assert after[0] > 0 > after[1]


def test_path_whose_texts_are_the_same_few_over_and_over_counts_against_a_new_text_there():
    doubtful = np.array([0.5])
    assert weigh(doubtful, recall(9, [0], [9], [0.5], variety=0.2))[0] < 0
    assert weigh(doubtful, recall(9, [0], [9], [0.5], variety=0.9))[0] > 0


def test_element_that_holds_the_sites_text_speaks_for_what_is_new_in_it():
    doubtful = np.array([-1.0, -1.0])
    after = weigh(doubtful, recall(9, [0, 9], [0, 9], [0.5, 0.5], trust=0.95))
    assert after[0] > 0 > after[1]
    assert weigh(doubtful, recall(9, [0, 0], [0, 0], [0.5, 0.5], inside=False, trust=0.95))[0] < 0


def test_element_that_is_not_surely_the_one_has_no_say():
    scores = np.array([-1.0])
    np.testing.assert_array_equal(weigh(scores, recall(9, [0], [0], [0.5], trust=0.3)), scores)


def test_reason_names_the_siblings_where_memory_turned_the_decision():
    evidence = recall(9, [7, 0, 0], [9, 9, 9], [0.5, 0.02, 0.9])
    alone = np.array([1.0, 1.0, 1.0])
    together = np.array([-1.0, -1.0, 1.0])
    first, second, third = remembered_reasons([Reason("links")] * 3, alone, together, evidence)
    assert "7 of 9 other pages" in str(first)
    assert "9 other pages of the site have no content of their own" in str(second)
    assert third == Reason("links")
