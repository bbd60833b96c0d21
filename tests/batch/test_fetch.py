"""Addresses are asked as a crawl would ask them."""

import gzip
import socket
import threading
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from webnoise.batch.fetch import DELAY, Fetcher, fetch_all
from webnoise.errors import InputError


class Host:
    """A server whose answers are (status, body, headers) by path; `asked` are the paths it was asked for."""

    def __init__(self):
        self.answers, self.asked = {}, []
        host = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                host.asked.append(self.path)
                status, body, headers = host.answers.get(self.path, (404, b"", {}))
                self.send_response(status)
                for name, value in {"Content-Type": "text/html; charset=utf-8", **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *arguments):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()


@pytest.fixture
def host():
    host = Host()
    host.answers = {f"/{name}": (200, f"<p>Rain in {name}".encode(), {}) for name in ("a", "b", "private")}
    yield host
    host.server.shutdown()
    host.server.server_close()


@pytest.fixture
def waits():
    return []


@pytest.fixture
def fetcher(waits):
    return Fetcher(wait=waits.append)


def test_robots_is_asked_once_and_each_request_but_the_first_waits(host, fetcher, waits):
    for name in ("a", "b", "a"):
        assert fetcher.fetch(f"{host.url}/{name}").html == f"<p>Rain in {name}".encode()
    assert host.asked == ["/robots.txt", "/a", "/b", "/a"]
    assert waits[0] == 0
    assert all(0 < wait <= DELAY for wait in waits[1:])


def test_page_tells_its_type_and_when_it_came(host, fetcher):
    page = fetcher.fetch(f"{host.url}/a")
    assert (page.url, page.content_type) == (f"{host.url}/a", "text/html; charset=utf-8")
    assert page.fetched


def test_what_robots_forbids_is_not_fetched(host, fetcher):
    host.answers["/robots.txt"] = (200, b"User-agent: *\nDisallow: /private\n", {})
    with pytest.raises(InputError, match=r"robots\.txt forbids it"):
        fetcher.fetch(f"{host.url}/private")
    assert host.asked == ["/robots.txt"]


def test_pause_that_robots_asks_for_is_kept(host, fetcher, waits):
    host.answers["/robots.txt"] = (200, b"User-agent: *\nCrawl-delay: 30\n", {})
    fetcher.fetch(f"{host.url}/a")
    fetcher.fetch(f"{host.url}/b")
    assert 20 < waits[1] <= 30


@pytest.mark.parametrize("status", [500, 503, 429])
def test_host_whose_robots_cannot_be_had_is_left_alone(host, fetcher, status):
    host.answers["/robots.txt"] = (status, b"", {})
    for name in ("a", "b"):
        with pytest.raises(InputError, match=r"robots\.txt cannot be had"):
            fetcher.fetch(f"{host.url}/{name}")
    assert host.asked == ["/robots.txt"]


def test_redirect_is_followed_by_the_rules_of_where_it_leads(host, fetcher):
    host.answers["/robots.txt"] = (200, b"User-agent: *\nDisallow: /private\n", {})
    host.answers["/old"] = (301, b"", {"Location": "/a"})
    host.answers["/in"] = (302, b"", {"Location": "/private"})
    assert fetcher.fetch(f"{host.url}/old").url == f"{host.url}/a"
    with pytest.raises(InputError, match=r"robots\.txt forbids it"):
        fetcher.fetch(f"{host.url}/in")
    assert "/private" not in host.asked


def test_missing_page_and_missing_host_are_named(host, fetcher):
    with pytest.raises(InputError, match="the server says 404"):
        fetcher.fetch(f"{host.url}/none")
    with pytest.raises(InputError, match=r"robots\.txt cannot be had"):
        fetcher.fetch("http://127.0.0.1:9/a")


def test_list_is_fetched_whole_each_page_under_its_number(host, fetcher):
    urls = [f"{host.url}/{name}" for name in ("a", "none", "b")]
    came = dict(fetch_all(urls, fetcher))
    assert [came[0].url, came[2].url] == [urls[0], urls[2]]
    assert isinstance(came[1], InputError)


@pytest.fixture
def raw():
    """`raw(parts)` is the address of a server that has no robots.txt and answers all else with these bytes."""
    servers = []

    def start(parts):
        server = socket.create_server(("127.0.0.1", 0))
        servers.append(server)

        def answer_all():
            with suppress(OSError):
                while True:
                    connection, _ = server.accept()
                    with connection, suppress(OSError):
                        is_page = not connection.recv(4096).startswith(b"GET /robots.txt")
                        for part in parts() if is_page else [b"HTTP/1.0 404 No\r\n\r\n"]:
                            connection.sendall(part)

        threading.Thread(target=answer_all, daemon=True).start()
        return f"http://127.0.0.1:{server.getsockname()[1]}/a"

    yield start
    for server in servers:
        server.close()


@pytest.mark.parametrize(
    "start",
    [b"", b"HTTP/1.1 200 OK\r\nX: ", b"HTTP/1.1 200 OK\r\n\r\n"],
    ids=["in its status", "in a header", "in its body"],
)
def test_answer_that_drips_without_end_is_cut(raw, start):
    def drip():
        yield start
        while True:
            threading.Event().wait(0.02)
            yield b"a"

    with pytest.raises(InputError, match=r"longer than 0\.3 seconds"):
        Fetcher(wait=lambda _: None, longest=0.3).fetch(raw(drip))


@pytest.mark.parametrize(
    "answer",
    [
        b"", b"\x00\xff\xfe", b"HTTP/1.1 abc OK\r\n\r\n", b"HTTP/1.1 200 OK\r\n" + b"a: b\r\n" * 500 + b"\r\n",
        b"HTTP/1.1 200 OK\r\nX: " + b"a" * 100_000, b"HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nshort",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nno number",
        b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nno gzip", b"HTTP/1.1 302 Go\r\nLocation: http://[\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Encoding: br\r\n\r\nwhat nobody asked for",
    ],
    ids=["nothing", "no status line", "no status", "many headers", "long header", "cut off", "bad chunk", "bad gzip",
         "bad redirect", "brotli"],
)  # fmt: skip
def test_answer_that_is_no_http_is_an_error_of_ours(raw, fetcher, answer):
    with pytest.raises(InputError, match="cannot fetch"):
        fetcher.fetch(raw(lambda: [answer]))


@pytest.mark.parametrize("path", ["/a", "/robots.txt"])
def test_gzip_is_unpacked_as_far_as_a_page_may_be_long(host, path):
    bomb = gzip.compress(bytes(50_000_000))
    host.answers[path] = (200, bomb, {"Content-Encoding": "gzip"})
    page = Fetcher(max_bytes=1000, wait=lambda _: None).fetch(f"{host.url}/a")
    assert len(page.html) <= 1001


@pytest.mark.parametrize("path", ["/a", "/robots.txt"])
@pytest.mark.parametrize("target", ["ftp://127.0.0.1/a", "file:///etc/passwd", "gopher://a/", "data:,a"])
def test_redirect_out_of_the_web_is_not_followed(host, fetcher, path, target):
    host.answers[path] = (302, b"", {"Location": target})
    with pytest.raises(InputError):
        fetcher.fetch(f"{host.url}/a")


@pytest.mark.parametrize(
    "target", ["http://127.0.0.1:1/a", "http://localhost/a", "http://[::1]/a", "http://2130706433/a"]
)
def test_redirect_from_the_web_to_a_private_host_is_not_followed(host, monkeypatch, target):
    """The server is the proxy by which the web is reached."""
    monkeypatch.setenv("http_proxy", host.url)
    host.answers["http://news.example/a"] = (302, b"", {"Location": target})
    with pytest.raises(InputError, match="private address"):
        Fetcher(wait=lambda _: None).fetch("http://news.example/a")
    assert host.asked == ["http://news.example/robots.txt", "http://news.example/a"]


def test_redirect_to_a_name_for_a_private_host_is_not_followed(host, monkeypatch):
    monkeypatch.setenv("http_proxy", host.url)
    monkeypatch.setattr(socket, "getaddrinfo", names := Names(socket.getaddrinfo))
    names["inward.example"] = "10.0.0.7"
    host.answers["http://news.example/a"] = (302, b"", {"Location": "http://inward.example/a"})
    with pytest.raises(InputError, match="private address"):
        Fetcher(wait=lambda _: None).fetch("http://news.example/a")


class Names(dict):
    """The addresses of names that no server of names knows."""

    def __init__(self, others):
        self.others = others

    def __call__(self, host, *arguments, **options):
        return self.others(self.get(host, host), *arguments, **options)
