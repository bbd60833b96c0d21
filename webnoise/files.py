"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from webnoise.errors import ConfigError


@contextmanager
def atomic_write(path: Path, part: Path | None = None) -> Iterator[Path]:
    """Give a path to write to, whose file takes the name `path` when all is well: no reader sees half of it.

    That path is `part`, by default one beside `path`. Errors of the file are a ConfigError that names `path`.
    """
    part = part or path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield part
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise ConfigError(f"cannot write {path}: {error.strerror}") from error
    except BaseException:
        part.unlink(missing_ok=True)
        raise
