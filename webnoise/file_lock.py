"""A file that one process at a time may hold."""

from __future__ import annotations

import os
from pathlib import Path


class Locked(OSError):
    """Another process holds the file."""


def lock(path: Path) -> int | None:
    """Hold a file until the handle is closed or the process ends; None where the system cannot do that."""
    try:
        import fcntl
    except ImportError:  # only POSIX systems have it
        return None
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(handle)
        raise Locked(f"another process holds {path}") from error
    return handle
