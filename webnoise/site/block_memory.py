"""Blocks of a site's pages as feature vectors, and how many pages have a similar one.

It is bounded and independent of order: it holds the pages with the smallest marks (hashes of their texts), an
even sample of any number of pages.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from math import sqrt
from typing import NamedTuple, Self

import xxhash

from webnoise.errors import InputError

_TERM_BITS = 27
_LONGEST_TERM = 31
_MAGIC = b"webnoise blocks 2\n"


@dataclass(frozen=True, slots=True)
class Bounds:
    similarity: float = 0.9
    """Blocks whose cosine exceeds this are the same block (paper 001)."""
    pages: int = 64
    """Pages held; far fewer would show what most pages of a site share."""
    blocks: int = 500
    """Blocks held of one page, those with the smallest digests."""
    features: int = 256
    """Features of one block, the most frequent ones."""


class BlockVector(NamedTuple):
    """Feature counts by feature number, in rising order."""

    counts: dict[int, int]
    norm: float
    peak: int
    """The greatest count."""
    digest: int
    prefix: tuple[int, ...]
    """Features of which every similar block has at least one."""

    def cosine(self, other: BlockVector) -> float:
        common = self.counts.keys() & other.counts.keys()
        dot = sum(self.counts[feature] * other.counts[feature] for feature in common)
        return dot / (self.norm * other.norm)

    def is_similar(self, other: BlockVector, least: float) -> bool:
        """Whether the cosine exceeds `least`; for most pairs the number of shared features excludes it."""
        if self.digest == other.digest:
            return True
        wanted = least * self.norm * other.norm / (self.peak * other.peak)
        if len(self.counts) <= wanted or len(other.counts) <= wanted:
            return False
        return len(self.counts.keys() & other.counts.keys()) > wanted and self.cosine(other) > least


def page_mark(identity: str) -> int:
    """Return the number of a page by what identifies it, such as its text."""
    return int(xxhash.xxh64_intdigest(identity.encode("utf-8", "surrogatepass")))


def vector(terms: Mapping[str, int], elements: Sequence[int], bounds: Bounds) -> BlockVector:
    """Return a block's vector from its term frequencies and its counts of elements (images, links, ...)."""
    counts = {_term_number(term): count for term, count in terms.items()}
    counts.update({_LONGEST_TERM << _TERM_BITS | kind: count for kind, count in enumerate(elements) if count})
    if len(counts) > bounds.features:
        counts = dict(sorted(counts.items(), key=lambda item: (-item[1], item[0]))[: bounds.features])
    return _vector(dict(sorted(counts.items())), bounds.similarity)


@lru_cache(maxsize=16384)
def _term_number(term: str) -> int:
    """Return the number of a term; longer, rarer ones have smaller numbers and come first in every prefix."""
    rank = _LONGEST_TERM - 1 - min(len(term), _LONGEST_TERM - 1)
    return (
        rank << _TERM_BITS | xxhash.xxh64_intdigest(term.encode("utf-8", "surrogatepass")) >> 64 - _TERM_BITS
    )


def _vector(counts: dict[int, int], similarity: float) -> BlockVector:
    """Return a vector with its prefix: the first features, in one order for all blocks, such that the length
    of the rest is at most `similarity`.

    Two blocks that share no feature of their prefixes share features in the rest of one of them only, and
    the cosine is then at most the length of that rest.
    """
    square = sum(count * count for count in counts.values())
    rest = float(square)
    prefix = []
    for feature, count in counts.items():
        prefix.append(feature)
        rest -= count * count
        if rest <= similarity * similarity * square:
            break
    content = struct.pack(f"<{2 * len(counts)}I", *counts, *counts.values())
    return BlockVector(
        counts, sqrt(square), max(counts.values()), xxhash.xxh64_intdigest(content), tuple(prefix)
    )


class BlockMemory:
    """The sampled pages of one site, their blocks, and an inverted index that finds similar ones."""

    def __init__(self, bounds: Bounds | None = None) -> None:
        self.bounds = bounds or Bounds()
        self._pages: dict[int, tuple[int, ...]] = {}
        self._blocks: dict[int, BlockVector] = {}
        self._owners: dict[int, set[int]] = {}
        self._index: dict[int, set[int]] = {}

    @property
    def pages(self) -> int:
        """Pages held; at most `bounds.pages`."""
        return len(self._pages)

    def __contains__(self, page: int) -> bool:
        return page in self._pages

    def add(self, page: int, vectors: Iterable[BlockVector]) -> None:
        """Hold a page's blocks, unless it is held already or lies outside the sample."""
        if not self._takes(page):
            return
        by_digest = {block.digest: block for block in vectors}
        digests = tuple(sorted(by_digest)[: self.bounds.blocks])
        self._pages[page] = digests
        for digest in digests:
            self._owners.setdefault(digest, set()).add(page)
            if digest not in self._blocks:
                self._blocks[digest] = by_digest[digest]
                for feature in by_digest[digest].prefix:
                    self._index.setdefault(feature, set()).add(digest)
        if len(self._pages) > self.bounds.pages:
            self._forget(max(self._pages))

    def _takes(self, page: int) -> bool:
        return page not in self._pages and (len(self._pages) < self.bounds.pages or page < max(self._pages))

    def pages_with_similar(self, block: BlockVector, without: int) -> int:
        """Count the held pages, except `without`, that have a block similar to this one."""
        found = {without} | self._owners.get(block.digest, set())  # equal blocks are found at no cost
        if not self._pages.keys() <= found:
            for digest in set().union(*(self._index.get(feature, ()) for feature in block.prefix)):
                owners = self._owners[digest]
                if not owners <= found and block.is_similar(self._blocks[digest], self.bounds.similarity):
                    found |= owners
        return len(found) - 1

    def merge(self, other: Self) -> None:
        for page, digests in other._pages.items():
            self.add(page, (other._blocks[digest] for digest in digests))

    def to_bytes(self) -> bytes:
        """Serialize the memory; equal memories have equal bytes, in whatever order they learned."""
        digests = sorted(self._blocks)
        numbers = {digest: number for number, digest in enumerate(digests)}
        counts = [self._blocks[digest].counts for digest in digests]
        data = {
            "bounds": asdict(self.bounds),
            "pages": [[page, [numbers[each] for each in self._pages[page]]] for page in sorted(self._pages)],
            "blocks": [[[*own], [*own.values()]] for own in counts],
        }
        return _MAGIC + zlib.compress(json.dumps(data, separators=(",", ":")).encode(), 6)

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        if not data.startswith(_MAGIC):
            raise InputError("these bytes are not a memory of blocks: learn the site again")
        try:
            read = json.loads(zlib.decompress(data[len(_MAGIC) :]))
            memory = cls(Bounds(**read["bounds"]))
            vectors = [
                _vector(dict(zip(*block, strict=True)), memory.bounds.similarity) for block in read["blocks"]
            ]
            for page, numbers in read["pages"]:
                memory.add(page, [vectors[number] for number in numbers])
        except (zlib.error, ValueError, KeyError, TypeError, IndexError) as error:
            raise InputError("this memory of blocks is damaged: learn the site again") from error
        return memory

    def _forget(self, page: int) -> None:
        for digest in self._pages.pop(page):
            owners = self._owners[digest]
            owners.discard(page)
            if not owners:
                del self._owners[digest]
                for feature in self._blocks.pop(digest).prefix:
                    holders = self._index[feature]
                    holders.discard(digest)
                    if not holders:
                        del self._index[feature]
