"""What a person names on the command line: files to write, memories of sites."""

from __future__ import annotations

import os
import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TextIO

from webnoise import stores
from webnoise.errors import ConfigError, StoreError, WebnoiseError
from webnoise.methods.base import AnyLearningMethod, Memory
from webnoise.sqlite_file import sqlite_path, sqlite_url
from webnoise.stores import SiteMemories

_SQLITE = b"SQLite format 3\0"


def open_output(path: str | None) -> AbstractContextManager[TextIO]:
    """The file of this name for writing, or standard output, in UTF-8."""
    if path is None:
        sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
        return nullcontext(sys.stdout)
    try:
        return Path(path).open("w", encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"cannot write {path}: {error.strerror}") from error


def is_store(path: Path) -> bool:
    """Whether a file is an SQLite file, not one site's memory."""
    try:
        with path.open("rb") as file:
            return file.read(len(_SQLITE)) == _SQLITE
    except OSError as error:
        raise StoreError(f"cannot read {path}: {error.strerror}") from error


def path_of(place: str) -> Path:
    """The file that a path or `sqlite:///FILE` names."""
    path = sqlite_path(place) if "://" in place else Path(place)
    if path is None:
        raise ConfigError(f"{place} names no file: write a path, or sqlite:///FILE")
    return path


def open_store(place: str) -> SiteMemories:
    """The store at a path, `sqlite:///FILE` or `redis://HOST`; a slip of the pen must not make a file."""
    if stores.is_redis(place):
        return stores.open(place).sites
    path = path_of(place)
    if not path.is_file():
        raise StoreError(f"there is no site store {path}: name the SQLite file of WEBNOISE_STORE or --store")
    if not is_store(path):
        raise StoreError(f"{path} is no site store (no SQLite file)")
    return stores.open(sqlite_url(path)).sites


def read_memory(path: Path, method: AnyLearningMethod) -> Memory:
    if is_store(path):
        raise ConfigError(
            f"{path} holds the memories of many sites: take out one by "
            f"`webnoise site export {path} SITE -o FILE`"
        )
    try:
        memory: Memory = method.load_memory(path.read_bytes())
    except WebnoiseError as error:
        raise StoreError(f"{path} is no site memory of method {method.name!r}: {error}") from error
    return memory


def write_memory(path: Path, memory: Memory) -> None:
    """Whole or not at all: a reader never sees half a file."""
    beside = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        beside.write_bytes(memory.to_bytes())
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise StoreError(f"cannot write {path}: {error.strerror}") from error
