import pytest

from research.labels import BlockWords

STORY = "The council voted on Monday to close the old bridge.\n\nResidents said they were not asked before the vote."


def block_coverage(texts, gold):
    return BlockWords(texts).coverage(gold).tolist()


def test_blocks_of_the_story_are_covered_and_the_rest_is_not():
    blocks = [
        "Home News Sport",
        "The council voted on Monday to close the old bridge.",
        "Share this story with your friends",
        "Residents said they were not asked before the vote.",
    ]
    assert block_coverage(blocks, STORY) == [0.0, 1.0, 0.0, 1.0]
    assert BlockWords(blocks).relevant(STORY).tolist() == [False, True, False, True]


def test_coverage_is_the_share_of_the_blocks_words():
    # 4 of 8 words: "the old bridge" is a run of three, "voted" alone is none
    assert block_coverage(["voted the old bridge is closed for repair now"], STORY) == [pytest.approx(3 / 9)]


def test_gold_text_serves_one_block_only_and_in_its_order():
    teaser = "Residents said they were not asked"
    blocks = [
        teaser,
        "The council voted on Monday to close the old bridge.",
        "Residents said they were not asked before the vote.",
        teaser,
    ]
    assert block_coverage(blocks, STORY) == [0.0, 1.0, 1.0, 0.0]


def test_text_that_stands_elsewhere_in_the_gold_is_found_in_the_second_pass():
    blocks = [
        "Residents said they were not asked before the vote.",
        "The council voted on Monday to close the old bridge.",
    ]
    assert block_coverage(blocks, STORY) == [1.0, 1.0]


def test_short_block_inside_the_story_is_covered_by_its_neighbours():
    gold = "The first part ends here\n\nPart two\n\nand here it goes on"
    blocks = ["The first part ends here", "Part two", "and here it goes on", "Part two"]
    assert block_coverage(blocks, gold) == [1.0, 1.0, 1.0, 0.0]


def test_letter_case_and_punctuation_do_not_matter():
    assert block_coverage(["THE COUNCIL — voted, on Monday"], STORY) == [1.0]


def test_chinese_is_aligned_by_characters():
    gold = "创业公司之痛，某某公司上市。"
    assert block_coverage(["首页 新闻", "创业公司之痛，某某公司上市"], gold) == [0.0, 1.0]


@pytest.mark.parametrize("gold", ["", "one two", "wholly other words stand here"])
def test_gold_without_common_runs_covers_nothing(gold):
    assert block_coverage(["The council voted on Monday", ""], gold) == [0.0, 0.0]


def test_page_without_blocks_has_no_coverage():
    assert block_coverage([], STORY) == []


def test_text_that_repeats_itself_is_covered_once_per_gold_occurrence():
    line = "all rights reserved by us"
    coverage = block_coverage([line] * 40, "\n".join([line] * 3))
    assert sum(coverage) == pytest.approx(3.0)
