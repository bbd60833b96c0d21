"""The spider's part in a crawl that processes share: it takes sites and reports which are done."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from webnoise.spiders.frontier import Frontier
from webnoise.spiders.outcomes import Outcomes
from webnoise.stores import SeenPages, SharedRun

TICK_SECONDS = 1.0

LOST = "another process has taken it over"


class Sharing:
    """Sites come a few at a time, so that processes that start together share them; `most` at once.

    A site is done when its frontier has nothing to visit and nothing of it is on its way to the feeds.
    """

    def __init__(
        self,
        run: SharedRun,
        seen: SeenPages,
        frontiers: Mapping[str, Frontier],
        outcomes: Outcomes,
        put_aside: Callable[[Frontier, str], None],
        most: int,
    ) -> None:
        self._run = run
        self._seen = seen
        self._frontiers = frontiers
        self._outcomes = outcomes
        self._put_aside = put_aside
        self._most = most
        self._open: set[str] = set()
        self.taken: dict[str, None] = {}
        """All sites that were this process's, in the order they came."""

    def join(self, output: Path | None) -> None:
        self._run.join(tuple(self._frontiers), output)

    def tick(self) -> Iterator[str]:
        """What is to be done every second; the sites that are this process's from now on."""
        kept = self._run.keep()
        for name in self._open - kept:
            self._open.discard(name)
            self._put_aside(self._frontiers[name], LOST)
        self.finish_drained()
        busy = sum(not self._frontiers[name].is_drained for name in self._open)
        room = min(self._most - busy, max(1, len(self.taken)))
        if room > 0:
            for name in self._run.take(room):
                self._open.add(name)
                self.taken[name] = None
                yield name

    def finish_drained(self) -> None:
        unsettled = self._outcomes.unsettled_sites()
        done = [name for name in self._open if self._frontiers[name].is_drained and name not in unsettled]
        if done:
            self._seen.flush()
        for name in done:
            self._open.discard(name)
            self._seen.put_patterns(name, self._frontiers[name].patterns.to_dict())
            self._run.finish(name)

    @property
    def is_idle(self) -> bool:
        """Whether nothing is left to visit of the sites that are this process's."""
        return all(self._frontiers[name].is_drained for name in self._open)

    def is_over(self) -> bool:
        return not self._open and self._run.is_over()

    def leave(self) -> None:
        self.finish_drained()
        for name in self._open:
            self._seen.put_patterns(name, self._frontiers[name].patterns.to_dict())
        self._seen.flush()
        self._run.leave()
