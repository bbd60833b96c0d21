"""What one page leaves behind in its site's memory: per block a few numbers, no text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from itertools import accumulate, takewhile
from typing import Any

import numpy as np
from numpy.typing import NDArray
from xxhash import xxh64_intdigest

from webnoise.model import Outline, PageBlocks
from webnoise.native import compiled
from webnoise.text.words import HAN_AND_KANA, character_class

_DIGITS = b"0123456789"
_ZEROS = bytes.maketrans(_DIGITS, b"0" * 10)
_DIGIT = re.compile(r"\d")
# Two characters of a script without spaces are about a word: so the weights of a memory were trained.
_UNSPACED = re.compile(f"[{character_class(HAN_AND_KANA)}]")
MOST = 65_535
NO_ROLE = 255
SAMPLE = 60
DEPTH = 3
"""Elements that name a place. On the siblings corpus 5 with all their classes gave 0.946, 3 with the first
0.948."""
LARGE = 0.1
"""Share of a page's words, or of those believed in, from which an element may be the holder of the text."""
LINKED = 0.8
LINK = 0x94D049BB133111EB
LONGEST_CHAIN = 12
ROWS = frozenset("table thead tbody tfoot tr".split())
OUTERMOST = frozenset(["html", "body"])
COLUMNS = frozenset(["td", "table"])  # designs without style sheets tell them by their width and colour
TITLE_BREAK = re.compile(r"(?<!\s)\s++[-–—|:·•»«/~›>]++\s+|(?:(?<!\s)\s++)?[|｜¦]\s*|_(?=[^\W\d_a-zA-Z]{2})")
_TITLE_PARTS = 8

Hashes = NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class PageTrace:
    """One page as its siblings remember it.

    `content` names the page, a hash of title and text: the same article under two addresses is one page.
    `day` is the day it was fetched, an ordinal, 0 when not known. Four arrays have one entry per block: the
    hash of its text, of its place in the tree, its number of words, and the page model's belief (0 to 255)
    that it is content. Three have one per large element: the hash of its name, and its first and last
    (exclusive) block. `titles` are the hashes of the parts of the page's title. `roles` are the likeliest of
    the blocks by the page alone, as numbers in `ROLES`, `NO_ROLE` where nobody told. `samples` are the
    beginnings of the blocks' texts, for people; the memory keeps one of each text.
    """

    content: int
    day: int
    texts: Hashes = field(repr=False)
    places: Hashes = field(repr=False)
    words: NDArray[np.uint16] = field(repr=False)
    beliefs: NDArray[np.uint8] = field(repr=False)
    holders: Hashes = field(default_factory=lambda: np.zeros(0, dtype=np.uint64), repr=False)
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
            self.texts, self.places, self.words, self.beliefs,
            self.holders, self.starts, self.stops, self.titles, self.roles,
        )  # fmt: skip


def trace_page(page: PageBlocks, beliefs_in: NDArray[np.float64]) -> PageTrace:
    """The trace of a page; `beliefs_in` its blocks (0 to 1) were formed without any memory."""
    native = compiled("traces")
    read = native.columns_of if native and native.reads(page.outline) else columns_of
    texts, places, words, beliefs, holders, starts, stops, samples = read(
        page, np.asarray(beliefs_in, dtype=np.float64)
    )
    return PageTrace(
        content=_content(page, beliefs),
        day=day_of(page.fetched),
        texts=texts,
        places=places,
        words=words,
        beliefs=beliefs,
        holders=holders,
        starts=starts,
        stops=stops,
        titles=np.array(title_parts(page.title), dtype=np.uint64),
        samples=samples,
    )


def columns_of(page: PageBlocks, believed: NDArray[np.float64]) -> tuple[Any, ...]:
    """The columns of blocks and of large elements, and the beginnings of the blocks' texts."""
    texts = [plain_text(block.text) for block in page.blocks]
    words = np.array([words_in(block.text) for block in page.blocks], dtype=np.uint16)
    beliefs = np.clip(believed * 255.0, 0, 255).round().astype(np.uint8)
    names = _Names(page.outline)
    return (
        np.array(list(map(xxh64_intdigest, texts)), dtype=np.uint64),
        _places(page, names),
        words,
        beliefs,
        *_holders(names, words.tolist(), np.where(beliefs > 127, words, 0).tolist()),
        tuple([text[: 4 * SAMPLE].decode("utf-8", "ignore")[:SAMPLE] for text in texts]),
    )


def day_of(fetched: str | None) -> int:
    """The ordinal of an ISO 8601 date, 0 where there is none."""
    try:
        return date.fromisoformat((fetched or "")[:10]).toordinal()
    except ValueError:
        return 0


def text_hash(text: str) -> int:
    return xxh64_intdigest(plain_text(text))


def plain_text(text: str) -> bytes:
    """Texts that differ in case, digits or spaces alone ("3 comments", "4 comments") are one text.

    A text that is mostly digits is a number, and another number is another text: or tables would repeat.
    """
    text = text.lower()
    if not text.isprintable() or "  " in text or text != text.strip():
        text = " ".join(text.split())
    plain = text.encode("utf-8", "replace")
    is_number = 2 * len(plain.translate(None, _DIGITS)) < len(plain)
    return plain if is_number else plain.translate(_ZEROS)


def _hash(text: str) -> int:
    return xxh64_intdigest(text.encode("utf-8", "replace"))


def title_hash(text: str) -> int:
    return _hash(" ".join(text.lower().split()))


def title_parts(title: str | None) -> list[int]:
    """Hashes of a title and of what stands between the marks that part headline, section and site in it."""
    parts = {title_hash(part) for part in (title or "", *TITLE_BREAK.split(title or "")) if part.strip()}
    return sorted(parts)[:_TITLE_PARTS]


def words_in(text: str) -> int:
    count = text.count(" ") + 1
    if not text.isascii():
        count += len(_UNSPACED.findall(text)) // 2
    return min(count, MOST)


def _content(page: PageBlocks, beliefs: NDArray[np.uint8]) -> int:
    """The page's title and text as one hash: what is believed to be content, or all where nothing is.

    By its text alone a page on which only the site's own lines are believed would be the same as the next.
    """
    kept = np.flatnonzero(beliefs > 127).tolist() or range(len(page.blocks))
    return _hash("\n".join([page.title or "", *[page.blocks[index].text for index in kept]]))


def _holders(
    names: _Names, words: list[int], believed: list[int]
) -> tuple[Hashes, NDArray[np.uint16], NDArray[np.uint16]]:
    """The elements that hold much of the page's text, by name; of equal names inside each other the outer."""
    outline, firsts, lasts = names.outline, names.outline.first_block, names.outline.last_block
    if len(words) > MOST:
        firsts, lasts = ([min(block, MOST) for block in blocks] for blocks in (firsts, lasts))
    total, sure = [0, *accumulate(words)], [0, *accumulate(believed)]
    many, many_sure = LARGE * total[-1], LARGE * sure[-1]
    found: list[tuple[int, int, int]] = []
    covered: dict[int, int] = {}
    for element, (first, last) in enumerate(zip(firsts, lasts, strict=True)):
        is_large = total[last] - total[first] > many or sure[last] - sure[first] > many_sure
        if not is_large or not names[element]:
            continue
        name = names.chain(element, 2)
        if covered.get(name, -1) < outline.ends[element]:
            covered[name] = outline.ends[element]
            found.append((name, first, last))
    hashes, starts, stops = zip(*found, strict=True) if found else ((), (), ())
    return np.array(hashes, np.uint64), np.array(starts, np.uint16), np.array(stops, np.uint16)


def _places(page: PageBlocks, names: _Names) -> Hashes:
    """The place of each block; a line that is one link ("Read more: ...") stands in another than text."""
    places = []
    for block in page.blocks:
        place = names.chain(block.element, DEPTH)
        is_link = block.links and block.linked_length >= LINKED * len(block.text)
        places.append(place ^ LINK if is_link else place)
    return np.array(places, dtype=np.uint64)


def place_of(element: int, outline: Outline) -> int:
    """The place of an element's text: the names of the innermost elements around it.

    Pages name themselves in the classes of outer elements (`<body class="post-1234 sport">`), which would
    make every place of every page its own: only the `DEPTH` innermost elements count, never the body.
    """
    return _Names(outline).chain(element, DEPTH)


class _Names(dict[int, str]):
    """What the elements of an outline are called, each worked out when it is first asked for.

    The outermost have no names: those inside them are all that tells a place.
    """

    def __init__(self, outline: Outline) -> None:
        self.outline = outline
        self._has_tables = not ROWS.isdisjoint(outline.tags)

    def __missing__(self, element: int) -> str:
        name = self[element] = _name_of(self.outline.tags[element], self.outline.attributes[element])
        return name

    def chain(self, element: int, depth: int) -> int:
        """An element with so many around it as one hash; a table with its rows counts as its cell."""
        tags, parents = self.outline.tags, self.outline.parents
        chain: list[str] = []
        while depth and len(chain) < LONGEST_CHAIN:
            chain.append(self[element])
            depth -= not self._has_tables or tags[element] not in ROWS
            element = parents[element]
        return _named(*chain)


@lru_cache(maxsize=16_384)
def _named(*names: str) -> int:
    """The names of elements, the innermost first, up to one without a name, as one hash."""
    return _hash("/".join(takewhile(bool, names)))


def _name_of(tag: str, attributes: Mapping[str, str]) -> str:
    if tag in OUTERMOST:
        return ""
    if not attributes:
        return tag
    name = element_name(tag, attributes.get("class", ""), attributes.get("id", ""))
    if tag in COLUMNS:
        name += f"{attributes.get('width')}{attributes.get('bgcolor')}{attributes.get('align')}"
    return name


@lru_cache(maxsize=16_384)
def element_name(tag: str, classes: str, identifier: str) -> str:
    """The first class says what an element is for; others, and names with numbers, are the page's own."""
    first = next((f".{name}" for name in classes.split() if not _DIGIT.search(name)), "")
    return f"{tag}{first}" if not identifier or _DIGIT.search(identifier) else f"{tag}{first}#{identifier}"
