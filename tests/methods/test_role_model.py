"""How the odds of the forest become roles: what a decision allows, and what neighbours say."""

import numpy as np
import pytest

from research.training.roles import neighbour_odds
from research.training.saving import save_forest, save_roles
from webnoise.errors import ConfigError
from webnoise.features.forest import Forest
from webnoise.features.measures import KIND_CODES
from webnoise.methods.core.roles.features import NAMES
from webnoise.methods.core.roles.model import SECOND, RoleModel
from webnoise.model import ROLES

NO_NEIGHBOURS = np.zeros((len(ROLES), len(ROLES)), np.float32)


def roles(odds, kept, neighbours=NO_NEIGHBOURS, kind="text"):
    given = np.array([[block.get(role, -9.0) for role in ROLES] for block in odds], np.float32)
    kinds, none = np.full(len(given), KIND_CODES[kind], np.float32), np.zeros(len(given), np.bool_)
    return RoleModel(None, neighbours, None).roles(given, np.array(kept, np.bool_), kinds, none)


def test_kept_block_has_a_role_of_text():
    assert roles([{"navigation": 5, "body": 1}] * 5, [True] * 5) == ["body"] * 5


@pytest.mark.parametrize(("kind", "role"), [("text", "table"), ("heading", "body"), ("code", "code")])
def test_roles_that_a_kind_cannot_have_are_passed_over(kind, role):
    assert roles([{"table": 5, "body": 1, "code": 0}] * 5, [True] * 5, kind=kind) == [role] * 5


def test_dropped_block_that_reads_like_text_is_nothing_else():
    odds = [{"body": 5, "teaser": 4}, {"teaser": 5, "body": 4}, *[{"body": 1}] * 3]
    assert roles(odds, [False, False, True, True, True])[:2] == ["other", "teaser"]


def test_neighbours_decide_where_the_block_itself_says_little():
    runs = np.array([ROLES.index(role) for role in ["teaser"] * 9 + ["navigation"] * 9])
    neighbours = neighbour_odds([runs] * 20)
    odds = [{"teaser": 6}, {"teaser": 6}, {"teaser": 1, "navigation": 1.1}, {"teaser": 6}, {"teaser": 6}]
    assert roles(odds, [False] * 5)[2] == "navigation"
    assert roles(odds, [False] * 5, neighbours)[2] == "teaser"


def test_neighbours_of_blocks_without_a_label_are_not_learned():
    unknown = np.array([-1, ROLES.index("teaser"), -1, ROLES.index("navigation")])
    assert np.array_equal(neighbour_odds([unknown]), neighbour_odds([]))


def two_forests():
    """The first is sure of blocks whose first feature is 0, and says nothing of others; the second votes."""
    body, byline = ROLES.index("body"), ROLES.index("byline")
    values = np.zeros((1, 2, len(ROLES)), np.float32)
    values[0, 1] = -9
    values[0, 1, [byline, ROLES.index("teaser")]] = 0
    values[0, 0, body] = 5
    votes = np.zeros((len(ROLES), 2, 1), np.float32)
    votes[byline] = 3
    first = Forest(np.zeros((1, 1), np.int64), np.full((1, 1), 0.5, np.float32), values)
    columns = np.zeros((1, len(ROLES)), np.int64)
    second = Forest(columns, np.full(columns.shape, 0.5, np.float32), votes)
    return RoleModel(first, NO_NEIGHBOURS, second)


def features_of(*firsts):
    features = np.zeros((len(NAMES), len(firsts)), np.float32)
    features[0] = firsts
    return features


def test_only_doubtful_blocks_are_asked_again():
    odds = two_forests().odds(features_of(0, 1, 0))
    assert [ROLES[role] for role in odds.argmax(axis=1)] == ["body", "byline", "body"]
    assert np.allclose(np.sort(odds[1])[-2:], [-3, 0])


def test_page_without_doubtful_blocks_gets_its_roles_from_the_first_forest():
    odds = two_forests().odds(features_of(0, 0))
    assert [ROLES[role] for role in odds.argmax(axis=1)] == ["body", "body"]
    assert np.allclose(np.sort(odds)[:, -2:], [0, 5])


def test_roles_that_the_first_forest_rules_out_are_not_voted_for():
    model = two_forests()
    model.forest.values[0, 1] = -9
    model.forest.values[0, 1, [ROLES.index("teaser"), ROLES.index("comment")]] = 0, 0.1
    model.second.values[ROLES.index("teaser")] = 1
    odds = model.odds(features_of(1))
    assert ROLES[odds[0].argmax()] == "teaser"
    assert odds[0, ROLES.index("byline")] == -9


def test_both_forests_are_saved(tmp_path):
    model = two_forests()
    save_roles(model, tmp_path)
    features = features_of(0, 1)
    assert np.array_equal(RoleModel.load(tmp_path).odds(features), model.odds(features))


def test_second_forest_of_other_features_is_refused(tmp_path):
    model = two_forests()
    save_roles(model, tmp_path)
    save_forest(model.second, tmp_path / SECOND, names=np.array(["words"]), roles=np.array(ROLES))
    with pytest.raises(ConfigError, match="train it again"):
        RoleModel.load(tmp_path)
