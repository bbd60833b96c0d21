"""A Redis server as a store uses it: its address, its keys, and retries while it cannot be reached."""

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
"""How long a call waits for a server that is gone, before the crawl ends."""

T = TypeVar("T")


class RedisServer:
    """One connection pool, which threads share, and keys that begin with the store's prefix.

    `redis://HOST:6379/0?prefix=NAME`: stores with different prefixes share a server and know nothing of each
    other. The prefix is in braces, so that a cluster keeps all of a store on one node.
    """

    def __init__(self, url: str, expire_days: float = 0.0, wait_seconds: float = WAIT_SECONDS) -> None:
        try:
            import redis
            from redis.backoff import NoBackoff
            from redis.retry import Retry
        except ImportError:
            raise ConfigError(f"{_shown(url)} needs redis-py: pip install 'webnoise[redis]'") from None
        address, prefix = _split(url)
        self.url = _shown(url)
        self.prefix = f"{{{prefix}}}"
        self.expire_seconds = int(expire_days * 24 * 3600)
        self._wait_seconds = wait_seconds
        self._is_gone = False
        try:
            self.client: Any = redis.Redis.from_url(
                address,
                socket_timeout=_SOCKET_SECONDS,
                socket_connect_timeout=5.0,
                encoding_errors="surrogatepass",
                retry=Retry(NoBackoff(), 0),  # `run` tries again: it knows for how long, and logs it
            )
        except ValueError as error:
            raise ConfigError(f"{self.url} is no address of Redis: {error}") from None
        self._unreachable = (redis.ConnectionError, redis.TimeoutError, redis.exceptions.BusyLoadingError)
        self._refusal = redis.RedisError
        self._scripts: dict[str, Any] = {}

    def key(self, *parts: object) -> str:
        return ":".join((self.prefix, *map(str, parts)))

    def run(self, work: Callable[[Any], T]) -> T:
        """Return what `work` makes of the client; try again, with growing pauses, while the server is gone.

        After `wait_seconds` raise StoreError. From then on a call is tried once, so that a crawl ends soon.
        """
        begun, pause, is_logged = time.monotonic(), _FIRST_PAUSE, False
        while True:
            try:
                result = work(self.client)
            except self._unreachable as error:
                if self._is_gone or time.monotonic() - begun >= self._wait_seconds:
                    self._is_gone = True
                    raise self._gone(error) from error
                if not is_logged:
                    _LOG.warning("%s cannot be reached (%s): trying again", self.url, error)
                    is_logged = True
                time.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
            except self._refusal as error:
                raise StoreError(f"{self.url} refuses: {error}") from error
            else:
                self._is_gone = False
                if is_logged:
                    _LOG.warning("%s is back after %.0f seconds", self.url, time.monotonic() - begun)
                return result

    def call(self, command: str, *values: Any, **options: Any) -> Any:
        """Return the answer to one command, by its name in redis-py."""
        return self.run(lambda client: getattr(client, command)(*values, **options))

    def _gone(self, error: BaseException) -> StoreError:
        reason = str(error).rstrip(".")
        return StoreError(
            f"{self.url} cannot be reached for {self._wait_seconds:.0f} seconds: {reason}; start it and run "
            "again: the next run goes on where this one stopped"
        )

    def script(self, text: str, keys: list[str], values: list[Any]) -> Any:
        """Run a script: nobody else reads or writes in between."""
        if text not in self._scripts:
            self._scripts[text] = self.client.register_script(text)
        return self.run(lambda client: self._scripts[text](keys, values, client=client))

    def close(self) -> None:
        self.client.close()


def _split(url: str) -> tuple[str, str]:
    """Return the address as redis-py takes it, and the prefix."""
    parts = urlsplit(url.strip())
    options = dict(parse_qsl(parts.query))
    prefix = options.pop("prefix", "webnoise")
    if not prefix or any(mark in prefix for mark in "{}:* "):
        raise ConfigError(f"{_shown(url)}: the prefix {prefix!r} may hold letters, digits and hyphens alone")
    return urlunsplit(parts._replace(query=urlencode(options))), prefix


def _shown(url: str) -> str:
    """Return the address without its password."""
    parts = urlsplit(url.strip())
    name, mark, host = parts.netloc.rpartition("@")
    return urlunsplit(parts._replace(netloc=f"{name.partition(':')[0]}:***@{host}" if mark else host))
