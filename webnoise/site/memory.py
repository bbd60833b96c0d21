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
from dataclasses import replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from webnoise.errors import StoreError
from webnoise.site.recall import Recall, SiteIndex
from webnoise.site.trace import PageTrace

CAPACITY = 128
"""Pages. 128 of 300 blocks each take 0.8 MB; the share of siblings that hold a block is known to 4 points."""

_MONTH = 30
_SWEEP = 20_000
"""Samples from which on those of texts that no remembered page has any more are swept out."""
_FORMAT = b"webnoise site memory 4\n"
_HEADER = np.dtype(
    [("content", "<u8"), ("day", "<u4"), ("blocks", "<u4"), ("containers", "<u2"), ("titles", "<u2")]
)
_KINDS = ("<u8", "<u8", "<u2", "<u1", "<u8", "<u2", "<u2", "<u8", "<u1")
"""Of a trace's columns: four of blocks, three of containers, the titles, the blocks' roles."""


class SiteMemory:
    """The pages of one site, remembered."""

    def __init__(self, traces: Iterable[PageTrace] = (), *, capacity: int = CAPACITY) -> None:
        self._capacity = capacity
        self._traces: dict[int, PageTrace] = {}
        self._index: SiteIndex | None = None
        self._least_lasting: tuple[int, int] | None = None  # worked out when it is asked for
        self._sweep_at = _SWEEP
        self._samples: dict[int, str] = {}  # of the texts on remembered pages, and some others until swept
        for trace in traces:
            self.learn(trace)

    def __getstate__(self) -> dict[str, Any]:
        """Without the index, which whoever gets this builds when it is asked for."""
        return {**vars(self), "_index": None}

    @property
    def pages(self) -> int:
        """Distinct pages: the same text under two addresses is one."""
        return len(self._traces)

    def __iter__(self) -> Iterator[PageTrace]:
        """The remembered pages, most lasting first."""
        return iter(sorted(self._traces.values(), key=_lasting))

    def learn(self, trace: PageTrace) -> None:
        """Add a page. A text known already changes nothing but, if it is newer, the day it was last seen."""
        if not self._takes(trace):
            return
        known = self._traces.get(trace.content)
        # Equal hashes have equal samples: it does not matter which page a sample is of.
        self._samples.update(zip(trace.texts.tolist(), trace.samples, strict=False))
        trace = replace(trace, samples=())
        self._traces[trace.content] = trace
        if self._index is not None:
            if known is not None:
                self._index.remove(known)
            self._index.add(trace)
        if len(self._traces) > self._capacity:
            assert self._least_lasting is not None  # the new page lasts longer
            last = self._traces.pop(self._least_lasting[1])
            if self._index is not None:
                self._index.remove(last)
        self._least_lasting = None
        if len(self._samples) > self._sweep_at:
            self._sweep_samples()

    def may_take(self, trace: PageTrace) -> bool:
        """Whether to learn a page may change what is known, whatever its roles are."""
        return trace.content in self._traces or (len(trace) > 0 and not self._would_go(trace))

    def _takes(self, trace: PageTrace) -> bool:
        known = self._traces.get(trace.content)
        return self.may_take(trace) and (known is None or _version(known) < _version(trace))

    def _would_go(self, trace: PageTrace) -> bool:
        """Whether a full memory would forget this page at once: on a large site, most of them."""
        if len(self._traces) < self._capacity:
            return False
        if self._least_lasting is None:
            self._least_lasting = max(map(_lasting, self._traces.values()))
        return _lasting(trace) > self._least_lasting

    def merge(self, other: Self) -> None:
        """Add all that another memory of the same site holds."""
        for trace in other._traces.values():
            self.learn(replace(trace, samples=tuple(map(other.sample, trace.texts.tolist()))))

    def would_change(self, other: Self) -> bool:
        """Whether to merge the other changes this one: a full memory forgets most pages at once."""
        return any(map(self._takes, other._traces.values()))

    def recall(self, trace: PageTrace) -> Recall:
        """What the other pages say of this one; itself and its copies do not count."""
        return self.index.recall(trace)

    def roles(self, trace: PageTrace) -> NDArray[np.float32]:
        """How many blocks of each role the other pages have at the path of each block of this one."""
        return self.index.roles(trace)

    @property
    def index(self) -> SiteIndex:
        """The index of texts, paths and titles; built on first use, kept up to date from then on."""
        if self._index is None:
            self._index = SiteIndex(self._capacity + 1)  # a new page is added before another is removed
            for known in self:
                self._index.add(known)
        return self._index

    def sample(self, text: int) -> str:
        """The beginning of the text with this hash, "" where it is not known."""
        return self._samples.get(text, "")

    def _sweep_samples(self) -> None:
        texts = self._texts()
        self._samples = {text: sample for text, sample in self._samples.items() if text in texts}
        self._sweep_at = max(2 * len(self._samples), _SWEEP)

    def _texts(self) -> set[int]:
        return {text for trace in self._traces.values() for text in trace.texts.tolist()}

    def to_bytes(self) -> bytes:
        """Equal memories give equal bytes."""
        traces = list(self)
        sizes_of = [
            (trace.content, trace.day, len(trace), len(trace.containers), len(trace.titles))
            for trace in traces
        ]
        columns = [np.array(sizes_of, dtype=_HEADER).tobytes()]
        for trace in traces:
            columns += [
                column.astype(kind).tobytes() for kind, column in zip(_KINDS, trace.columns, strict=True)
            ]
        sizes = np.array([self._capacity, len(traces)], dtype="<u4").tobytes()
        samples = "\0".join(self.sample(text).replace("\0", " ") for text in sorted(self._texts()))
        body = sizes + b"".join(columns) + samples.encode("utf-8", "replace")
        return _FORMAT + zlib.compress(body, 6)

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
        for content, day, blocks, containers, titles in header.tolist():
            columns = []
            for kind, length in zip(_KINDS, [blocks] * 4 + [containers] * 3 + [titles, blocks], strict=True):
                column = np.frombuffer(body, kind, length, offset)
                columns.append(column.copy())  # or all of `body` would stay
                offset += column.nbytes
            memory.learn(PageTrace(content, day, *columns))
        texts, samples = sorted(memory._texts()), body[offset:].decode("utf-8").split("\0")
        memory._samples = {text: sample for text, sample in zip(texts, samples, strict=False) if sample}
        return memory


def _version(trace: PageTrace) -> tuple[int, bytes]:
    """Newest last; of two fetches on one day the choice is arbitrary, but the same in any order."""
    return trace.day, b"".join(column.tobytes() for column in trace.columns)


def _lasting(trace: PageTrace) -> tuple[int, int]:
    """Newest month first, then by the hash of the text. A page seen again never lasts less."""
    return -(trace.day // _MONTH), trace.content
