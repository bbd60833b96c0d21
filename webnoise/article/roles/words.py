"""Reasons in the words of roles: why a reader would not look for a block in the article."""

from __future__ import annotations

from collections.abc import Callable

from webnoise.model import Block, PageBlocks, Reason, Role
from webnoise.text.sentences import punctuation
from webnoise.text.words import word_count
from webnoise.verdicts import Verdicts

# By role what is said before the evidence; a role that needs none is not named.
_SAID: dict[Role, str] = {
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


def told_by_role(page: PageBlocks, verdicts: Verdicts) -> Verdicts:
    """The same verdicts, where a dropped block's reason has its role for code and says it in words."""

    def reasons() -> list[Reason]:
        return [
            own if keep else _told(block, role, own)
            for block, keep, role, own in zip(
                page.blocks, verdicts.kept, verdicts.roles, verdicts.reasons, strict=True
            )
        ]

    def codes() -> list[str]:
        return [
            own if keep else role
            for keep, role, own in zip(verdicts.kept, verdicts.roles, verdicts.codes, strict=True)
        ]

    return Verdicts(verdicts.kept, verdicts.scores, reasons, codes, lambda: verdicts.roles)


def _told(block: Block, role: Role, own: Reason) -> Reason:
    if role == own.code:
        return own
    said = _WORDED[role](block) if role in _WORDED else _SAID.get(role, "")
    return Reason(role, "; ".join(part for part in (said, own.detail) if part))


def _menu(block: Block) -> str:
    links = len(block.links)
    sentence = "" if punctuation(block.text) else ", no sentence"
    if links < 2:
        return f"{_counted(word_count(block.text), 'word')}{sentence}"
    return f"menu: {links} links{sentence}"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


_WORDED: dict[Role, Callable[[Block], str]] = {"navigation": _menu}
