"""What each block of a judged page is: body, caption, byline, navigation, ...

The verdict comes first: a kept block has one of the roles that text is made of, a dropped one another. Lines
that were dropped because another field of the article says them (headline, byline, ...) have that role.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

import numpy as np

from webnoise.article.roles.frame import Rows
from webnoise.article.roles.measures import role_measures
from webnoise.article.roles.model import shipped_roles
from webnoise.article.roles.words import told_by_role
from webnoise.features.ground import Plan
from webnoise.metadata import Metadata
from webnoise.methods.base import Prepared
from webnoise.methods.core.method import Core, WeighedPage
from webnoise.methods.core.model import shipped_model
from webnoise.model import TEXT_ROLES, Reason, Role
from webnoise.verdicts import Verdicts

_ROLES: frozenset[str] = frozenset(get_args(Role))


def with_roles(prepared: Prepared, metadata: Metadata, judged: Verdicts, settled: Verdicts) -> Verdicts:
    """The settled verdicts with the roles of their blocks, worked out when the first one is read.

    `judged` is what the method alone said. The default method's reasons then speak of roles too.
    """
    page = prepared.page

    def roles() -> list[Role]:
        if not page.blocks:
            return []
        kept = np.asarray(settled.kept, np.bool_)
        found = shipped_roles().roles(measures_of(prepared, metadata, settled), page, kept)
        lines = [index for index, keep in enumerate(judged.kept) if keep and not settled.kept[index]]
        for index, code in zip(lines, settled.codes_at(lines), strict=True):
            if code in _ROLES:
                found[index] = code  # type: ignore[call-overload]
        return found

    told = settled.with_roles(roles)
    return told_by_role(page, told) if isinstance(prepared, WeighedPage) else told


def measures_of(prepared: Prepared, metadata: Metadata, verdicts: Verdicts) -> Rows:
    return role_measures(prepared.page, metadata, *looked_at(prepared), (verdicts.kept, verdicts.scores))


def looked_at(prepared: Prepared) -> tuple[Plan, Rows]:
    """What the default method saw of the page; it looks at other methods' pages here."""
    if isinstance(prepared, WeighedPage) and prepared.plan is not None and prepared.look is not None:
        return prepared.plan, prepared.look.columns
    return looked_at(Core(shipped_model()).prepare(prepared.page))


def choose(verdicts: Verdicts, wanted: Sequence[Role]) -> Verdicts:
    """Keep the blocks of the wanted roles and no others."""
    if set(wanted) == set(TEXT_ROLES):
        return verdicts
    turned: dict[bool, dict[int, Reason]] = {True: {}, False: {}}
    for index, (role, kept) in enumerate(zip(verdicts.roles, verdicts.kept, strict=True)):
        if (role in wanted) != kept:
            turned[not kept][index] = Reason(role, "not among the roles to keep") if kept else _WANTED[role]
    roles = verdicts.roles
    chosen = verdicts.settled(turned[True], keep=True).settled(turned[False], keep=False)
    return chosen.known(roles)


_WANTED: dict[Role, Reason] = {role: Reason("content", f"{role}, a role to keep") for role in get_args(Role)}
