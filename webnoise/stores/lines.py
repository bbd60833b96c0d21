"""Files of JSON lines, whose last one a kill may have cut off."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from time import time
from typing import IO, Any

from webnoise.stores.base import Seen, text_digest

_STEP = 1 << 16


def last_line_start(file: IO[bytes], end: int | None = None) -> int:
    """Return the position after the last newline of a file, or of its part before `end`."""
    end = file.seek(0, 2) if end is None else end
    while end > 0:
        begin = max(0, end - _STEP)
        file.seek(begin)
        at = file.read(end - begin).rfind(b"\n")
        if at >= 0:
            return begin + at + 1
        end = begin
    return 0


def written_pages(path: Path, position: int) -> Iterator[tuple[str, Seen]]:
    """Yield the articles in a file of JSON lines from a position on, as pages seen now."""
    for fields in written_objects(path, position):
        url, text = fields.get("url"), fields.get("text")
        if isinstance(url, str):
            digest = text_digest(text) if isinstance(text, str) else None
            yield url, Seen(time(), str(fields.get("kind") or ""), digest=digest)


def written_objects(path: Path, position: int) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects in a file from a position on; from the beginning if the file ends before it."""
    if not path.exists():
        return
    with path.open("rb") as file:
        file.seek(position if position <= path.stat().st_size else 0)
        for line in file:
            if fields := json_object(line):
                yield fields


def json_object(line: bytes) -> dict[str, Any] | None:
    """Return the JSON object of a line; None where it holds none, or half of one."""
    try:
        fields = json.loads(line)
    except ValueError:  # UnicodeDecodeError is one
        return None
    return fields if isinstance(fields, dict) else None
