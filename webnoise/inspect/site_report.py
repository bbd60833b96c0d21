"""What a site's pages have taught, as one HTML file: its template."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from webnoise.inspect.templating import filled
from webnoise.site.memory import CAPACITY, SiteMemory, TemplateBlock, template
from webnoise.site.places import TemplatePlace, places

_MOST_ROWS = 600
# A place with less of its texts to itself is part of the template; one with more has each page's own.
_SAME, _OWN = 0.2, 0.8


class ShownPlace(NamedTuple):
    """`sort` says what a place holds: the same text on every page, each page's own, or some of both."""

    place: TemplatePlace
    sort: str
    words: str


def site_html(name: str, memory: SiteMemory, least_pages: int = 2) -> str:
    recurring = template(memory, least_pages)
    found = places(memory, least_pages)
    return filled(
        "site.html",
        name=name,
        pages=memory.pages,
        full=memory.pages >= CAPACITY,
        blocks=[(block, _error(block.share, memory.pages)) for block in recurring[:_MOST_ROWS]],
        many=len(recurring),
        places=[_shown(place) for place in found[:_MOST_ROWS]],
        mistaken=sum(map(_looks_like_text, recurring)),
        looks_like_text=_looks_like_text,
    )


def _looks_like_text(block: TemplateBlock) -> bool:
    """Whether a page alone would be believed that this is text: what only the site's memory takes out."""
    return block.belief > 0.5


def _shown(place: TemplatePlace) -> ShownPlace:
    if place.variety >= _OWN:
        is_text = place.belief > 0.5
        return ShownPlace(
            place, "text" if is_text else "others", "text of its own" if is_text else "new on each page"
        )
    if place.variety <= _SAME:
        is_one = place.samples[0][1] >= _OWN * place.pages
        return ShownPlace(place, "way", "the same everywhere" if is_one else "the same few")
    return ShownPlace(place, "other", "some of both")


def _error(share: float, pages: int) -> float:
    """The standard error of a share that so many pages tell of."""
    return sqrt(share * (1 - share) / pages)
