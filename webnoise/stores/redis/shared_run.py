"""A crawl that several processes share: each site belongs to one of them at a time.

So one process keeps a site's delay and pauses, and its frontier in the best order. What it finds and what it
has done is written to the store as it happens, so that another process can go on with the site. A run begins
with the first process and is over when all of its sites are done.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from webnoise.stores.base import FoundLink, SharedRun
from webnoise.stores.lines import written_pages
from webnoise.stores.redis.processes import Processes, own_name
from webnoise.stores.redis.seen import RedisSeen
from webnoise.stores.redis.server import RedisServer

_LOG = logging.getLogger(__name__)
_DONE = "done"
_RECOVERY_SECONDS = 120

# KEYS: the number of the run, and the prefix of the sites of each run. ARGV: whether other processes live,
# then the sites. Returns the number of the run that is under way, or of a new one.
_JOIN = """
local number = tonumber(redis.call('GET', KEYS[1]) or '0')
local under_way = false
if number > 0 then
    local states = redis.call('HVALS', KEYS[2] .. number)
    for _, state in ipairs(states) do
        if state ~= 'done' then under_way = true end
    end
    if ARGV[1] == '1' and #states > 0 then under_way = true end
end
if not under_way then
    redis.call('DEL', KEYS[2] .. number)
    number = redis.call('INCR', KEYS[1])
end
for index = 2, #ARGV do redis.call('HSETNX', KEYS[2] .. number, ARGV[index], '') end
return number
"""
# Takes at most so many of the sites that are free.
_TAKE = """
local taken = {}
for index = 3, #ARGV do
    if #taken < tonumber(ARGV[2]) and redis.call('HGET', KEYS[1], ARGV[index]) == '' then
        redis.call('HSET', KEYS[1], ARGV[index], ARGV[1])
        taken[#taken + 1] = ARGV[index]
    end
end
return taken
"""
# Sets the state of a site that belongs to this process.
_SET = """
if redis.call('HGET', KEYS[1], ARGV[2]) == ARGV[1] then redis.call('HSET', KEYS[1], ARGV[2], ARGV[3]) end
"""


class RedisRun(SharedRun):
    def __init__(self, server: RedisServer, seen: RedisSeen) -> None:
        self._server = server
        self._seen = seen
        self._processes = Processes(server)
        self._sites: Sequence[str] = ()
        self._output: str | None = None
        self._own: set[str] = set()
        self._number = 0

    def join(self, sites: Sequence[str], output: Path | None = None) -> None:
        self._sites, self._output = sites, str(output) if output else None
        self._beat()
        self._recover()
        others = any(name != own_name() for name in self._processes.known())
        keys = [self._server.key("run"), self._server.key("sites", "")]
        self._number = int(self._server.script(_JOIN, keys, [int(others), *sites]))
        self._seen.run = self._number
        self._beat()

    def take(self, most: int) -> list[str]:
        self._recover()
        taken = self._server.script(_TAKE, [self._sites_key()], [own_name(), most, *self._sites])
        sites = [site.decode() for site in taken]
        self._own.update(sites)
        return sites

    def waiting(self, site: str, *, of_earlier_runs: bool) -> list[FoundLink]:
        links = self._seen.waiting_of_runs(site)
        return [link for run, link in links if of_earlier_runs or run == self._number]

    def is_done(self, url: str) -> bool:
        return self._seen.is_of_run(url)

    def keep(self) -> set[str]:
        if self._processes.is_beat_due:
            self._beat()
            self._own = {site for site, state in self._states().items() if state == own_name()}
        return self._own

    def finish(self, site: str) -> None:
        self._server.script(_SET, [self._sites_key()], [own_name(), site, _DONE])
        self._own.discard(site)

    def is_over(self) -> bool:
        states = self._states()
        return all(states.get(site) == _DONE for site in self._sites)

    def leave(self) -> None:
        for site in self._own:
            self._server.script(_SET, [self._sites_key()], [own_name(), site, ""])
        self._processes.leave()

    def _beat(self) -> None:
        self._processes.beat(output=self._output, run=self._number)

    def _sites_key(self) -> str:
        return self._server.key("sites", self._number)

    def _states(self) -> dict[str, str]:
        states = self._server.call("hgetall", self._sites_key())
        return {site.decode(): state.decode() for site, state in states.items()}

    def _recover(self) -> None:
        """Recover what processes that died have left; one process does so for each of them."""
        server = self._server
        for name, facts in self._processes.dead().items():
            claim = server.key("recovery", name)
            if not server.call("set", claim, own_name(), nx=True, ex=_RECOVERY_SECONDS):
                continue
            _LOG.warning("A process of this crawl is gone (%s): others go on with its sites", name)
            self._note_written(facts)
            self._free_sites(name, int(facts.get("run") or 0))
            server.call("delete", server.key("held", name))
            server.call("hdel", server.key("processes"), name)

    def _note_written(self, facts: dict[str, Any]) -> None:
        """Put the articles that the output of a process holds and the store does not know."""
        output = facts.get("output")
        if not output or not Path(output).is_file():
            return
        written = dict(written_pages(Path(output), self._seen.position_at(facts["machine"], output)))
        known = {url: self._seen.get(url) for url in written}
        new = [
            (url, seen)
            for url, seen in written.items()
            if (earlier := known[url]) is None or earlier.digest != seen.digest
        ]
        self._seen.put_of_run(int(facts.get("run") or 0), new)

    def _free_sites(self, name: str, run: int) -> None:
        """Free the sites of a process; their links wait in the store for the next one."""
        key = self._server.key("sites", run)
        states = self._server.call("hgetall", key)
        for site, state in states.items():
            if state.decode() == name:
                self._server.script(_SET, [key], [name, site, ""])
