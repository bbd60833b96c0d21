"""A page as bytes: a line that names the format, a line of JSON, and the compressed HTML.

These are plain values: reading a store that somebody has prepared runs nothing.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import fields

from webnoise.errors import StoreError
from webnoise.model import Page

_FORMAT = b"webnoise page 1\n"
_FAST = 1
_NAMES = tuple(field.name for field in fields(Page) if field.name != "html")


def pack(page: Page) -> bytes:
    """Serialise a page. Values of `extra` that JSON does not know are kept as their text."""
    html, kind = (
        (page.html, "bytes")
        if isinstance(page.html, bytes)
        else (page.html.encode("utf-8", "surrogatepass"), "text")
    )
    fields = {name: getattr(page, name) for name in _NAMES}
    head = json.dumps({"html": kind, "size": len(html), "page": fields}, default=_plain)
    return _FORMAT + head.encode() + b"\n" + zlib.compress(html, _FAST)


def unpack(data: bytes) -> Page:
    """Read what `pack` wrote; StoreError for any other bytes."""
    if not data.startswith(_FORMAT):
        raise StoreError("it was not written by this version")
    head, _, body = data[len(_FORMAT) :].partition(b"\n")
    try:
        header = json.loads(head)
        size = int(header["size"])
        compressed = zlib.decompressobj()
        html = compressed.decompress(body, size + 1)  # no more than its header says, against zip bombs
        if len(html) != size or not compressed.eof:
            raise StoreError("its HTML is not whole")
        values = {name: header["page"][name] for name in _NAMES if name in header["page"]}
        return Page(
            html=html if header["html"] == "bytes" else html.decode("utf-8", "surrogatepass"), **values
        )
    except (ValueError, KeyError, TypeError, zlib.error) as error:
        raise StoreError(f"it is damaged: {error}") from error


def _plain(value: object) -> object:
    """Return mappings and sets as JSON has them, anything else as its text."""
    if isinstance(value, set | frozenset):
        return sorted(value, key=str)
    try:
        return dict(value)  # type: ignore[call-overload]
    except (TypeError, ValueError):
        return str(value)
