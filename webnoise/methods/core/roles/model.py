"""The trained part of the roles: forests for the odds of each role, and which roles are neighbours.

A small forest scores all blocks, a larger one those that the small one is in doubt about.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from webnoise.errors import ConfigError
from webnoise.features.forest import Forest
from webnoise.features.measures import KIND_CODES
from webnoise.methods.core.model import model_folder
from webnoise.methods.core.roles.context import Rows
from webnoise.methods.core.roles.features import NAMES
from webnoise.model import ROLES, TEXT_ROLES, Role

TREES, SECOND = "roles.npz", "roles.second.npz"
IS_TEXT = np.array([role in TEXT_ROLES for role in ROLES])
OTHER, SECOND_ARTICLE = ROLES.index("other"), ROLES.index("second_article")
# Roles of text that blocks of a kind may have beside those that any may have. Authors write headings,
# lists, tables and quotations into plain paragraphs too.
_OF_KIND: dict[str, frozenset[Role]] = {
    "text": frozenset(["subheading", "list", "table", "quote"]), "heading": frozenset(["subheading"]),
    "list_item": frozenset(["list"]), "quote": frozenset(["quote"]), "code": frozenset(["code"]),
    "cell": frozenset(["table"]), "caption": frozenset(),
}  # fmt: skip
_OF_ANY_KIND: frozenset[Role] = frozenset(["standfirst", "body", "correction"])
# The small forest is in doubt of a block whose likeliest role it gives less than this chance: of 15 in a
# hundred. The larger one then decides among the roles of at least the other chance, three of a block. With
# trees of 63 leaves, macro F1 out of fold was 0.713 at 0.5 and 0.1, 0.715 at 0.6 and 0.1, 0.719 at 0.7 and
# 0.05, which asks 1.8 times as much, 0.718 with all roles of all blocks, and 0.699 without the larger forest.
_DOUBT = 0.6
_POSSIBLE = 0.1


def _allowed_roles() -> NDArray[np.bool_]:
    """By the code of its kind, which roles a kept block may have; then those that others may have."""
    allowed = np.zeros((len(KIND_CODES) + 1, len(ROLES)), np.bool_)
    for kind, code in KIND_CODES.items():
        for number, role in enumerate(ROLES):
            allowed[code, number] = role in _OF_KIND[kind] or (role in _OF_ANY_KIND and kind != "code")
    allowed[-1] = ~IS_TEXT
    return allowed


ALLOWED = _allowed_roles()


def allow(odds: Rows, kept: NDArray[np.bool_], kinds: Rows, elsewhere: NDArray[np.bool_]) -> Rows:
    """The odds without the roles that the decisions rule out.

    A dropped block that reads like text is another article's where it is `elsewhere`, else "other".
    """
    reads_like_text = ~kept & IS_TEXT[odds.argmax(axis=1)]
    allowed = ALLOWED[np.where(kept, kinds.astype(np.int64), -1)]
    found: Rows = np.where(allowed, odds, -np.inf)
    if reads_like_text.any():
        found[reads_like_text] = -np.inf
        found[reads_like_text & elsewhere, SECOND_ARTICLE] = 0
        found[reads_like_text & ~elsewhere, OTHER] = 0
    return found


@dataclass(frozen=True)
class RoleModel:
    """`neighbours` has the log-odds of a role (row) before another one (column).

    `second` votes for the possible roles of doubtful blocks.
    """

    forest: Forest
    neighbours: Rows
    second: Forest

    def odds(self, features: Rows) -> Rows:
        """The log-odds of each block's roles."""
        odds = self.forest.outputs(self.forest.leaves(features))
        chances = np.exp(odds)  # not of 1, but of their sum
        sums = chances.sum(axis=1, keepdims=True)
        doubtful = (~(chances >= _DOUBT * sums).any(axis=1)).nonzero()[0]
        if len(doubtful):
            possible = chances[doubtful] >= _POSSIBLE * sums[doubtful]
            odds[doubtful] = self._voted(odds[doubtful], features.take(doubtful, axis=1), possible)
        return odds

    def _voted(self, odds: Rows, features: Rows, possible: NDArray[np.bool_]) -> Rows:
        """The odds with the votes for the possible roles, the likeliest of which is as likely as before."""
        votes = self.second.votes_for(features, possible)
        greatest = np.where(possible, votes, -np.inf).max(axis=1, keepdims=True)
        votes += odds.max(axis=1, keepdims=True) - greatest
        return np.where(possible, votes, odds)

    def roles(
        self, odds: Rows, kept: NDArray[np.bool_], kinds: Rows, elsewhere: NDArray[np.bool_]
    ) -> list[Role]:
        """The likeliest role of each block among those that its decision allows.

        `kinds` are the codes of the blocks' kinds, `elsewhere` marks the blocks of other articles.
        """
        odds = allow(odds, kept, kinds, elsewhere)
        chances = np.exp(odds - odds.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        odds[1:] += chances[:-1] @ self.neighbours
        odds[:-1] += chances[1:] @ self.neighbours.T
        return [ROLES[number] for number in odds.argmax(axis=1).tolist()]

    @classmethod
    def load(cls, folder: Path) -> RoleModel:
        (forest, beside), (second, named) = Forest.load(folder / TREES), Forest.load(folder / SECOND)
        names = {(tuple(each["names"]), tuple(each["roles"])) for each in (beside, named)}
        if names != {(NAMES, ROLES)} or "neighbours" not in beside:
            raise ConfigError(f"the roles' model in {folder} was trained on other features: train it again")
        return cls(forest, np.array(beside["neighbours"], np.float32), second)


@cache
def shipped_roles() -> RoleModel:
    """The weights that come with the package, read once."""
    return RoleModel.load(model_folder())
