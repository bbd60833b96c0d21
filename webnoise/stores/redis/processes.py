"""The processes that share a store, and which of them have ended."""

from __future__ import annotations

import json
import os
import socket
import time
import uuid
from functools import cache
from pathlib import Path
from typing import Any

from webnoise.stores.redis.server import RedisServer
from webnoise.stores.running import is_running, start_time

BEAT_SECONDS = 5.0
DEAD_AFTER = 30.0
"""Seconds without a sign after which a process of another machine counts as dead."""


@cache
def machine() -> str:
    """Return a name of this machine or container: where a process number names one process."""
    try:
        numbers = Path("/proc/self/ns/pid").readlink().name
    except OSError:
        numbers = ""
    return f"{socket.gethostname()}/{numbers}"


@cache
def own_name() -> str:
    """Return a name of this process that no other ever had."""
    return f"{machine()}/{os.getpid()}/{uuid.uuid4().hex[:8]}"


class Processes:
    """The signs of life in the store: a key for each process, which expires unless it is renewed."""

    def __init__(self, server: RedisServer) -> None:
        self._server = server
        self._missing: dict[str, float] = {}  # since when a process of another machine gives no sign
        self._last_beat = 0.0

    def beat(self, **facts: Any) -> None:
        """Report that this process lives, and the facts that others need once it is dead.

        Without facts, those of the last call stay.
        """
        record = {"machine": machine(), "pid": os.getpid(), "since": start_time(os.getpid()), **facts}
        name, server = own_name(), self._server

        def say(client: Any) -> None:
            pipe = client.pipeline()
            (pipe.hset if facts else pipe.hsetnx)(server.key("processes"), name, json.dumps(record))
            pipe.set(server.key("alive", name), 1, ex=int(DEAD_AFTER))
            pipe.execute()

        server.run(say)
        self._last_beat = time.monotonic()

    @property
    def is_beat_due(self) -> bool:
        return time.monotonic() - self._last_beat >= BEAT_SECONDS

    def leave(self) -> None:
        server = self._server
        server.call("hdel", server.key("processes"), own_name())
        server.call("delete", server.key("alive", own_name()))

    def known(self) -> dict[str, dict[str, Any]]:
        found = self._server.call("hgetall", self._server.key("processes"))
        return {name.decode(): json.loads(facts) for name, facts in found.items()}

    def dead(self) -> dict[str, dict[str, Any]]:
        """Return the processes that have ended without leaving."""
        return {name: facts for name, facts in self.known().items() if not self.lives(name, facts)}

    def lives(self, name: str, facts: dict[str, Any]) -> bool:
        if name == own_name():
            return True
        if facts["machine"] == machine():
            return is_running(facts["pid"], facts.get("since"))
        server = self._server
        if server.call("exists", server.key("alive", name)):
            self._missing.pop(name, None)
            return True
        # The server may have been away itself: a process must be missed for as long as it may be silent.
        since = self._missing.setdefault(name, time.monotonic())
        return time.monotonic() - since < DEAD_AFTER
