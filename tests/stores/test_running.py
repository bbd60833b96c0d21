"""Whether a process runs is known by its number and its start."""

import os
import subprocess
import sys

from webnoise.stores.running import is_running, start_time


def test_own_process_runs():
    assert is_running(os.getpid())
    assert is_running(os.getpid(), start_time(os.getpid()))


def test_process_with_the_number_of_an_earlier_one_is_another():
    assert not is_running(os.getpid(), start_time(os.getpid()) - 60)


def test_process_that_has_ended_does_not_run_even_before_it_is_waited_for():
    ended = subprocess.Popen([sys.executable, "-c", ""], stdout=subprocess.PIPE)
    ended.stdout.read()
    os.waitid(os.P_PID, ended.pid, os.WEXITED | os.WNOWAIT)
    assert not is_running(ended.pid), "a zombie"
    ended.wait()
    assert not is_running(ended.pid)
