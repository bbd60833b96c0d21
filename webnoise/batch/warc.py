"""Pages of a WARC file (ISO 28500); reading goes on at the next record after one that is damaged."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterator
from contextlib import suppress
from typing import IO, Any, NamedTuple

from webnoise.batch.inputs import Item, Place, Skipped, StoredPage
from webnoise.model import Page

_MEMBER = b"\x1f\x8b\x08"
_RECORD = b"WARC/1."
_STEP = 1 << 16
_SEARCHED_AT_ONCE = 1 << 20
_HEADERS = 1 << 20  # bytes of a record beside its page, at most
_HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})
_HTML_BEGINNINGS = (b"<!doctype html", b"<html")
_BROKEN = (OSError, EOFError, ValueError, zlib.error, StopIteration)


class _Record(NamedTuple):
    """A record's position, its bytes (the first ones of a large one), and where the next one begins."""

    position: int
    data: bytes
    end: int


def read_warc(file: IO[bytes], name: str, max_bytes: int, after: int | None = None) -> Iterator[Item]:
    """Yield the responses that are pages; what is no page, or damaged, is skipped with its position.

    A file that was compressed as a whole, not record by record, is unpacked while it is read, and positions
    are those of the unpacked bytes.
    """
    head = file.read(len(_MEMBER))
    file.seek(0)
    is_packed = head == _MEMBER or (name.endswith(".gz") and head != _RECORD[: len(head)])
    stream, magic, read_record = file, _RECORD, _read_plain
    if is_packed and _is_packed_as_one(file):
        stream = io.BufferedReader(gzip.GzipFile(fileobj=file))
    elif is_packed:
        magic, read_record = _MEMBER, _read_member
    position, is_damaged = after or 0, False
    while position >= 0:
        at = position
        try:
            record = read_record(stream, position, max_bytes + _HEADERS)
            if record is None:
                return
            at, _, position = record
            if after is None or at > after:
                yield from _items(record, Place(name, at), max_bytes)
            is_damaged = False
        except _BROKEN as error:
            # Compressed bytes may hold what looks like the next record: damage is reported once.
            if not is_damaged and (after is None or at > after):
                yield Skipped(Place(name, at), "damaged", f"the record is damaged: {error}", at)
            is_damaged = True
            position = _find(stream, at + 1, magic)


def _read_member(stream: IO[bytes], position: int, most: int) -> _Record | None:
    """Read the record in the gzip member at a position; None at the end of the file."""
    stream.seek(position)
    unpack, data = zlib.decompressobj(31), b""
    while not unpack.eof:
        step = stream.read(_STEP)
        if not step:
            if stream.tell() > position:
                raise EOFError("the file breaks off in it")
            return None
        unpacked = unpack.decompress(step)
        data += unpacked[: most - len(data)]
    if not data.startswith(_RECORD):
        raise ValueError("it is no record")
    return _Record(position, data, stream.tell() - len(unpack.unused_data))


def _read_plain(stream: IO[bytes], position: int, most: int) -> _Record | None:
    """Read the record at a position, or after the line ends there; None at the end of the file."""
    if stream.tell() != position:
        stream.seek(position)
    while (line := stream.readline(_STEP)) in (b"\r\n", b"\n"):
        position += len(line)
    if not line:
        return None
    if not line.startswith(_RECORD):
        raise ValueError("no record begins here")
    head, size = line, -1
    while line.strip():
        line = stream.readline(_STEP)
        head += line
        name, _, value = line.partition(b":")
        if name.strip().lower() == b"content-length":
            size = int(value)
        if not line or len(head) > _HEADERS:
            raise EOFError("its headers break off")
    if size < 0:
        raise ValueError("its length is missing")
    data = head + stream.read(min(size, most))
    if size > most:
        stream.seek(size - most, io.SEEK_CUR)
    elif len(data) < len(head) + size:
        raise EOFError("the file breaks off in it")
    if stream.read(4).strip(b"\r\n"):
        raise ValueError("its length is wrong")
    return _Record(position, data, stream.tell())


def _is_packed_as_one(file: IO[bytes]) -> bool:
    """Whether the first gzip member goes on after the first record."""
    unpack, head, size = zlib.decompressobj(31), b"", 0
    try:
        while not unpack.eof and (step := file.read(_STEP)):
            unpacked = unpack.decompress(step)
            size += len(unpacked)
            head += unpacked[: _HEADERS - len(head)]
            with suppress(*_BROKEN):
                first = _read_plain(io.BytesIO(head), 0, _HEADERS)
                if first is not None and size > first.end:
                    return True
    except zlib.error:
        pass
    finally:
        file.seek(0)
    return False


def _items(record: _Record, place: Place, max_bytes: int) -> Iterator[Item]:
    """Yield the page of a record, or why it gives none; nothing for records about others."""
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    wanted = WarcRecordType.response | WarcRecordType.resource
    for parsed in ArchiveIterator(io.BytesIO(record.data), auto_decode="none", record_types=wanted):
        yield _item(parsed, place, max_bytes, record.position)


def _item(record: Any, place: Place, max_bytes: int, done: int) -> Item:
    url = record.headers.get("WARC-Target-URI", "").strip("<>")
    size, headers = record.content_length, record.http_headers
    if headers is not None and headers.status_code not in (200, None):
        return Skipped(place, "no-success", f"{url} was answered by {headers.status_code}", done)
    if size > max_bytes:
        detail = f"{url} has {size:,} bytes, more than max_bytes = {max_bytes:,}; raise that to read it"
        return Skipped(place, "beyond-limits", detail, done)
    body = record.reader.read(size)
    if len(body) < size:
        raise EOFError(f"{url} breaks off after {len(body):,} of {size:,} bytes")
    content_type = _content_type(record)
    if headers is not None:
        body = _decoded(body, headers, max_bytes)
    if content_type.partition(";")[0].strip().lower() not in _HTML_TYPES and not _begins_as_html(body):
        return Skipped(place, "not-html", f"{url} is {content_type or 'of no type'}", done)
    fetched = record.record_date.isoformat(timespec="seconds") if record.record_date else None
    return StoredPage(place, Page(url, body, fetched=fetched, content_type=content_type), done)


def _content_type(record: Any) -> str:
    headers = record.http_headers if record.http_headers is not None else record.headers
    return str(headers.get("Content-Type", ""))


def _begins_as_html(body: bytes) -> bool:
    """Whether a body is a page, whatever type the server gave."""
    return body[:512].lstrip(b"\xef\xbb\xbf \t\r\n").lower().startswith(_HTML_BEGINNINGS)


def _decoded(body: bytes, headers: Any, max_bytes: int) -> bytes:
    """Undo the encodings that the headers name; archives often keep the body decoded, and the headers."""
    from fastwarc import stream_io

    if "chunked" in headers.get("Transfer-Encoding", "").lower():
        body = _through(stream_io.ChunkedReader, body, max_bytes)
    readers = {
        "gzip": stream_io.GzipReader,
        "x-gzip": stream_io.GzipReader,
        "br": stream_io.BrotliReader,
        "zstd": stream_io.ZstdReader,
    }
    for encoding in reversed(headers.get("Content-Encoding", "").lower().split(",")):
        if encoding.strip() == "deflate":
            with suppress(zlib.error):
                body = zlib.decompressobj().decompress(body, max_bytes + 1)
        elif reader := readers.get(encoding.strip()):
            body = _through(reader, body, max_bytes)
    return body


def _through(reader: Any, body: bytes, max_bytes: int) -> bytes:
    """Return what a reader makes of a body, bounded; the body itself where it was not encoded."""
    try:
        return bytes(reader(io.BytesIO(body)).read(max_bytes + 1))
    except (OSError, EOFError):
        return body


def _find(stream: IO[bytes], position: int, magic: bytes) -> int:
    """Return where `magic` comes next from a position on; -1 where it does not."""
    with suppress(EOFError, OSError, zlib.error):
        stream.seek(position)
        while step := stream.read(_SEARCHED_AT_ONCE):
            if (found := step.find(magic)) >= 0:
                return position + found
            if len(step) < len(magic):
                break
            position += len(step) - len(magic) + 1
            stream.seek(position)
    return -1
