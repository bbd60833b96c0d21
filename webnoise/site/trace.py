"""What one page leaves behind in its site's memory: per block a few numbers, no text."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from xxhash import xxh64_intdigest

from webnoise.model import Outline, PageBlocks

__all__ = ["PageTrace", "trace_page"]

_DIGITS = str.maketrans("0123456789", "0" * 10)
_LONGEST_WORDS = 65_535
_DEPTH = 5


@dataclass(frozen=True, slots=True)
class PageTrace:
    """One page as its siblings remember it.

    `content` names the page, a hash of its text: the same article under two addresses is one page. `day` is
    the day it was fetched, as an ordinal, 0 when not known. The arrays have one entry per block: the hash of
    its text, of its place in the tree, its number of words, and the page model's belief (0 to 255) that it
    is content.
    """

    content: int
    day: int
    texts: NDArray[np.uint64] = field(repr=False)
    places: NDArray[np.uint64] = field(repr=False)
    words: NDArray[np.uint16] = field(repr=False)
    beliefs: NDArray[np.uint8] = field(repr=False)

    def __len__(self) -> int:
        return len(self.texts)


def trace_page(page: PageBlocks, beliefs_in: NDArray[np.float64]) -> PageTrace:
    """The trace of a page; `beliefs_in` its blocks (0 to 1) were formed without any memory."""
    texts = np.array([text_hash(block.text) for block in page.blocks], dtype=np.uint64)
    beliefs = np.clip(np.asarray(beliefs_in, dtype=np.float64) * 255.0, 0, 255).round().astype(np.uint8)
    words = np.array(
        [min(block.text.count(" ") + 1, _LONGEST_WORDS) for block in page.blocks], dtype=np.uint16
    )
    return PageTrace(
        content=_content(page, beliefs),
        day=day_of(page.fetched),
        texts=texts,
        places=_places(page),
        words=words,
        beliefs=beliefs,
    )


def day_of(fetched: str | None) -> int:
    """The ordinal of an ISO 8601 date, 0 where there is none."""
    try:
        return date.fromisoformat((fetched or "")[:10]).toordinal()
    except ValueError:
        return 0


def text_hash(text: str) -> int:
    """Texts that differ in case, digits or spaces alone ("3 comments", "14 comments") are one text."""
    return xxh64_intdigest(" ".join(text.lower().translate(_DIGITS).split()).encode("utf-8", "replace"))


def _content(page: PageBlocks, beliefs: NDArray[np.uint8]) -> int:
    """The page's text as one hash: what is believed to be content, or all where nothing is."""
    kept = np.flatnonzero(beliefs > 127).tolist() or range(len(page.blocks))
    text = "\n".join([page.blocks[index].text for index in kept])
    return xxh64_intdigest(text.encode("utf-8", "replace"))


def _places(page: PageBlocks) -> NDArray[np.uint64]:
    """The place of each block: tags and classes of the innermost elements around it, without numbers.

    Pages name themselves in the classes of outer elements (`<body class="post-1234 sport">`), which would
    make every place of every page its own: only the `_DEPTH` innermost elements count, never the body.
    """
    outline = page.outline
    known: dict[int, int] = {}
    return np.array([_place(block.element, outline, known) for block in page.blocks], dtype=np.uint64)


def _place(element: int, outline: Outline, known: dict[int, int]) -> int:
    value = known.get(element)
    if value is None:
        names = []
        inner = element
        for _ in range(_DEPTH):
            tag, attributes = outline.tags[inner], outline.attributes[inner]
            if tag == "body" or tag == "html":
                break
            name = _name(tag, attributes.get("class", ""), attributes.get("id", ""))
            if tag == "td" or tag == "table":  # designs without style sheets tell their columns by these
                name += f"{attributes.get('width')}{attributes.get('bgcolor')}{attributes.get('align')}"
            names.append(name)
            inner = outline.parents[inner]
        value = known[element] = xxh64_intdigest("/".join(names).encode("utf-8", "replace"))
    return value


@lru_cache(maxsize=16_384)
def _name(tag: str, classes: str, identifier: str) -> str:
    """Numbers in names are positions or ids of articles (`post-1234`): they are no part of the place."""
    return f"{tag}.{'.'.join(sorted(classes.split()))}#{identifier}".translate(_DIGITS)
