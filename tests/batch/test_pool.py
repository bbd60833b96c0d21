import os
import pickle
import select
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from webnoise.batch.pool import AHEAD, WorkerPool
from webnoise.batch.worker import PoolFailed, WorkerLost
from webnoise.errors import ConfigError, InputError


def work(task):
    match task:
        case "hang":
            threading.Event().wait()
        case "die":
            os._exit(7)
        case "refuse":
            raise InputError("no page")
        case "fail":
            raise ZeroDivisionError
        case "lambda":
            return lambda: 1
    return task, os.getpid()


@pytest.fixture(scope="module")
def pool():
    with WorkerPool(work, 2, seconds=2) as pool:
        yield pool


def test_results_come_in_the_order_of_the_tasks(pool):
    results = list(pool.map(range(40)))
    assert [task for task, _ in results] == list(range(40))
    assert os.getpid() not in {process for _, process in results}


def test_task_that_hangs_is_given_up_and_the_others_come(pool):
    first, stuck, last = pool.map([1, "hang", 3])
    assert (first[0], last[0]) == (1, 3)
    assert isinstance(stuck, WorkerLost)
    assert "longer than 2 seconds" in str(stuck)


def test_task_that_takes_its_process_down_costs_itself_alone(pool):
    *before, dead, after = pool.map([1, 2, "die", 4])
    assert [task for task, _ in before] == [1, 2]
    assert "exit code 7" in str(dead)
    assert after[0] == 4


def test_error_of_ours_stands_for_the_result_and_any_other_is_raised(pool):
    [refused] = pool.map(["refuse"])
    assert isinstance(refused, InputError)
    with pytest.raises(ZeroDivisionError):
        list(pool.map(["fail"]))


def test_result_that_cannot_travel_is_an_error(pool):
    with pytest.raises((AttributeError, pickle.PicklingError), match="lambda"):
        list(pool.map(["lambda"]))


def test_tasks_are_taken_only_a_few_ahead(pool):
    taken = []
    results = pool.map(taken.append(number) or number for number in range(1000))
    next(results)
    assert len(taken) <= AHEAD * pool.workers + 1
    results.close()


def test_future_of_one_task(pool):
    assert pool.submit("page").result(60)[0] == "page"


def test_closed_pool_takes_nothing():
    pool = WorkerPool(work, 1)
    pool.close()
    with pytest.raises(PoolFailed, match="make another one"):
        pool.submit(1)


def test_closing_does_not_wait_for_a_task_that_hangs():
    pool = WorkerPool(work, 1)
    future = pool.submit("hang")
    while not future.running():
        pass
    pool.close()
    assert isinstance(future.exception(), WorkerLost)


class Unreadable:
    def __reduce__(self):
        return (os._exit, (3,))

    def __call__(self, task):
        return task


def test_processes_that_cannot_start_end_the_run_with_a_remedy():
    with WorkerPool(Unreadable(), 1) as pool, pytest.raises(PoolFailed, match="ended before it began"):
        list(pool.map([1, 2]))


def test_wrong_number_of_workers_is_refused():
    with pytest.raises(ConfigError, match="workers must be"):
        WorkerPool(work, 0)


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="asks Linux for the end of a process")
def test_processes_end_with_the_one_that_made_them(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "import os, sys\nfrom webnoise.batch.pool import WorkerPool\nfrom tests.batch.test_pool import work\n"
        "if __name__ == '__main__':\n"
        "    print(WorkerPool(work, 1).submit('page').result()[1], flush=True); sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, script],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    ) as parent:
        worker = os.pidfd_open(int(parent.stdout.readline()))
        parent.send_signal(signal.SIGKILL)
        assert select.select([worker], [], [], 60)[0], "the worker outlives its parent"
        os.close(worker)


def test_tasks_that_went_along_with_one_that_is_lost_come_all_the_same(pool):
    futures = [pool.submit(task) for task in [1, 2, "die", 3, "refuse", "hang", 4, lambda: 5, 6]]
    outcomes = [future.exception(60) or future.result()[0] for future in futures]
    assert [outcome for outcome in outcomes if isinstance(outcome, int)] == [1, 2, 3, 4, 6]
    assert [type(outcomes[index]) for index in (2, 4, 5)] == [WorkerLost, InputError, WorkerLost]
    assert "<lambda>" in str(outcomes[7])  # in whatever words this Python has for it


def test_closing_gives_up_what_waits_behind_a_task_that_hangs():
    pool = WorkerPool(work, 1)
    pool.submit(1).result(60)
    futures = [pool.submit(task) for task in ["hang", 2, 3]]
    while not futures[0].running():
        pass
    pool.close()
    assert all(future.cancelled() or isinstance(future.exception(), WorkerLost) for future in futures)
