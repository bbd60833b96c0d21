r"""Stores in Redis, which processes on any number of machines share.

Keys begin with the prefix of the store in braces, `{webnoise}:`; `redis://HOST/0?prefix=NAME` names another.

| key | holds |
|---|---|
| `site:SITE\nMETHOD` | what a method remembers of a site |
| `seen:URL` | a page that was fetched: the number of the run, then when, kind, etag, last-modified, digest |
| `link:URL` | a link that waits: the number of the run, its site, what is known of it |
| `waiting:SITE` | the addresses that wait, by the number they were found under |
| `patterns:SITE` | kinds of pages by the patterns of their addresses |
| `position:MACHINE:FILE` | how many bytes of an output hold articles that are seen |
| `held:PROCESS` | pages that wait for siblings, by number |
| `story:URL` | the article that was exported for the story that this one repeats |
| `duplicates:N:...` | the index of duplicates: `numbers`, `entries`, and texts by groups of hashes |
| `run`, `sites:N` | the number of the run, and the owner of each of its sites: nobody, a process, or done |
| `processes`, `alive:PROCESS` | who takes part, and signs of life |
| `recovery:PROCESS` | the process that frees the sites of one that died |
| `number` | the last number that was given out |
"""

from __future__ import annotations

from functools import cached_property

from webnoise.dedup.compare import Thresholds
from webnoise.stores.base import SharedRun, Stores
from webnoise.stores.redis.duplicates import RedisDuplicates
from webnoise.stores.redis.parts import RedisHeld, RedisSites, RedisStories
from webnoise.stores.redis.seen import RedisSeen
from webnoise.stores.redis.server import WAIT_SECONDS, RedisServer
from webnoise.stores.redis.shared_run import RedisRun


class RedisStores(Stores):
    def __init__(
        self,
        url: str,
        thresholds: Thresholds | None = None,
        expire_days: float = 0.0,
        wait_seconds: float = WAIT_SECONDS,
    ) -> None:
        super().__init__(thresholds)
        self._server = RedisServer(url, expire_days, wait_seconds)

    @cached_property
    def sites(self) -> RedisSites:
        return RedisSites(self._server)

    @cached_property
    def seen(self) -> RedisSeen:
        return RedisSeen(self._server)

    @cached_property
    def held(self) -> RedisHeld:
        return RedisHeld(self._server)

    @cached_property
    def stories(self) -> RedisStories:
        return RedisStories(self._server)

    @cached_property
    def duplicates(self) -> RedisDuplicates:
        return RedisDuplicates(self._server, self._thresholds)

    @cached_property
    def shared(self) -> SharedRun:  # type: ignore[override]
        return RedisRun(self._server, self.seen)

    def close(self) -> None:
        try:
            super().close()
            if "held" in vars(self):
                self.held.close()
        finally:
            self._server.close()
