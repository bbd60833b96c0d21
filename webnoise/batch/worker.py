"""One process of a pool: it answers one task after the other.

Processes are forked from one that has imported `webnoise.batch.warmup` and done nothing else, or spawned
where the system cannot fork: a script that makes a pool keeps its own work under `if __name__ == "__main__"`.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from typing import Any

from webnoise.errors import InputError, WebnoiseError

# New objects between two collections. Pages make few cycles and many objects: at Python's 700, a tenth of the
# time went into looking for them.
_COLLECT_AFTER = 100_000
_START_SECONDS = 300.0
_POLL_SECONDS = 0.5  # between two looks at whether the pool was closed
_REMEDY = 'what it printed says why; a script of your own needs `if __name__ == "__main__":` around its work'


class WorkerLost(InputError):
    """The process died or was killed over this task: skip it, or try it with other limits."""


class PoolFailed(WebnoiseError):
    """Processes cannot be started: see what they print, or work without them."""


class Worker:
    """A process that does `work`, which is sent to it once."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        self._executor = ProcessPoolExecutor(1, _context(), _begin, (work,))
        self._processes: list[Any] = []
        try:
            ready = self._executor.submit(os.getpid)
            # Python 3.14 has `kill_workers`; before, no public name leads to the processes.
            self._processes = list(self._executor._processes.values())  # noqa: SLF001
            ready.result(_START_SECONDS)
        except (BrokenProcessPool, TimeoutError, EOFError):
            self.kill()
            raise PoolFailed(f"a process of the pool ended before it began: {_REMEDY}") from None

    def answer(self, task: Any, seconds: float, closing: threading.Event) -> Any:
        """Return the result of a task, or raise what it raised; WorkerLost where no answer comes."""
        try:
            future = self._executor.submit(_answer, task)
            waited = 0.0
            while True:
                try:
                    return future.result(step := min(_POLL_SECONDS, seconds))
                except TimeoutError:
                    if future.done():
                        raise  # it is the task's own
                    waited += step
                if closing.is_set():
                    raise WorkerLost("the pool was closed over it")
                if waited >= seconds:
                    raise WorkerLost(f"took longer than {seconds:g} seconds and was given up")
        except BrokenProcessPool:
            for process in self._processes:
                process.join()
            raise WorkerLost(f"its process died over it ({self._end()}): it may want more memory") from None

    def kill(self) -> None:
        for process in self._processes:
            process.kill()
        self._executor.shutdown(cancel_futures=True)

    def _end(self) -> str:
        code = self._processes[0].exitcode
        return f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"


def _context() -> Any:
    """Fork from a server where the system can: imports take half a second of each process that is spawned.

    Nothing is forked from this process, whose threads and connections the fork would share.
    """
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["__main__", "webnoise.batch.warmup"])
    return context


_work: Callable[[Any], Any]


def _begin(work: Callable[[Any], Any]) -> None:
    """Prepare a process: Ctrl-C is for the one that hands out the work, and whose end ends this one."""
    global _work  # noqa: PLW0603 - one work in one process
    _work = work
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(_COLLECT_AFTER)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _answer(task: Any) -> Any:
    return _work(task)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)
