"""The interface of every store.

All methods block while they read and write, those of a Redis store for up to a minute while its server is
gone. A crawl calls them from a thread of its own, never from the reactor's; any thread may call them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from threading import RLock
from time import monotonic
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, TypeVar

import xxhash

from webnoise.methods.base import LearningMethod, Memory
from webnoise.model import Page, PageKind

if TYPE_CHECKING:
    from webnoise.dedup.compare import Match, Thresholds
    from webnoise.dedup.signature import Signature

M = TypeVar("M", bound=Memory)

_CHANGES_AT_ONCE = 64  # in a transaction; after a kill, so many pages without article are fetched once more
_SECONDS_AT_ONCE = 1.0  # after which a change that comes does not let the others wait

PatternCounts = Mapping[str, Mapping[PageKind, int]]
"""Kinds of pages counted by the pattern of their addresses."""


def is_redis(url: str | None) -> bool:
    """Return whether the address of a store names a Redis server."""
    return bool(url) and str(url).strip().startswith(("redis://", "rediss://", "unix://"))


class SiteMemories(ABC):
    """The memories of sites, one for each method that learns."""

    @abstractmethod
    def load(self, site: str, method: str) -> bytes | None: ...

    @abstractmethod
    def update(self, site: str, method: str, change: Callable[[bytes | None], bytes]) -> None:
        """Replace what is remembered by what `change` makes of it; nobody else writes in between."""

    @abstractmethod
    def forget(self, site: str) -> bool:
        """Forget a site; return whether anything was remembered."""

    @abstractmethod
    def known(self) -> list[tuple[str, str]]:
        """Return all (site, method) that something is remembered for, in order."""

    def read(self, site: str, method: LearningMethod[Any, M]) -> M:
        """Return what is remembered of a site, a new memory where nothing is."""
        saved = self.load(site, method.name)
        return method.load_memory(saved) if saved else method.new_memory()

    def add(self, site: str, method: LearningMethod[Any, M], memory: M) -> None:
        """Add `memory` to what is remembered of a site; afterwards it holds all of that too.

        Another crawl may have learned from the site meanwhile: what both know stays.
        """

        def merged(saved: bytes | None) -> bytes:
            if saved:
                memory.merge(method.load_memory(saved))
            return memory.to_bytes()

        self.update(site, method.name, merged)


class Seen(NamedTuple):
    """A page that was fetched.

    `fetched` in seconds since 1970; `kind` of the page; `digest` of the article's text, if it is one.
    """

    fetched: float
    kind: str = ""
    etag: str | None = None
    last_modified: str | None = None
    digest: str | None = None


def text_digest(text: str) -> str:
    """Return a short name of a text, equal in every process and run."""
    return str(xxhash.xxh3_128_hexdigest(text.encode("utf-8", "surrogatepass")))


class FoundLink(NamedTuple):
    """An address that a crawl has found and not yet fetched.

    `source` is the page, feed or sitemap that links to it, `found` when, in seconds since 1970. `score`,
    `timestamp` and `hints` are what the crawl knew of the linked page.
    """

    url: str
    source: str
    found: float
    score: float = 0.0
    timestamp: float = 0.0
    hints: Mapping[str, str] = MappingProxyType({})


@dataclass
class Gathered:
    """Changes that are not written yet; links have their site beside them."""

    seen: dict[str, Seen] = field(default_factory=dict)
    found: dict[str, tuple[str, FoundLink]] = field(default_factory=dict)
    settled: set[str] = field(default_factory=set)
    positions: dict[str, int] = field(default_factory=dict)


class SeenPages(ABC):
    """What crawls know of pages: the links they have found, the pages they have fetched, and their outcome.

    A link waits here from when it is found until its page is `put` or the link is `settle`d; the next run
    begins with those that wait. Changes are gathered and written together, all of them or none: the store
    holds what a crawl knew at some moment. A page's links are found before it is put, so no page counts as
    seen whose links are lost. An article is put together with the position of its line in the output
    (`put_position`): what the output holds after that position, the store may not know.

    A backend overrides the methods that begin with an underscore.
    """

    def __init__(self) -> None:
        self._lock = RLock()
        self._gathered = Gathered()
        self._written = monotonic()

    def get(self, url: str) -> Seen | None:
        with self._lock:
            return self._gathered.seen.get(url) or self._load(url)

    def put(self, url: str, seen: Seen) -> None:
        """Record that a page is done with, and end the wait of a link to it."""
        with self._lock:
            self._gathered.seen[url] = seen
            self.settle(url)

    def find(self, site: str, links: Iterable[FoundLink]) -> None:
        """Let links wait; one that waits already, or whose page was seen, changes nothing."""
        with self._lock:
            for link in links:
                if link.url not in self._gathered.seen:
                    self._gathered.found.setdefault(link.url, (site, link))
                    self._gathered.settled.discard(link.url)
            self._flush_when_due()

    def settle(self, url: str) -> None:
        """End the wait of a link that leads to no page."""
        with self._lock:
            self._gathered.found.pop(url, None)
            self._gathered.settled.add(url)
            self._flush_when_due()

    def waiting(self, site: str) -> list[FoundLink]:
        """Return the links of a site that wait, in the order they were found."""
        with self._lock:
            self.flush()
            return self._load_waiting(site)

    def position(self, output: str) -> int:
        """Return how many bytes of an output file hold articles that were put; 0 for an unknown one."""
        with self._lock:
            known = self._gathered.positions.get(output)
            return self._load_position(output) if known is None else known

    def put_position(self, output: str, position: int) -> None:
        with self._lock:
            self._gathered.positions[output] = position

    def flush(self) -> None:
        """Write what was gathered now; where that fails, it stays gathered."""
        with self._lock:
            if self._gathered != Gathered():
                self._write(self._gathered)
                self._gathered = Gathered()
            self._written = monotonic()

    @abstractmethod
    def patterns(self, site: str) -> PatternCounts:
        """Return what earlier runs have learned of a site's addresses."""

    @abstractmethod
    def put_patterns(self, site: str, counts: PatternCounts) -> None: ...

    @abstractmethod
    def _load(self, url: str) -> Seen | None: ...

    @abstractmethod
    def _load_waiting(self, site: str) -> list[FoundLink]: ...

    @abstractmethod
    def _load_position(self, output: str) -> int: ...

    @abstractmethod
    def _write(self, gathered: Gathered) -> None: ...

    def _flush_when_due(self) -> None:
        changes = len(self._gathered.found) + len(self._gathered.settled)
        if changes >= _CHANGES_AT_ONCE or monotonic() - self._written >= _SECONDS_AT_ONCE:
            self.flush()


class Stories(ABC):
    """The article that was exported for a story, by the addresses that repeat it."""

    @abstractmethod
    def original(self, url: str) -> str:
        """Return the address that was exported for the story; `url` itself where it repeats none."""

    @abstractmethod
    def put(self, url: str, original: str) -> None:
        """Record that the article at `url` repeats that at `original`; equal ones: it repeats none."""


class HeldPages(ABC):
    """Pages that wait for siblings; where the backend lasts, they survive the death of the process."""

    @abstractmethod
    def hold(self, page: Page) -> int:
        """Keep a page that waits; return its number."""

    @abstractmethod
    def left_over(self) -> Iterator[tuple[int, Page]]:
        """Yield the pages, with their numbers, that runs which are over have left."""

    @abstractmethod
    def let_go(self, number: int) -> None:
        """Remove a page that no longer waits."""


class Duplicates(Protocol):
    """An index of near duplicates: a `DuplicateIndex`, or one on a server."""

    thresholds: Thresholds

    def __len__(self) -> int: ...

    def add(self, key: str, signature: Signature) -> list[Match]:
        """File a text under its key; return its earlier near duplicates, the best first.

        Of several that processes add at once, one is the first.
        """

    def find(self, signature: Signature) -> list[Match]:
        """Return the near duplicates of a text, the best first, without filing it."""


class SharedRun(ABC):
    """A crawl that several processes share; each site belongs to one of them at a time."""

    @abstractmethod
    def join(self, sites: Sequence[str], output: Path | None = None) -> None:
        """Take part in the run that is under way, or begin one.

        `output` is the file of JSON lines that this process writes: where it dies, others read there which
        articles were exported.
        """

    @abstractmethod
    def take(self, most: int) -> list[str]:
        """Take at most so many sites that belong to nobody; from now on they belong to this process."""

    @abstractmethod
    def waiting(self, site: str, *, of_earlier_runs: bool) -> list[FoundLink]:
        """Return the links of a site that the run, or an earlier one, has found and not fetched."""

    @abstractmethod
    def is_done(self, url: str) -> bool:
        """Return whether the run is done with a page."""

    @abstractmethod
    def keep(self) -> set[str]:
        """Give a sign of life; return the sites that still belong to this process."""

    @abstractmethod
    def finish(self, site: str) -> None:
        """Record that a site is done, and all of it in the store."""

    @abstractmethod
    def is_over(self) -> bool:
        """Return whether all sites that this process knows are done."""

    @abstractmethod
    def leave(self) -> None:
        """Give back the sites that are not done."""


class Stores(ABC):
    """All stores at one address, each opened when it is first used."""

    shared: SharedRun | None = None
    """The run that processes share; None where one crawl at a time uses a store."""

    def __init__(self, thresholds: Thresholds | None = None) -> None:
        self._thresholds = thresholds

    @cached_property
    @abstractmethod
    def sites(self) -> SiteMemories: ...

    @cached_property
    @abstractmethod
    def seen(self) -> SeenPages: ...

    @cached_property
    @abstractmethod
    def held(self) -> HeldPages: ...

    @cached_property
    @abstractmethod
    def stories(self) -> Stories: ...

    @cached_property
    @abstractmethod
    def duplicates(self) -> Duplicates: ...

    def check_free(self) -> None:  # noqa: B027 - crawls may share most stores
        """Keep other crawls out until `close`; raise StoreError where another process has done so."""

    def close(self) -> None:
        """Write what was gathered, and close the files and connections."""
        if "seen" in vars(self):
            self.seen.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
