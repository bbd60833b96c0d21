"""Processes that do one kind of work: values go in, results come out in their order.

A page that hangs or takes its process down costs that page alone: the process is killed and started anew.
Nothing here knows what the work is, so that a crawl may use it as well:

>>> with WorkerPool(partial(flow.extract, config=config), workers=4) as pool:
...     for article in pool.map(pages): ...                       # in order, few pages ahead
...     article = await asyncio.wrap_future(pool.submit(page))    # or one by one
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Any, Generic, NamedTuple, Self, TypeVar

from webnoise.batch.worker import CLOSED, PAGES, PoolFailed, Worker, WorkerLost
from webnoise.errors import ConfigError, WebnoiseError

Task = TypeVar("Task")
Result = TypeVar("Result")

AHEAD = 8
"""Tasks handed out for each process before the first of them must be done: bounds what waits in memory."""

SECONDS = 60.0
"""For one task; three times what the limits allow for the parse of a page."""

_TOGETHER = 8  # tasks that go to a process at once, where as many wait


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
        worker: Worker | None = None
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

    def _do(self, jobs: deque[_Job], worker: Worker | None) -> Worker | None:
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
            except Exception as error:  # noqa: BLE001 - the caller gets it
                if not handed and together > 1:  # one of them cannot be pickled
                    together = 1
                    continue
                jobs.popleft().future.set_exception(error)
                handed = max(handed - 1, 0)
            else:
                jobs.popleft().future.set_result(result)
                handed -= 1
        return worker

    def _handed_over(self, tasks: list[Task], worker: Worker | None) -> Worker:
        """The worker that has got the tasks: this one, or another where it has died meanwhile."""
        if self._failure is not None:
            raise self._failure
        if self._closing.is_set():
            raise WorkerLost(CLOSED)
        if worker is None or not worker.takes(tasks):
            worker = Worker(self._work, self._preload)
            worker.wait_until_ready()
            if not worker.takes(tasks):
                raise WorkerLost("its process died before it began")
        return worker


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
