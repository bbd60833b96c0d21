"""The title of a page without what the titles of the site's other pages have too."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

from webnoise.metadata.title_text import title_breaks
from webnoise.model import Block, PageBlocks
from webnoise.site.memory import SiteMemory
from webnoise.site.paths import PathNames
from webnoise.site.recall import SiteIndex
from webnoise.site.trace import DEPTH, text_hash, title_hash, title_part_hashes

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
    """Return the title without the parts at its ends that other pages' titles have too.

    If nothing is left of it, or other pages show it and the page's `<title>` does not contain it, return what
    is left of the `<title>`; then the heading above the text whose path has another text on each page.
    """
    if not title or memory.pages < _TITLE_PAGES:
        return title
    index, least = memory.index, max(_TITLE_PAGES, _TITLE_SHARE * memory.pages)
    for candidate in (title, page.title or ""):
        own = _own_part(candidate, index, least)
        # Lists on other pages show headlines too: what this page declares is its own all the same.
        if own and (_is_declared(own, page.title or "") or index.pages_with(text_hash(own)) < least):
            return own
    return _headline(page, kept, memory) or title


def _own_part(title: str, index: SiteIndex, least: float) -> str:
    """Return what fewer than `least` other pages' titles have; nothing if they have the whole."""
    while breaks := title_breaks(title):
        if index.pages_titled(title_hash(title[breaks[-1].end() :])) >= least:
            title = title[: breaks[-1].start()].strip()
        elif index.pages_titled(title_hash(title[: breaks[0].start()])) >= least:
            title = title[breaks[0].end() :].strip()
        else:
            break
    return "" if index.pages_titled(title_hash(title)) >= least else title


def _is_declared(title: str, element: str) -> bool:
    """Whether this is a part of the `<title>`, or most of it."""
    mostly = 2 * len(title) > len(element) and title.lower() in element.lower()
    return mostly or title_hash(title) in title_part_hashes(element)


def _headline(page: PageBlocks, kept: Sequence[bool], memory: SiteMemory) -> str | None:
    """Return this page's own heading of the highest level above the text, the nearest of several."""
    best: Block | None = None
    for block in reversed(page.blocks[: _text_start(page, kept)]):
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


def _text_start(page: PageBlocks, kept: Sequence[bool]) -> int:
    """Return the index after the first kept block of running text, or after the first kept block."""
    staying = list(compress(page.blocks, kept))
    running = (block for block in staying if block.text.count(" ") >= _RUNNING_TEXT)
    first = next(running, staying[0] if staying else None)
    return first.index + 1 if first else 0
