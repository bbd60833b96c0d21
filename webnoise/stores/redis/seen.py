"""What crawls know of pages, in Redis."""

from __future__ import annotations

import json
from collections.abc import Iterable
from time import monotonic
from typing import Any

from webnoise.stores.base import FoundLink, PatternCounts, Seen, SeenPages
from webnoise.stores.redis.processes import machine
from webnoise.stores.redis.server import WAIT_SECONDS, RedisServer
from webnoise.stores.redis.writer import Change, ChangeWriter

_CHANGES_AT_ONCE = 64
_SECONDS_AT_ONCE = 1.0
_LINKS_AT_ONCE = 1000

# A link waits under a number, unless this run has seen its page. One that waits already keeps its place, and
# is this run's from now on.
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
# A link waits no more; the site that it waits for stands in its first lines.
_SETTLE = """
local link = redis.call('GET', KEYS[1])
if link then
    redis.call('ZREM', ARGV[2] .. string.match(link, '^%d+\\n([^\\n]*)\\n'), ARGV[1])
    redis.call('DEL', KEYS[1])
end
"""
# The last write for a page wins, unless it is older: a change may have waited in a file for a day.
_PUT = """
local known = redis.call('GET', KEYS[1])
if known and tonumber(string.match(known, '^%d+\\n%[([^,]+),')) > tonumber(ARGV[2]) then return end
redis.call('SET', KEYS[1], ARGV[1])
if tonumber(ARGV[3]) > 0 then redis.call('EXPIRE', KEYS[1], ARGV[3]) end
"""


class RedisSeen(SeenPages):
    """Changes are gathered and sent together, in the background; what was put is known here at once.

    `run` is the number of the shared run that this process takes part in: pages and links bear it.
    """

    def __init__(self, server: RedisServer) -> None:
        self._server = server
        self._writer = ChangeWriter(server)
        self._changes: list[Change] = []
        self._seen: dict[str, Seen] = {}  # gathered
        self._sent: dict[str, Seen] = {}  # on their way
        self._positions: dict[str, int] = {}
        self._moved: set[str] = set()  # positions that were put since the last were sent
        self._flushed = monotonic()
        self.run = 0

    def get(self, url: str) -> Seen | None:
        if here := self._seen.get(url) or self._sent.get(url):
            return here
        value = self._server.call("get", self._server.key("seen", url))
        return Seen(*json.loads(value.partition(b"\n")[2])) if value else None

    def is_of_run(self, url: str) -> bool:
        """Whether the run has done with a page."""
        if url in self._seen or url in self._sent:
            return True
        value = self._server.call("get", self._server.key("seen", url))
        return bool(value) and int(value.partition(b"\n")[0]) == self.run

    def put(self, url: str, seen: Seen) -> None:
        self._seen[url] = seen
        value, key = f"{self.run}\n{json.dumps(seen)}", self._server.key("seen", url)
        self._add("EVAL", _PUT, 1, key, value, repr(seen.fetched), self._server.expire_seconds)
        self.settle(url)

    def find(self, site: str, links: Iterable[FoundLink]) -> None:
        key, expire = self._server.key, self._server.expire_seconds
        for link in links:
            keys = (key("seen", link.url), key("link", link.url), key("waiting", _line(site)), key("number"))
            fields = json.dumps({**link._asdict(), "hints": dict(link.hints)})
            self._add("EVAL", _FIND, 4, *keys, self.run, f"\n{_line(site)}\n{fields}", link.url, expire)
        self._flush_when_due()

    def settle(self, url: str) -> None:
        key = self._server.key
        self._add("EVAL", _SETTLE, 1, key("link", url), url, key("waiting", ""))
        self._flush_when_due()

    def waiting(self, site: str) -> list[FoundLink]:
        return [link for _, link in self.waiting_of_runs(site)]

    def waiting_of_runs(self, site: str) -> list[tuple[int, FoundLink]]:
        """The links of a site that wait, in the order they were found, each with the run that found it."""
        self.flush()
        server = self._server
        place = server.key("waiting", _line(site))
        urls = [url.decode("utf-8", "surrogatepass") for url in server.call("zrange", place, 0, -1)]
        links = []
        for start in range(0, len(urls), _LINKS_AT_ONCE):
            keys = [server.key("link", url) for url in urls[start : start + _LINKS_AT_ONCE]]
            for value in server.call("mget", keys):
                if value is not None:
                    run, _, fields = value.split(b"\n", 2)
                    links.append((int(run), FoundLink(**json.loads(fields))))
        return links

    def position(self, output: str) -> int:
        if output in self._positions:
            return self._positions[output]
        return self.position_at(machine(), output)

    def position_at(self, of_machine: str, output: str) -> int:
        """`position` of a file on another machine."""
        value = self._server.call("get", self._server.key("position", of_machine, output))
        return int(value) if value else 0

    def put_position(self, output: str, position: int) -> None:
        self._positions[output] = position
        self._moved.add(output)

    def patterns(self, site: str) -> PatternCounts:
        value = self._server.call("get", self._server.key("patterns", site))
        counts: PatternCounts = json.loads(value) if value else {}
        return counts

    def put_patterns(self, site: str, counts: PatternCounts) -> None:
        server, value = self._server, json.dumps(counts)
        key = server.key("patterns", site)
        server.call("set", key, value, ex=server.expire_seconds or None)

    def flush(self) -> None:
        """Send what was gathered, and wait until it has arrived."""
        self._send()
        if not self._writer.wait(WAIT_SECONDS):
            raise self._server.gone(TimeoutError(f"no answer for {WAIT_SECONDS:.0f} seconds"))

    def close(self) -> None:
        self._send()
        self._writer.close(WAIT_SECONDS)

    def _send(self) -> None:
        for output in self._moved:
            self._add("SET", self._server.key("position", machine(), output), self._positions[output])
        self._moved.clear()
        if self._writer.wait(0):  # what was sent before has arrived
            self._sent.clear()
        if self._changes:
            self._writer.send(self._changes)
        self._sent.update(self._seen)
        self._seen, self._changes = {}, []
        self._flushed = monotonic()

    def _flush_when_due(self) -> None:
        if len(self._changes) >= _CHANGES_AT_ONCE or monotonic() - self._flushed >= _SECONDS_AT_ONCE:
            self._send()

    def _add(self, *change: Any) -> None:
        self._changes.append(tuple(map(str, change)))


def _line(site: str) -> str:
    return site.replace("\n", " ")
