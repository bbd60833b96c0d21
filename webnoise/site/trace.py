"""What a site's memory keeps of one page: a few numbers of each block, no text."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date

import numpy as np
from numpy.typing import NDArray
from xxhash import xxh64_intdigest

from webnoise.metadata.title_text import title_parts
from webnoise.model import Block, Outline, PageBlocks
from webnoise.site.paths import PathNames
from webnoise.text.words import HAN_AND_KANA, character_class

_DIGITS = b"0123456789"
# In UTF-8 the bytes of characters below U+0800, and the first byte of signs from U+2000 on.
_SPACED_BYTES = bytes([*range(0xE0), 0xE2])
_ZEROS = bytes.maketrans(_DIGITS, b"0" * 10)
# Two characters of a script without spaces are about a word; the weights of a memory were trained with that.
_UNSPACED = re.compile(f"[{character_class(HAN_AND_KANA)}]")
MOST = 65_535
NO_ROLE = 255
SAMPLE = 60
DEPTH = 3
"""Elements in a path. On the siblings corpus 5 with all their classes gave 0.946, 3 with the first 0.948."""
LARGE = 0.1
"""Share of a page's words, or of those believed in, from which an element may contain the text."""
LINKED = 0.8
LINK = 0x94D049BB133111EB
_TITLE_PARTS = 8

Hashes = NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class PageTrace:
    """One page as its site's memory keeps it.

    `content` identifies the page, a hash of title and text: the same article under two addresses is one page.
    `day` is the ordinal of the day it was fetched, 0 if unknown. Four arrays have one entry per block: the
    hash of its text, the hash of its path, its number of words, and the page model's belief (0 to 255) that
    it is content. Three have one per large element, which may contain the text: the hash of its name, and its
    first and last (exclusive) block. `titles` are the hashes of the parts of the page's title. `roles` are
    the likeliest of the blocks by the page alone, as indices of `ROLES`, `NO_ROLE` if unknown. `samples` are
    the beginnings of the blocks' texts, for people; the memory keeps one of each text.
    """

    content: int
    day: int
    texts: Hashes = field(repr=False)
    paths: Hashes = field(repr=False)
    words: NDArray[np.uint16] = field(repr=False)
    beliefs: NDArray[np.uint8] = field(repr=False)
    containers: Hashes = field(default_factory=lambda: np.zeros(0, dtype=np.uint64), repr=False)
    starts: NDArray[np.uint16] = field(default_factory=lambda: np.zeros(0, dtype=np.uint16), repr=False)
    stops: NDArray[np.uint16] = field(default_factory=lambda: np.zeros(0, dtype=np.uint16), repr=False)
    titles: Hashes = field(default_factory=lambda: np.zeros(0, dtype=np.uint64), repr=False)
    roles: NDArray[np.uint8] = field(default_factory=lambda: np.zeros(0, dtype=np.uint8), repr=False)
    samples: tuple[str, ...] = field(default=(), repr=False, compare=False, kw_only=True)

    def __post_init__(self) -> None:
        if len(self.roles) != len(self.texts):
            object.__setattr__(self, "roles", np.full(len(self.texts), NO_ROLE, np.uint8))

    def __len__(self) -> int:
        return len(self.texts)

    @property
    def columns(self) -> tuple[NDArray[np.generic], ...]:
        return (
            self.texts, self.paths, self.words, self.beliefs,
            self.containers, self.starts, self.stops, self.titles, self.roles,
        )  # fmt: skip


def trace_page(page: PageBlocks, beliefs: NDArray[np.float64]) -> PageTrace:
    """Return the trace of a page; `beliefs` in its blocks (0 to 1) were formed without any memory."""
    if len(beliefs) != len(page.blocks):
        raise ValueError(f"{len(beliefs)} beliefs are given for {len(page.blocks)} blocks")
    names = PathNames(page.outline)
    texts = [plain_text(block.text) for block in page.blocks]
    words = np.array([count_words(block.text, text) for block, text in zip(page.blocks, texts, strict=True)])
    words = np.minimum(words, MOST).astype(np.uint16)
    rounded = np.clip(beliefs * 255.0, 0, 255).round().astype(np.uint8)
    containers, starts, stops = _large_elements(page.outline, names, words, rounded)
    return PageTrace(
        content=_content(page, rounded),
        day=day_of(page.fetched),
        texts=np.array([*map(xxh64_intdigest, texts)], np.uint64),
        paths=np.array([_path_of(block, names) for block in page.blocks], np.uint64),
        words=words,
        beliefs=rounded,
        containers=containers,
        starts=starts,
        stops=stops,
        titles=np.array(title_part_hashes(page.title), np.uint64),
        samples=tuple([text[: 4 * SAMPLE].decode("utf-8", "ignore")[:SAMPLE] for text in texts]),
    )


def day_of(fetched: str | None) -> int:
    """Return the ordinal of an ISO 8601 date, 0 if there is none."""
    try:
        return date.fromisoformat((fetched or "")[:10]).toordinal()
    except ValueError:
        return 0


def text_hash(text: str) -> int:
    return xxh64_intdigest(plain_text(text))


def plain_text(text: str) -> bytes:
    """Normalize a text: "3 comments" and "4 comments", which differ in case, digits or spaces only, are one.

    A text of mostly digits keeps them, or the cells of tables would be repeats of each other.
    """
    text = text.lower()
    if not text.isprintable() or "  " in text or text != text.strip():
        text = " ".join(text.split())
    plain = text.encode("utf-8", "replace")
    zeros = plain.translate(_ZEROS)
    is_number = zeros != plain and 2 * len(plain.translate(None, _DIGITS)) < len(plain)
    return plain if is_number else zeros


def count_words(text: str, plain: bytes) -> int:
    """Count the words of a text; `plain` is its `plain_text`, which is faster to search."""
    count = text.count(" ") + 1
    if not plain.isascii() and plain.translate(None, _SPACED_BYTES):
        count += len(_UNSPACED.findall(text)) // 2
    return count


def _hash(text: str) -> int:
    return xxh64_intdigest(text.encode("utf-8", "replace"))


def title_hash(text: str) -> int:
    return _hash(" ".join(text.lower().split()))


def title_part_hashes(title: str | None) -> list[int]:
    """Hash a title and the parts between its separators: headline, section and site."""
    parts = {title_hash(part) for part in (title or "", *title_parts(title or "")) if part.strip()}
    return sorted(parts)[:_TITLE_PARTS]


def _content(page: PageBlocks, beliefs: NDArray[np.uint8]) -> int:
    """Hash the page's title and text: what is believed to be content, or all if nothing is.

    Without the title, two pages on which only the site's own lines are believed would be one.
    """
    kept = np.flatnonzero(beliefs > 127).tolist() or range(len(page.blocks))
    return _hash("\n".join([page.title or "", *[page.blocks[index].text for index in kept]]))


def _large_elements(
    outline: Outline, names: PathNames, words: NDArray[np.uint16], beliefs: NDArray[np.uint8]
) -> tuple[Hashes, NDArray[np.uint16], NDArray[np.uint16]]:
    """The elements that hold much of the page's text, by name; the outer of two nested ones of one name."""
    total = np.concatenate(([0], np.cumsum(words, dtype=np.int64)))
    sure = np.concatenate(([0], np.cumsum(np.where(beliefs > 127, words, 0), dtype=np.int64)))
    firsts, lasts = np.minimum(outline.first_block, MOST), np.minimum(outline.last_block, MOST)
    large = (total[lasts] - total[firsts] > LARGE * total[-1]) | (
        sure[lasts] - sure[firsts] > LARGE * sure[-1]
    )
    found: list[tuple[int, int, int]] = []
    covered: dict[int, int] = {}
    for element in np.flatnonzero(large).tolist():
        name = names.hash(element, 2) if names.name(element) else None
        if name is not None and covered.get(name, -1) < outline.ends[element]:
            covered[name] = outline.ends[element]
            found.append((name, firsts[element], lasts[element]))
    hashes, starts, stops = zip(*found, strict=True) if found else ((), (), ())
    return np.array(hashes, np.uint64), np.array(starts, np.uint16), np.array(stops, np.uint16)


def _path_of(block: Block, names: PathNames) -> int:
    """Hash the path of a block; a line that is one link ("Read more: ...") has another than text."""
    path = names.hash(block.element, DEPTH)
    is_link = block.links and block.linked_length >= LINKED * len(block.text)
    return path ^ LINK if is_link else path
