"""Processes that do one kind of work: values go in, results come out in their order.

A page that hangs or takes its process down costs that page alone: the process is killed and started anew.
Nothing here knows what the work is, so that a crawl may use it as well:

>>> with WorkerPool(partial(flow.extract, config=config), workers=4) as pool:
...     for article in pool.map(pages): ...                       # in order, few pages ahead
...     article = await asyncio.wrap_future(pool.submit(page))    # or one by one

The processes are forked from one that has imported `preload` and done nothing else, or spawned where a system
knows no forks: a script that makes a pool keeps its own work behind `if __name__ == "__main__"`.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import pickle
import select
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Self, TypeVar

from webnoise.errors import ConfigError, InputError, WebnoiseError

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerContext, SpawnContext

Task = TypeVar("Task")
Result = TypeVar("Result")

AHEAD = 8
"""Tasks handed out for each process before the first of them must be done: bounds what waits in memory."""

SECONDS = 60.0
"""For one task; three times what the limits allow for the parse of a page."""

# New objects between two collections. Pages make few cycles and many objects: at Python's 700, a tenth of the
# time went into looking for them.
_COLLECT_AFTER = 100_000
_TOGETHER = 8  # tasks that go to a process at once, where as many wait
PAGES = "webnoise.batch.ready"  # what work with pages needs
_READY = "ready"
_START_SECONDS = 300.0
_CLOSED = "the pool was closed over it"
_REMEDY = 'what it printed says why; a script of your own needs `if __name__ == "__main__":` around its work'


class WorkerLost(InputError):
    """The process died or was killed over this task: skip it, or try it with other limits."""


class PoolFailed(WebnoiseError):
    """Processes cannot be started: see what they say, or work without them."""


class _Job(NamedTuple):
    task: Any
    future: Future[Any]


class WorkerPool(Generic[Task, Result]):
    """`work` is sent to each process once; whatever it must prepare, it prepares there.

    Without `workers` there is one for each core this process may use. `seconds` bounds one task.
    `preload` is a module that is imported once for all of them, where they can be forked.
    """

    def __init__(
        self,
        work: Callable[[Task], Result],
        workers: int | None = None,
        *,
        seconds: float = SECONDS,
        preload: str = PAGES,
    ) -> None:
        self.workers = usable_cores() if workers is None else workers
        if self.workers < 1:
            raise ConfigError(f"workers must be a whole number from 1 on, not {workers!r}")
        self._work = work
        self._seconds = seconds
        self._preload = preload
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._failure: PoolFailed | None = None
        self._closing = threading.Event()
        self._threads = [
            threading.Thread(target=self._serve, name=f"webnoise-worker-{number}", daemon=True)
            for number in range(self.workers)
        ]
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def submit(self, task: Task) -> Future[Result]:
        """The result to come; its exception is what the work raised, or `WorkerLost`."""
        if self._closing.is_set():
            raise PoolFailed("the pool is closed: make another one")
        future: Future[Result] = Future()
        self._jobs.put(_Job(task, future))
        return future

    def map(self, tasks: Iterable[Task]) -> Iterator[Result | WebnoiseError]:
        """The result of each task in order, or the error of ours that stands for it; others are raised.

        Tasks are taken from their iterator as results are asked for, `AHEAD` for each process.
        """
        for _, result in self.pairs(tasks):
            yield result

    def pairs(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Result | WebnoiseError]]:
        """`map`, with the task beside its result."""
        under_way: deque[tuple[Task, Future[Result]]] = deque()
        try:
            for task in tasks:
                under_way.append((task, self.submit(task)))
                if len(under_way) >= AHEAD * self.workers:
                    first, future = under_way.popleft()
                    yield first, _outcome(future)
            while under_way:
                first, future = under_way.popleft()
                yield first, _outcome(future)
        finally:
            for _, future in under_way:
                future.cancel()

    def close(self) -> None:
        """End the processes; what no process has begun is cancelled, what one has is given up."""
        self._closing.set()
        for _ in self._threads:
            self._jobs.put(None)
        for thread in self._threads:
            thread.join()

    def _serve(self) -> None:
        """One thread for each process: it hands tasks over and waits for the answers."""
        worker: _Worker | None = None
        while (job := self._jobs.get()) is not None:
            jobs = deque([job, *self._further_jobs()])
            if self._closing.is_set():
                for job in jobs:
                    job.future.cancel()
            else:
                begun = deque(job for job in jobs if job.future.set_running_or_notify_cancel())
                worker = self._do(begun, worker)
        if worker is not None:
            worker.stop()

    def _further_jobs(self) -> Iterator[_Job]:
        """This process's share of the jobs that wait: tasks that go together cost one journey."""
        for _ in range(min(self._jobs.qsize() // self.workers, _TOGETHER - 1)):
            try:
                job = self._jobs.get_nowait()
            except Empty:
                return
            if job is None:
                self._jobs.put(None)
                return
            yield job

    def _do(self, jobs: deque[_Job], worker: _Worker | None) -> _Worker | None:
        """Settle the jobs' futures; the worker for the next ones, None where it was lost.

        The first that was not answered is the one that takes a process down: the others begin anew.
        """
        handed, together = 0, len(jobs)
        while jobs:
            try:
                if not handed:
                    tasks = [job.task for job in jobs][:together]
                    worker, handed = self._handed_over(tasks, worker), len(tasks)
                assert worker is not None
                result = worker.answer(self._seconds, self._closing)
            except (PoolFailed, WorkerLost) as error:
                if isinstance(error, PoolFailed):
                    self._failure = error
                jobs.popleft().future.set_exception(error)
                if worker is not None:
                    worker.kill()
                worker, handed = None, 0
            except Exception as error:  # noqa: BLE001 - whoever asked is told
                if not handed and together > 1:  # one of them cannot be pickled
                    together = 1
                    continue
                jobs.popleft().future.set_exception(error)
                handed = max(handed - 1, 0)
            else:
                jobs.popleft().future.set_result(result)
                handed -= 1
        return worker

    def _handed_over(self, tasks: list[Task], worker: _Worker | None) -> _Worker:
        """The worker that has got the tasks: this one, or another where it has died meanwhile."""
        if self._failure is not None:
            raise self._failure
        if self._closing.is_set():
            raise WorkerLost(_CLOSED)
        if worker is None or not worker.takes(tasks):
            worker = _Worker(self._work, self._preload)
            worker.wait_until_ready()
            if not worker.takes(tasks):
                raise WorkerLost("its process died before it began")
        return worker


class _Worker:
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
                raise WorkerLost(_CLOSED)
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


def usable_cores() -> int:
    """The cores that this process may use, which in a container are fewer than the machine has."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # only Linux has it
        return os.cpu_count() or 1


def _outcome(future: Future[Any]) -> Any:
    try:
        return future.result()
    except PoolFailed:
        raise
    except WebnoiseError as error:
        return error


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
    except Exception as error:  # noqa: BLE001 - whoever asked is told
        answer = (error, None)
    try:
        _send(line, answer)
    except OSError:
        raise
    except Exception as error:  # noqa: BLE001 - what cannot be pickled
        _send(line, (InputError(f"{type(error).__name__}: {error}"), None))
