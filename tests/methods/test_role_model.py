"""How the odds of the forest become roles: what a verdict allows, and what neighbours say."""

import numpy as np
import pytest

from webnoise.blocks.segment import segment
from webnoise.features.columns import KIND_CODES
from webnoise.methods.core.roles.measures import NAMES
from webnoise.methods.core.roles.model import RoleModel, neighbour_odds
from webnoise.model import ROLES, Page
from webnoise.page.parse import parse

PARAGRAPHS = "".join(f"<p>Paragraph {number} of the page.</p>" for number in range(5))
NO_NEIGHBOURS = np.zeros((len(ROLES), len(ROLES)), np.float32)


class Told(RoleModel):
    """What its forest would say: for each block how much speaks for some roles."""

    def __init__(self, blocks, neighbours):
        super().__init__(None, neighbours)
        object.__setattr__(self, "_told", blocks)

    def odds(self, measures):
        return np.array([[block.get(role, -9.0) for role in ROLES] for block in self._told], np.float32)


def roles(odds, kept, neighbours=NO_NEIGHBOURS, html=PARAGRAPHS, kind="text"):
    page = segment(parse(Page("https://e.example/", html)))
    measures = np.zeros((len(NAMES), len(page.blocks)), np.float32)
    measures[NAMES.index("kind")] = KIND_CODES[kind]
    model = Told(odds, neighbours)
    return model.roles(model.odds(measures), page, measures, np.array(kept, np.bool_))


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
