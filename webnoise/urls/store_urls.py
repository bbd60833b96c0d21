"""Addresses of stores: where what lasts between runs is kept."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote, unquote

from webnoise.errors import ConfigError

__all__ = ["sqlite_path", "sqlite_url"]

_SQLITE = "sqlite:///"
_IN_MEMORY = frozenset({"", "memory:", "memory://"})


def sqlite_path(url: str | None) -> Path | None:
    """The SQLite file that the address of a store names; None where it names memory.

    `sqlite:///FILE` has three slashes before a relative path and four before an absolute one; `%20` and the
    like stand for a character. Nothing, `memory:` and `memory://` mean memory.

    >>> sqlite_path("sqlite:////var/a%20b.db")
    PosixPath('/var/a b.db')
    """
    url = (url or "").strip()
    if url in _IN_MEMORY:
        return None
    name = unquote(url.removeprefix(_SQLITE))
    if not url.startswith(_SQLITE) or not name:
        raise ConfigError(f"{url!r} is no address of a store: write sqlite:///FILE, or memory:// for one run")
    return Path(name)


def sqlite_url(path: str | Path) -> str:
    """The address of a store in an SQLite file.

    >>> sqlite_url("/var/a b.db")
    'sqlite:////var/a%20b.db'
    """
    return _SQLITE + quote(str(path))
