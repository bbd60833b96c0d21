"""Addresses are asked as a crawl would ask them."""

import threading
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
