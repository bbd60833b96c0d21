"""What is remembered of a site's pages: a sum, the same in any order of learning and merging.

The memory is a sample of the site's pages, each as its `PageTrace`. Up to `CAPACITY` pages it holds all of
them, and its counts are exact. Beyond, it keeps the pages of the newest months, within a month those whose
text has the smallest hash. That choice depends on the pages, not on their order: the memory stays bounded,
merges freely and forgets a template that the site no longer uses. A share of pages is then estimated from
`CAPACITY` pages, with a standard error below 0.5 / sqrt(CAPACITY) = 0.044.
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
"""Number of samples from which those of forgotten texts are removed."""
_FORMAT = b"webnoise site memory 4\n"
_HEADER = np.dtype(
    [("content", "<u8"), ("day", "<u4"), ("blocks", "<u4"), ("containers", "<u2"), ("titles", "<u2")]
)
_KINDS = ("<u8", "<u8", "<u2", "<u1", "<u8", "<u2", "<u2", "<u8", "<u1")
"""Types of a trace's columns: four of blocks, three of containers, the titles, the blocks' roles."""


class SiteMemory:
    """The remembered pages of one site."""

    def __init__(self, traces: Iterable[PageTrace] = (), *, capacity: int = CAPACITY) -> None:
        self._capacity = capacity
        self._traces: dict[int, PageTrace] = {}
        self._index: SiteIndex | None = None
        self._sweep_at = _SWEEP
        self._samples: dict[int, str] = {}  # by text hash; some are of forgotten texts
        for trace in traces:
            self.learn(trace)

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the index, which is built on first use."""
        return {**vars(self), "_index": None}

    @property
    def pages(self) -> int:
        """The number of distinct pages; the same text under two addresses is one."""
        return len(self._traces)

    def __iter__(self) -> Iterator[PageTrace]:
        """Iterate over the remembered pages; the last ones are forgotten first."""
        return iter(sorted(self._traces.values(), key=_lasting))

    def learn(self, trace: PageTrace) -> None:
        """Add a page. For a known text only the newest day is kept."""
        if not self._takes(trace):
            return
        known = self._traces.get(trace.content)
        # Equal hashes have equal samples, whichever page they come from.
        self._samples.update(zip(trace.texts.tolist(), trace.samples, strict=False))
        trace = replace(trace, samples=())
        self._traces[trace.content] = trace
        if self._index is not None:
            if known is not None:
                self._index.remove(known)
            self._index.add(trace)
        if len(self._traces) > self._capacity:
            last = self._traces.pop(self._least_lasting()[1])
            if self._index is not None:
                self._index.remove(last)
        if len(self._samples) > self._sweep_at:
            self._sweep_samples()

    def may_take(self, trace: PageTrace) -> bool:
        """Whether learning a page may change the memory; a full one forgets most pages of a large site."""
        if trace.content in self._traces:
            return True
        if not len(trace):
            return False
        return len(self._traces) < self._capacity or _lasting(trace) <= self._least_lasting()

    def _least_lasting(self) -> tuple[int, int]:
        return max(map(_lasting, self._traces.values()))

    def _takes(self, trace: PageTrace) -> bool:
        known = self._traces.get(trace.content)
        return self.may_take(trace) and (known is None or _version(known) < _version(trace))

    def merge(self, other: Self) -> None:
        """Add all that another memory of the same site holds."""
        for trace in other._traces.values():
            self.learn(replace(trace, samples=tuple(map(other.sample, trace.texts.tolist()))))

    def recall(self, trace: PageTrace) -> Recall:
        """Return what the other pages know of this one; itself and its copies do not count."""
        return self.index.recall(trace)

    def roles(self, trace: PageTrace) -> NDArray[np.float32]:
        """Count, by block and role, the blocks that the other pages have at the block's path."""
        return self.index.roles(trace)

    @property
    def index(self) -> SiteIndex:
        """The index of texts, paths and titles; built on first use and then kept up to date."""
        if self._index is None:
            self._index = SiteIndex(self._capacity + 1)  # a new page is added before another is removed
            for known in self:
                self._index.add(known)
        return self._index

    def sample(self, text: int) -> str:
        """Return the beginning of the text with this hash, "" if unknown."""
        return self._samples.get(text, "")

    def _sweep_samples(self) -> None:
        texts = self._texts()
        self._samples = {text: sample for text, sample in self._samples.items() if text in texts}
        self._sweep_at = max(2 * len(self._samples), _SWEEP)

    def _texts(self) -> set[int]:
        return {text for trace in self._traces.values() for text in trace.texts.tolist()}

    def to_bytes(self) -> bytes:
        """Serialize the memory; equal memories have equal bytes."""
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
    """Sort key, newest last; of two fetches on one day the choice is arbitrary, but not by order."""
    return trace.day, b"".join(column.tobytes() for column in trace.columns)


def _lasting(trace: PageTrace) -> tuple[int, int]:
    """Sort key: newest month first, then by hash of the text. A page seen again never lasts less."""
    return -(trace.day // _MONTH), trace.content
