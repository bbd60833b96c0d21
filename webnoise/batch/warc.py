"""Pages of a WARC file (ISO 28500), and how to go on behind a record that is damaged."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterator
from contextlib import suppress
from typing import IO, Any

from webnoise.batch.inputs import Item, Place, Skipped, StoredPage
from webnoise.model import Page

_GZIP = b"\x1f\x8b"
_MEMBER = b"\x1f\x8b\x08"
_RECORD = b"WARC/1."
_STEP = 1 << 20
_OVERLAP = 8
_HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})
_HTML_BEGINNINGS = (b"<!doctype html", b"<html")


def read_warc(file: IO[bytes], name: str, max_bytes: int, after: int | None = None) -> Iterator[Item]:
    """The responses of a WARC that are pages; what is none, or damaged, is skipped with its position.

    Reading goes on at the next record that is whole. A file that was packed as one, not record by record,
    is unpacked while it is read, and positions are those of the unpacked bytes.
    """
    head = file.read(4)
    file.seek(0)
    is_packed = head.startswith(_GZIP) or (name.endswith(".gz") and head != _RECORD[:4])
    if is_packed and _is_packed_as_one(file):
        yield from _read(io.BufferedReader(gzip.GzipFile(fileobj=file)), name, max_bytes, after, _RECORD)
    else:
        yield from _read(file, name, max_bytes, after, _MEMBER if is_packed else _RECORD)


def _read(stream: IO[bytes], name: str, max_bytes: int, after: int | None, magic: bytes) -> Iterator[Item]:
    start = after or 0
    while start >= 0:
        last: int | None = None  # record that was read
        at: int | None = None  # record that is being read
        try:
            for record in _records(stream, start):
                at = record.stream_pos
                if after is None or at > after:
                    yield from _items(record, Place(name, at), max_bytes)
                last, at = at, None
            broken, why = _rest(stream, start if last is None else _end_of(stream, last, magic))
        except (OSError, EOFError, zlib.error) as error:
            if at is None:
                at = start if last is None else _end_of(stream, last, magic)
            broken, why = at, str(error)
        if why and (after is None or broken > after):
            yield Skipped(Place(name, broken), "damaged", f"the record is damaged: {why}", broken)
        start = _next_whole(stream, broken + 1, magic) if why else -1


def _records(stream: IO[bytes], start: int) -> Iterator[Any]:
    from fastwarc.warc import ArchiveIterator

    stream.seek(start)
    return iter(ArchiveIterator(stream, auto_decode="none"))


def _rest(stream: IO[bytes], end: int) -> tuple[int, str]:
    """What is wrong where the last record ends, and the iterator saw no more: half a record may follow."""
    try:
        stream.seek(end)
        rest = stream.read(_STEP).strip(b"\r\n\0")
    except (OSError, EOFError, zlib.error) as error:
        return end, str(error)
    return end, "the file breaks off in it" if rest else ""


def _is_packed_as_one(file: IO[bytes]) -> bool:
    """Whether the first run of compressed bytes goes on behind the first record."""
    unpack = zlib.decompressobj(31)
    head, size, wanted = b"", 0, 0
    try:
        while not unpack.eof and (step := file.read(_STEP)):
            unpacked = unpack.decompress(step)
            size += len(unpacked)
            if not wanted:
                head += unpacked
                wanted = _record_size(head)
            if wanted and size > wanted:
                return True
    except zlib.error:
        pass
    finally:
        file.seek(0)
    return False


def _record_size(head: bytes) -> int:
    """The bytes of the record that these begin: its headers, its block and two line ends; 0: not known."""
    end = head.find(b"\r\n\r\n") + 4
    for line in head[:end].splitlines() if end >= 4 else ():
        name, _, value = line.partition(b":")
        if name.strip().lower() == b"content-length" and value.strip().isdigit():
            return end + int(value) + 4
    return 0


def _items(record: Any, place: Place, max_bytes: int) -> Iterator[Item]:
    """The page of a record, or why it gives none; nothing for records that are about others."""
    from fastwarc.warc import WarcRecordType

    if record.record_type in (WarcRecordType.response, WarcRecordType.resource):
        yield _item(record, place, max_bytes, place.position or 0)


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
    """Servers send pages under wrong types."""
    return body[:512].lstrip(b"\xef\xbb\xbf \t\r\n").lower().startswith(_HTML_BEGINNINGS)


def _decoded(body: bytes, headers: Any, max_bytes: int) -> bytes:
    """The page as the server meant it; archives that keep it decoded often leave the headers as they were."""
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
    """What a reader makes of a body, no more of it than a page may have; itself where it was not encoded."""
    try:
        return bytes(reader(io.BytesIO(body)).read(max_bytes + 1))
    except (OSError, EOFError):
        return body


def _end_of(stream: IO[bytes], position: int, magic: bytes) -> int:
    """Where the record at a position ends, which is where the next begins."""
    stream.seek(position)
    if magic == _MEMBER:
        unpack = zlib.decompressobj(31)
        read = 0
        while not unpack.eof and (step := stream.read(_STEP)):
            read += len(step)
            with suppress(zlib.error):
                unpack.decompress(step)
        return position + read - len(unpack.unused_data)
    with suppress(EOFError, OSError, zlib.error):
        return position + (_record_size(stream.read(_STEP)) or 1)
    return position + 1


def _next_whole(stream: IO[bytes], position: int, magic: bytes) -> int:
    """The first place from a position on at which a record can be read; -1 where there is none."""
    while (position := _find(stream, position, magic)) >= 0:
        with suppress(OSError, EOFError, zlib.error, StopIteration):
            next(_records(stream, position))
            return position
        position += 1
    return -1


def _find(stream: IO[bytes], position: int, magic: bytes) -> int:
    """Where `magic` stands first from a position on; -1 where it does not."""
    with suppress(EOFError, OSError, zlib.error):
        return _found(stream, position, magic)
    return -1


def _found(stream: IO[bytes], position: int, magic: bytes) -> int:
    stream.seek(position)
    while step := stream.read(_STEP):
        at = step.find(magic)
        if at >= 0:
            return position + at
        if len(step) <= _OVERLAP:
            return -1
        position += len(step) - _OVERLAP
        stream.seek(position)
    return -1
