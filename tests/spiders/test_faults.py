"""Disks, stores and servers that fail: one clear line, a status that says so, and a rerun that completes the set."""

import gzip
import json
import socket
import sqlite3
import struct
import subprocess
import sys

import pytest

from webnoise import sqlite_file, stores
from webnoise.errors import StoreError

HASTE = [
    "-s", "DOWNLOAD_DELAY=0", "-s", "AUTOTHROTTLE_ENABLED=0", "-s", "RETRY_TIMES=0", "-s", "WEBNOISE_MIN_SIBLINGS=3",
]  # fmt: skip
STORIES = [f"/town/a-story-of-the-town-number-{number}" for number in range(6)]


@pytest.fixture(scope="module")
def paper(new_site, press):
    site = new_site()
    site.pages.update({path: press.article(300 + number) for number, path in enumerate(STORIES)})
    site.pages["/"] = press.index([(path, f"A headline of several words {path}") for path in STORIES])
    return site


@pytest.fixture
def crawl(tmp_path):
    """`crawl(url, ...)` in an empty folder; the process, with what it said."""

    def run(url, *options):
        command = [sys.executable, "-m", "webnoise", "crawl", url, *options, *HASTE]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)

    run.store = ("--store", "sqlite:///news.db", "--incremental", "-o", "articles.jsonl")
    return run


def paths(folder, site):
    lines = (folder / "articles.jsonl").read_text("utf-8").splitlines()
    return sorted(json.loads(line)["url"].removeprefix(site.url) for line in lines)


@pytest.mark.parametrize(
    "output", ["/dev/full", "/proc/articles.jsonl"], ids=["full disk", "no folder to write"]
)
def test_output_that_cannot_be_written_is_said_in_one_line(paper, crawl, output):
    run = crawl(paper.url, "-o", output)
    assert run.returncode == 1
    assert "Traceback" not in run.stderr
    assert [
        line for line in run.stderr.splitlines() if "ERROR" in line and f"{output} cannot be written" in line
    ]
    assert run.stderr.count("ERROR") == 1
    assert "WEBNOISE_EXPORT_KINDS" not in run.stderr, "the kinds are not at fault"


def damage_tables(path):
    data = bytearray(path.read_bytes())
    for page in range(4096, len(data), 4096):
        data[page : page + 60] = b"\xa5" * 60
    path.write_bytes(data)


def damage_memory(path):
    with sqlite3.connect(path) as file:
        changed = file.execute("UPDATE site_memory SET memory = substr(memory, 1, 40)").rowcount
    file.close()
    assert changed


def damage_index(path):
    with sqlite3.connect(path) as file:
        assert file.execute("UPDATE duplicate_text SET signature = substr(signature, 1, 40)").rowcount
    file.close()


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (damage_tables, "move it away and begin anew"),
        (damage_memory, "the site memory is damaged"),
        (damage_index, "damaged signature: move it away"),
    ],
)
def test_damaged_store_is_said_in_one_line_and_the_output_is_as_it_was(paper, crawl, tmp_path, damage, words):
    assert crawl(paper.url, *crawl.store, "--max-pages", "4").returncode == 0
    before = (tmp_path / "articles.jsonl").read_bytes()
    damage(tmp_path / "news.db")
    run = crawl(paper.url, *crawl.store)
    assert run.returncode in (1, 2), run.stderr
    assert words in run.stderr
    assert "Traceback" not in run.stderr
    assert (tmp_path / "articles.jsonl").read_bytes().startswith(before)
    for file in tmp_path.glob("news.db*"):
        file.rename(tmp_path / f"away-{file.name}")
    assert crawl(paper.url, *crawl.store).returncode == 0
    assert paths(tmp_path, paper) == STORIES


def test_store_that_another_program_holds_is_said_so(tmp_path, monkeypatch):
    monkeypatch.setattr(sqlite_file, "_WAIT_SECONDS", 0.01)
    with stores.open(f"sqlite:///{tmp_path}/news.db") as opened:
        sites = opened.sites
        other = sqlite3.connect(tmp_path / "news.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match=r"news\.db.*locked; another program writes to it"):
            sites.update("a", "core", lambda _: b"memory")
        other.execute("ROLLBACK")
        other.close()
        sites.update("a", "core", lambda _: b"memory")
        assert sites.load("a", "core") == b"memory"


def broken_off(page, share):
    """An answer of which this share is sent, the first time that it is asked for; then the connection is reset."""
    asked = []

    def answer(handler):
        asked.append(handler.path)
        if len(asked) > 1:
            return page
        body = page.encode()
        whole = (
            f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        handler.connection.sendall(whole[: int(share * len(whole))])
        handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        handler.connection.close()
        raise ConnectionError

    return answer


def test_connection_that_is_reset_at_any_point_costs_no_story(new_site, press, crawl, tmp_path):
    site = new_site()
    shares = [0, 0.001, 0.005, 0.015, 0.02, 0.1, 0.5, 0.9, 0.999, 1]
    stories = {
        f"/town/a-story-that-breaks-off-{n}": broken_off(press.article(400 + n), share)
        for n, share in enumerate(shares)
    }
    site.pages.update(stories)
    site.pages["/"] = press.index([(path, f"A headline of several words {path}") for path in stories])
    first = crawl(site.url, *crawl.store)
    assert "Traceback" not in first.stderr
    assert crawl(site.url, *crawl.store).returncode == 0
    assert paths(tmp_path, site) == sorted(stories)


def test_answers_that_swell_when_unpacked_are_left_and_named(new_site, press, crawl, tmp_path):
    site = new_site()
    bomb = gzip.compress(bytes(40_000_000), 1)
    swelling = {"/town/a-story-that-swells": press.Answer(bomb, headers={"Content-Encoding": "gzip"})}
    site.pages["/sitemap.xml"] = press.Answer(bomb, type="application/gzip")
    site.pages.update({"/town/a-story-that-stays": press.article(500), **swelling})
    story_paths = [path for path in site.pages if path.startswith("/town/")]
    site.pages["/"] = press.index([(path, f"A headline of several words {path}") for path in story_paths])
    run = crawl(site.url, "-o", "articles.jsonl")
    assert run.returncode == 0
    assert "Traceback" not in run.stderr
    assert paths(tmp_path, site) == ["/town/a-story-that-stays"]
    assert "a-story-that-swells" in run.stderr
