"""The title as a site's other pages let it be seen: what theirs say too is the site's, not the page's."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

from webnoise.model import Block, PageBlocks
from webnoise.site.index import SiteIndex
from webnoise.site.memory import SiteMemory
from webnoise.site.trace import TITLE_BREAK, place_of, text_hash, title_hash

__all__ = ["remembered_title"]

# Set by hand on what the siblings corpus's titles share; 390 of 1,814 golds do not open with the title that
# a page alone gives, and 140 of these do with the one that is found here.
_TITLE_PAGES = 3
_TITLE_SHARE = 0.2
_PLACE_SHARE = 0.3
_VARIETY = 0.6
_RUNNING_TEXT = 15  # words
_LONGEST = 300  # characters


def remembered_title(
    title: str | None, page: PageBlocks, kept: Sequence[bool], memory: SiteMemory
) -> str | None:
    """The title without the parts at its ends that other pages' titles have too.

    Where nothing is left of it, the heading above the text whose place holds another text on each page.
    """
    if not title or memory.pages < _TITLE_PAGES:
        return title
    index = memory.index
    least = max(_TITLE_PAGES, _TITLE_SHARE * memory.pages)
    own = title
    while cuts := list(TITLE_BREAK.finditer(own)):
        if index.pages_titled(title_hash(own[cuts[-1].end() :])) >= least:
            own = own[: cuts[-1].start()].strip()
        elif index.pages_titled(title_hash(own[: cuts[0].start()])) >= least:
            own = own[cuts[0].end() :].strip()
        else:
            break
    if own and index.pages_titled(title_hash(own)) < least:
        return own
    return _headline(page, kept, index, memory.pages) or title


def _headline(page: PageBlocks, kept: Sequence[bool], index: SiteIndex, pages: int) -> str | None:
    """The heading of the highest level above the text that is this page's own, the nearest of several."""
    best: Block | None = None
    for block in reversed(page.blocks[: _first_text(page, kept)]):
        if (
            block.kind == "heading"
            and (best is None or block.level < best.level)
            and len(block.text) <= _LONGEST
            and _is_own(block, page, index, pages)
        ):
            best = block
    return best.text if best else None


def _is_own(block: Block, page: PageBlocks, index: SiteIndex, pages: int) -> bool:
    holders, variety = index.place(place_of(block.element, page.outline))
    return (
        index.pages_with(text_hash(block.text)) <= max(1, _TITLE_SHARE * pages)
        and holders >= _PLACE_SHARE * pages
        and variety >= _VARIETY
    )


def _first_text(page: PageBlocks, kept: Sequence[bool]) -> int:
    """The first block of running text that stays, or the first that stays at all, and the one behind it."""
    first = None
    for block in compress(page.blocks, kept):
        if block.text.count(" ") >= _RUNNING_TEXT:
            return block.index + 1
        first = block.index + 1 if first is None else first
    return first or 0
