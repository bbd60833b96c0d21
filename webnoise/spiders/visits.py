"""One request that a site's crawl means to make, and the order in which such requests go out."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

__all__ = ["Purpose", "Visit", "WaitingPages", "WaitingSources"]

Purpose = Literal["robots", "start", "feed", "sitemap", "page"]

_MAX_WAITING = 200_000  # addresses of one site; some 100 MB. What comes beyond is counted, not kept
_SCORE_STEPS = 10  # scores nearer than a tenth are one: the newer page goes first
_LOOKS_AHEAD = 64  # how many stale scores one choice brings up to date


@dataclass(frozen=True, slots=True)
class Visit:
    """An address with what its request is for.

    `prior` says how likely an article lies behind it by address and link alone. `moment` is when the page
    was published, in seconds since 1970, as far as the way there tells: a link is no newer than the page it
    stands on. `guess` marks an address that the site never named; `rendered` asks for a browser; what does
    not come `whole` is taken as it is when that is False.
    """

    url: str
    purpose: Purpose = "page"
    prior: float = 0.0
    moment: float = 0.0
    hints: Mapping[str, str] = field(default_factory=dict)
    guess: bool = False
    rendered: bool = False
    whole: bool = True


class WaitingSources:
    """Feeds and sitemaps to read: the lower tier first, in a tier the newest, then in order of arrival."""

    def __init__(self) -> None:
        self._heap: list[tuple[int, float, int, Visit]] = []
        self._count = 0

    def __len__(self) -> int:
        return len(self._heap)

    def put(self, visit: Visit, tier: int) -> None:
        self._count += 1
        heapq.heappush(self._heap, (tier, -visit.moment, self._count, visit))

    def take(self) -> Visit:
        return heapq.heappop(self._heap)[-1]


class WaitingPages:
    """Pages to fetch, the likeliest articles first, of equally likely ones the newest.

    What pages turned out to be changes scores while addresses wait; `score` is asked again when an
    address comes up, and one that has fallen behind goes back.
    """

    def __init__(self) -> None:
        self._heap: list[tuple[int, float, int, Visit]] = []
        self._count = 0

    def __len__(self) -> int:
        return len(self._heap)

    def put(self, visit: Visit, score: float) -> bool:
        """False when there is no room."""
        if len(self._heap) >= _MAX_WAITING:
            return False
        self._count += 1
        heapq.heappush(self._heap, (_rank(score), -visit.moment, self._count, visit))
        return True

    def take(self, score: Callable[[Visit], float]) -> Visit:
        for _ in range(_LOOKS_AHEAD):
            rank, age, number, visit = self._heap[0]
            now = _rank(score(visit))
            if now <= rank:
                break
            heapq.heapreplace(self._heap, (now, age, number, visit))
        return heapq.heappop(self._heap)[-1]


def _rank(score: float) -> int:
    return -round(_SCORE_STEPS * score)
