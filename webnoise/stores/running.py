"""Whether a process of this machine, known by its number, runs."""

from __future__ import annotations

import os
from pathlib import Path


def is_running(process: int) -> bool:
    if _facts(process)[:1] in (["Z"], ["X"]):  # it has ended, and nobody has asked how
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # it runs, for somebody else
        pass
    return True


def started(process: int) -> str:
    """When a process began, as its system counts; empty where nobody knows."""
    facts = _facts(process)
    return facts[19] if facts else ""


def _facts(process: int) -> list[str]:
    """Return the fields of /proc/PID/stat after the process name, state first; none if it is not running."""
    try:
        line = Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return []
    return line.rpartition(")")[2].split()
