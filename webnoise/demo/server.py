"""The newspapers on loopback: one small HTTP server each, on a free port, in daemon threads."""

from __future__ import annotations

import re
import socket
import sys
import threading
from contextlib import suppress
from datetime import UTC
from email.utils import format_datetime
from hashlib import sha256
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar, Self

from webnoise.demo.newspaper import Newspaper, Response, newspapers
from webnoise.discovery.dates import iso_date
from webnoise.metadata.dates.read import as_utc

LOOPBACK = "127.0.0.1"


class DemoServer:
    """Serves the demo's newspapers between `start` and `stop`, or inside a `with` block.

    `urls` are the addresses without a closing slash, in the order of `newspapers()`. Each start
    takes free ports of its own, so any number of servers can run side by side.
    """

    def __init__(self) -> None:
        self._presses: list[_Press] = []

    @property
    def urls(self) -> tuple[str, ...]:
        return tuple(press.url for press in self._presses)

    def start(self) -> Self:
        if not self._presses:
            self._presses = [_Press(paper) for paper in newspapers()]
        return self

    def stop(self) -> None:
        """Free the ports and end every connection; stopping twice is harmless."""
        for press in self._presses:
            press.stop()
        self._presses = []

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *error: object) -> None:
        self.stop()


def serve() -> DemoServer:
    """A started server: `with webnoise.demo.serve() as server: server.urls`."""
    return DemoServer().start()


class _Press(ThreadingHTTPServer):
    """One newspaper's server. It keeps its open connections, to end them when it stops."""

    daemon_threads = True

    def __init__(self, paper: Newspaper) -> None:
        self.paper = paper
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        super().__init__((LOOPBACK, 0), _Reply)
        self.url = f"http://{LOOPBACK}:{self.server_port}"
        # A short poll, so that stop() returns at once.
        self._thread = threading.Thread(target=self.serve_forever, args=(0.02,), name=paper.key, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self.shutdown()
        self._thread.join()
        with self._lock:
            connections = tuple(self._open)
        for connection in connections:
            # Both ways: this wakes the thread that waits for the next request, and it ends.
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        self.server_close()

    def process_request(self, request: Any, client_address: Any) -> None:
        with self._lock:
            self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        with self._lock:
            self._open.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that hang up are no news; our own errors are."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


class _Reply(BaseHTTPRequestHandler):
    server: _Press
    protocol_version = "HTTP/1.1"
    server_version = "webnoise-demo"
    # Headers and body leave in one packet: without this each small page waits for Nagle's timer.
    disable_nagle_algorithm = True
    wbufsize: ClassVar[int] = -1

    def do_GET(self) -> None:
        self._answer(with_body=True)

    def do_HEAD(self) -> None:
        self._answer(with_body=False)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class names it so
        """Log nothing: a crawl's own log shows what was fetched."""

    def _answer(self, *, with_body: bool) -> None:
        response = self.server.paper.render(self.path, self._base_url())
        tag = f'"{sha256(response.body).hexdigest()[:16]}"'
        if response.status == HTTPStatus.OK and self._unchanged(response, tag):
            self.send_response(HTTPStatus.NOT_MODIFIED)
            self._send_validators(response, tag)
            self.end_headers()
            return
        self.send_response(response.status)
        self.send_header("Content-Type", response.content_type)
        self.send_header("Content-Length", str(len(response.body)))
        if response.status == HTTPStatus.OK:
            self._send_validators(response, tag)
        self.end_headers()
        if with_body:
            self.wfile.write(response.body)

    def _send_validators(self, response: Response, tag: str) -> None:
        self.send_header("ETag", tag)
        if response.modified:
            self.send_header("Last-Modified", format_datetime(response.modified.astimezone(UTC), usegmt=True))

    def _unchanged(self, response: Response, tag: str) -> bool:
        """Whether the client holds this version; an entity tag outranks a date (RFC 9110, 13.1.3)."""
        if known := self.headers.get("If-None-Match"):
            return known.strip() == "*" or tag in (
                part.strip().removeprefix("W/") for part in known.split(",")
            )
        since = as_utc(iso_date(self.headers.get("If-Modified-Since")))
        return bool(since and response.modified and response.modified <= since)

    def _base_url(self) -> str:
        host = self.headers.get("Host", "")
        return f"http://{host}" if re.fullmatch(r"[\w.:\[\]-]+", host) else self.server.url
