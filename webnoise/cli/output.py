"""Where a command writes to."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TextIO

from webnoise.errors import ConfigError

__all__ = ["open_output"]


def open_output(path: str | None) -> AbstractContextManager[TextIO]:
    """The file of this name for writing, or standard output, in UTF-8."""
    if path is None:
        sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
        return nullcontext(sys.stdout)
    try:
        return Path(path).open("w", encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"cannot write {path}: {error.strerror}") from error
