"""What a person names as input, recognised by its content and not by its name."""

from __future__ import annotations

import bz2
import glob
import gzip
import io
import lzma
import sys
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Literal, NamedTuple

from webnoise.model import Page

Kind = Literal["page", "address", "addresses", "warc", "parquet", "jsonl", "missing"]

PAGE_SUFFIXES = frozenset({".html", ".htm", ".xhtml", ".shtml", ".asp", ".php"})
_ARCHIVE_ENDINGS = (".warc", ".warc.gz", ".parquet", ".jsonl", ".jsonl.gz", ".jsonl.xz")
_NAMED: dict[tuple[str, ...], Kind] = {(".warc", ".warc.gz"): "warc", (".parquet",): "parquet"}
STANDARD_INPUT = "-"
_HEAD = 1 << 16

_PACKED = {b"\x1f\x8b": "gzip", b"\xfd7zXZ": "xz", b"BZh": "bzip2"}
_PARQUET = b"PAR1"
_WARC = b"WARC/"
_BROKEN = (OSError, EOFError, zlib.error, lzma.LZMAError)


class Place(NamedTuple):
    """The file that a page comes from, and its position in it if the file holds many.

    The position is the byte that a record of a WARC begins at (where the whole file is one run of compressed
    bytes: the byte when it is unpacked), the line of a JSONL file or list of addresses, the row of a Parquet
    file; lines and rows count from 1.
    """

    source: str
    position: int | None = None

    def __str__(self) -> str:
        return self.source if self.position is None else f"{self.source}, at {self.position}"


class StoredPage(NamedTuple):
    """A page and its place; `done` bytes of its input are read."""

    place: Place
    page: Page
    done: int = 0


class Skipped(NamedTuple):
    """What gives no article: `reason` is a code to count by."""

    place: Place
    reason: str
    detail: str
    done: int = 0


Item = StoredPage | Skipped

TROUBLES = frozenset(
    {"damaged", "unreadable", "beyond-limits", "no-html", "no-column", "lost", "not-fetched"}
)
"""Reasons of `Skipped` that a person should act on; the others say what a page is."""


@dataclass(frozen=True, slots=True)
class Input:
    """One file, address or standard input; `size` in bytes, as far as that is known."""

    name: str
    kind: Kind
    size: int = 0
    body: bytes = field(default=b"", repr=False)  # of standard input, which can be read once


def expand(names: Iterable[str]) -> list[Input]:
    """Folders and patterns give the files in them, sorted; every other name is an input itself. Each once."""
    return [recognise(name) for name in dict.fromkeys(_names(names))]


def _names(names: Iterable[str]) -> Iterator[str]:
    for name in names:
        if name == STANDARD_INPUT or is_url(name):
            yield name
        elif Path(name).is_dir():
            yield from (str(path) for path in sorted(Path(name).rglob("*")) if _is_named_as_input(path))
        elif not Path(name).exists() and (found := sorted(glob.glob(name, recursive=True))):  # noqa: PTH207 - with folders
            yield from _names(found)
        else:
            yield name


def _is_named_as_input(path: Path) -> bool:
    """Whether a file in a folder is meant: others lie there as well."""
    name = path.name.lower()
    return path.is_file() and (path.suffix.lower() in PAGE_SUFFIXES or name.endswith(_ARCHIVE_ENDINGS))


def is_url(name: str) -> bool:
    return name.lower().startswith(("http://", "https://"))


def recognise(name: str) -> Input:
    if is_url(name):
        return Input(name, "address")
    if name == STANDARD_INPUT:
        body = sys.stdin.buffer.read()
        return Input(name, kind_of(body[:_HEAD]), len(body), body)
    try:
        with open_file(name) as file:
            head = file.read(_HEAD)
        size = Path(name).stat().st_size if "://" not in name else 0
    except OSError:
        return Input(name, "missing")
    kind = kind_of(head)
    if kind == "page":  # or an archive whose beginning is damaged: its reader reports that
        kind = next((named for endings, named in _NAMED.items() if name.lower().endswith(endings)), "page")
    return Input(name, kind, size)


def kind_of(head: bytes) -> Kind:
    """What a file is, by its beginning."""
    with suppress(*_BROKEN):
        head = unpacked(io.BytesIO(head)).read1(_HEAD)
    if head.startswith(_PARQUET):
        return "parquet"
    if head.startswith(_WARC):
        return "warc"
    beginning = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if beginning.startswith(b"{"):
        return "jsonl"
    if beginning.startswith(b"[") and _is_json_array(beginning):
        return "jsonl"
    return "addresses" if _lists_addresses(beginning) else "page"


def _is_json_array(beginning: bytes) -> bool:
    return beginning[1:].lstrip()[:1] in (b"{", b"]")


def _lists_addresses(beginning: bytes) -> bool:
    """Whether every line is an address; the last one may be cut."""
    lines = [line.strip() for line in beginning.splitlines()]
    addresses = [line for line in lines if line and not line.startswith(b"#")]
    return bool(addresses) and all(
        line[:8].lower().startswith((b"http://", b"https://")) and b"<" not in line and len(line.split()) == 1
        for line in addresses
    )


def open_file(name: str) -> IO[bytes]:
    """A file for reading: on this machine, or at an address that pyarrow knows (s3://, hdfs://, gs://)."""
    if "://" not in name:
        return Path(name).open("rb")
    from pyarrow import fs

    system, path = fs.FileSystem.from_uri(name)
    opened: IO[bytes] = system.open_input_file(path)
    return opened


def open_input(given: Input) -> IO[bytes]:
    return io.BytesIO(given.body) if given.name == STANDARD_INPUT else open_file(given.name)


def unpacked(file: IO[bytes]) -> Any:
    """What a file holds, unpacked while it is read."""
    head = file.read(8)
    file.seek(0)
    for magic, packing in _PACKED.items():
        if head.startswith(magic):
            openers: dict[str, Any] = {"gzip": gzip.open, "xz": lzma.open, "bzip2": bz2.open}
            return openers[packing](file, "rb")
    return file
