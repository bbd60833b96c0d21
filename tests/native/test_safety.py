"""What the compiled passes refuse, so that no page and no caller makes them read beyond their arrays."""

import pickle
from dataclasses import replace

import numpy as np
import pytest

from webnoise import native
from webnoise.article.kind import row_of
from webnoise.blocks.segment import segment
from webnoise.errors import LimitExceeded
from webnoise.features.columns import NAMES as FIRST_NAMES
from webnoise.features.columns import measure, measure_with_plan
from webnoise.features.forest import Forest
from webnoise.features.lexicon import Lexicon
from webnoise.features.neighbours import NAMES as AROUND_NAMES
from webnoise.features.neighbours import look_around
from webnoise.features.role_names import texts_bits
from webnoise.features.shared_words import shared_words
from webnoise.lab.twins.compare import pure
from webnoise.methods.core.roles.frame import GroupBits, frame_rows
from webnoise.methods.core.second_look import best_f1
from webnoise.model import Block, Page
from webnoise.page.limits import Limits
from webnoise.page.parse import parse
from webnoise.text.signs import Signs

if native.kind() != "compiled":
    pytest.skip("the passes are not built here", allow_module_level=True)


STORY = "<body><div><p>one</p><p>two <a href=x>three</a></p></div><p>four</p>"


def cut(html):
    return segment(parse(Page("", html)), hidden=True, lean=True)


@pytest.mark.parametrize("html", ["<p>{}", "<p class={}>"])
def test_more_text_than_its_numbers_count_is_refused(html, monkeypatch):
    monkeypatch.setattr("webnoise.native.columns.MOST_BYTES", 1000)
    parse(Page("", html.format("x" * 900)))
    with pytest.raises(LimitExceeded, match=r"long\.example has more than 1,000 bytes .* WEBNOISE_PURE=1"):
        parse(Page("https://long.example", html.format("x" * 1001)), Limits())


def test_columns_are_of_something():
    for column in (elements := parse(Page("", "<p>x")).elements).attributes, elements.texts, elements.ends:
        with pytest.raises(TypeError):
            type(column)(None)


def test_outline_keeps_its_attributes_when_its_positions_are_changed():
    outline = cut("<p class=a>one</p>").outline
    outline.positions[:] = [10**6] * len(outline)
    assert outline.attributes[-1] == {"class": "a"}


@pytest.mark.parametrize(
    ("column", "value", "why"),
    [
        ("parents", 10**6, "the parent of element"),
        ("parents", -5, "the parent of element"),
        ("ends", 10**6, "ends where none is"),
        ("ends", 0, "ends where none is"),
        ("first_block", -1, "not on the page"),
        ("last_block", 10**6, "not on the page"),
        ("last_block", 0, "does not lie in its element"),
    ],
)
def test_outline_of_other_blocks_is_refused(column, value, why):
    page = cut(STORY)
    getattr(page.outline, column)[3] = value
    with pytest.raises(ValueError, match=why):
        measure(page, Lexicon())


def test_outline_of_too_few_elements_and_blocks_of_no_element_are_refused():
    page = cut(STORY)
    with pytest.raises(ValueError, match="not of one length"):
        measure(replace(page, outline=replace(page.outline, tags=page.outline.tags[:-1])), Lexicon())
    astray = page.blocks[0]._replace(element=10**6)
    with pytest.raises(ValueError, match="block 0 does not lie in its element"):
        measure(replace(page, blocks=(astray, *page.blocks[1:])), Lexicon())
    with pytest.raises(ValueError, match="block 0 is none"):
        measure(replace(page, blocks=((), *page.blocks[1:])), Lexicon())
    with pytest.raises(IndexError, match="no element 1000000"):
        Lexicon().rows_for(page.outline, [10**6])


def test_forest_that_does_not_fit_the_measures_is_refused():
    columns, thresholds = np.zeros((1, 2), np.int64), np.zeros((1, 2), np.float32)
    values, measures = np.ones((2, 2, 1), np.float32), np.zeros((3, 4), np.float32)
    assert Forest(columns, thresholds, values).leaves(measures).shape == (2, 4)
    assert Forest(columns, thresholds, values).leaves(measures[:, [0, 2]]).shape == (2, 2)  # in no one piece
    with pytest.raises(IndexError, match="measure 3 of 3"):
        Forest(columns + 3, thresholds, values).leaves(measures)
    with pytest.raises(ValueError, match="a threshold for each"):
        Forest(columns, thresholds[:, :1].copy(), values).leaves(measures)
    with pytest.raises(ValueError, match="ask no 1 questions"):
        Forest(columns, thresholds, np.ones((2, 8, 1), np.float32)).leaves(measures)
    with pytest.raises(ValueError, match="do not have 4 leaves"):
        Forest(columns, thresholds, values).scores(np.zeros((3, 4), np.uint8))
    assert Forest(columns, thresholds, values).scores(np.full((2, 4), 255, np.uint8)).tolist() == [2.0] * 4


def test_forest_keeps_the_questions_that_were_checked():
    columns, thresholds = np.zeros((1, 20), np.int64), np.zeros((1, 20), np.float32)
    forest = Forest(columns, thresholds, np.ones((20, 2, 1), np.float32))
    measures = np.ones((1, 17), np.float32)
    reached = forest.leaves(measures)
    columns[0, :] = 10**6
    assert (forest.leaves(measures) == reached).all()
    assert (pickle.loads(pickle.dumps(forest)).leaves(measures) == reached).all()
    with pytest.raises(IndexError, match="asks for measure -1"):
        Forest(np.full((1, 2), -1), thresholds[:, :2], np.ones((2, 2, 1), np.float32)).leaves(measures)


@pytest.mark.parametrize("rows", [1, 2, 15, 16, 17, 33])
def test_every_row_of_a_forest_is_asked(rows):
    random = np.random.default_rng(rows)
    forest = Forest(
        random.integers(0, 5, (6, 9)),
        random.normal(size=(6, 9)).astype(np.float32),
        random.normal(size=(9, 64, 1)).astype(np.float32),
    )
    measures = random.normal(size=(5, rows)).astype(np.float32)
    reached = forest.leaves(measures)
    scores, votes = forest.scores(reached), forest.votes(reached, 3)
    with pure():
        assert (forest.leaves(measures) == reached).all()
        assert forest.scores(reached).tobytes() == scores.tobytes()
        assert forest.votes(reached, 3).tobytes() == votes.tobytes()


def test_votes_of_trees_that_do_not_fit_the_types_are_refused():
    with pytest.raises(ValueError, match="do not vote for 2 types"):
        native.compiled("forest").votes(np.zeros((3, 2), np.uint8), np.zeros(6, np.float32), 1, 2)


def test_a_row_of_measures_is_told_alike():
    measures, names = {"links": 3, "home": 1.0, "shares": 0.1}, ("home", "unheard-of", "shares", "links")
    row = native.compiled("article").row_of(measures, names)
    assert row.tobytes() == row_of(measures, names).tobytes()
    assert row.shape == row_of(measures, names).shape
    with pytest.raises(TypeError):
        native.compiled("article").row_of({"home": "1"}, names)


@pytest.mark.parametrize(
    "text", ["", "a", "ab", "xabab abcab", "ab\u0161b \u0161\u0161\u0161 abc", "ab\U0001f600ab"]
)
def test_signs_are_counted_alike(text):
    signs = ("ab", "abc", "aba", "\u0161b", "\u0161\u0161", "bab a")
    assert native.compiled("words").Signs(signs).counts(text) == [text.count(sign) for sign in signs]


def test_what_an_article_is_made_of_is_refused_where_it_does_not_fit():
    passes, page = native.compiled("article"), cut(STORY)
    with pytest.raises(ValueError, match="is no block"):
        passes.count_blocks(((0, "text"),), page.outline.parents, 1.0)
    with pytest.raises(ValueError, match="block 0 has no text"):
        passes.count_blocks((Block(0, None),), page.outline.parents, 1.0)
    with pytest.raises(IndexError):
        passes.count_blocks((Block(0, "text " * 40, element=10**6),), page.outline.parents, 1.0)
    with pytest.raises(IndexError):
        passes.frames(page.outline, page.blocks, 10**6)
    with pytest.raises(IndexError):
        passes.Region(page, [Block(10**6, "text")])


@pytest.mark.parametrize("column", ["parents", "ends", "first_block", "last_block"])
@pytest.mark.parametrize("value", [-1, 10**6])
def test_article_of_an_outline_that_was_changed_reads_nothing_beyond_it(column, value):
    page = cut(f"<body><div><p>{'word ' * 30}<div><div><img src=a><p>text</div></div></div>")
    passes, picture = native.compiled("article"), page.outline.tagged("img")[0]
    region = passes.Region(page, page.blocks[:1])
    values = getattr(page.outline, column)
    values[:] = [value] * len(values)
    with pytest.raises(ValueError, match="does not fit the blocks"):
        passes.frames(page.outline, page.blocks, picture)
    with pytest.raises(ValueError, match="does not fit the blocks"):
        region.elements(1, len(page.blocks), ["img"], ["aside"])


def test_decisions_on_columns_that_do_not_fit_are_refused():
    passes, page = native.compiled("regions"), cut(STORY)
    n = len(page.blocks)
    measures, around = (np.zeros((len(names), n), np.float32) for names in (FIRST_NAMES, AROUND_NAMES))
    scores, nowhere = np.zeros(n, np.float32), np.zeros(n, np.bool_)
    passes.decide(page.blocks, measures, around, scores, nowhere, True)
    for wrong in (measures[:-1], measures[:, :-1].copy()):
        with pytest.raises(ValueError, match="do not fit"):
            passes.decide(page.blocks, wrong, around, scores, nowhere, True)
    for wrong in (around[:-1], around[:, :-1].copy()):
        with pytest.raises(ValueError, match="do not fit"):
            passes.decide(page.blocks, measures, wrong, scores, nowhere, True)
    with pytest.raises(ValueError, match="do not fit"):
        passes.decide(page.blocks, measures, around, scores, nowhere[:-1], True)
    with pytest.raises(ValueError, match="numbers of words"):
        passes.best_f1(np.zeros(3), np.zeros(2))


def test_the_best_expected_f1_is_told_alike():
    random = np.random.default_rng(0)
    for size in (1, 3, 40, 300):
        beliefs, words = random.random(size).round(2), random.integers(1, 90, size) * 20.0
        assert native.compiled("regions").best_f1(beliefs, words) == best_f1(beliefs, words)


@pytest.mark.parametrize("dtype", [np.float16, np.float32])  # halves are added up otherwise
@pytest.mark.parametrize("outputs", [2, 8, 27, 40])
def test_outputs_of_a_forest_are_told_alike(outputs, dtype):
    random = np.random.default_rng(outputs)
    values = random.normal(size=(203, 8, outputs)).astype(dtype).astype(np.float32)
    forest = Forest(np.zeros((3, 203), np.int64), np.zeros((3, 203), np.float32), values)
    for rows in (1, 3, 44, 300):  # those of many rows are summed up in parts
        leaves, some = random.integers(0, 8, (203, rows)).astype(np.uint8), random.integers(0, rows, 5)
        found = [forest.outputs(leaves), forest.outputs(leaves, some)]
        found += [pickle.loads(pickle.dumps(forest)).outputs(leaves)]
        with pure():
            told = [forest.outputs(leaves), forest.outputs(leaves, some), forest.outputs(leaves)]
        assert [own.tobytes() for own in found] == [own.tobytes() for own in told]


def test_leaves_that_do_not_fit_the_halved_values_are_refused():
    halves = native.compiled("forest").halved(np.ones((8, 3), np.float32), 2)
    if halves is None:
        pytest.skip("this processor reads no halves")
    assert halves.outputs(np.full((2, 4), 255, np.uint8), 1).tolist() == [[2.0] * 3] * 4
    with pytest.raises(ValueError, match="do not have 8 leaves"):
        halves.outputs(np.zeros((3, 4), np.uint8), 1)


@pytest.mark.parametrize("row", [-1, 4])
def test_outputs_of_a_row_that_is_not_there_are_refused(row):
    forest = Forest(np.zeros((1, 2), np.int64), np.zeros((1, 2), np.float32), np.ones((2, 2, 3), np.float32))
    leaves = np.full((2, 4), 255, np.uint8)
    assert forest.outputs(leaves, np.array([3, 0])).tolist() == [[2.0] * 3] * 2
    assert forest.outputs(leaves, np.array([], np.int64)).shape == (0, 3)
    with pytest.raises(IndexError, match="of 4 rows there is none"):
        forest.outputs(leaves, np.array([0, row]))


@pytest.mark.parametrize("signs", [["x"], ["x" * 17], ["ab"] * 33])
def test_signs_that_do_not_fit_the_table_are_refused(signs):
    with pytest.raises(ValueError, match="sign"):
        Signs(signs)


def test_texts_of_what_are_no_blocks_are_refused():
    with pytest.raises(ValueError, match="block 1 is none"):
        texts_bits((*cut(STORY).blocks[:1], (0, "text")), 120)
    with pytest.raises(ValueError, match="block 0 has no text"):
        texts_bits((Block(0, None),), 120)
    with pytest.raises(TypeError):
        texts_bits((Block(0, b"text"),), 120)


@pytest.mark.parametrize(
    ("column", "value", "why"),
    [
        ("at", 10**6, "block 1 lies in no element"),
        ("at", -1, "block 1 lies in no element"),
        ("parents", 1, "element 1 does not fit the page"),
        ("first", -1, "element 1 does not fit the page"),
        ("last", 10**6, "element 1 does not fit the page"),
    ],
)
def test_plan_of_another_page_is_refused(column, value, why):
    plan, _ = measure_with_plan(cut(STORY), Lexicon())
    getattr(plan, column)[1] = value
    with pytest.raises(ValueError, match=why):
        look_around(plan, np.zeros(len(plan)), None)


def test_scores_of_another_page_are_refused():
    plan, _ = measure_with_plan(cut(STORY), Lexicon())
    with pytest.raises(ValueError, match="by block are not of one length"):
        look_around(plan, np.zeros(len(plan) + 1), None)
    with pytest.raises(ValueError, match="by element are not of one length"):
        look_around(replace(plan, ends=plan.ends[:-1]), np.zeros(len(plan)), None)
    with pytest.raises(ValueError, match="by block are not of one length"):
        look_around(replace(plan, texts=plan.texts[:-1]), np.zeros(len(plan)), None)


@pytest.mark.parametrize("block", [-1, 2])
def test_words_of_blocks_that_are_not_there_are_refused(block):
    texts, there, away = ["one", "two"], np.array([0]), np.array([block])
    for sure, asked in ((there, away), (away, there)):
        with pytest.raises(ValueError, match=f"there is no block {block}"):
            shared_words(texts, sure, asked)
    with pytest.raises(ValueError, match="has no text"):
        shared_words(["one", None], there, np.array([1]))


def test_searches_among_elements_that_are_not_there_are_refused_or_empty():
    elements = parse(Page("", "<p class=byLine>one")).elements
    last = len(elements) - 1
    assert elements.having(range(len(elements)), ["line"], ["id", "class"]) == [last]
    assert elements.having(range(len(elements)), ["line"], ["id", "unheard-of"]) == []
    for element in (-1, len(elements)):
        with pytest.raises(IndexError):
            elements.having([element], ["line"], ["class"])
        with pytest.raises(IndexError):
            elements.line(element, 100)
    assert elements.places(len(elements), 1, 90, frozenset()) == []
    assert elements.places(-5, 1, 1, frozenset()) == [(0, 1, None, None)]
    with pytest.raises(ValueError, match="too many to look for"):
        elements.having([0], map(str, range(100)), ["class"])


@pytest.mark.parametrize(
    ("column", "value", "why"),
    [
        ("at", 10**6, "block 0 lies in element"),
        ("parents", -1, "element 0 lies in no page"),
        ("first", -1, "element 0 lies in no page"),
        ("last", 10**6, "element 0 lies in no page"),
    ],
)
def test_frame_of_blocks_refuses_elements_that_no_page_has(column, value, why):
    page = cut(STORY)
    ground, _ = measure_with_plan(page, Lexicon())
    wrong = getattr(ground, column).copy()
    wrong[0] = value
    with pytest.raises(ValueError, match=why):
        framed(replace(ground, **{column: wrong}), len(page.blocks))


def test_frame_of_blocks_refuses_columns_of_another_page():
    ground, _ = measure_with_plan(cut(STORY), Lexicon())
    with pytest.raises(ValueError, match="are told of"):
        framed(ground, len(ground) + 1)


def framed(ground, blocks):
    nothing = np.zeros(blocks, np.int64)
    bits = GroupBits(np.zeros(len(ground.parents), np.int64), nothing, nothing)
    columns = np.zeros(blocks, np.bool_), np.zeros(blocks, np.float32), np.zeros(blocks, np.float32)
    return frame_rows(ground, *columns, bits, np.zeros(blocks, np.bool_))
