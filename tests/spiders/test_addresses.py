"""Single addresses are requested as a crawl requests them."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from webnoise.batch.addresses import Fetcher, FetchOptions
from webnoise.cli.main import main
from webnoise.errors import InputError

HOSTS = (f"127.3.{third}.{fourth}" for third in range(1, 200) for fourth in range(1, 200))
CONTACT = "https://me.example/bot"


class Host:
    """A server whose answers are (status, body, headers) by path, one after the other where a list is given."""

    def __init__(self):
        self.answers, self.requests = {}, []
        host = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                host.requests.append((self.path, self.headers["User-Agent"]))
                answer = host.answers.get(self.path, (404, b"", {}))
                status, body, headers = answer.pop(0) if isinstance(answer, list) else answer
                self.send_response(status)
                for name, value in {"Content-Type": "text/html; charset=utf-8", **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *arguments):
                pass

        self.server = ThreadingHTTPServer((next(HOSTS), 0), Handler)
        self.url = f"http://{self.server.server_address[0]}:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    @property
    def paths(self):
        return [path for path, _ in self.requests]


@pytest.fixture
def host():
    host = Host()
    host.answers = {f"/{name}": (200, f"<p>Rain in {name}".encode(), {}) for name in ("a", "b", "private")}
    yield host
    host.server.shutdown()
    host.server.server_close()


other = host


@pytest.fixture(scope="module")
def fetcher():
    """One process for all tests: each has a host of its own."""
    with Fetcher(FetchOptions(CONTACT, max_bytes=50_000)) as fetcher:
        yield fetcher


def test_robots_is_fetched_once_and_the_user_agent_names_a_contact(host, fetcher):
    page = fetcher.fetch(f"{host.url}/a")
    assert (page.url, page.html, page.content_type) == (
        f"{host.url}/a", b"<p>Rain in a", "text/html; charset=utf-8",
    )  # fmt: skip
    assert page.fetched
    fetcher.fetch(f"{host.url}/b")
    assert host.paths == ["/robots.txt", "/a", "/b"]
    assert all(agent.endswith(f"(+{CONTACT})") for _, agent in host.requests)


def test_what_robots_forbids_is_not_fetched(host, fetcher):
    host.answers["/robots.txt"] = (200, b"User-agent: *\nDisallow: /private\n", {})
    with pytest.raises(InputError, match=r"cannot fetch http.*/private: forbidden by robots\.txt"):
        fetcher.fetch(f"{host.url}/private")
    assert host.paths == ["/robots.txt"]


@pytest.mark.parametrize("status", [501, 429])
def test_host_whose_robots_cannot_be_fetched_is_left_alone(host, fetcher, status):
    host.answers["/robots.txt"] = (status, b"", {"Retry-After": "0"})
    for name in ("a", "b"):
        with pytest.raises(InputError, match=rf"robots\.txt cannot be fetched \({status}\)"):
            fetcher.fetch(f"{host.url}/{name}")
    assert set(host.paths) == {"/robots.txt"}


def test_host_that_asks_for_pauses_of_an_hour_is_left_alone(host, fetcher):
    host.answers["/robots.txt"] = (200, b"User-agent: *\nCrawl-delay: 3600\n", {})
    with pytest.raises(InputError, match="asks for 3600 seconds between two requests"):
        fetcher.fetch(f"{host.url}/a")
    assert host.paths == ["/robots.txt"]


def test_redirect_is_followed_by_the_rules_of_where_it_leads(host, fetcher):
    host.answers["/robots.txt"] = (200, b"User-agent: *\nDisallow: /private\n", {})
    host.answers["/old"] = (301, b"", {"Location": "/a"})
    host.answers["/in"] = (302, b"", {"Location": "/private"})
    assert fetcher.fetch(f"{host.url}/old").url == f"{host.url}/a"
    with pytest.raises(InputError, match=r"forbidden by robots\.txt"):
        fetcher.fetch(f"{host.url}/in")
    assert "/private" not in host.paths


def test_redirect_to_a_private_address_that_nobody_named_is_refused(host, other, fetcher):
    host.answers["/in"] = (302, b"", {"Location": f"{other.url}/a"})
    with pytest.raises(InputError, match="it leads to a private address"):
        fetcher.fetch(f"{host.url}/in")
    assert other.requests == []


def test_server_that_fails_once_is_requested_again(host, fetcher):
    host.answers["/b"] = [(503, b"", {}), (200, b"<p>Rain at last", {})]
    assert fetcher.fetch(f"{host.url}/b").html == b"<p>Rain at last"


def test_page_beyond_the_limit_is_not_read(host, fetcher):
    host.answers["/large"] = (200, b"rain " * 20_000, {"Content-Length": "100000"})
    with pytest.raises(InputError, match="too large"):
        fetcher.fetch(f"{host.url}/large")


def test_missing_page_and_missing_host_are_named(host, fetcher):
    with pytest.raises(InputError, match=r"/none: the page is not there \(404\)"):
        fetcher.fetch(f"{host.url}/none")
    with pytest.raises(InputError, match=r"robots\.txt cannot be fetched"):
        fetcher.fetch("http://127.0.0.1:9/a")


@pytest.mark.parametrize("url", ["ftp://a.example/a", "news.example", "http://"])
def test_what_is_no_address_is_named(fetcher, url):
    with pytest.raises(InputError, match=url):
        fetcher.fetch(url)


def test_list_is_fetched_whole_each_page_under_its_number(host, other, fetcher):
    urls = [f"{host.url}/a", f"{other.url}/none", f"{other.url}/b", "no address"]
    answers = dict(fetcher.fetch_all(urls))
    assert [answers[0].url, answers[2].url] == [urls[0], urls[2]]
    assert "not there (404)" in str(answers[1])
    assert "write https://host/path" in str(answers[3])


def test_command_names_the_page_that_cannot_be_fetched_and_sends_the_contact(host, capsys):
    assert main(["extract", f"{host.url}/none", f"{host.url}/a", "--contact-url", CONTACT]) == 1
    captured = capsys.readouterr()
    assert "Rain in a" in captured.out
    assert f"{host.url}/none: cannot fetch {host.url}/none: the page is not there (404)" in captured.err
    assert {agent.rpartition(" ")[2] for _, agent in host.requests} == {f"(+{CONTACT})"}
