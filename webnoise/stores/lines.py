"""Files of lines that a process may have died in the middle of."""

from __future__ import annotations

from typing import IO

_STEP = 1 << 16


def last_line_start(file: IO[bytes], end: int | None = None) -> int:
    """Where the line begins that the file, or the part before `end`, ends with; its end if it is whole."""
    end = file.seek(0, 2) if end is None else end
    while end > 0:
        begin = max(0, end - _STEP)
        file.seek(begin)
        at = file.read(end - begin).rfind(b"\n")
        if at >= 0:
            return begin + at + 1
        end = begin
    return 0
