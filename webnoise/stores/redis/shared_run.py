"""A crawl that several processes share: each site belongs to one of them at a time.

One process at a time keeps a site's delay and pauses, and its frontier in the best order. What it finds and
what it has done stands in the store as it happens, so that another process goes on with the site when it is
gone. A run begins with the first process and is over when all of its sites are done.
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

# KEYS: the number of the run, the sites of all runs' beginning. ARGV: whether processes live, then the sites.
# Answers the number of the run: the one that is under way, or a new one.
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
# Takes free sites, at most so many, of those that are asked for.
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
# Sets the state of a site, if it belongs to the process that asks.
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
        self._say_alive()
        self._recover()
        others = any(name != own_name() for name in self._processes.known())
        keys = [self._server.key("run"), self._server.key("sites", "")]
        self._number = int(self._server.script(_JOIN, keys, [int(others), *sites]))
        self._seen.run = self._number
        self._say_alive()

    def take(self, most: int) -> list[str]:
        self._recover()
        taken = self._server.script(_TAKE, [self._place()], [own_name(), most, *self._sites])
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
            self._say_alive()
            self._own = {site for site, state in self._states().items() if state == own_name()}
        return self._own

    def finish(self, site: str) -> None:
        self._server.script(_SET, [self._place()], [own_name(), site, _DONE])
        self._own.discard(site)

    def is_over(self) -> bool:
        states = self._states()
        return all(states.get(site) == _DONE for site in self._sites)

    def leave(self) -> None:
        for site in self._own:
            self._server.script(_SET, [self._place()], [own_name(), site, ""])
        self._processes.leave()

    def _say_alive(self) -> None:
        self._processes.beat(output=self._output, run=self._number)

    def _place(self) -> str:
        return self._server.key("sites", self._number)

    def _states(self) -> dict[str, str]:
        states = self._server.call("hgetall", self._place())
        return {site.decode(): state.decode() for site, state in states.items()}

    def _recover(self) -> None:
        """Put right what processes that are no more have left; each of them is put right by one process."""
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
        """The output says what came out: lines that the store does not know are put."""
        output = facts.get("output")
        if not output or not Path(output).is_file():
            return
        for url, seen in written_pages(Path(output), self._seen.position_at(facts["machine"], output)):
            known = self._seen.get(url)
            if known is None or known.digest != seen.digest:
                run, self._seen.run = self._seen.run, int(facts.get("run") or 0)
                self._seen.put(url, seen)
                self._seen.run = run
        self._seen.flush()

    def _free_sites(self, name: str, run: int) -> None:
        """Its links wait in the store: whoever takes a site goes on with them."""
        place = self._server.key("sites", run)
        states = self._server.call("hgetall", place)
        for site, state in states.items():
            if state.decode() == name:
                self._server.script(_SET, [place], [name, site, ""])
