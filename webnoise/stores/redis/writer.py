"""Changes on their way to the server: sent by a thread, and kept in a file while the server is gone."""

from __future__ import annotations

import json
import logging
import os
import threading
import time
from collections import deque
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import gettempdir
from typing import Any

import xxhash

from webnoise.errors import StoreError
from webnoise.file_lock import Locked, lock
from webnoise.stores.redis.server import RedisServer

_LOG = logging.getLogger(__name__)
_MOST_BATCHES = 4  # on their way; who brings more waits
_PAUSE = 0.5
_LONGEST_PAUSE = 5.0

Change = tuple[str, ...]
"""A command of Redis and its arguments, as text."""


class ChangeWriter:
    """Batches of changes, each done wholly or not at all, in their order.

    While the server is gone they stand in a file as well, so that the death of this process loses none: the
    next one on this machine that opens the store sends them.
    """

    def __init__(self, server: RedisServer) -> None:
        self._server = server
        self._batches: deque[list[Change]] = deque()
        self._changed = threading.Condition()
        self._closing = False
        self._spool = Spool(server.url)
        self._thread = threading.Thread(target=self._work, name="webnoise-redis", daemon=True)
        self._send_left_over()
        self._thread.start()

    def send(self, batch: list[Change]) -> None:
        with self._changed:
            self._changed.wait_for(lambda: len(self._batches) < _MOST_BATCHES or self._spool.is_open)
            self._batches.append(batch)
            if self._spool.is_open:
                self._spool.add(batch)
            self._changed.notify_all()

    def wait(self, seconds: float | None = None) -> bool:
        """Whether all has arrived, after this time at the latest."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._batches, seconds)

    def close(self, seconds: float) -> None:
        """Wait for the last changes; what the server does not take stays in the file."""
        arrived = self.wait(seconds)
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        self._thread.join(timeout=1)
        if not arrived:
            with self._changed:
                if not self._spool.is_open:
                    self._spool.open(list(self._batches))
            self._spool.release()
            raise StoreError(
                f"{self._server.url} cannot be reached: {len(self._batches)} changes wait in "
                f"{self._spool.path}, and are sent when this store is opened again"
            )

    def _work(self) -> None:
        pause = _PAUSE
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._batches or self._closing)
                if not self._batches:
                    return
                batch = self._batches[0]
            if self._tried(batch):
                pause = _PAUSE
                with self._changed:
                    self._batches.popleft()
                    if not self._batches:
                        self._spool.remove()
                    self._changed.notify_all()
            elif self._closing:
                return
            else:
                time.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)

    def _tried(self, batch: list[Change]) -> bool:
        """Whether the server took a batch; while it does not, the batches stand in the file."""
        try:
            self._server.run(partial(_execute, batch=batch), wait_seconds=0.0)
        except StoreError as error:
            with self._changed:
                if not self._spool.is_open:
                    self._spool.open(list(self._batches))
                    _LOG.warning("%s; changes wait in %s meanwhile", error, self._spool.path)
                    self._changed.notify_all()
            return False
        return True

    def _send_left_over(self) -> None:
        """Send what processes of this machine that are no more have left in their files."""
        for path, batches in self._spool.left_over():
            for batch in batches:
                self._server.run(partial(_execute, batch=batch))
            path.unlink(missing_ok=True)
            _LOG.info("%d batches of changes that an earlier run could not send are sent", len(batches))


def _execute(client: Any, batch: list[Change]) -> None:
    pipe = client.pipeline(transaction=True)
    for change in batch:
        pipe.execute_command(*change)
    pipe.execute()


class Spool:
    """A file of batches, one JSON list a line; held by a lock while its process lives."""

    def __init__(self, url: str) -> None:
        folder = Path(os.environ.get("WEBNOISE_SPOOL") or gettempdir())
        self._name = f"webnoise-{xxhash.xxh3_64_hexdigest(url.encode())}"
        self.path = folder / f"{self._name}-{os.getpid()}-{id(self):x}.spool"
        self._file: Any = None
        self._lock: int | None = None

    @property
    def is_open(self) -> bool:
        return self._file is not None

    def open(self, batches: list[list[Change]]) -> None:
        try:
            self._lock = lock(self.path.with_suffix(".lock"))
            self._file = self.path.open("w", encoding="utf-8")
        except OSError as error:
            raise StoreError(f"changes cannot be kept in {self.path}: {error}") from error
        for batch in batches:
            self.add(batch)

    def add(self, batch: list[Change]) -> None:
        self._file.write(json.dumps(batch) + "\n")
        self._file.flush()

    def remove(self) -> None:
        if self._file is not None:
            self.path.unlink(missing_ok=True)
            self.release()

    def release(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None
            self.path.with_suffix(".lock").unlink(missing_ok=True)
            if self._lock is not None:
                os.close(self._lock)
                self._lock = None

    def left_over(self) -> list[tuple[Path, list[list[Change]]]]:
        """The files of processes that are no more; half a line, which a kill leaves, was never promised."""
        found = []
        for path in sorted(self.path.parent.glob(f"{self._name}-*.spool")):
            try:
                handle = lock(path.with_suffix(".lock"))
            except (Locked, OSError):
                continue
            batches = []
            for line in path.read_text(encoding="utf-8").splitlines():
                with suppress(ValueError):
                    batches.append([tuple(change) for change in json.loads(line)])
            found.append((path, batches))
            path.with_suffix(".lock").unlink(missing_ok=True)
            if handle is not None:
                os.close(handle)
        return found
