"""The spider's part in a crawl that processes share: it takes sites and reports which are done."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path

from webnoise.pipelines.session import Session
from webnoise.spiders.frontier import Frontier
from webnoise.spiders.recorder import CrawlRecorder

TICK_SECONDS = 1.0

LOST = "another process has taken it over"


class Sharing:
    """Sites come a few at a time, so that processes that start together share them; `most` at once.

    A site is done when its frontier has nothing to visit and nothing of it is on its way to the feeds.
    """

    def __init__(
        self,
        session: Session,
        frontiers: Mapping[str, Frontier],
        recorder: CrawlRecorder,
        put_aside: Callable[[Frontier, str], None],
        most: int,
    ) -> None:
        self._call = session.call
        assert session.stores.shared is not None
        self._run = session.stores.shared
        self._seen = session.stores.seen
        self._frontiers = frontiers
        self._recorder = recorder
        self._put_aside = put_aside
        self._most = most
        self._open: set[str] = set()
        self.taken: dict[str, None] = {}
        """All sites that were this process's, in the order they came."""

    async def join(self, output: Path | None) -> None:
        await self._call(self._run.join, tuple(self._frontiers), output)

    async def tick(self) -> AsyncIterator[str]:
        """Do what is due every second; yield the sites that are this process's from now on."""
        kept = await self._call(self._run.keep)
        for name in self._open - kept:
            self._open.discard(name)
            self._put_aside(self._frontiers[name], LOST)
        await self.finish_drained()
        busy = sum(not self._frontiers[name].is_drained for name in self._open)
        room = min(self._most - busy, max(1, len(self.taken)))
        if room > 0:
            for name in await self._call(self._run.take, room):
                self._open.add(name)
                self.taken[name] = None
                yield name

    async def finish_drained(self) -> None:
        busy = self._recorder.sites_in_pipelines()
        done = [name for name in self._open if self._frontiers[name].is_drained and name not in busy]
        if done:
            await self._call(self._seen.flush)
        for name in done:
            self._open.discard(name)
            await self._call(self._seen.put_patterns, name, self._frontiers[name].patterns.to_dict())
            await self._call(self._run.finish, name)

    @property
    def is_idle(self) -> bool:
        """Whether nothing is left to visit of the sites that are this process's."""
        return all(self._frontiers[name].is_drained for name in self._open)

    async def is_over(self) -> bool:
        return not self._open and await self._call(self._run.is_over)

    async def leave(self) -> None:
        await self.finish_drained()
        for name in self._open:
            await self._call(self._seen.put_patterns, name, self._frontiers[name].patterns.to_dict())
        await self._call(self._seen.flush)
        await self._call(self._run.leave)
