"""What arguments name: pages and records to read, files to write, memories of sites."""

from __future__ import annotations

import argparse
import json
import sys
import zlib
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from webnoise.batch.addresses import Fetcher
from webnoise.batch.inputs import is_url, open_input, recognise, unpacked
from webnoise.errors import ConfigError, InputError, StoreError, WebnoiseError
from webnoise.files import atomic_write
from webnoise.methods.base import AnyLearningMethod, Memory
from webnoise.model import Page
from webnoise.sqlite_file import sqlite_path, sqlite_url

if TYPE_CHECKING:
    from webnoise.stores import SiteMemories

_SQLITE = b"SQLite format 3\0"


def add_contact_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--contact-url", default="", metavar="URL", help="a page about who fetches: sent with each request"
    )


def add_settings_argument(parser: argparse.ArgumentParser, help: str) -> None:  # noqa: A002 - argparse's word
    parser.add_argument("-s", dest="settings", action="append", default=[], metavar="NAME=VALUE", help=help)


def settings_of(args: argparse.Namespace) -> dict[str, str]:
    """Return the settings given by -s."""
    settings = {}
    for pair in args.settings:
        name, mark, settings[name] = pair.partition("=")
        if not mark:
            raise ConfigError(f"-s takes NAME=VALUE, not {pair!r}")
    return settings


def own_settings(args: argparse.Namespace) -> dict[str, str]:
    """Return the settings given by -s under their names in Python."""
    return {name.lower().removeprefix("webnoise_"): value for name, value in settings_of(args).items()}


def read_page(name: str, fetcher: Fetcher, *, url: str | None = None, encoding: str | None = None) -> Page:
    """Return the page of a file, an address, or standard input; `url` is where a stored page came from."""
    if is_url(name):
        return replace(fetcher.fetch(name), encoding=encoding)
    try:
        with open_input(recognise(name)) as file:
            body = unpacked(file).read()
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"cannot read {name}: {getattr(error, 'strerror', None) or error}") from error
    return Page(url or "", body, encoding=encoding)


def read_objects(name: str) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects in the lines of a file, or of standard input (`-`)."""
    try:
        lines = sys.stdin.buffer if name == "-" else Path(name).open("rb")  # noqa: SIM115 - closed below
    except OSError as error:
        raise InputError(f"cannot read {name}: {error.strerror}") from error
    with lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                yield json_object(line, name, number)


def json_object(line: bytes, name: str, number: int) -> dict[str, Any]:
    """Return the JSON object in a line of a file."""
    try:
        record = json.loads(line)
    except ValueError as error:
        raise InputError(f"{name}, line {number} is no JSON: {error}") from error
    if not isinstance(record, dict):
        raise InputError(f"{name}, line {number} is no JSON object but {type(record).__name__}")
    return record


def open_output(path: str | None) -> AbstractContextManager[TextIO]:
    """Open the file of this name for writing, or standard output, in UTF-8."""
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
    """Return the file that a path or `sqlite:///FILE` names."""
    path = sqlite_path(place) if "://" in place else Path(place)
    if path is None:
        raise ConfigError(f"{place} names no file: write a path, or sqlite:///FILE")
    return path


def open_store(place: str) -> SiteMemories:
    """Open the store at a path, `sqlite:///FILE` or `redis://HOST`; a typing error must not make a file."""
    from webnoise import stores

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
    with atomic_write(path) as part:
        part.write_bytes(memory.to_bytes())
