"""The demo's HTTP servers, asked over real sockets."""

from __future__ import annotations

import http.client
import signal
import socket
import subprocess
import sys
from urllib.parse import urlsplit

import pytest

import webnoise.demo
from tests.demo.truth import by_url


def ask(url: str, method: str = "GET", **headers: str) -> tuple[http.client.HTTPResponse, bytes]:
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.netloc, timeout=10)
    try:
        connection.request(
            method, parts.path or "/", headers={k.replace("_", "-"): v for k, v in headers.items()}
        )
        response = connection.getresponse()
        return response, response.read()
    finally:
        connection.close()


def test_each_newspaper_has_a_port_of_its_own_on_loopback(server):
    assert len(set(server.urls)) == len(webnoise.demo.newspapers()) == 3
    assert all(urlsplit(url).hostname == "127.0.0.1" for url in server.urls)


def test_every_true_article_is_served_with_links_to_the_host_that_was_asked(server):
    for url in by_url(server):
        response, body = ask(url)
        assert response.status == 200
        assert b"http://paper.example" not in body
    meridian = [url for url in by_url(server) if url.startswith(server.urls[2])]
    assert f'rel="canonical" href="{meridian[0]}"'.encode() in ask(meridian[0])[1]
    assert b'href="http://other.example:81/' in ask(meridian[0], Host="other.example:81")[1]


def test_a_malformed_host_header_never_reaches_the_page(server):
    _, body = ask(next(iter(by_url(server))), Host='"><script>')
    assert b'"><script>' not in body


def test_head_gives_the_headers_of_get_without_a_body(server):
    url = next(iter(by_url(server)))
    head, nothing = ask(url, "HEAD")
    get, body = ask(url)
    assert nothing == b""
    assert len(body) == int(head.headers["Content-Length"])
    assert head.headers["ETag"] == get.headers["ETag"]


def test_known_versions_are_answered_with_not_modified(server):
    url = next(iter(by_url(server)))
    first, _ = ask(url)
    tag, modified = first.headers["ETag"], first.headers["Last-Modified"]
    for headers in (
        {"If_None_Match": tag},
        {"If_None_Match": f'"x", W/{tag}'},
        {"If_Modified_Since": modified},
    ):
        response, body = ask(url, **headers)
        assert (response.status, body) == (304, b"")
    for headers in (
        {"If_None_Match": '"other"', "If_Modified_Since": modified},
        {"If_Modified_Since": "Thu, 01 Jan 1998 00:00:00 GMT"},
        {"If_Modified_Since": "yesterday"},
    ):
        assert ask(url, **headers)[0].status == 200


def test_missing_pages_are_not_found(server):
    for url in server.urls:
        assert ask(url + "/nowhere")[0].status == 404


def test_stopping_frees_the_ports_and_ends_open_connections():
    with webnoise.demo.serve() as server:
        parts = urlsplit(server.urls[0])
        idle = http.client.HTTPConnection(parts.netloc, timeout=10)
        idle.request("GET", "/robots.txt")
        idle.getresponse().read()
    assert idle.sock is not None
    assert idle.sock.recv(1) == b""
    idle.close()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((parts.hostname, parts.port), timeout=10)
    server.stop()
    assert server.urls == ()


def test_the_command_serves_until_interrupted_and_prints_its_addresses():
    # Where the tests themselves run in a shell's background, their children would ignore the signal.
    code = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "from webnoise.cli.main import main; sys.exit(main(['demo']))"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    try:
        addresses = [process.stdout.readline().split()[0] for _ in range(3)]
        process.stdout.readline()
        assert [ask(address)[0].status for address in addresses] == [200, 200, 200]
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=20)[0] == "Stopped.\n"
        assert process.returncode == 0
    finally:
        process.kill()
        process.wait()


def test_the_demo_does_not_need_scrapy():
    code = "import sys, webnoise.demo; webnoise.demo.newspapers(); sys.exit('scrapy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
