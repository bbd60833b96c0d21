"""What every backend of the stores keeps to."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, TypeVar

from webnoise.methods.base import LearningMethod, Memory
from webnoise.model import Page, PageKind

if TYPE_CHECKING:
    from webnoise.dedup.index import Match, Thresholds
    from webnoise.dedup.signature import Signature

M = TypeVar("M", bound=Memory)

PatternCounts = Mapping[str, Mapping[PageKind, int]]
"""Kinds of pages counted by the pattern of their addresses."""


def is_redis(url: str | None) -> bool:
    """Whether the address of a store names a Redis server."""
    return bool(url) and str(url).strip().startswith(("redis://", "rediss://", "unix://"))


class SiteMemories(ABC):
    """The memories of sites, one for each method that learns."""

    @abstractmethod
    def load(self, site: str, method: str) -> bytes | None: ...

    @abstractmethod
    def update(self, site: str, method: str, change: Callable[[bytes | None], bytes]) -> None:
        """Keep what `change` makes of what is there; nobody else writes in between."""

    @abstractmethod
    def forget(self, site: str) -> bool:
        """Whether anything was remembered."""

    @abstractmethod
    def known(self) -> list[tuple[str, str]]:
        """All (site, method) that something is remembered for, in order."""

    def read(self, site: str, method: LearningMethod[Any, M]) -> M:
        """What is remembered of a site, a new memory where nothing is."""
        saved = self.load(site, method.name)
        return method.load_memory(saved) if saved else method.new_memory()

    def add(self, site: str, method: LearningMethod[Any, M], memory: M) -> None:
        """Add what `memory` knows to what is remembered; afterwards it knows all of it too.

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


class FoundLink(NamedTuple):
    """An address that a crawl has found and that nothing has come of yet.

    `source` is the page, feed or sitemap that it stood on, `found` when, in seconds since 1970. `prior`,
    `moment` and `hints` are what the crawl knew of the page behind it.
    """

    url: str
    source: str
    found: float
    prior: float = 0.0
    moment: float = 0.0
    hints: Mapping[str, str] = MappingProxyType({})


class SeenPages(ABC):
    """What crawls know of pages: the links they have found, the pages they have fetched, what came of them.

    A link waits here from when it is found until its page is `put` or the link is `settle`d; the next run
    begins with those that wait. Changes may be gathered and become durable later, all that were gathered at
    once or none: what lasts is what a crawl knew at some moment. A page's links are found before it is put,
    so no page counts as seen whose links are lost; an article is put together with the place of its line in
    the output (`put_position`), so that what was written behind that place is what the store may not know.
    """

    @abstractmethod
    def get(self, url: str) -> Seen | None: ...

    @abstractmethod
    def put(self, url: str, seen: Seen) -> None:
        """A page is done with; a link to it waits no more."""

    @abstractmethod
    def find(self, site: str, links: Iterable[FoundLink]) -> None:
        """Let links wait; one that waits already, or whose page was seen, changes nothing."""

    @abstractmethod
    def settle(self, url: str) -> None:
        """Nothing will come of a link, and no page is there to put."""

    @abstractmethod
    def waiting(self, site: str) -> list[FoundLink]:
        """The links of a site that wait, in the order they were found."""

    @abstractmethod
    def position(self, output: str) -> int:
        """How many bytes of an output file hold articles that were put; 0 for an unknown one."""

    @abstractmethod
    def put_position(self, output: str, position: int) -> None: ...

    @abstractmethod
    def patterns(self, site: str) -> PatternCounts:
        """What earlier runs have learned of a site's addresses."""

    @abstractmethod
    def put_patterns(self, site: str, counts: PatternCounts) -> None: ...

    @abstractmethod
    def flush(self) -> None:
        """Make what was gathered durable now."""


class Stories(ABC):
    """Which article came out for the story that another one repeats."""

    @abstractmethod
    def original(self, url: str) -> str:
        """The address that came out for the story; `url` itself where it is not known as a repetition."""

    @abstractmethod
    def put(self, url: str, original: str) -> None:
        """The article at `url` repeats that at `original`; equal ones: it repeats none."""


class HeldPages(ABC):
    """Pages that wait for siblings; where the backend lasts, they survive the death of the process."""

    @abstractmethod
    def hold(self, page: Page) -> int:
        """Keep a page that waits; its number."""

    @abstractmethod
    def left_over(self) -> Iterator[tuple[int, Page]]:
        """The pages that runs which are over have left; those of other running processes are theirs."""

    @abstractmethod
    def let_go(self, number: int) -> None:
        """The page came out."""


class Duplicates(Protocol):
    """What finds the earlier near duplicates of a text; a `DuplicateIndex`, or one that processes share."""

    thresholds: Thresholds

    def __len__(self) -> int: ...

    def add(self, key: str, signature: Signature) -> list[Match]:
        """File a text under its key; return its earlier near duplicates, best first.

        Of several that come at once, from whatever process, one is the first.
        """

    def find(self, signature: Signature) -> list[Match]: ...

    def close(self) -> None: ...


class SharedRun(ABC):
    """A crawl that several processes share, each site in the hands of one of them at a time."""

    @abstractmethod
    def join(self, sites: Sequence[str], output: Path | None = None) -> None:
        """Take part in the run that is under way, or begin one.

        `output` is the file of JSON lines that this process writes: where it dies, others read there what has
        come out.
        """

    @abstractmethod
    def take(self, most: int) -> list[str]:
        """At most so many sites that belong to nobody; from now on they belong to this process."""

    @abstractmethod
    def waiting(self, site: str, *, of_earlier_runs: bool) -> list[FoundLink]:
        """The links of a site that the run has found and nothing has come of."""

    @abstractmethod
    def is_done(self, url: str) -> bool:
        """Whether the run has done with a page."""

    @abstractmethod
    def keep(self) -> set[str]:
        """Say that this process lives; the sites that still belong to it."""

    @abstractmethod
    def finish(self, site: str) -> None:
        """A site is done, and all that came of it is in the store."""

    @abstractmethod
    def is_over(self) -> bool:
        """Whether all sites that this process knows are done."""

    @abstractmethod
    def leave(self) -> None:
        """Give back the sites that are not done."""


class Stores(ABC):
    """All stores at one address, each opened when it is first asked for."""

    shared: SharedRun | None = None
    """The run that processes share; None where a store is for one process at a time."""

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

    def check_free(self) -> None:  # noqa: B027 - most stores are
        """Raise StoreError where another process has the store for itself."""

    def close(self) -> None:
        """Make durable what was put, and release the files."""
        if "seen" in vars(self):
            self.seen.flush()
        if "duplicates" in vars(self):
            self.duplicates.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
