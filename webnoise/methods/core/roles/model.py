"""The trained part of the roles: forests that tell the odds of each role, and who stands by whom.

A small forest is asked of all blocks, a larger one of those that the small one is in doubt about.
"""

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

TREES, SECOND = "roles.npz", "roles.second.npz"
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
    """`neighbours` has by role and role of the next block what their standing there speaks for.

    `second` votes for the possible roles of doubtful blocks.
    """

    forest: Forest
    neighbours: Rows
    second: Forest

    def odds(self, measures: Rows) -> Rows:
        """The log-odds of each block's roles."""
        odds = self.forest.outputs(self.forest.leaves(measures))
        chances = np.exp(odds)  # not of 1, but of their sum
        sums = chances.sum(axis=1, keepdims=True)
        doubtful = (~(chances >= _DOUBT * sums).any(axis=1)).nonzero()[0]
        if len(doubtful):
            possible = chances[doubtful] >= _POSSIBLE * sums[doubtful]
            odds[doubtful] = self._voted(odds[doubtful], measures.take(doubtful, axis=1), possible)
        return odds

    def _voted(self, odds: Rows, measures: Rows, possible: NDArray[np.bool_]) -> Rows:
        """The odds with the votes for the possible roles, the likeliest of which is as likely as before."""
        votes = self.second.votes_for(measures, possible)
        greatest = np.where(possible, votes, -np.inf).max(axis=1, keepdims=True)
        votes += odds.max(axis=1, keepdims=True) - greatest
        return np.where(possible, votes, odds)

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
        names = {"names": np.array(NAMES), "roles": np.array(ROLES)}
        _half(self.forest).save(folder / TREES, neighbours=self.neighbours, **names)
        _half(self.second).save(folder / SECOND, **names)

    @classmethod
    def load(cls, folder: Path) -> RoleModel:
        (forest, beside), (second, named) = Forest.load(folder / TREES), Forest.load(folder / SECOND)
        names = {(tuple(each["names"]), tuple(each["roles"])) for each in (beside, named)}
        if names != {(NAMES, ROLES)} or "neighbours" not in beside:
            raise ConfigError(f"the roles' model in {folder} was trained on other measures: train it again")
        return cls(forest, np.array(beside["neighbours"], np.float32), second)


def _half(forest: Forest) -> Forest:
    return replace(forest, values=forest.values.astype(np.float16))


@cache
def shipped_roles() -> RoleModel:
    """The weights that come with the package, read once."""
    return RoleModel.load(model_folder())
