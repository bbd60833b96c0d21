"""Memories of sites, held pages and stories in Redis."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Any

from webnoise.errors import StoreError
from webnoise.model import Page
from webnoise.stores.base import HeldPages, SiteMemories, Stories
from webnoise.stores.held_page import pack, unpack
from webnoise.stores.redis.processes import Processes, own_name
from webnoise.stores.redis.server import RedisServer

_LOG = logging.getLogger(__name__)
_SEPARATOR = "\n"  # neither sites nor methods have it in their names


class RedisSites(SiteMemories):
    def __init__(self, server: RedisServer) -> None:
        self._server = server

    def load(self, site: str, method: str) -> bytes | None:
        saved: bytes | None = self._server.call("get", self._key(site, method))
        return saved

    def update(self, site: str, method: str, change: Callable[[bytes | None], bytes]) -> None:
        import redis

        key, server = self._key(site, method), self._server

        def try_once(client: Any) -> bool:
            with client.pipeline() as pipe:
                pipe.watch(key)
                memory = change(pipe.get(key))
                pipe.multi()
                pipe.set(key, memory, ex=server.expire_seconds or None)
                try:
                    pipe.execute()
                except redis.WatchError:  # somebody wrote in between
                    return False
                return True

        while not server.run(try_once):
            pass

    def forget(self, site: str) -> bool:
        keys = [self._key(site, method) for known, method in self.known() if known == site]
        return bool(keys) and self._server.call("delete", *keys) > 0

    def known(self) -> list[tuple[str, str]]:
        beginning = self._server.key("site", "")
        pattern = beginning.replace("[", r"\[") + "*"
        keys = self._server.run(lambda client: list(client.scan_iter(pattern, count=1000)))
        parts = (key.decode().removeprefix(beginning).split(_SEPARATOR) for key in keys)
        return sorted((site, method) for site, method in parts)

    def _key(self, site: str, method: str) -> str:
        return self._server.key("site", f"{site}{_SEPARATOR}{method}")


class RedisHeld(HeldPages):
    def __init__(self, server: RedisServer) -> None:
        self._server = server
        self._processes = Processes(server)
        self._is_known = False
        self._held: set[int] = set()

    def hold(self, page: Page) -> int:
        server = self._server
        if not self._is_known:
            self._processes.beat()
            self._is_known = True
        number: int = server.call("incr", server.key("number"))
        packed = pack(page)

        def put(client: Any) -> None:
            pipe = client.pipeline()
            pipe.hset(server.key("held", own_name()), number, packed)
            if server.expire_seconds:
                pipe.expire(server.key("held", own_name()), server.expire_seconds)
            pipe.execute()

        server.run(put)
        self._held.add(number)
        return number

    def left_over(self) -> Iterator[tuple[int, Page]]:
        server = self._server
        for process in (own_name(), *self._processes.dead()):
            key = server.key("held", process)
            for number in sorted(set(map(int, server.call("hkeys", key))) - self._held):
                packed = server.call("hget", key, number)
                if packed is None:
                    continue
                try:
                    yield number, unpack(packed)
                except StoreError as error:
                    _LOG.warning("A page held in %s is dropped, for %s", server.url, error)
                    self.let_go(number)

    def let_go(self, number: int) -> None:
        server = self._server
        self._held.discard(number)
        if not server.call("hdel", server.key("held", own_name()), number):
            for name in self._processes.known():
                server.call("hdel", server.key("held", name), number)

    def close(self) -> None:
        """Sign off, unless pages of this process still wait."""
        server = self._server
        if self._is_known and not server.call("exists", server.key("held", own_name())):
            self._processes.leave()


class RedisStories(Stories):
    def __init__(self, server: RedisServer) -> None:
        self._server = server

    def original(self, url: str) -> str:
        original = self._server.call("get", self._server.key("story", url))
        return original.decode("utf-8", "surrogatepass") if original else url

    def put(self, url: str, original: str) -> None:
        server, key = self._server, self._server.key("story", url)
        if url == original:
            server.call("delete", key)
        else:
            value = original.encode("utf-8", "surrogatepass")
            server.call("set", key, value, ex=server.expire_seconds or None)
