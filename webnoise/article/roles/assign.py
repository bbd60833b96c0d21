"""What each block of a judged page is: body, caption, byline, navigation, ...

The verdict comes first: a kept block has one of the roles that text is made of, a dropped one another. Lines
that were dropped because another field of the article says them (headline, byline, ...) have that role. With
a memory of its site, a block is likelier to be what stands at its place on the other pages.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from webnoise.article.roles.words import told_by_role
from webnoise.methods.base import Memory, Prepared
from webnoise.methods.core.method import WeighedPage, weighed_page
from webnoise.methods.core.roles.model import shipped_roles
from webnoise.model import ROLES, TEXT_ROLES, Reason, Role
from webnoise.site.memory import SiteMemory
from webnoise.site.roles import NAMED_NO_TEXT, heard_at_places, no_text_at_places
from webnoise.verdicts import Verdicts

_ROLES: frozenset[str] = frozenset(ROLES)


def with_roles(prepared: Prepared, judged: Verdicts, settled: Verdicts, memory: Memory | None) -> Verdicts:
    """The settled verdicts with the roles of their blocks, worked out when the first one is read.

    `judged` is what the method alone said. The default method's reasons then speak of roles too.
    """

    def roles() -> list[Role]:
        if not prepared.page.blocks:
            return []
        found = _likeliest(weighed_page(prepared), settled, memory)
        lines = [index for index, keep in enumerate(judged.kept) if keep and not settled.kept[index]]
        for index, code in zip(lines, settled.codes_at(lines), strict=True):
            if code in _ROLES:
                found[index] = code  # type: ignore[call-overload]
        return found

    told = settled.with_roles(roles)
    return told_by_role(prepared.page, told) if isinstance(prepared, WeighedPage) else told


def _likeliest(seen: WeighedPage, settled: Verdicts, memory: Memory | None) -> list[Role]:
    """Where the site's other pages have something that is no text, and say what, a dropped block is no text
    that has a name too, though it may read like text.
    """
    odds, kept = seen.role_odds.copy(), np.asarray(settled.kept, np.bool_)
    if isinstance(memory, SiteMemory):
        counts = memory.roles(seen.trace)
        odds += heard_at_places(counts)
        no_text = ~kept & no_text_at_places(counts, counts.sum(axis=1).astype(np.int64))
        if no_text.any():
            odds[np.ix_(no_text, ~NAMED_NO_TEXT)] = -np.inf
    assert seen.look is not None
    return shipped_roles().roles(odds, seen.page, seen.look.columns, kept)


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


_WANTED: dict[Role, Reason] = {role: Reason("content", f"{role}, a role to keep") for role in ROLES}
