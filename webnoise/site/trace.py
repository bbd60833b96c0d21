"""What one page leaves behind in its site's memory: per block a few numbers, no text."""

from __future__ import annotations

from collections.abc import Sequence
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


@dataclass(frozen=True, slots=True)
class PageTrace:
    """One page as its siblings remember it.

    `address` and `content` name the page (hashes of its URL and of its text); `day` is the day it was
    fetched, as an ordinal, 0 when not known. The arrays have one entry per block: the hash of its text, of
    its place in the tree, its number of words, and the page model's belief (0 to 255) that it is content.
    """

    address: int
    content: int
    day: int
    texts: NDArray[np.uint64] = field(repr=False)
    places: NDArray[np.uint64] = field(repr=False)
    words: NDArray[np.uint16] = field(repr=False)
    beliefs: NDArray[np.uint8] = field(repr=False)

    def __len__(self) -> int:
        return len(self.texts)


def trace_page(page: PageBlocks, scores: Sequence[float], day: int = 0) -> PageTrace:
    """The trace of a judged page; `scores` are the verdicts' scores, made without any memory."""
    texts = np.array([text_hash(block.text) for block in page.blocks], dtype=np.uint64)
    beliefs = np.clip(np.asarray(scores, dtype=np.float64) * 255.0, 0, 255).round().astype(np.uint8)
    words = np.array(
        [min(block.text.count(" ") + 1, _LONGEST_WORDS) for block in page.blocks], dtype=np.uint16
    )
    content = _content(texts, beliefs)
    return PageTrace(
        address=xxh64_intdigest(page.url.encode("utf-8", "replace")) if page.url else content,
        content=content,
        day=day,
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


def _content(texts: NDArray[np.uint64], beliefs: NDArray[np.uint8]) -> int:
    """The page's text as one hash: what is believed to be content, or all where nothing is."""
    kept = texts[beliefs > 127]
    return xxh64_intdigest((kept if len(kept) else texts).tobytes())


def _places(page: PageBlocks) -> NDArray[np.uint64]:
    """The place of each block: tags and classes from the root down, without positions and numbers."""
    outline = page.outline
    known: dict[int, int] = {}
    places = [_place(block.element, outline, known) for block in page.blocks]
    return np.array(places, dtype=np.uint64)


def _place(element: int, outline: Outline, known: dict[int, int]) -> int:
    """Memoised along the path: siblings share their ancestors' hashes."""
    chain = []
    while element not in known:
        chain.append(element)
        if element == 0:
            break
        element = outline.parents[element]
    value = known.get(element, 0)
    for step in reversed(chain):
        attributes = outline.attributes[step]
        value = _step(value, outline.tags[step], attributes.get("class", ""), attributes.get("id", ""))
        known[step] = value
    return value


@lru_cache(maxsize=65_536)
def _step(parent: int, tag: str, classes: str, identifier: str) -> int:
    """Numbers in names are positions or ids of articles (`post-1234`): they are no part of the place."""
    name = f"{parent:x}/{tag}.{'.'.join(sorted(classes.split()))}#{identifier}".translate(_DIGITS)
    return xxh64_intdigest(name.encode("utf-8", "replace"))
