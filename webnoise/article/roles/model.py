"""The trained part of the roles: a forest whose outputs are the odds of each role."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from webnoise.article.roles.measures import NAMES, Rows
from webnoise.errors import ConfigError
from webnoise.features.columns import KIND_CODES
from webnoise.features.forest import Forest
from webnoise.methods.core.model import model_folder
from webnoise.model import TEXT_ROLES, Role

TREES = "roles.npz"
ROLES: tuple[Role, ...] = get_args(Role)
_IS_TEXT = np.array([role in TEXT_ROLES for role in ROLES])
# Roles of text that only blocks of one kind have, and those that a kind may have beside its own.
_OF_KIND: dict[str, Role] = {
    "heading": "subheading", "list_item": "list", "quote": "quote", "code": "code", "cell": "table",
}  # fmt: skip
_OF_ANY_KIND: frozenset[Role] = frozenset(["standfirst", "body", "correction"])
_KIND = NAMES.index("kind")


def _text_of_kind() -> NDArray[np.bool_]:
    """By the code of a block's kind, which roles of text it may have."""
    allowed = np.zeros((len(KIND_CODES), len(ROLES)), np.bool_)
    for kind, code in KIND_CODES.items():
        own = _OF_KIND.get(kind)
        for number, role in enumerate(ROLES):
            allowed[code, number] = role == own or (role in _OF_ANY_KIND and kind != "code")
    return allowed


_TEXT_OF_KIND = _text_of_kind()


@dataclass(frozen=True)
class RoleModel:
    forest: Forest

    @cached_property
    def _parts(self) -> tuple[tuple[bool, NDArray[np.int64], Forest], ...]:
        """For kept blocks and for others the roles that they may have, and the forest of these alone."""
        parts = []
        for keep, numbers in ((True, np.flatnonzero(_IS_TEXT)), (False, np.flatnonzero(~_IS_TEXT))):
            values = np.ascontiguousarray(self.forest.values[:, :, numbers])
            parts.append((keep, numbers, replace(self.forest, values=values)))
        return tuple(parts)

    def roles(self, measures: Rows, kept: NDArray[np.bool_]) -> list[Role]:
        """The likeliest role of each block among those that its verdict allows."""
        leaves = self.forest.leaves(measures)
        kinds = measures[_KIND].astype(np.int64)
        found = np.empty(len(kept), np.int64)
        for keep, numbers, forest in self._parts:
            rows = np.flatnonzero(kept == keep)
            odds = forest.outputs(leaves, rows)
            if keep:
                odds[~_TEXT_OF_KIND[kinds[rows]][:, numbers]] = -np.inf
            found[rows] = numbers[odds.argmax(axis=1)]
        return [ROLES[number] for number in found.tolist()]

    def save(self, folder: Path) -> None:
        half = replace(self.forest, values=self.forest.values.astype(np.float16))
        half.save(folder / TREES, names=np.array(NAMES), roles=np.array(ROLES))

    @classmethod
    def load(cls, folder: Path) -> RoleModel:
        forest, beside = Forest.load(folder / TREES)
        if tuple(beside["names"]) != NAMES or tuple(beside["roles"]) != ROLES:
            raise ConfigError(f"the roles' model in {folder} was trained on other measures: train it again")
        return cls(forest)


@cache
def shipped_roles() -> RoleModel:
    """The weights that come with the package, read once."""
    return RoleModel.load(model_folder())
