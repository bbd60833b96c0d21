"""Find out whether a process of this machine, known by its number, runs."""

from __future__ import annotations

import psutil

_SAME_START_SECONDS = 2.0  # the clock that counts starts may be set meanwhile


def is_running(process: int, since: float | None = None) -> bool:
    """Return whether a process runs, and is the one that began then: numbers are given out again."""
    try:
        found = psutil.Process(process)
        if found.status() in (psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD):
            return False  # it has ended, and its parent has not waited for it
        return since is None or abs(found.create_time() - since) < _SAME_START_SECONDS
    except psutil.NoSuchProcess:
        return False
    except psutil.AccessDenied:  # it runs, for somebody else
        return True


def start_time(process: int) -> float:
    """Return when a process began, in seconds since 1970."""
    return float(psutil.Process(process).create_time())
