"""The trained part of the roles: a forest whose outputs are the odds of each role, and who stands by whom."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from webnoise.errors import ConfigError
from webnoise.features.columns import KIND_CODES
from webnoise.features.forest import Forest
from webnoise.methods.core.model import model_folder
from webnoise.methods.core.roles.frame import Rows
from webnoise.methods.core.roles.measures import NAMES
from webnoise.methods.core.second_look import in_other_articles
from webnoise.model import ROLES, TEXT_ROLES, PageBlocks, Role
from webnoise.native import compiled

TREES = "roles.npz"
IS_TEXT = np.array([role in TEXT_ROLES for role in ROLES])
OTHER, SECOND_ARTICLE = ROLES.index("other"), ROLES.index("second_article")
_KIND = NAMES.index("kind")
# Roles of text that a kind may have beside those that any may have. Authors write headings, lists, tables and
# quotations into plain paragraphs too.
_OF_KIND: dict[str, frozenset[Role]] = {
    "text": frozenset(["subheading", "list", "table", "quote"]), "heading": frozenset(["subheading"]),
    "list_item": frozenset(["list"]), "quote": frozenset(["quote"]), "code": frozenset(["code"]),
    "cell": frozenset(["table"]), "caption": frozenset(),
}  # fmt: skip
_OF_ANY_KIND: frozenset[Role] = frozenset(["standfirst", "body", "correction"])
# Roles that come in runs: how often one of them stands beside another is learned.
_IN_RUNS = np.array([
    role in (
        "comment", "teaser", "second_article", "tags", "navigation", "share", "newsletter", "advertisement",
        "paywall", "legal", "other",
    )
    for role in ROLES
])  # fmt: skip
SURE = 100.0  # log-odds that nothing outweighs
# Log-odds of neighbours count by this, set by hand: with more measures, the accuracy out of fold was
# 0.865 at 0.2 and 0.4, 0.863 without.
_NEIGHBOURS = 0.2


def _allowed_roles() -> NDArray[np.bool_]:
    """By the code of its kind, which roles a kept block may have; then those that others may have."""
    allowed = np.zeros((len(KIND_CODES) + 1, len(ROLES)), np.bool_)
    for kind, code in KIND_CODES.items():
        for number, role in enumerate(ROLES):
            allowed[code, number] = role in _OF_KIND[kind] or (role in _OF_ANY_KIND and kind != "code")
    allowed[-1] = ~IS_TEXT
    return allowed


ALLOWED = _allowed_roles()


def neighbour_odds(pages: Iterable[NDArray[np.int64]]) -> Rows:
    """How much likelier than by chance each role stands before each other on pages; -1 is no role."""
    seen = np.full((len(ROLES), len(ROLES)), 0.5)
    for roles in pages:
        known = (roles[:-1] >= 0) & (roles[1:] >= 0)
        np.add.at(seen, (roles[:-1][known], roles[1:][known]), 1)
    odds = np.log(seen / seen.sum(axis=1, keepdims=True)) - np.log(seen.sum(axis=0) / seen.sum())
    return (_NEIGHBOURS * np.where(np.outer(_IN_RUNS, _IN_RUNS), odds, 0)).astype(np.float32)


def bound(
    odds: Rows, kept: NDArray[np.bool_], kinds: NDArray[np.float32], elsewhere: NDArray[np.bool_]
) -> Rows:
    """Take from blocks the roles that their verdicts do not allow; the greatest of what is left, as a column.

    What was dropped and yet reads like text is another article's where it stands `elsewhere`, or none of what
    text stands among.
    """
    reads_like_text = ~kept & IS_TEXT[odds.argmax(axis=1)]
    odds[~ALLOWED[np.where(kept, kinds.astype(np.int64), -1)]] = -np.inf
    odds[reads_like_text & elsewhere, SECOND_ARTICLE] = SURE
    odds[reads_like_text & ~elsewhere, OTHER] = SURE
    greatest: Rows = odds.max(axis=1, keepdims=True)
    return greatest


@dataclass(frozen=True)
class RoleModel:
    """`neighbours` has by role and role of the next block what their standing there speaks for."""

    forest: Forest
    neighbours: Rows

    def odds(self, measures: Rows) -> Rows:
        """The log-odds of each block's roles."""
        return self.forest.outputs(self.forest.leaves(measures))

    def roles(self, odds: Rows, page: PageBlocks, content: Rows, kept: NDArray[np.bool_]) -> list[Role]:
        """The likeliest role of each block among those that its verdict allows.

        `odds` are changed on the way; `content` are the columns of the second look.
        """
        elsewhere = in_other_articles(page.outline, content)
        native = compiled("role_odds")
        greatest = (native.bound if native else bound)(odds, kept, content[_KIND], elsewhere)
        chances = np.exp(odds - greatest)
        chances /= chances.sum(axis=1, keepdims=True)
        odds[1:] += chances[:-1] @ self.neighbours
        odds[:-1] += chances[1:] @ self.neighbours.T
        return [ROLES[number] for number in odds.argmax(axis=1).tolist()]

    def save(self, folder: Path) -> None:
        half = replace(self.forest, values=self.forest.values.astype(np.float16))
        half.save(folder / TREES, names=np.array(NAMES), roles=np.array(ROLES), neighbours=self.neighbours)

    @classmethod
    def load(cls, folder: Path) -> RoleModel:
        forest, beside = Forest.load(folder / TREES)
        if tuple(beside["names"]) != NAMES or tuple(beside["roles"]) != ROLES or "neighbours" not in beside:
            raise ConfigError(f"the roles' model in {folder} was trained on other measures: train it again")
        return cls(forest, np.array(beside["neighbours"], np.float32))


@cache
def shipped_roles() -> RoleModel:
    """The weights that come with the package, read once."""
    return RoleModel.load(model_folder())
