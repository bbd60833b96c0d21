"""What stands around and between the passages of a story: promos, adverts, teasers, comments."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from webnoise.demo.stories import Comment, Passage, Story

if TYPE_CHECKING:
    from webnoise.demo.edition import Edition

__all__ = ["body", "comments", "most_read", "promos", "related"]


def promos(edition: Edition, place: int) -> tuple[str, ...]:
    """The promotional paragraphs in the body of the story at `place` of the paper's list.

    Four stories of five carry the first promo and two of three the second: most, but not all, so
    that neither can be known from one page, and both can be known from several.
    """
    first, second = edition.promos
    carried = (first,) if place % 5 != 4 else ()
    return (*carried, second) if place % 3 != 2 else carried


def body(edition: Edition, story: Story, place: int) -> tuple[Passage, ...]:
    """The passages with promos, an advert and a teaser box among them, as the page shows them."""
    pieces = list(story.passages)
    carried = promos(edition, place)
    if edition.promos[1] in carried:
        pieces.append(Passage("promo", edition.promos[1]))
    # From the back, so that the earlier positions still mean places in the story itself.
    pieces.insert(_after_paragraph(pieces, 5), Passage("read_also"))
    pieces.insert(_after_paragraph(pieces, 3), Passage("advert"))
    if edition.promos[0] in carried:
        pieces.insert(_after_paragraph(pieces, 2), Passage("promo", edition.promos[0]))
    return tuple(pieces)


def most_read(stories: tuple[Story, ...]) -> tuple[Story, ...]:
    """The same five on every page; a checksum stands in for the readers' taste."""
    return tuple(sorted(stories, key=lambda story: zlib.crc32(story.slug.encode()))[:5])


def related(stories: tuple[Story, ...], story: Story) -> tuple[Story, ...]:
    """Up to four other stories, those with common tags first, then the section's, then the rest."""

    def strangeness(other: Story) -> tuple[bool, bool]:
        return (not set(other.tags) & set(story.tags), other.section != story.section)

    return tuple(sorted((other for other in stories if other is not story), key=strangeness)[:4])


def comments(edition: Edition, story: Story, place: int) -> tuple[Comment, ...]:
    pool = edition.comments
    drawn = tuple(pool[(place + step) % len(pool)] for step in range(place % 3 + 1))
    return story.comments + drawn


def _after_paragraph(pieces: list[Passage], count: int) -> int:
    """The position behind the count-th paragraph, or the middle of a shorter story."""
    places = [place for place, piece in enumerate(pieces) if piece.kind == "paragraph"]
    return places[count - 1] + 1 if count <= len(places) else len(pieces) // 2
