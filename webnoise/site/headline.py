"""The title as a site's other pages let it be seen: what theirs say too is the site's, not the page's."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

from webnoise.model import Block, PageBlocks
from webnoise.site.memory import SiteMemory
from webnoise.site.paths import PathNames
from webnoise.site.recall import SiteIndex
from webnoise.site.trace import DEPTH, TITLE_BREAK, text_hash, title_hash, title_part_hashes

# Set by hand on what the titles of the siblings corpus share. With memory 1.5 points of F1 instead of 1.3.
_TITLE_PAGES = 3
_TITLE_SHARE = 0.2
_PATH_SHARE = 0.3
_VARIETY = 0.6
_RUNNING_TEXT = 15  # words
_LONGEST = 300  # characters


def remembered_title(
    title: str | None, page: PageBlocks, kept: Sequence[bool], memory: SiteMemory
) -> str | None:
    """The title without the parts at its ends that other pages' titles have too.

    Where nothing is left of it, or other pages show it too and the page's `<title>` does not have it, what is
    left of the `<title>`; then the heading above the text whose path has another text on each page.
    """
    if not title or memory.pages < _TITLE_PAGES:
        return title
    index, least = memory.index, max(_TITLE_PAGES, _TITLE_SHARE * memory.pages)
    for candidate in (title, page.title or ""):
        own = _own_part(candidate, index, least)
        # that other pages show it says little where this page declares it: headlines stand in lists too
        if own and (_is_declared(own, page.title or "") or index.pages_with(text_hash(own)) < least):
            return own
    return _headline(page, kept, memory) or title


def _own_part(title: str, index: SiteIndex, least: float) -> str:
    """What fewer than `least` other pages' titles have; nothing where they have the whole."""
    while cuts := list(TITLE_BREAK.finditer(title)):
        if index.pages_titled(title_hash(title[cuts[-1].end() :])) >= least:
            title = title[: cuts[-1].start()].strip()
        elif index.pages_titled(title_hash(title[: cuts[0].start()])) >= least:
            title = title[cuts[0].end() :].strip()
        else:
            break
    return "" if index.pages_titled(title_hash(title)) >= least else title


def _is_declared(title: str, element: str) -> bool:
    """Whether the `<title>` has this as a part, or for the most part."""
    mostly = 2 * len(title) > len(element) and title.lower() in element.lower()
    return mostly or title_hash(title) in title_part_hashes(element)


def _headline(page: PageBlocks, kept: Sequence[bool], memory: SiteMemory) -> str | None:
    """The heading of the highest level above the text that is this page's own, the nearest of several."""
    best: Block | None = None
    for block in reversed(page.blocks[: _first_text(page, kept)]):
        if (
            block.kind == "heading"
            and (best is None or block.level < best.level)
            and len(block.text) <= _LONGEST
            and _is_own(block, page, memory)
        ):
            best = block
    return best.text if best else None


def _is_own(block: Block, page: PageBlocks, memory: SiteMemory) -> bool:
    """Whether few other pages show a block's text, and most have another of their own at its path."""
    index, pages = memory.index, memory.pages
    pages_with_path, variety = index.at_path(PathNames(page.outline).hash(block.element, DEPTH))
    return (
        index.pages_with(text_hash(block.text)) <= max(1, _TITLE_SHARE * pages)
        and pages_with_path >= _PATH_SHARE * pages
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
