"""A pool of processes whose results come in the order of their tasks.

A page that hangs or takes its process down costs that page alone: the process is killed and started again.

>>> with WorkerPool(partial(flow.extract, config=config), workers=4) as pool:
...     for article in pool.map(pages): ...
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, Generic, NamedTuple, Self, TypeVar

from webnoise.batch.worker import PoolFailed, Worker, WorkerLost
from webnoise.errors import ConfigError, WebnoiseError

Task = TypeVar("Task")
Result = TypeVar("Result")

AHEAD = 8
"""Tasks handed out for each process before the first of them must be done: bounds what waits in memory."""

SECONDS = 60.0
"""For one task; three times what the limits allow for the parse of a page."""


class _Job(NamedTuple):
    task: Any
    future: Future[Any]


class WorkerPool(Generic[Task, Result]):
    """Processes that all do `work`, which is sent to each of them once.

    Without `workers` there is one for each core this process may use. `seconds` bounds one task.
    """

    def __init__(
        self, work: Callable[[Task], Result], workers: int | None = None, *, seconds: float = SECONDS
    ) -> None:
        self.workers = usable_cores() if workers is None else workers
        if self.workers < 1:
            raise ConfigError(f"workers must be a whole number from 1 on, not {workers!r}")
        self._work = work
        self._seconds = seconds
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
        """Return the future of a task; its exception is what the work raised, or `WorkerLost`."""
        if self._closing.is_set():
            raise PoolFailed("the pool is closed: make another one")
        future: Future[Result] = Future()
        self._jobs.put(_Job(task, future))
        return future

    def map(self, tasks: Iterable[Task]) -> Iterator[Result | WebnoiseError]:
        """Yield the result of each task in order, or the WebnoiseError that it raised; others are raised.

        Tasks are taken from their iterator as results are taken, `AHEAD` for each process.
        """
        for _, result in self.pairs(tasks):
            yield result

    def pairs(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Result | WebnoiseError]]:
        """`map`, with each task beside its result."""
        submitted: deque[tuple[Task, Future[Result]]] = deque()
        try:
            for task in tasks:
                submitted.append((task, self.submit(task)))
                if len(submitted) >= AHEAD * self.workers:
                    first, future = submitted.popleft()
                    yield first, _outcome(future)
            while submitted:
                first, future = submitted.popleft()
                yield first, _outcome(future)
        finally:
            for _, future in submitted:
                future.cancel()

    def close(self) -> None:
        """End the processes; tasks that were not begun are cancelled, others are given up."""
        self._closing.set()
        for _ in self._threads:
            self._jobs.put(None)
        for thread in self._threads:
            thread.join()

    def _serve(self) -> None:
        """Hand tasks to one process and wait for its answers: one thread for each process."""
        worker: Worker | None = None
        while (job := self._jobs.get()) is not None:
            if self._closing.is_set():
                job.future.cancel()
            elif job.future.set_running_or_notify_cancel():
                worker = self._do(job, worker)
        if worker is not None:
            worker.kill()

    def _do(self, job: _Job, worker: Worker | None) -> Worker | None:
        """Settle the job's future; return the worker for the next one, None where it was lost."""
        try:
            worker = worker or self._started()
            job.future.set_result(worker.answer(job.task, self._seconds, self._closing))
        except (PoolFailed, WorkerLost) as error:
            if isinstance(error, PoolFailed):
                self._failure = error
            if worker is not None:
                worker.kill()
            job.future.set_exception(error)
            return None
        except Exception as error:  # noqa: BLE001 - the caller gets it
            job.future.set_exception(error)
        return worker

    def _started(self) -> Worker:
        """Start a process, unless one could not be started before."""
        if self._failure is not None:
            raise self._failure
        return Worker(self._work)


def usable_cores() -> int:
    """Return the cores that this process may use: in a container, fewer than the machine has."""
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
