"""Training the default method on one's own labelled pages."""

import json
from dataclasses import replace
from shutil import copytree

import numpy as np
import pytest

from research.roles.labels import block_keys, page_key
from research.training.card import ModelCard, read_card, refuse_worse
from research.training.deep_trees import DeepPlan, boost_deep, filled, grouped_nodes
from research.training.oblivious import BoostingPlan, boost_score, grouped_leaves
from research.training.pages import bare_pages, fold_of, label_pages
from research.training.saving import digest
from webnoise.errors import ConfigError
from webnoise.evaluate.corpora import GoldPage
from webnoise.features.forest import Forest
from webnoise.methods.core.method import Core
from webnoise.methods.core.model import SECOND, TREES, WORDS, CoreModel
from webnoise.model import Page
from webnoise.page.parse import parse

pytest.importorskip("scipy", reason="training needs the extra `train`")
from research.training.__main__ import main

SUBJECTS = "council bridge ferry harbour school market theatre library river station museum orchard".split()


def story(site, number):
    """A page of an invented site: the text stands in `copytext`, teasers of the same words in `teaserbox`."""
    words = np.random.default_rng(site * 100 + number)
    lines = [
        f"The {words.choice(SUBJECTS)} and the {words.choice(SUBJECTS)} were closed in {1990 + site}, "
        f"number {line} of the list says. Nobody minded the {words.choice(SUBJECTS)}."
        for line in range(6)
    ]
    body = "".join(f"<p>{line}</p>" for line in lines)
    teasers = "".join(
        f"<p>Elsewhere the {word} was opened, the papers say. More on page {site}.</p>"
        for word in SUBJECTS[:5]
    )
    html = (
        f"<html><head><title>Story {number}</title></head><body><nav><a href='/'>Home</a></nav>"
        f"<div class='copytext'><h1>Story {number}</h1>{body}</div><div class='teaserbox'>{teasers}</div></body></html>"
    )
    return {"id": f"{site}-{number}", "url": f"http://s{site}.test/{number}", "site": f"s{site}.test", "html": html,
            "text": "\n".join(lines)}  # fmt: skip


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    path = tmp_path_factory.mktemp("corpus") / "mine.jsonl"
    pages = [story(site, number) for site in range(25) for number in range(2)]
    path.write_text("\n".join(json.dumps(page) for page in pages), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def trained(corpus, tmp_path_factory):
    folder = tmp_path_factory.mktemp("model")
    assert main([str(corpus), "--out", str(folder), "--trees", "12"]) == 0
    return folder


def test_trained_model_separates_text_from_teasers_on_a_new_site(trained):
    page = story(77, 1)
    method = Core(CoreModel.load(trained))
    cut = method.segment(parse(Page(page["url"], page["html"])))
    text = [
        block.text
        for block, verdict in zip(cut.blocks, method.judge(method.prepare(cut)), strict=True)
        if verdict.keep
    ]
    assert text == page["text"].split("\n")


def test_card_says_what_the_model_was_made_from(trained):
    card = read_card(trained)
    assert card.data["mine"]["pages"] == 50
    assert card.data["mine"]["sites"] == 25
    assert card.out_of_fold["mine"] > 0.95
    assert card.digest == digest(trained)


def test_same_pages_give_the_same_weights(trained, corpus, tmp_path):
    assert main([str(corpus), "--out", str(tmp_path), "--trees", "12"]) == 0
    assert digest(tmp_path) == digest(trained)


def test_second_stage_is_fitted_alone_on_the_first_look_that_is_there(trained, corpus, tmp_path):
    folder = tmp_path / "model"
    copytree(trained, folder)
    before = read_card(folder)
    (folder / SECOND).write_bytes(b"trained on other measures")
    assert main([str(corpus), "--out", str(folder), "--trees", "12", "--second-stage"]) == 0
    assert (folder / TREES).read_bytes() == (trained / TREES).read_bytes()
    assert (folder / WORDS).read_bytes() == (trained / WORDS).read_bytes()
    after = read_card(folder)
    assert (after.threshold, after.importance) == (before.threshold, before.importance)
    assert after.digest == digest(folder)
    assert after.command.endswith(" --second-stage")
    assert CoreModel.load(folder).second is not None


def test_second_stage_without_a_first_one_is_refused(corpus, tmp_path, capsys):
    assert main([str(corpus), "--out", str(tmp_path), "--second-stage"]) == 1
    assert "whose first stage could stay" in capsys.readouterr().err


def test_few_sites_are_refused(tmp_path, capsys):
    path = tmp_path / "few.jsonl"
    path.write_text(json.dumps(story(1, 1)), encoding="utf-8")
    assert main([str(path), "--out", str(tmp_path)]) == 1
    assert "more sites" in capsys.readouterr().err


def card(score):
    return ModelCard("", "", "", {}, {}, 0.0, {"mine": score}, {}, {})


def test_worse_model_is_refused_unless_there_is_a_reason():
    with pytest.raises(ConfigError, match="--although"):
        refuse_worse(card(0.95), {"mine": 0.94}, None)
    refuse_worse(card(0.95), {"mine": 0.94}, "half the size")
    refuse_worse(card(0.95), {"mine": 0.951}, None)
    refuse_worse(None, {"mine": 0.1}, None)


def test_strings_label_only_the_blocks_that_hold_them():
    html = "<p>Wanted words stand here.</p><p>Other words.</p><p>Unwanted words stand here.</p>"
    gold = GoldPage("1", "", "a.test", html, must=("Wanted words",), mustnot=("Unwanted words",))
    [page] = label_pages([gold])
    assert page.labels[0] == 1
    assert np.isnan(page.labels[1])
    assert page.labels[2] == 0


def test_roles_given_by_hand_label_what_strings_leave_open(monkeypatch):
    html = "<p>Wanted words stand here.</p><p>Other words.</p><p>Read more of this.</p><p>Unread.</p>"
    gold = GoldPage("1", "", "a.test", html, must=("Wanted words",))
    [page] = label_pages([gold])
    first, *others, _ = block_keys(page.page)
    roles = dict(zip((first, *others), ("teaser", "body", "teaser"), strict=True))
    monkeypatch.setattr("research.training.pages.read_labels", lambda: {page_key(page.page): roles})
    [page] = label_pages([gold])
    assert page.labels[:3].tolist() == [1, 1, 0]
    assert np.isnan(page.labels[3])
    assert page.trust.tolist() == [2, 0.4, 0.4, 0.4]


def test_bare_pages_are_the_text_of_some_articles_alone():
    gold = [
        GoldPage(str(n), "", "a.test", "<p>x", title="A & B", text="One.\n\nTwo & three.") for n in range(9)
    ]
    bare = list(bare_pages([*gold, *(replace(page, text=None) for page in gold)]))
    assert len(bare) == 3
    for page in label_pages(bare):
        *head, one, two = (block.text for block in page.page.blocks)
        assert (one, two) == ("One.", "Two & three.")
        assert head in ([], ["A & B"])
        assert page.labels[-2:].tolist() == [1, 1]
        assert page.gold.type == "bare"


def test_fold_of_a_site_does_not_depend_on_other_sites():
    assert [fold_of("example.com") for _ in range(2)] == [fold_of("example.com")] * 2
    assert len({fold_of(f"site{n}.test") for n in range(50)}) == 5


def test_boosting_learns_an_interaction_that_no_single_column_shows():
    random = np.random.default_rng(0)
    rows = random.random((3, 4000), dtype=np.float32)
    labels = ((rows[0] > 0.5) != (rows[1] > 0.5)).astype(float)
    plan = BoostingPlan(trees=30, depth=3, column_share=1.0)
    forest, gains = boost_score(rows, labels, np.ones(4000), np.array([0, 1, 2]), plan)
    assert gains[2] < 0.1 * gains[:2].sum()
    scores = forest.scores(forest.leaves(rows))
    assert ((scores > 0) == (labels > 0.5)).mean() > 0.95


def test_deep_trees_learn_what_holds_in_a_corner_and_say_by_which_group():
    random = np.random.default_rng(0)
    rows = random.random((3, 6000), dtype=np.float32)
    labels = ((rows[0] > 0.8) & (rows[1] > 0.5)).astype(float)
    plan = DeepPlan(trees=40, leaves=8, rate=0.3, column_share=1.0)
    forest = boost_deep(rows, labels, np.ones(6000), np.array([0, 1, 2]), plan)
    reached = forest.leaves(rows)
    scores = forest.scores(reached)
    assert ((scores > 0) == (labels > 0.5)).mean() > 0.98
    parts = forest.outputs(reached)
    assert np.allclose(parts.sum(axis=1) + forest.bias, scores, atol=1e-3)
    assert np.abs(parts[:, 2]).mean() < 0.1 * np.abs(parts[:, 0]).mean()


def test_contributions_and_bias_are_the_trees_sum():
    columns = np.array([[0, 1], [1, 0]])
    thresholds = np.array([[0.5, 0.5], [0.5, 0.5]], dtype=np.float32)
    values = np.array([[1.0, 2.0, 3.0, 4.0], [10.0, 20.0, 30.0, 40.0]])
    covers = np.array([[1.0, 2.0, 3.0, 4.0], [4.0, 3.0, 2.0, 1.0]])
    leaves, bias = grouped_leaves(columns, values, covers, np.array([0, 1]))
    forest = Forest(columns, thresholds, leaves, bias)
    reached = forest.leaves(np.array([[0, 0, 1, 1], [0, 1, 0, 1]], dtype=np.float32))
    scores = forest.outputs(reached).sum(axis=1) + forest.bias
    assert scores.tolist() == pytest.approx([11, 32, 23, 44])
    assert forest.scores(reached).tolist() == pytest.approx(scores.tolist())


INNER = {
    "split_feature": 1,
    "threshold": 3.0,
    "left_child": {"leaf_value": 2.0, "leaf_count": 1},
    "right_child": {"leaf_value": -2.0, "leaf_count": 3},
}
TREE = {
    "split_feature": 0,
    "threshold": 1.5,
    "left_child": {"leaf_value": 0.5, "leaf_count": 4},
    "right_child": INNER,
}


def test_each_question_of_a_tree_contributes_the_change_of_what_is_expected():
    leaves, bias = grouped_nodes([TREE, {"leaf_value": 1.0}], 2, np.array([0, 1]))
    assert bias == -0.25 + 1.0  # of eight rows, and of all
    assert leaves[0].tolist() == [[0.75, 0], [0.75, 0], [-0.75, 3], [-0.75, -1]]
    assert not leaves[1].any()


def test_tree_of_any_shape_is_filled_up_and_walked_to_its_leaf():
    forest = filled([TREE, {"leaf_value": 1.0}], 2)
    rows = np.array([[1.5, 2.0, 2.0], [9.0, 3.0, 4.0]])
    assert forest.votes(forest.leaves(rows), 2).tolist() == [[0.5, 1.0], [2.0, 1.0], [-2.0, 1.0]]
