"""The Redis server behind a store: its address, its keys, and what happens while it cannot be reached."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from webnoise.errors import ConfigError, StoreError

_LOG = logging.getLogger(__name__)
_FIRST_PAUSE = 0.05
_LONGEST_PAUSE = 2.0
_SOCKET_SECONDS = 20.0

WAIT_SECONDS = 60.0
"""How long a crawl stands still for a server that is gone before it ends."""

T = TypeVar("T")


class RedisServer:
    """One connection pool, and keys that begin with the store's prefix.

    `redis://HOST:6379/0?prefix=NAME`: stores of different prefixes share a server and know nothing of each
    other. The prefix stands in braces, so that a cluster keeps all of a store on one node.
    """

    def __init__(self, url: str, expire_days: float = 0.0, wait_seconds: float = WAIT_SECONDS) -> None:
        try:
            import redis
        except ImportError:
            raise ConfigError(f"{_shown(url)} needs redis-py: pip install 'webnoise[redis]'") from None
        address, prefix = _split(url)
        self.url = _shown(url)
        self.prefix = f"{{{prefix}}}"
        self.expire_seconds = int(expire_days * 24 * 3600)
        self._wait_seconds = wait_seconds
        try:
            self.client: Any = redis.Redis.from_url(
                address,
                socket_timeout=_SOCKET_SECONDS,
                socket_connect_timeout=5.0,
                encoding_errors="surrogatepass",
            )
        except ValueError as error:
            raise ConfigError(f"{self.url} is no address of Redis: {error}") from None
        self._unreachable = (redis.ConnectionError, redis.TimeoutError, redis.exceptions.BusyLoadingError)
        self._refusal = redis.RedisError
        self._scripts: dict[str, Any] = {}

    def key(self, *parts: object) -> str:
        return ":".join((self.prefix, *map(str, parts)))

    def run(self, work: Callable[[Any], T], wait_seconds: float | None = None) -> T:
        """What `work` makes of the client; tried again, with growing pauses, while the server is gone."""
        limit = self._wait_seconds if wait_seconds is None else wait_seconds
        begun, pause, logged = time.monotonic(), _FIRST_PAUSE, False
        while True:
            try:
                result = work(self.client)
            except self._unreachable as error:
                if time.monotonic() - begun >= limit:
                    raise self.gone(error) from error
                if not logged:
                    _LOG.warning("%s cannot be reached (%s): trying again", self.url, error)
                    logged = True
                time.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
            except self._refusal as error:
                raise StoreError(f"{self.url} refuses: {error}") from error
            else:
                if logged:
                    _LOG.warning("%s is back after %.0f seconds", self.url, time.monotonic() - begun)
                return result

    def call(self, command: str, *values: Any, **options: Any) -> Any:
        """What one command answers; redis-py names them."""
        return self.run(lambda client: getattr(client, command)(*values, **options))

    def gone(self, error: BaseException) -> StoreError:
        return StoreError(
            f"{self.url} cannot be reached: {error}; start it, or name another store, and run again: "
            "nothing that was found is lost"
        )

    def script(self, text: str, keys: list[str], values: list[Any]) -> Any:
        """Run a script: nobody else reads or writes in between."""
        if text not in self._scripts:
            self._scripts[text] = self.client.register_script(text)
        return self.run(lambda client: self._scripts[text](keys, values, client=client))

    def close(self) -> None:
        self.client.close()


def _split(url: str) -> tuple[str, str]:
    """The address without what is ours, and the prefix."""
    parts = urlsplit(url.strip())
    options = dict(parse_qsl(parts.query))
    prefix = options.pop("prefix", "webnoise")
    if not prefix or any(mark in prefix for mark in "{}:* "):
        raise ConfigError(f"{_shown(url)}: the prefix {prefix!r} may hold letters, digits and hyphens alone")
    return urlunsplit(parts._replace(query=urlencode(options))), prefix


def _shown(url: str) -> str:
    """The address without its password."""
    parts = urlsplit(url.strip())
    name, mark, host = parts.netloc.rpartition("@")
    return urlunsplit(parts._replace(netloc=f"{name.partition(':')[0]}:***@{host}" if mark else host))
