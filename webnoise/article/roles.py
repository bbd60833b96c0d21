"""What each block of a page is: body, caption, byline, navigation, ...

The decision comes first: a kept block has one of the roles that text is made of, a dropped one another. A
line that a rule dropped because another field says it (headline, byline, ...) has that role. With a memory of
its site, a block is likelier to be what the other pages have at its position.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from webnoise.decisions import Decisions
from webnoise.methods.base import Memory, Prepared
from webnoise.methods.core.method import ScoredPage, scored_page
from webnoise.methods.core.regions import KIND
from webnoise.methods.core.roles.model import shipped_roles
from webnoise.model import ROLES, TEXT_ROLES, Block, PageBlocks, Reason, Role
from webnoise.site.memory import SiteMemory
from webnoise.site.roles import NAMED_NO_TEXT, no_text_by_site, role_prior_from_site
from webnoise.text.sentences import punctuation
from webnoise.text.words import word_count

_ROLES: frozenset[str] = frozenset(ROLES)
_DESCRIPTIONS: dict[Role, str] = {
    "biography": "about the author",
    "teaser": "leads to another article",
    "comment": "a reader's comment",
    "second_article": "belongs to another article",
    "newsletter": "asks to subscribe",
    "advertisement": "advertises",
    "share": "asks to share or to follow",
    "tags": "topics of the article",
    "embedded": "embedded from elsewhere",
    "legal": "terms, rights or cookies",
    "caption": "says what a picture shows",
    "credit": "says whose picture it is",
}
"""What a reader should know of a dropped block, before the evidence; other roles need no words."""


def assign_roles(prepared: Prepared, decisions: Decisions, memory: Memory | None) -> list[Role]:
    """Return the role of each block."""
    if not prepared.page.blocks:
        return []
    found = _likeliest(scored_page(prepared), decisions, memory)
    for index, reason in decisions.overrides.items():
        if reason.code in _ROLES and not decisions.keep[index]:
            found[index] = reason.code  # type: ignore[call-overload]
    return found


def _likeliest(seen: ScoredPage, decisions: Decisions, memory: Memory | None) -> list[Role]:
    """The likeliest roles by the page and its siblings.

    Where siblings have something that is no text, and its role says what, a dropped block has such a role
    too, though it may read like text.
    """
    odds, kept = seen.role_odds, decisions.keep
    if isinstance(memory, SiteMemory):
        counts = memory.roles(seen.trace)
        odds = odds + role_prior_from_site(counts)
        no_text = ~kept & no_text_by_site(counts, counts.sum(axis=1).astype(np.int64))
        odds[np.ix_(no_text, ~NAMED_NO_TEXT)] = -np.inf
    assert seen.second is not None
    return shipped_roles().roles(odds, kept, seen.features[KIND], seen.second.context.other_articles)


def keep_roles(
    page: PageBlocks, decisions: Decisions, roles: Sequence[Role], wanted: Sequence[Role]
) -> Decisions:
    """Keep the blocks of the wanted roles and no others."""
    kept, dropped = dict[int, Reason](), dict[int, Reason]()
    for block, role, keep in zip(page.blocks, roles, decisions.keep.tolist(), strict=True):
        if role in wanted and not keep:
            kept[block.index] = Reason("content", f"{role}, a role to keep")
        elif keep and role not in wanted:
            dropped[block.index] = Reason(role, "not among the roles to keep")
    return replace(decisions.override(kept, keep=True).override(dropped, keep=False), roles=roles)


def are_default(wanted: Sequence[Role]) -> bool:
    """Whether the decisions of a method already keep these roles and no others."""
    return set(wanted) == set(TEXT_ROLES)


def role_reason(block: Block, role: Role, reason: Reason) -> Reason:
    """Why a reader would not look for a dropped block in the article: its role, then the evidence."""
    if role == reason.code:
        return reason
    described = _menu(block) if role == "navigation" else _DESCRIPTIONS.get(role, "")
    return Reason(role, "; ".join(part for part in (described, reason.detail) if part))


def _menu(block: Block) -> str:
    sentence = "" if punctuation(block.text) else ", no sentence"
    if len(block.links) >= 2:
        return f"menu: {len(block.links)} links{sentence}"
    words = word_count(block.text)
    return f"{words} word{'' if words == 1 else 's'}{sentence}"


def is_explained_by_role(prepared: Prepared) -> bool:
    """Whether the reasons of a page's method name roles; papers' methods have codes of their own."""
    return isinstance(prepared, ScoredPage)
