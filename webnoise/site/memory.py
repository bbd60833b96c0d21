"""What a site's pages teach about each other: a sum, the same in any order of learning and merging.

The memory is a sample of the site's pages, each as its `PageTrace`. Up to `CAPACITY` pages it holds all of
them, and what it says is exact. Beyond, it keeps the pages of the newest months, within a month those
whose text has the smallest hash: a choice that depends on the pages alone, not on their order, so that
the memory stays bounded, merges freely and forgets a template that the site no longer uses. What is lost is
precision: a share of pages is then estimated from `CAPACITY` pages, with a standard error below
0.5 / sqrt(CAPACITY) = 0.044.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from webnoise.errors import StoreError
from webnoise.site.trace import PageTrace

__all__ = ["CAPACITY", "Recall", "SiteMemory"]

CAPACITY = 128
"""Pages. 128 of 300 blocks each take 0.8 MB; the share of siblings that hold a block is known to 4 points."""

_MONTH = 30
_FORMAT = b"webnoise site memory 1\n"
_HEADER = np.dtype([("content", "<u8"), ("day", "<u4"), ("blocks", "<u4")])
_SAME_TEMPLATE = 0.5
"""Share of the smaller page's places that two pages of one template have in common."""
_COPY = 0.5
"""Share of a page's content words from which another page that holds them is a copy of it."""


@dataclass(frozen=True, slots=True)
class Recall:
    """What the siblings say of each block of a page. All arrays have one entry per block.

    siblings   pages of the same template that are no copies of this page
    seen       how many of them hold the same text at the same place; a standfirst that other pages show as a
               teaser is not seen there
    elsewhere  how many pages, of any template, hold the text anywhere
    place      how many of the siblings have a block at the same place
    belief     the mean belief of the page model in the siblings' blocks at that place (0 to 1)
    variety    share of the texts at that place that stand on one page alone (content importance, style tree)
    """

    siblings: int
    seen: NDArray[np.int64]
    elsewhere: NDArray[np.int64]
    place: NDArray[np.int64]
    belief: NDArray[np.float64]
    variety: NDArray[np.float64]


class SiteMemory:
    """The pages of one site, remembered."""

    def __init__(self, traces: Iterable[PageTrace] = (), *, capacity: int = CAPACITY) -> None:
        self._capacity = capacity
        self._traces: dict[int, PageTrace] = {}
        self._index: _Index | None = None
        for trace in traces:
            self.learn(trace)

    @property
    def pages(self) -> int:
        """Distinct pages: the same text under two addresses is one."""
        return len(self._traces)

    def __iter__(self) -> Iterator[PageTrace]:
        """The remembered pages, most lasting first."""
        return iter(sorted(self._traces.values(), key=_lasting))

    def learn(self, trace: PageTrace) -> None:
        """Add a page. A text known already changes nothing but, if it is newer, the day it was last seen."""
        if not len(trace):
            return
        known = self._traces.get(trace.content)
        if known is not None and _version(known) >= _version(trace):
            return
        self._traces[trace.content] = trace
        if self._index is not None:
            if known is not None:
                self._index.remove(known)
            self._index.add(trace)
        if len(self._traces) > self._capacity:
            last = max(self._traces.values(), key=_lasting)
            del self._traces[last.content]
            if self._index is not None:
                self._index.remove(last)

    def merge(self, other: Self) -> None:
        """Add all that another memory of the same site holds."""
        for trace in other._traces.values():
            self.learn(trace)

    def recall(self, trace: PageTrace) -> Recall:
        """What the other pages say of this one; itself and its copies have no say."""
        if self._index is None:
            self._index = _Index()
            for known in self:
                self._index.add(known)
        return self._index.recall(trace)

    def to_bytes(self) -> bytes:
        """Equal memories give equal bytes."""
        traces = list(self)
        header = np.array([(trace.content, trace.day, len(trace)) for trace in traces], dtype=_HEADER)
        columns = [header.tobytes()]
        for trace in traces:
            columns += [trace.texts.astype("<u8").tobytes(), trace.places.astype("<u8").tobytes()]
            columns += [trace.words.astype("<u2").tobytes(), trace.beliefs.tobytes()]
        sizes = np.array([self._capacity, len(traces)], dtype="<u4").tobytes()
        return _FORMAT + zlib.compress(sizes + b"".join(columns), 6)

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        if not data.startswith(_FORMAT):
            raise StoreError("this is no site memory of this version of webnoise; forget it and learn anew")
        try:
            body = zlib.decompress(data[len(_FORMAT) :])
            return cls._read(body)
        except (zlib.error, ValueError) as error:
            raise StoreError(f"the site memory is damaged ({error}); forget it and learn anew") from error

    @classmethod
    def _read(cls, body: bytes) -> Self:
        capacity, count = (int(number) for number in np.frombuffer(body, "<u4", 2))
        header = np.frombuffer(body, _HEADER, count, 8)
        memory = cls(capacity=capacity)
        offset = 8 + header.nbytes
        for content, day, blocks in header.tolist():
            columns = []
            for kind in ("<u8", "<u8", "<u2", "<u1"):
                columns.append(np.frombuffer(body, kind, blocks, offset))
                offset += columns[-1].nbytes
            memory.learn(PageTrace(content, day, *columns))
        return memory


def _version(trace: PageTrace) -> tuple[int, bytes]:
    """Newest last; of two fetches on one day the choice is arbitrary, but the same in any order."""
    columns = (trace.texts, trace.places, trace.words, trace.beliefs)
    return trace.day, b"".join(column.tobytes() for column in columns)


def _lasting(trace: PageTrace) -> tuple[int, int]:
    """Newest month first, then by the hash of the text. A page seen again never lasts less."""
    return -(trace.day // _MONTH), trace.content


def _settings(trace: PageTrace) -> list[int]:
    """A text at a place, as one hash."""
    mixed: list[int] = (trace.texts ^ (trace.places * np.uint64(0x9E3779B97F4A7C15))).tolist()
    return mixed


def _newly_repeated(pages: int) -> int:
    """How many texts one more page makes repeated ones: none where it is the first, both with the second."""
    return (0, 2, 1)[min(pages.bit_count(), 2)]


def _put(pages: dict[int, int], key: int, bits: int) -> None:
    if bits:
        pages[key] = bits
    else:
        del pages[key]


class _Place:
    """Sums over the blocks at one place."""

    __slots__ = ("belief", "blocks", "pages", "repeated", "texts")

    def __init__(self) -> None:
        self.pages = 0  # bits, one per slot
        self.blocks = 0
        self.belief = 0
        self.texts = 0  # of each page, every text once
        self.repeated = 0  # of these, how many stand on other pages too


class _Index:
    """The memory turned around: from a text or place to the pages that hold it, one bit per page."""

    def __init__(self) -> None:
        self._slots: dict[int, int] = {}
        self._free: list[int] = []
        self._texts: dict[int, int] = {}  # all dicts of pages: bits, one per slot
        self._settings: dict[int, int] = {}  # a text at a place
        self._places: dict[int, _Place] = {}
        self._place_counts: dict[int, int] = {}  # slot to its number of distinct places

    def add(self, trace: PageTrace) -> None:
        slot = self._free.pop() if self._free else len(self._slots)
        self._slots[trace.content] = slot
        bit = 1 << slot
        for text in set(trace.texts.tolist()):
            self._texts[text] = self._texts.get(text, 0) | bit
        places = trace.places.tolist()
        for place, belief in zip(places, trace.beliefs.tolist(), strict=True):
            sums = self._places.get(place)
            if sums is None:
                sums = self._places[place] = _Place()
            sums.pages |= bit
            sums.blocks += 1
            sums.belief += belief
        self._place_counts[slot] = len(set(places))
        for setting, place in dict(zip(_settings(trace), places, strict=True)).items():
            known = self._settings.get(setting, 0)
            self._settings[setting] = known | bit
            self._places[place].texts += 1
            self._places[place].repeated += _newly_repeated(known)

    def remove(self, trace: PageTrace) -> None:
        slot = self._slots.pop(trace.content)
        self._free.append(slot)
        bit = 1 << slot
        for setting, place in dict(zip(_settings(trace), trace.places.tolist(), strict=True)).items():
            left = self._settings[setting] & ~bit
            self._places[place].texts -= 1
            self._places[place].repeated -= _newly_repeated(left)
            _put(self._settings, setting, left)
        for text in set(trace.texts.tolist()):
            _put(self._texts, text, self._texts[text] & ~bit)
        for place, belief in zip(trace.places.tolist(), trace.beliefs.tolist(), strict=True):
            sums = self._places[place]
            sums.pages &= ~bit
            sums.blocks -= 1
            sums.belief -= belief
            if not sums.blocks:
                del self._places[place]
        del self._place_counts[slot]

    def recall(self, trace: PageTrace) -> Recall:
        texts, places = trace.texts.tolist(), trace.places.tolist()
        others = self._others(trace, texts)
        same = self._same_template(places, others)
        found = [self._settings.get(setting, 0) for setting in _settings(trace)]
        sums = [self._places.get(place) for place in places]
        return Recall(
            siblings=same.bit_count(),
            seen=np.array([(pages & same).bit_count() for pages in found], dtype=np.int64),
            elsewhere=np.array(
                [(self._texts.get(text, 0) & others).bit_count() for text in texts], dtype=np.int64
            ),
            place=np.array([(at.pages & same).bit_count() if at else 0 for at in sums], dtype=np.int64),
            belief=np.array([at.belief / at.blocks / 255 if at else 0.5 for at in sums]),
            variety=np.array([1 - at.repeated / at.texts if at else 1.0 for at in sums]),
        )

    def _others(self, trace: PageTrace, texts: list[int]) -> int:
        """All pages but this one and its copies.

        Copies are told by the content: a page that holds half of the words that the page model keeps here.
        """
        others = 0
        for content, slot in self._slots.items():
            if content != trace.content:
                others |= 1 << slot
        return others & ~self._copies(trace, texts)

    def _copies(self, trace: PageTrace, texts: list[int]) -> int:
        held: dict[int, int] = {}
        total = 0
        for text, words, belief in zip(texts, trace.words.tolist(), trace.beliefs.tolist(), strict=True):
            if belief > 127:
                total += words
                pages = self._texts.get(text, 0)
                while pages:
                    bit = pages & -pages
                    held[bit] = held.get(bit, 0) + words
                    pages ^= bit
        copies = 0
        for bit, words in held.items():
            if words > _COPY * total:
                copies |= bit
        return copies

    def _same_template(self, places: list[int], others: int) -> int:
        """Pages that share half of the places with this one."""
        mine = set(places)
        shared: dict[int, int] = {}
        for place in mine:
            sums = self._places.get(place)
            pages = sums.pages & others if sums else 0
            while pages:
                bit = pages & -pages
                shared[bit] = shared.get(bit, 0) + 1
                pages ^= bit
        same = 0
        for bit, count in shared.items():
            if count >= _SAME_TEMPLATE * min(len(mine), self._place_counts[bit.bit_length() - 1]):
                same |= bit
        return same
