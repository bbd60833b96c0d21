"""What a person names on the command line (files, folders, addresses, `-`) as Pages."""

from __future__ import annotations

import gzip
import sys
import zlib
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from webnoise.errors import InputError
from webnoise.model import Page

__all__ = ["expand", "read_page"]

_SUFFIXES = frozenset({".html", ".htm", ".xhtml", ".shtml", ".asp", ".php"})
_TIMEOUT = 30  # seconds
_MAX_BYTES = 32 * 1024 * 1024


def expand(names: Iterable[str]) -> Iterator[str]:
    """Folders give the HTML files below them; every other name stands for itself."""
    for name in names:
        folder = Path(name)
        if name != "-" and not _is_url(name) and folder.is_dir():
            yield from (str(path) for path in sorted(folder.rglob("*")) if path.suffix.lower() in _SUFFIXES)
        else:
            yield name


def read_page(name: str, url: str | None = None) -> Page:
    """The page behind one name. `url` is the address that a file's or standard input's page came from."""
    if _is_url(name):
        return _fetch(name)
    if name == "-":
        return Page(url=url or "", html=sys.stdin.buffer.read(), fetched=_now())
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
    return Page(url=url or "", html=body)


def _is_url(name: str) -> bool:
    return name.startswith(("http://", "https://"))


def _fetch(url: str) -> Page:
    from urllib.error import URLError
    from urllib.request import Request, urlopen

    from webnoise import __version__

    request = Request(url, headers={"User-Agent": f"webnoise/{__version__}", "Accept-Encoding": "gzip"})  # noqa: S310
    try:
        with urlopen(request, timeout=_TIMEOUT) as response:  # noqa: S310 - only http and https reach this line
            body = response.read(_MAX_BYTES + 1)
            content_type = response.headers.get("Content-Type")
            if response.headers.get("Content-Encoding") == "gzip":
                body = gzip.decompress(body)
            address = response.geturl()
    except (URLError, OSError, EOFError, ValueError, zlib.error) as error:
        raise InputError(f"cannot fetch {url}: {error}") from error
    return Page(url=address, html=body, fetched=_now(), content_type=content_type)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
