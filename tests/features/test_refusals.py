"""Compiled code refuses what would make it read beyond its arrays."""

import pickle
from dataclasses import replace

import numpy as np
import pytest

from webnoise.blocks.segment import segment
from webnoise.features.context import compute_context, shared_words
from webnoise.features.forest import Forest
from webnoise.features.lexicon import Lexicon
from webnoise.features.measures import compute_features
from webnoise.features.role_names import texts_bits, urls_bits
from webnoise.features.trees import votes
from webnoise.model import Block, Page
from webnoise.page.parse import parse

STORY = "<body><div><p>one</p><p>two <a href=x>three</a></p></div><p>four</p>"


def cut(html):
    return segment(parse(Page("", html)), hidden=True, lean=True)


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
        compute_features(page, Lexicon())


def test_outline_of_too_few_elements_and_blocks_of_no_element_are_refused():
    page = cut(STORY)
    with pytest.raises(ValueError, match="not of one length"):
        compute_features(replace(page, outline=replace(page.outline, tags=page.outline.tags[:-1])), Lexicon())
    astray = page.blocks[0]._replace(element=10**6)
    with pytest.raises(ValueError, match="block 0 does not lie in its element"):
        compute_features(replace(page, blocks=(astray, *page.blocks[1:])), Lexicon())
    with pytest.raises(ValueError, match="block 0 is none"):
        compute_features(replace(page, blocks=((), *page.blocks[1:])), Lexicon())
    with pytest.raises(IndexError, match="no element 1000000"):
        Lexicon().rows_for(page.outline, [10**6])


def test_forest_that_does_not_fit_the_features_is_refused():
    columns, thresholds = np.zeros((1, 2), np.int64), np.zeros((1, 2), np.float32)
    values, features = np.ones((2, 2, 1), np.float32), np.zeros((3, 4), np.float32)
    assert Forest(columns, thresholds, values).leaves(features).shape == (2, 4)
    assert Forest(columns, thresholds, values).leaves(features[:, [0, 2]]).shape == (2, 2)  # in no one piece
    with pytest.raises(IndexError, match="feature 3 of 3"):
        Forest(columns + 3, thresholds, values).leaves(features)
    with pytest.raises(ValueError, match="a threshold for each"):
        Forest(columns, thresholds[:, :1].copy(), values).leaves(features)
    with pytest.raises(ValueError, match="ask no 1 questions"):
        Forest(columns, thresholds, np.ones((2, 8, 1), np.float32)).leaves(features)
    with pytest.raises(ValueError, match="do not have 4 leaves"):
        Forest(columns, thresholds, values).scores(np.zeros((3, 4), np.uint8))
    assert Forest(columns, thresholds, values).scores(np.full((2, 4), 255, np.uint8)).tolist() == [2.0] * 4


def test_forest_keeps_the_questions_that_were_checked():
    columns, thresholds = np.zeros((1, 20), np.int64), np.zeros((1, 20), np.float32)
    forest = Forest(columns, thresholds, np.ones((20, 2, 1), np.float32))
    features = np.ones((1, 17), np.float32)
    reached = forest.leaves(features)
    columns[0, :] = 10**6
    assert (forest.leaves(features) == reached).all()
    assert (pickle.loads(pickle.dumps(forest)).leaves(features) == reached).all()
    with pytest.raises(IndexError, match="asks for feature -1"):
        Forest(np.full((1, 2), -1), thresholds[:, :2], np.ones((2, 2, 1), np.float32)).leaves(features)


def test_votes_of_trees_that_do_not_fit_the_types_are_refused():
    with pytest.raises(ValueError, match="do not vote for 2 types"):
        votes(np.zeros((3, 2), np.uint8), np.zeros(6, np.float32), 1, 2)


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
    arrays, _ = compute_features(cut(STORY), Lexicon())
    getattr(arrays, column)[1] = value
    with pytest.raises(ValueError, match=why):
        compute_context(arrays, np.zeros(len(arrays)), None)


def test_scores_of_another_page_are_refused():
    arrays, _ = compute_features(cut(STORY), Lexicon())
    with pytest.raises(ValueError, match="by block are not of one length"):
        compute_context(arrays, np.zeros(len(arrays) + 1), None)
    with pytest.raises(ValueError, match="by element are not of one length"):
        compute_context(replace(arrays, ends=arrays.ends[:-1]), np.zeros(len(arrays)), None)
    with pytest.raises(ValueError, match="by block are not of one length"):
        compute_context(replace(arrays, texts=arrays.texts[:-1]), np.zeros(len(arrays)), None)


@pytest.mark.parametrize("block", [-1, 2])
def test_words_of_blocks_that_are_not_there_are_refused(block):
    texts, there, away = ["one", "two"], np.array([0]), np.array([block])
    for sure, asked in ((there, away), (away, there)):
        with pytest.raises(ValueError, match=f"there is no block {block}"):
            shared_words(texts, sure, asked)
    with pytest.raises(ValueError, match="has no text"):
        shared_words(["one", None], there, np.array([1]))


@pytest.mark.parametrize("row", [-1, 4])
def test_outputs_of_a_row_that_is_not_there_are_refused(row):
    forest = Forest(np.zeros((1, 2), np.int64), np.zeros((1, 2), np.float32), np.ones((2, 2, 3), np.float32))
    leaves = np.full((2, 4), 255, np.uint8)
    assert forest.outputs(leaves, np.array([3, 0])).tolist() == [[2.0] * 3] * 2
    assert forest.outputs(leaves, np.array([], np.int64)).shape == (0, 3)
    with pytest.raises(IndexError, match="of 4 rows there is none"):
        forest.outputs(leaves, np.array([0, row]))


@pytest.mark.parametrize("of_blocks", [urls_bits, texts_bits])
@pytest.mark.parametrize("blocks", [("text",), (None,)])
def test_what_is_no_block_is_refused(blocks, of_blocks):
    with pytest.raises(ValueError, match="block 0 is none"):
        of_blocks(blocks, 8)
