"""How well roles are told, counted."""

from webnoise.lab.training.roles import scores_by_role


def test_scores_are_of_the_roles_that_occur():
    truth = ["body", "body", "byline", "caption"]
    told = ["body", "byline", "byline", "body"]
    scores = scores_by_role(truth, told)
    assert list(scores) == ["body", "caption", "byline"]
    assert scores["body"] == (2, 0.5, 0.5)
    assert scores["byline"] == (1, 0.5, 1.0)
    assert round(scores["byline"].f1, 3) == 0.667
    assert scores["caption"].f1 == 0
