"""What a newspaper's night editor does to an agency story before printing it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from webnoise.demo.stories import Passage, Story, picture_of

if TYPE_CHECKING:
    from webnoise.demo.stories import Draft

__all__ = ["print_wire_story"]


def print_wire_story(draft: Draft, outlet: str, delay: timedelta) -> Story:
    """The agency's story as `outlet` runs it: another headline, perhaps a local first paragraph,
    a cut end, a phrase of its own.
    """
    passages = _cut(draft.passages, int(draft.one(f"{outlet}.cut") or 0))
    for edit in draft.all(f"{outlet}.replace"):
        old, new = (phrase.strip() for phrase in edit.split("=>"))
        passages = _reworded(draft.slug, passages, old, new)
    if lead := draft.one(f"{outlet}.lead"):
        passages = (Passage("paragraph", lead), *passages)
    return Story(
        slug=draft.slug,
        title=draft.need(f"{outlet}.title"),
        section=draft.need(f"{outlet}.section"),
        authors=(draft.need("agency"),),
        published=datetime.fromisoformat(draft.need("published")) + delay,
        tags=tuple(tag.strip() for tag in draft.need("tags").split(",")),
        standfirst=draft.standfirst,
        passages=passages,
        picture=picture_of(draft),
        wire=draft.slug,
    )


def _cut(passages: tuple[Passage, ...], count: int) -> tuple[Passage, ...]:
    return passages[: len(passages) - count]


def _reworded(slug: str, passages: tuple[Passage, ...], old: str, new: str) -> tuple[Passage, ...]:
    edited = tuple(replace(passage, text=passage.text.replace(old, new)) for passage in passages)
    if edited == passages:
        raise ValueError(f"wire story {slug!r} has no words {old!r} to replace")
    return edited
