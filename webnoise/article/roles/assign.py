"""What each block of a judged page is: body, caption, byline, navigation, ...

The verdict comes first: a kept block has one of the roles that text is made of, a dropped one another.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from webnoise.model import TEXT_ROLES, BlockKind, PageBlocks, Reason, Role
from webnoise.verdicts import Verdicts

_KEPT: dict[BlockKind, Role] = {
    "heading": "subheading", "list_item": "list", "quote": "quote", "code": "code", "cell": "table",
}  # fmt: skip
_DROPPED: dict[str, Role] = {role: role for role in get_args(Role)} | {"links": "navigation"}
"""By the code of the reason."""


def with_roles(page: PageBlocks, verdicts: Verdicts) -> Verdicts:
    """The verdicts with the roles of their blocks, which are worked out when the first one is read."""
    return verdicts.with_roles(lambda: roles(page, verdicts))


def roles(page: PageBlocks, verdicts: Verdicts) -> list[Role]:
    return [
        _KEPT.get(block.kind, "body") if keep else _dropped(block.kind, code)
        for block, keep, code in zip(page.blocks, verdicts.kept, verdicts.codes, strict=True)
    ]


def _dropped(kind: BlockKind, code: str) -> Role:
    role = _DROPPED.get(code, "other")
    if kind == "caption" or role in TEXT_ROLES:
        return "caption" if kind == "caption" else "other"
    return role


def choose(verdicts: Verdicts, wanted: Sequence[Role]) -> Verdicts:
    """Keep the blocks of the wanted roles and no others."""
    if set(wanted) == set(TEXT_ROLES):
        return verdicts
    turned: dict[bool, dict[int, Reason]] = {True: {}, False: {}}
    for index, (role, kept) in enumerate(zip(verdicts.roles, verdicts.kept, strict=True)):
        if (role in wanted) != kept:
            turned[not kept][index] = Reason(role, "not among the roles to keep") if kept else _WANTED[role]
    return verdicts.settled(turned[True], keep=True).settled(turned[False], keep=False)


_WANTED: dict[Role, Reason] = {role: Reason("content", f"{role}, a role to keep") for role in get_args(Role)}
