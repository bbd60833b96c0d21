"""What a site's memory says of a page's blocks, in words."""

from __future__ import annotations

from webnoise.methods.base import Memory, Prepared
from webnoise.methods.core.method import ScoredPage
from webnoise.model import ROLES, Role
from webnoise.site.memory import SiteMemory
from webnoise.site.recall import Recall

_MOSTLY = 0.9


def recollections(prepared: Prepared, memory: Memory | None) -> tuple[list[str], int]:
    """A sentence for each block, and how many pages of the same design spoke; nothing where none did."""
    if not isinstance(memory, SiteMemory) or not isinstance(prepared, ScoredPage):
        return [], 0
    if not prepared.page.blocks:
        return [], 0
    recall = memory.recall(prepared.trace)
    if not recall.siblings:
        return [], 0
    roles = memory.roles(prepared.trace)
    often = [ROLES[counts.argmax()] if counts.any() else None for counts in roles]
    return [_sentence(recall, block, role) for block, role in enumerate(often)], recall.siblings


def _sentence(recall: Recall, block: int, role: Role | None) -> str:
    siblings, seen, others = recall.siblings, int(recall.seen[block]), int(recall.with_path[block])
    if seen:
        return f"{seen} of {siblings} other pages of this site have the same text."
    if not others:
        return f"None of {siblings} other pages of this site has anything in this position."
    variety = float(recall.variety[block])
    varies = (
        "its own text each" if variety >= _MOSTLY else f"{variety:.0%} of the texts there on one page only"
    )
    often = f"; most often it is {role.replace('_', ' ')}" if role else ""
    return (
        f"{others} of {siblings} other pages of this site have something in this position: {varies}{often}."
    )
