"""One process of a pool and the line to it; the life that it leads at the other end.

The processes are forked from one that has imported `preload` and done nothing else, or spawned where a system
knows no forks: a script that makes a pool keeps its own work behind `if __name__ == "__main__"`.
"""

from __future__ import annotations

import gc
import multiprocessing
import pickle
import select
import signal
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

from webnoise.errors import InputError, WebnoiseError

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerContext, SpawnContext

PAGES = "webnoise.batch.ready"  # what work with pages needs
CLOSED = "the pool was closed over it"
# New objects between two collections. Pages make few cycles and many objects: at Python's 700, a tenth of the
# time went into looking for them.
_COLLECT_AFTER = 100_000
_READY = "ready"
_START_SECONDS = 300.0
_REMEDY = 'what it printed says why; a script of your own needs `if __name__ == "__main__":` around its work'


class WorkerLost(InputError):
    """The process died or was killed over this task: skip it, or try it with other limits."""


class PoolFailed(WebnoiseError):
    """Processes cannot be started: see what they say, or work without them."""


class Worker:
    """One process and the line to it."""

    def __init__(self, work: Callable[[Any], Any], preload: str) -> None:
        context = _context(preload)
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=_work_on, args=(theirs, work), daemon=True)
        try:
            self._process.start()
        except EOFError:
            raise PoolFailed(f"no process of the pool can be started: {_REMEDY}") from None
        finally:
            theirs.close()
        self._poller = _poller(self._line)

    def wait_until_ready(self) -> None:
        try:
            if self._line.poll(_START_SECONDS) and _received(self._line) == _READY:
                return
        except (EOFError, OSError):
            pass
        self.kill()
        raise PoolFailed(f"a process of the pool ended before it began ({self._end()}): {_REMEDY}")

    def takes(self, tasks: list[Any]) -> bool:
        """Whether the tasks were handed over; a process that died meanwhile takes none."""
        try:
            _send(self._line, tasks)
        except OSError:
            self.kill()
            return False
        return True

    def answer(self, seconds: float, closing: threading.Event) -> Any:
        """What came of the next task."""
        waited = 0.0
        while not self._has_come(step := min(0.5, seconds)):
            waited += step
            if closing.is_set():
                raise WorkerLost(CLOSED)
            if waited >= seconds:
                raise WorkerLost(f"took longer than {seconds:g} seconds and was given up")
        try:
            error, result = _received(self._line)
        except (EOFError, OSError):
            self._process.join()
            raise WorkerLost(f"its process died over it ({self._end()}): it may want more memory") from None
        if error is not None:
            raise error
        return result

    def _has_come(self, seconds: float) -> bool:
        if self._poller is None:
            return self._line.poll(seconds)
        return bool(self._poller.poll(1000 * seconds))

    def stop(self) -> None:
        """Let the process end by itself, which it does when nobody is at the other end."""
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


def _send(line: Connection, value: Any) -> None:
    """`Connection.send` looks for what only processes can share in every object of a value."""
    line.send_bytes(pickle.dumps(value, pickle.HIGHEST_PROTOCOL))


def _received(line: Connection) -> Any:
    return pickle.loads(line.recv_bytes())  # noqa: S301 - of this pool's own process


def get_ready(preload: str = PAGES) -> None:
    """Have `preload` imported for the processes of a pool that is made later, while this one goes on."""
    if _context(preload).get_start_method() == "forkserver":
        from multiprocessing import forkserver

        forkserver.ensure_running()


def _context(preload: str) -> SpawnContext | ForkServerContext:
    """Imports take half a second of each process that is spawned, nothing of one that is forked behind them.

    No process is forked from this one, whose threads and connections it would share.
    """
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["__main__", preload])
    return context


def _poller(line: Connection) -> Any:
    """What waits for a line: `Connection.poll` makes another for each wait. None where there is none."""
    if not hasattr(select, "poll"):
        return None
    poller = select.poll()
    poller.register(line.fileno(), select.POLLIN)
    return poller


def _work_on(line: Connection, work: Callable[[Any], Any]) -> None:
    """The life of a process: ends when the other end is closed, or gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one that hands out the work
    gc.freeze()
    gc.set_threshold(_COLLECT_AFTER)
    _send(line, _READY)
    while True:
        try:
            for task in _received(line):
                _answer(line, work, task)
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
    except Exception as error:  # noqa: BLE001 - what cannot be pickled
        _send(line, (InputError(f"{type(error).__name__}: {error}"), None))
