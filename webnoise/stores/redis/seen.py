"""What crawls know of pages, in Redis."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from webnoise.stores.base import FoundLink, Gathered, PatternCounts, Seen, SeenPages
from webnoise.stores.redis.processes import machine
from webnoise.stores.redis.server import RedisServer

_LINKS_AT_ONCE = 1000

Change = tuple[Any, ...]
"""A command of Redis and its arguments."""

# Lets a link wait under a number, unless this run has seen its page. One that waits already keeps its number,
# and is this run's from now on.
_FIND = """
local seen, link, run = redis.call('GET', KEYS[1]), redis.call('GET', KEYS[2]), ARGV[1]
if seen and string.match(seen, '^(%d+)\\n') == run then return end
if link then
    redis.call('SET', KEYS[2], run .. string.match(link, '\\n.*'), 'KEEPTTL')
    return
end
redis.call('SET', KEYS[2], run .. ARGV[2])
redis.call('ZADD', KEYS[3], redis.call('INCR', KEYS[4]), ARGV[3])
if tonumber(ARGV[4]) > 0 then
    redis.call('EXPIRE', KEYS[2], ARGV[4])
    redis.call('EXPIRE', KEYS[3], ARGV[4])
end
"""
# Ends the wait of a link, whose second line is its site.
_SETTLE = """
local link = redis.call('GET', KEYS[1])
if link then
    redis.call('ZREM', ARGV[2] .. string.match(link, '^%d+\\n([^\\n]*)\\n'), ARGV[1])
    redis.call('DEL', KEYS[1])
end
"""
# The last write for a page wins, unless it is older: another process may have fetched it since.
_PUT = """
local known = redis.call('GET', KEYS[1])
if known and tonumber(string.match(known, '^%d+\\n%[([^,]+),')) > tonumber(ARGV[2]) then return end
redis.call('SET', KEYS[1], ARGV[1])
if tonumber(ARGV[3]) > 0 then redis.call('EXPIRE', KEYS[1], ARGV[3]) end
"""


class RedisSeen(SeenPages):
    """`run` is the number of the shared run that this process takes part in: pages and links bear it."""

    def __init__(self, server: RedisServer) -> None:
        super().__init__()
        self._server = server
        self.run = 0

    def is_of_run(self, url: str) -> bool:
        """Return whether the run is done with a page."""
        with self._lock:
            if url in self._gathered.seen:
                return True
        value = self._server.call("get", self._server.key("seen", url))
        return bool(value) and int(value.partition(b"\n")[0]) == self.run

    def put_of_run(self, run: int, pages: Iterable[tuple[str, Seen]]) -> None:
        """Write pages at once that another process of a run was done with."""
        self._execute(
            change for url, seen in pages for change in (self._put(url, seen, run), self._settle(url))
        )

    def waiting_of_runs(self, site: str) -> list[tuple[int, FoundLink]]:
        """Return the links of a site that wait, as they were found, each with its run."""
        self.flush()
        server = self._server
        urls = server.call("zrange", server.key("waiting", _line(site)), 0, -1)
        links = []
        for start in range(0, len(urls), _LINKS_AT_ONCE):
            keys = [
                server.key("link", url.decode("utf-8", "surrogatepass"))
                for url in urls[start : start + _LINKS_AT_ONCE]
            ]
            for value in server.call("mget", keys):
                if value is not None:
                    run, _, fields = value.split(b"\n", 2)
                    links.append((int(run), FoundLink(**json.loads(fields))))
        return links

    def position_at(self, of_machine: str, output: str) -> int:
        """`position` of a file on another machine."""
        value = self._server.call("get", self._server.key("position", of_machine, output))
        return int(value) if value else 0

    def patterns(self, site: str) -> PatternCounts:
        value = self._server.call("get", self._server.key("patterns", site))
        counts: PatternCounts = json.loads(value) if value else {}
        return counts

    def put_patterns(self, site: str, counts: PatternCounts) -> None:
        server, value = self._server, json.dumps(counts)
        server.call("set", server.key("patterns", site), value, ex=server.expire_seconds or None)

    def _load(self, url: str) -> Seen | None:
        value = self._server.call("get", self._server.key("seen", url))
        return Seen(*json.loads(value.partition(b"\n")[2])) if value else None

    def _load_waiting(self, site: str) -> list[FoundLink]:
        return [link for _, link in self.waiting_of_runs(site)]

    def _load_position(self, output: str) -> int:
        return self.position_at(machine(), output)

    def _write(self, gathered: Gathered) -> None:
        changes = [self._find(site, link) for site, link in gathered.found.values()]
        changes += [self._settle(url) for url in gathered.settled]
        changes += [self._put(url, seen, self.run) for url, seen in gathered.seen.items()]
        changes += [
            ("SET", self._server.key("position", machine(), output), position)
            for output, position in gathered.positions.items()
        ]
        self._execute(changes)

    def _find(self, site: str, link: FoundLink) -> Change:
        key, url, waits_for = self._server.key, link.url, _line(site)
        keys = (key("seen", url), key("link", url), key("waiting", waits_for), key("number"))
        fields = json.dumps({**link._asdict(), "hints": dict(link.hints)})
        values = (self.run, f"\n{waits_for}\n{fields}", url, self._server.expire_seconds)
        return ("EVAL", _FIND, len(keys), *keys, *values)

    def _settle(self, url: str) -> Change:
        key = self._server.key
        return ("EVAL", _SETTLE, 1, key("link", url), url, key("waiting", ""))

    def _put(self, url: str, seen: Seen, run: int) -> Change:
        key, value = self._server.key("seen", url), f"{run}\n{json.dumps(seen)}"
        return ("EVAL", _PUT, 1, key, value, repr(seen.fetched), self._server.expire_seconds)

    def _execute(self, changes: Iterable[Change]) -> None:
        """Do all changes or none; done twice, where an answer was lost, they leave the same."""
        commands = list(changes)

        def execute(client: Any) -> None:
            with client.pipeline(transaction=True) as pipe:
                for command in commands:
                    pipe.execute_command(*command)
                pipe.execute()

        self._server.run(execute)


def _line(site: str) -> str:
    return site.replace("\n", " ")
