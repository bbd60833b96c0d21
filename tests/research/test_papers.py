from research.corpora import GoldText
from research.papers.tables import duplicates_table, judge_duplicates, score_matches


def test_text_is_correct_when_its_cluster_and_no_other_is_found():
    # 0 new and unmatched: right; 1 finds 0: right; 2 of b matches 0 of a: wrong; 3 misses its cluster: wrong;
    # 4 finds one of its cluster and one of another: wrong
    result = score_matches("c", "m", ["a", "a", "b", "a", "a"], [[], [0], [0], [], [0, 2]])
    assert (result.texts, result.correct, result.repeats, result.found) == (5, 2, 3, 2)
    assert (result.pairs, result.right_pairs) == (4, 2)


def test_all_methods_find_a_copy_and_leave_a_stranger():
    story = (
        "The council voted on Monday to close the old bridge because its pillars are weak and the river is high. "
        * 4
    )
    other = (
        "Bakers in the valley raise their prices again while flour and butter become dearer every single month. "
        * 4
    )
    texts = [GoldText(story, "a"), GoldText(other, "b"), GoldText(story, "a")]
    results = judge_duplicates("made-up", texts)
    assert len(results) == 6
    assert all(result.correct == 3 for result in results)
    table = duplicates_table("made-up", results)
    assert [row[:4] for row in table.rows[:1]] == [[3, "Jaccard coefficient", 3, 1.0]]
