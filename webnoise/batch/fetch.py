"""Pages of addresses that a person names, asked for as politely as a crawl asks.

A crawl is the better tool for a site; this is for the few, or the list, that somebody has already.
"""

from __future__ import annotations

import socket
import time
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from queue import SimpleQueue
from threading import Event, Lock, Timer, local
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError, URLError
from urllib.parse import urljoin
from urllib.request import HTTPHandler, HTTPRedirectHandler, HTTPSHandler, Request, build_opener

from webnoise.discovery.robots import parse_robots
from webnoise.errors import InputError
from webnoise.model import Page
from webnoise.page.limits import Limits
from webnoise.urls.domains import host_of, hostname
from webnoise.urls.normal import without_password
from webnoise.urls.private import leads_inside

if TYPE_CHECKING:
    from protego import Protego

DELAY = 1.0
"""Seconds between two requests to one host, where its robots.txt asks for no more: a crawl's."""

_TIMEOUT = 30  # seconds without a byte
_LONGEST = 120.0  # seconds of a whole answer, however it drips
_FAILURES = (URLError, HTTPException, OSError, EOFError, ValueError, zlib.error)
_HOSTS_AT_ONCE = 16
_ACCEPT = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5"


class _Host:
    """What is known of one host: its robots.txt, and when it may be asked again."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.rules: Protego | None = None
        self.delay = DELAY
        self.next_request = 0.0
        self.closed = ""  # why nothing may be fetched


class Fetcher:
    """Asks robots.txt first, waits between two requests to one host, and follows redirects by the same rules.

    Threads may share it: hosts are asked side by side, each host by one at a time.
    """

    def __init__(
        self,
        max_bytes: int = Limits().max_bytes,
        *,
        wait: Callable[[float], None] = time.sleep,
        longest: float = _LONGEST,
    ) -> None:
        from webnoise import __version__

        self._agent = f"webnoise/{__version__}"
        self._max_bytes = max_bytes
        self._wait = wait
        self._hosts: defaultdict[str, _Host] = defaultdict(_Host)
        self._connections = _Connections(longest)
        self._opener = build_opener(_PoliteRedirects(self._check), *self._connections.handlers())

    def fetch(self, url: str) -> Page:
        """The page at an address; InputError where it is not to be had, or not to be fetched.

        A name and password in the address are left out, as a crawl leaves them out.
        """
        url = without_password(url)
        host = self._hosts[host_of(url)]
        with host.lock:
            try:
                self._check(url)
                self._wait(max(0.0, host.next_request - time.monotonic()))
                return self._page(url)
            except HTTPError as error:
                raise InputError(f"cannot fetch {url}: the server says {error.code} {error.reason}") from None
            except _FAILURES as error:
                raise InputError(f"cannot fetch {url}: {error or type(error).__name__}") from error
            finally:
                host.next_request = time.monotonic() + host.delay

    def _page(self, url: str) -> Page:
        from datetime import UTC, datetime

        with self._answer(url, {"Accept": _ACCEPT, "Accept-Encoding": "gzip"}) as (response, body):
            return Page(
                response.geturl(),
                body,
                fetched=datetime.now(UTC).isoformat(timespec="seconds"),
                content_type=response.headers.get("Content-Type"),
            )

    @contextmanager
    def _answer(self, url: str, headers: dict[str, str]) -> Iterator[tuple[Any, bytes]]:
        """An answer with its body, of which no more is read and unpacked than a page may have."""
        request = Request(url, headers={"User-Agent": self._agent, **headers})  # noqa: S310 - checked
        with self._connections.watched(), self._opener.open(request, timeout=_TIMEOUT) as response:
            body = response.read(self._max_bytes + 1)
            if response.length and len(body) <= self._max_bytes:
                raise EOFError("the answer broke off")
            packing = response.headers.get("Content-Encoding") or "identity"
            if packing == "gzip":
                body = zlib.decompressobj(31).decompress(body, self._max_bytes + 1)
            elif packing != "identity":
                raise ValueError(f"it is packed by {packing[:40]!r}, which nobody asked for")
            yield response, body

    def _check(self, url: str) -> None:
        """Raise InputError for an address that robots.txt closes, or whose robots.txt cannot be had."""
        if not url.lower().startswith(("http://", "https://")):
            raise InputError(f"{url} is no address of the web: write https://host/path")
        host = self._hosts[host_of(url)]
        if host.rules is None and not host.closed:
            self._read_robots(urljoin(url, "/robots.txt"), host)
        if host.closed:
            raise InputError(f"{url} is not fetched: {host.closed}")
        if host.rules is not None and not host.rules.can_fetch(url, self._agent):
            raise InputError(f"{url} is not fetched: its robots.txt forbids it")

    def _read_robots(self, url: str, host: _Host) -> None:
        from protego import Protego

        body = b""
        try:
            with self._answer(url, {}) as (_, read):
                body = read
        except HTTPError as error:
            if not 400 <= error.code < 500 or error.code == 429:
                host.closed = f"its robots.txt cannot be had ({error.code})"
        except _FAILURES as error:
            # RFC 9309, 2.3.1.4: while robots.txt cannot be had, the whole host is off limits.
            host.closed = f"its robots.txt cannot be had ({error})"
        host.rules = Protego.parse(body.decode("utf-8", "replace"))
        host.delay = max(DELAY, parse_robots(body, url, self._agent).crawl_delay or 0.0)


class _PoliteRedirects(HTTPRedirectHandler):
    """Where a page has moved to is asked by the rules of the host that it has moved to."""

    def __init__(self, check: Callable[[str], None]) -> None:
        self._check_address = check

    def redirect_request(self, req: Request, *answer: Any) -> Request | None:
        url = answer[-1]
        if not url.lower().startswith(("http://", "https://")):
            raise URLError(f"it leads to {url[:80]}, which is no address of the web")
        if leads_inside(hostname(url)) and not leads_inside(hostname(req.full_url)):
            raise URLError("it leads to a private address")
        if not req.full_url.endswith("/robots.txt"):
            self._check_address(url)
        return super().redirect_request(req, *answer)


class _Connections:
    """Connections that are cut when an answer takes too long, however many bytes come in time."""

    def __init__(self, longest: float) -> None:
        self._longest = longest
        self._own = local()  # each thread has one answer at a time

    def handlers(self) -> tuple[HTTPHandler, HTTPSHandler]:
        note = self._note

        class Plain(HTTPConnection):
            def connect(self) -> None:
                super().connect()
                note(self.sock)

        class Secure(HTTPSConnection):
            def connect(self) -> None:
                super().connect()
                note(self.sock)

        class PlainHandler(HTTPHandler):
            def http_open(self, req: Request) -> Any:
                return self.do_open(Plain, req)

        class SecureHandler(HTTPSHandler):
            def https_open(self, req: Request) -> Any:
                return self.do_open(Secure, req)

        return PlainHandler(), SecureHandler()

    @contextmanager
    def watched(self) -> Iterator[None]:
        sockets: list[socket.socket] = []
        self._own.sockets, was_cut = sockets, Event()
        timer = Timer(self._longest, _cut, (sockets, was_cut))
        timer.daemon = True
        timer.start()
        try:
            yield
        except _FAILURES:
            if not was_cut.is_set():
                raise
        finally:
            timer.cancel()
        if was_cut.is_set():
            raise URLError(f"it took longer than {self._longest:g} seconds")

    def _note(self, connection: socket.socket) -> None:
        self._own.sockets.append(connection)


def _cut(sockets: list[socket.socket], was_cut: Event) -> None:
    was_cut.set()
    for each in sockets:
        with suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)


def fetch_all(urls: Sequence[str], fetcher: Fetcher) -> Iterator[tuple[int, Page | InputError]]:
    """Each page as it comes, with its number among the addresses; hosts side by side, each in its order."""
    by_host: dict[str, list[int]] = defaultdict(list)
    for number, url in enumerate(urls):
        by_host[host_of(url)].append(number)
    came: SimpleQueue[tuple[int, Page | InputError]] = SimpleQueue()

    def ask(numbers: list[int]) -> None:
        for number in numbers:
            try:
                came.put((number, fetcher.fetch(urls[number])))
            except InputError as error:
                came.put((number, error))

    pool = ThreadPoolExecutor(_HOSTS_AT_ONCE)
    try:
        for numbers in by_host.values():
            pool.submit(ask, numbers)
        for _ in urls:
            yield came.get()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
