"""What a site's pages have taught, as one HTML file: its template."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from webnoise.inspect.site_paths import TemplatePath, template_paths
from webnoise.inspect.templating import filled
from webnoise.site.memory import CAPACITY, SiteMemory
from webnoise.site.template import TemplateBlock, template_blocks

_MOST_ROWS = 600
# A path with a smaller share of unique texts is part of the template; one with a larger has each page's own.
_SAME, _OWN = 0.2, 0.8


class ShownPath(NamedTuple):
    """`sort` says what a path has: the same text on every page, each page's own, or some of both."""

    path: TemplatePath
    sort: str
    words: str


def site_html(name: str, memory: SiteMemory, least_pages: int = 2) -> str:
    recurring = template_blocks(memory, least_pages)
    found = template_paths(memory, least_pages)
    return filled(
        "site.html",
        name=name,
        pages=memory.pages,
        full=memory.pages >= CAPACITY,
        blocks=[(block, _error(block.share, memory.pages)) for block in recurring[:_MOST_ROWS]],
        many=len(recurring),
        paths=[_shown(path) for path in found[:_MOST_ROWS]],
        mistaken=sum(map(_looks_like_text, recurring)),
        looks_like_text=_looks_like_text,
    )


def _looks_like_text(block: TemplateBlock) -> bool:
    """Whether a page alone would be believed that this is text: what only the site's memory takes out."""
    return block.belief > 0.5


def _shown(path: TemplatePath) -> ShownPath:
    if path.variety >= _OWN:
        is_text = path.belief > 0.5
        return ShownPath(
            path, "text" if is_text else "others", "text of its own" if is_text else "new on each page"
        )
    if path.variety <= _SAME:
        is_one = path.samples[0][1] >= _OWN * path.pages
        return ShownPath(path, "way", "the same everywhere" if is_one else "the same few")
    return ShownPath(path, "other", "some of both")


def _error(share: float, pages: int) -> float:
    """The standard error of a share of so many pages."""
    return sqrt(share * (1 - share) / pages)
