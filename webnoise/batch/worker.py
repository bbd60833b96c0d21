"""One process of a pool: it answers one task after the other.

Processes are forked from one that has imported `webnoise.batch.warmup` and done nothing else, or spawned
where the system cannot fork: a script that makes a pool keeps its own work under `if __name__ == "__main__"`.
"""

from __future__ import annotations

import gc
import multiprocessing
import pickle
import signal
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

from webnoise.errors import InputError, WebnoiseError

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerContext, SpawnContext

CLOSED = "the pool was closed over it"
# New objects between two collections. Pages make few cycles and many objects: at Python's 700, a tenth of the
# time went into looking for them.
_COLLECT_AFTER = 100_000
_READY = "ready"
_START_SECONDS = 300.0
_POLL_SECONDS = 0.5  # between two looks at whether the pool was closed
_REMEDY = 'what it printed says why; a script of your own needs `if __name__ == "__main__":` around its work'


class WorkerLost(InputError):
    """The process died or was killed over this task: skip it, or try it with other limits."""


class PoolFailed(WebnoiseError):
    """Processes cannot be started: see what they print, or work without them."""


class Worker:
    """A process and the connection to it."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        context = _context()
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=_work_on, args=(theirs, work), daemon=True)
        try:
            self._process.start()
        except EOFError:
            raise PoolFailed(f"no process of the pool can be started: {_REMEDY}") from None
        finally:
            theirs.close()
        try:
            is_ready = self._line.poll(_START_SECONDS) and _receive(self._line) == _READY
        except (EOFError, OSError):
            is_ready = False
        if not is_ready:
            self.kill()
            raise PoolFailed(f"a process of the pool ended before it began ({self._end()}): {_REMEDY}")

    def takes(self, task: bytes) -> bool:
        """Send a pickled task; return whether the process was there to take it."""
        try:
            self._line.send_bytes(task)
        except OSError:
            self.kill()
            return False
        return True

    def answer(self, seconds: float, closing: threading.Event) -> Any:
        """Return the result of the task, or raise what it raised; WorkerLost where no answer comes."""
        waited = 0.0
        while not self._line.poll(step := min(_POLL_SECONDS, seconds)):
            waited += step
            if closing.is_set():
                raise WorkerLost(CLOSED)
            if waited >= seconds:
                raise WorkerLost(f"took longer than {seconds:g} seconds and was given up")
        try:
            error, result = _receive(self._line)
        except (EOFError, OSError):
            self._process.join()
            raise WorkerLost(f"its process died over it ({self._end()}): it may want more memory") from None
        if error is not None:
            raise error
        return result

    def stop(self) -> None:
        """Let the process end by itself, as it does when the connection is closed."""
        self._line.close()
        self._process.join(timeout=2)
        self.kill()

    def kill(self) -> None:
        self._process.kill()
        self._process.join()
        self._line.close()

    def _end(self) -> str:
        code = self._process.exitcode
        return f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"


def pickled(value: Any) -> bytes:
    """Pickle a value; `Connection.send` would take a slower pickler."""
    return pickle.dumps(value, pickle.HIGHEST_PROTOCOL)


def _send(line: Connection, value: Any) -> None:
    line.send_bytes(pickled(value))


def _receive(line: Connection) -> Any:
    return pickle.loads(line.recv_bytes())  # noqa: S301 - from this pool's own process


def _context() -> SpawnContext | ForkServerContext:
    """Fork from a server where the system can: imports take half a second of each process that is spawned.

    Nothing is forked from this process, whose threads and connections the fork would share.
    """
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["__main__", "webnoise.batch.warmup"])
    return context


def _work_on(line: Connection, work: Callable[[Any], Any]) -> None:
    """Answer tasks until the other end is closed, or gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that hands out the work
    gc.set_threshold(_COLLECT_AFTER)
    _send(line, _READY)
    while True:
        try:
            _answer(line, work, _receive(line))
        except (EOFError, OSError):
            return


def _answer(line: Connection, work: Callable[[Any], Any], task: Any) -> None:
    try:
        answer: tuple[Exception | None, Any] = (None, work(task))
    except Exception as error:  # noqa: BLE001 - the caller gets it
        answer = (error, None)
    try:
        _send(line, answer)
    except OSError:
        raise
    except Exception as error:  # noqa: BLE001 - a result or error that cannot be pickled
        _send(line, (InputError(f"{type(error).__name__}: {error}"), None))
