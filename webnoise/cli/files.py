"""What a person names on the command line: pages to read, files to write, memories of sites."""

from __future__ import annotations

import gzip
import json
import os
import sys
import zlib
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any, TextIO

from webnoise import stores
from webnoise.api import page_of
from webnoise.errors import ConfigError, InputError, StoreError, WebnoiseError
from webnoise.methods.base import AnyLearningMethod, Memory
from webnoise.model import Page
from webnoise.sqlite_file import sqlite_path, sqlite_url
from webnoise.stores import SiteMemories

_SUFFIXES = frozenset({".html", ".htm", ".xhtml", ".shtml", ".asp", ".php"})
_FETCH_TIMEOUT = 30  # seconds
_MAX_BYTES = 32 * 1024 * 1024

_SQLITE = b"SQLite format 3\0"


def expand(names: Iterable[str]) -> Iterator[str]:
    """Folders give the HTML files below them; every other name stands for itself."""
    for name in names:
        folder = Path(name)
        if name != "-" and not is_url(name) and folder.is_dir():
            yield from (str(path) for path in sorted(folder.rglob("*")) if path.suffix.lower() in _SUFFIXES)
        else:
            yield name


def read_page(name: str, url: str | None = None, encoding: str | None = None) -> Page:
    """The page behind one name. `url` is the address that a file's or standard input's page came from."""
    if is_url(name):
        return replace(_fetch(name), encoding=encoding)
    if name == "-":
        return page_of(sys.stdin.buffer.read(), url or "", encoding)
    path = Path(name)
    try:
        body = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot read {name}: {error.strerror}") from error
    if path.suffix == ".gz":
        try:
            body = gzip.decompress(body)
        except (OSError, EOFError, zlib.error) as error:
            raise InputError(f"{name} is not whole gzip: {error}") from error
    return Page(url=url or "", html=body, encoding=encoding)


def is_url(name: str) -> bool:
    return name.startswith(("http://", "https://"))


def _fetch(url: str) -> Page:
    from urllib.error import URLError
    from urllib.request import Request, urlopen

    from webnoise import __version__

    request = Request(url, headers={"User-Agent": f"webnoise/{__version__}", "Accept-Encoding": "gzip"})  # noqa: S310
    try:
        with urlopen(request, timeout=_FETCH_TIMEOUT) as response:  # noqa: S310 - only http and https reach this line
            body = response.read(_MAX_BYTES + 1)
            content_type = response.headers.get("Content-Type")
            if response.headers.get("Content-Encoding") == "gzip":
                body = gzip.decompress(body)
            address = response.geturl()
    except (URLError, OSError, EOFError, ValueError, zlib.error) as error:
        raise InputError(f"cannot fetch {url}: {error}") from error
    return replace(page_of(body, address), content_type=content_type)


def fetch_text(url: str) -> str:
    """What stands at an address, as UTF-8 text: stylesheets."""
    html = _fetch(url).html
    return html.decode("utf-8", "replace") if isinstance(html, bytes) else html


def read_objects(name: str) -> Iterator[dict[str, Any]]:
    """The JSON objects in the lines of a file, or of standard input (`-`)."""
    try:
        lines = sys.stdin if name == "-" else Path(name).open(encoding="utf-8")  # noqa: SIM115 - closed below
    except OSError as error:
        raise InputError(f"cannot read {name}: {error.strerror}") from error
    with lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                record = json.loads(line)
            except json.JSONDecodeError as error:
                raise InputError(f"{name}, line {number} is no JSON: {error}") from error
            if not isinstance(record, dict):
                raise InputError(f"{name}, line {number} is no JSON object but {type(record).__name__}")
            yield record


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
    """The store at a path or `sqlite:///FILE` that is there already: a slip of the pen must not make one."""
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
