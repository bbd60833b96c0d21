"""How well roles are known, counted."""

import numpy as np
import pytest

from research.training.deep_trees import VotePlan, boost_votes
from research.training.roles import scores_by_role


def test_scores_are_of_the_roles_that_occur():
    truth = ["body", "body", "byline", "caption"]
    known = ["body", "byline", "byline", "body"]
    scores = scores_by_role(truth, known)
    assert list(scores) == ["body", "caption", "byline"]
    assert scores["body"] == (2, 0.5, 0.5)
    assert scores["byline"] == (1, 0.5, 1.0)
    assert round(scores["byline"].f1, 3) == 0.667
    assert scores["caption"].f1 == 0


def test_votes_tell_the_classes_that_were_learned():
    pytest.importorskip("lightgbm")
    rows = np.random.default_rng(0).random((4, 600)).astype(np.float32)
    classes = (rows[1] * 3).astype(np.int64)
    forest = boost_votes(rows, classes, np.ones(600), 3, VotePlan(rounds=20, depth=3, leaves=8))
    assert forest.depth == 3
    assert forest.columns.shape == (7, 60)
    assert (forest.votes(forest.leaves(rows), 3).argmax(axis=1) == classes).mean() > 0.98
