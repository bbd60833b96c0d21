"""The measures of the default method."""

import numpy as np
import pytest
from webnoise.features.columns import GROUPS, NAMES, group_of, measure
from webnoise.features.ground import (
    COMMA,
    STOP,
    UNSPACED,
    UPPER,
    ancestor_sums,
    count_characters,
    least_ancestor,
    main_container,
    path_to,
    prefix_sums,
)

from webnoise.blocks.segment import segment
from webnoise.features.lexicon import Lexicon, part_words, place_words, text_parts
from webnoise.model import Page
from webnoise.page.parse import parse

STORY = """<html><head><title>Bridge closes - The Post</title></head><body>
<nav class="mainMenu"><a href="/">Home</a><a href="/s">Sport</a></nav>
<div id="story"><h1>Bridge closes</h1>
<p>The council met on Monday, and after three hours it voted to close the bridge.</p>
<p>Nobody spoke against it. The works will take a year, the mayor said on Tuesday.</p>
<p style="display: none">A hidden line of text that nobody sees on the page.</p></div>
<div class="related"><h3>Related</h3><ul><li><a href="/a">Another story</a></li></ul></div>
</body></html>"""


@pytest.fixture(scope="module")
def page():
    return segment(parse(Page("http://post.test/a", STORY)), hidden=True)


@pytest.fixture(scope="module")
def rows(page):
    lexicon = Lexicon({"related": (-1.0, -2.0), "story": (0.5, 1.0)}, {"opening": {"related": -3.0}})
    return dict(zip(NAMES, measure(page, lexicon), strict=True))


def block(page, start):
    return next(block.index for block in page.blocks if block.text.startswith(start))


def test_every_column_is_a_finite_number_for_every_block(page):
    measures = measure(page, Lexicon())
    assert measures.shape == (len(NAMES), len(page.blocks))
    assert np.isfinite(measures).all()


def test_column_names_are_unique_and_have_a_group():
    assert len(set(NAMES)) == len(NAMES)
    assert {GROUPS[group_of(name)] for name in NAMES} == set(GROUPS)


def test_main_container_holds_the_paragraphs(page, rows):
    assert rows["inside"][block(page, "The council")] == 1
    assert rows["inside"][block(page, "Another story")] == 0


def test_words_of_class_names_count_for_all_that_lies_inside(page, rows):
    assert rows["around"][block(page, "Another story")] == -2.0
    assert rows["around"][block(page, "Nobody")] == 1.0


def test_opening_words_are_weighed(page, rows):
    assert rows["opening"][block(page, "Related")] == -3.0
    assert rows["heading_opening"][block(page, "Another story")] == -3.0


def test_hidden_text_is_marked(page, rows):
    assert rows["hidden"][block(page, "A hidden line")] == 1
    assert rows["hidden"][block(page, "Nobody")] == 0


def test_link_share_is_that_of_the_characters(page, rows):
    assert rows["link_share"][block(page, "Another story")] == 1
    assert rows["link_share"][block(page, "Nobody")] == 0


def test_headline_shares_the_words_of_the_title(page, rows):
    assert rows["title"][block(page, "Bridge closes")] == pytest.approx(2 * 2 / (2 * 5))
    assert rows["title"][block(page, "Related")] == 0


def test_page_of_one_word_can_be_measured():
    page = segment(parse(Page("", "<p>word</p>")))
    assert np.isfinite(measure(page, Lexicon())).all()


def test_unspaced_scripts_have_words():
    texts = ["委员会星期一开会，决定关闭大桥。"]
    counts = count_characters(texts, np.array([len(text) for text in texts]))
    assert counts[0, UNSPACED] == 14
    assert counts[0, COMMA] == counts[0, STOP] == 1


def test_characters_beyond_the_basic_plane_are_counted():
    counts = count_characters(["A😀b", "Ω."], np.array([3, 2]))
    assert counts.sum(axis=1).tolist() == [3, 2]
    assert counts[:, UPPER].tolist() == [1, 1]


def test_place_words_split_camel_case_and_keep_the_name():
    assert place_words("div", "relatedPosts x1", "promo-box", None) == [
        "<div>", "related", "posts", "related-posts", "promo", "box", "promo-box",
    ]  # fmt: skip


def test_words_written_together_share_their_start_and_end():
    assert {"comme*", "*body"} <= set(place_words("p", "commentbody"))


def test_words_of_a_text_are_lower_case():
    assert part_words("Read MORE about this") == ["read", "more", "about", "this"]


def test_short_text_has_an_opening_alone_and_a_long_one_a_middle_and_a_close():
    assert text_parts("Read more") == ("Read more", "", "")
    text = "a" * 64 + "b" * 536 + "c" * 100
    assert text_parts(text) == ("a" * 64, "b" * 536, "c" * 64)


LINES = (
    "Related",
    "The council met on Monday evening to talk about the old bridge again, and Größe matters. Subscribe NOW",
    "“Read it,” she said on Monday in the hall of the town that nobody had swept since, Subscribe now",
)


def test_each_part_of_a_text_has_weights_of_its_own():
    weights = {
        "opening": {"related": -3.0, "council": 1.0, "monday": 0.5, "“read": -1.0},
        "later": {"größe": 2.0, "now": -1.0, "council": 9.0},
        "closing": {"now": -2.0, "subscribe": -0.5},
    }
    expected = [
        [-3.0, 1.5, -0.5], [-3.0, 0.0, -1.0],  # the opening: sum and least of each block
        [0.0, 1.0, -1.0], [0.0, -1.0, -1.0],
        [0.0, -2.5, -2.5], [0.0, -2.0, -2.0],
    ]  # fmt: skip
    assert Lexicon({}, weights).weigh_words(LINES).tolist() == expected
    page = segment(parse(Page("", "".join(f"<p>{line}</p>" for line in LINES))), hidden=True)
    measured = measure(page, Lexicon({}, weights))
    assert measured[NAMES.index("opening") : NAMES.index("title")].tolist() == expected


def test_lexicon_forgets_rather_than_grows(page):
    lexicon = Lexicon({"story": (1.0, 1.0)})
    first, rows = lexicon.rows_for(page.outline, range(len(page.outline)))
    again, same = lexicon.rows_for(page.outline, range(len(page.outline)))
    assert first == again
    assert rows is same


# html(0) > body(1) > div(2) > p(3), p(4); div(5)
PARENTS, ENDS = np.array([0, 0, 1, 2, 2, 1]), np.array([6, 6, 5, 4, 5, 6])


def test_ancestor_sums_add_what_is_open():
    values = np.array([1.0, 10, 100, 1000, 10000, 100000])
    assert ancestor_sums(values, ENDS, np.arange(6)).tolist() == [1, 11, 111, 1111, 10111, 100011]


def test_least_ancestor_is_found_at_any_distance():
    values = np.array([0.0, -5, 3, 1, -9, 2])
    assert least_ancestor(values, PARENTS).tolist() == [0, 1, 1, 1, 4, 1]


def test_main_container_is_the_deepest_with_more_than_half():
    weights = np.array([6.0, 3.0, 2.0])  # of the blocks in p, p, div
    first, last = np.array([0, 0, 0, 0, 1, 2]), np.array([3, 3, 2, 1, 2, 3])
    assert main_container(prefix_sums(weights), first, last) == 3
    assert main_container(prefix_sums(np.array([4.0, 3.0, 4.0])), first, last) == 2


def test_path_leads_from_an_element_to_the_root():
    assert path_to(3, PARENTS) == [3, 2, 1, 0]
    assert path_to(0, PARENTS) == [0]


def test_prefix_sums_start_at_zero():
    assert prefix_sums(np.array([1.0, 2.0])).tolist() == [0, 1, 3]
