"""The features of the first stage."""

import numpy as np
import pytest

from webnoise.blocks.segment import segment
from webnoise.features.arrays import least_ancestor, prefix_sums
from webnoise.features.groups import GROUPS, group_of
from webnoise.features.lexicon import Lexicon
from webnoise.features.measures import NAMES, compute_features
from webnoise.features.names import NameWeights
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


def measure(page, lexicon):
    return compute_features(page, lexicon)[1]


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


def test_letters_of_unspaced_scripts_are_words():
    page = segment(parse(Page("", "<p>委员会星期一开会，决定关闭大桥。")))
    rows = dict(zip(NAMES, measure(page, Lexicon())[:, 0], strict=True))
    assert rows["words"] == pytest.approx(np.log1p(8))  # two letters count as one
    assert rows["stop_count"] == pytest.approx(np.log1p(1))


def words_of(*names):
    return NameWeights({}).words_of(*names)


def test_words_of_an_element_split_camel_case_and_keep_the_name():
    assert words_of("div", "relatedPosts x1", "promo-box", None) == [
        "<div>", "related", "posts", "related-posts", "promo", "box", "promo-box",
    ]  # fmt: skip


def test_words_written_together_share_their_start_and_end():
    assert {"comme*", "*body"} <= set(words_of("p", "commentbody", None, None))


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
    page = segment(parse(Page("", "".join(f"<p>{line}</p>" for line in LINES))), hidden=True)
    measured = measure(page, Lexicon({}, weights))
    assert measured[NAMES.index("opening") : NAMES.index("title")].tolist() == expected


def test_lexicon_forgets_rather_than_grows(page):
    lexicon = Lexicon({"story": (1.0, 1.0)})
    first, rows = lexicon.rows_for(page.outline, range(len(page.outline)))
    again, same = lexicon.rows_for(page.outline, range(len(page.outline)))
    assert first.tolist() == again.tolist()
    assert rows is same


# html(0) > body(1) > div(2) > p(3), p(4); div(5)
PARENTS = np.array([0, 0, 1, 2, 2, 1])


def test_least_ancestor_is_found_at_any_distance():
    values = np.array([0.0, -5, 3, 1, -9, 2])
    assert least_ancestor(values, PARENTS).tolist() == [0, 1, 1, 1, 4, 1]


def test_prefix_sums_start_at_zero():
    assert prefix_sums(np.array([1.0, 2.0])).tolist() == [0, 1, 3]
