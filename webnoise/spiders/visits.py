"""The requests that the crawl of a site will make, and their order."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

_LOOKS_AHEAD = 64  # how many stale scores one choice brings up to date

Purpose = Literal["robots", "start", "feed", "sitemap", "page"]


@dataclass(frozen=True, slots=True)
class Visit:
    """One request that the crawl of a site will make: an address and its purpose.

    `score` is how likely it is an article, by address and link alone. `timestamp` is when the page was
    published, in seconds since 1970, if the link's source says so: a link is no newer than the page it is
    on. `found` is when an earlier run found it, 0 for this run. `continues` is the page before this one in an
    article of several. `guess` marks an address that the site never named; `rendered` asks for a browser;
    `allow_truncated` takes a response that breaks off as it is.
    """

    url: str
    purpose: Purpose = "page"
    score: float = 0.0
    timestamp: float = 0.0
    hints: Mapping[str, str] = field(default_factory=dict)
    found: float = 0.0
    continues: str = ""
    guess: bool = False
    rendered: bool = False
    allow_truncated: bool = False


class WaitingVisits:
    """Visits to make: the lower rank first, in a rank the newest, then in order of arrival."""

    def __init__(self, rank: Callable[[Visit], int]) -> None:
        self._rank = rank
        self._heap: list[tuple[int, float, int, Visit]] = []
        self._count = 0

    def __len__(self) -> int:
        return len(self._heap)

    def __iter__(self) -> Iterator[Visit]:
        """Yield all visits, those to make first in front."""
        return (visit for *_, visit in sorted(self._heap, key=lambda waiting: waiting[:3]))

    def put(self, visit: Visit) -> None:
        self._count += 1
        heapq.heappush(self._heap, (self._rank(visit), -visit.timestamp, self._count, visit))

    def take(self) -> Visit:
        """Return the first visit; one whose rank has fallen meanwhile goes back."""
        for _ in range(_LOOKS_AHEAD):
            rank, age, number, visit = self._heap[0]
            now = self._rank(visit)
            if now <= rank:
                break
            heapq.heapreplace(self._heap, (now, age, number, visit))
        return heapq.heappop(self._heap)[-1]
