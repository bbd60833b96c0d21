"""Several crawler processes on one Redis: together they give what one gives, whoever dies on the way."""

import json
import os
import random
import signal
import subprocess
import time
from collections import Counter
from urllib.parse import urlsplit

import pytest

from tests.demo import truth
from tests.redis_server import RedisProcess, require_redis
from webnoise.demo import serve

SETTINGS = {
    "AUTOTHROTTLE_ENABLED": False,
    "CONCURRENT_REQUESTS_PER_DOMAIN": 8,
    "WEBNOISE_METHOD": "core",
    "WEBNOISE_MIN_SIBLINGS": 8,
    "WEBNOISE_EXPORT_KINDS": "article",
    "WEBNOISE_DUPLICATES": "drop",
    "DOWNLOAD_TIMEOUT": 60,
}
SECTIONS = 20
WORDS = [
    "".join(letters)
    for letters in zip(
        *(random.Random(seed).choices("abcdefgilmnoprstu", k=900) for seed in range(7)), strict=True
    )
]


def story(number):
    chance = random.Random(number)
    paragraphs = "".join(f"<p>{' '.join(chance.choices(WORDS, k=60)).capitalize()}.</p>" for _ in range(5))
    title = f"The story number {number} of this day"
    return (
        f'<!doctype html><html lang="en"><head><title>{title}</title><meta property="og:type" content="article">'
        f'<meta property="article:published_time" content="2026-11-16T08:00:00Z"></head><body><nav>'
        f"<a href='/'>Home</a></nav><main><article><h1>{title}</h1>{paragraphs}</article></main></body></html>"
    )


def fill(site, press, stories, sections=SECTIONS):
    """A front page, sections, and stories in them; the paths of the stories."""
    paths = {number: f"/news/2026/11/16/the-story-number-{number}-of-this-day" for number in range(stories)}
    site.pages["/"] = press.index([(f"/section-{n}", f"Section {n}") for n in range(sections)])
    for n in range(sections):
        mine = [
            (path, f"Story {number} of the day") for number, path in paths.items() if number % sections == n
        ]
        site.pages[f"/section-{n}"] = press.index(mine)
    for number, path in paths.items():
        site.pages[path] = story(number)
    return set(paths.values())


class Crawlers:
    """Processes of one crawl, each with an output and a log of its own."""

    def __init__(self, crawl, folder, url):
        self.crawl, self.folder, self.url = crawl, folder, url
        self.processes = []

    def start(self, *sites, **settings):
        number = len(self.processes)
        output = self.folder / f"articles-{number}.jsonl"
        command = self.crawl.command(
            output,
            arguments=[f"site={','.join(sites)}"],
            settings={**SETTINGS, "WEBNOISE_STORE": self.url, **settings},
        )
        log = (self.folder / f"{number}.log").open("w")
        process = subprocess.Popen(command, cwd=self.crawl.root, stderr=log)
        self.processes.append((process, output))
        return process

    def wait(self):
        for process, output in self.processes:
            assert process.wait(timeout=300) in (0, -signal.SIGKILL), self.log(output)

    def log(self, output):
        return (self.folder / f"{output.stem.rpartition('-')[2]}.log").read_text("utf-8", "replace")[-5000:]

    def items(self):
        """All that came out; half a line that a kill has left is none."""
        for _, output in self.processes:
            for line in output.read_text("utf-8").splitlines() if output.exists() else ():
                try:
                    yield json.loads(line)
                except ValueError:
                    continue

    def kill_left_over(self):
        for process, _ in self.processes:
            process.kill()
            process.wait()


def wait_until(happened, seconds=120):
    end = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.01)


@pytest.fixture
def server(tmp_path):
    require_redis()
    (tmp_path / "redis").mkdir()
    server = RedisProcess(tmp_path / "redis", lasting=True).start()
    yield server
    server.stop()


@pytest.fixture
def crawlers(crawl, tmp_path, server):
    crawlers = Crawlers(crawl, tmp_path, server.url)
    yield crawlers
    crawlers.kill_left_over()


def test_three_processes_give_what_one_gives_and_fetch_each_page_once(crawlers, server, new_site, press):
    site = new_site()
    paths = fill(site, press, 600)
    client, front = server.client(), site.pages["/"]

    def when_all_have_joined(handler):
        wait_until(lambda: client.hlen("{webnoise}:processes") == 3)
        return front

    site.pages["/"] = when_all_have_joined
    with serve() as papers:
        for _ in range(3):
            crawlers.start(site.url, *papers.urls)
        crawlers.wait()
        known = truth.by_url(papers)
    items = list(crawlers.items())
    ours = [item["url"].removeprefix(site.url) for item in items if item["url"].startswith(site.url)]
    assert sorted(ours) == sorted(paths)
    assert max(Counter(site.paths).values()) == 1
    stories = [known[item["url"]].wire or item["url"] for item in items if item["url"] in known]
    assert sorted(stories) == sorted({article.wire or url for url, article in known.items()})
    assert len(items) == len(ours) + len(stories)
    assert set(client.hvals("{webnoise}:sites:1")) == {b"done"}
    assert client.hlen("{webnoise}:processes") == 0


def test_nothing_is_lost_or_doubled_when_a_process_is_killed_and_redis_restarted(
    crawlers, server, new_site, press
):
    site = new_site()
    paths = fill(site, press, 600)
    for _ in range(3):
        crawlers.start(site.url)
    wait_until(lambda: len(site.log) > 150)
    [owner] = server.client().hvals("{webnoise}:sites:1")
    os.kill(int(owner.decode().split("/")[-2]), signal.SIGKILL)
    wait_until(lambda: len(site.log) > 300)
    assert server.client().hvals("{webnoise}:sites:1") != [owner]
    server.stop(kill=True)
    server.start()
    crawlers.wait()
    came_out = Counter(urlsplit(item["url"]).path for item in crawlers.items())
    assert set(came_out) == paths
    assert max(came_out.values()) == 1


def test_process_that_is_stopped_gives_its_sites_back_and_the_next_goes_on(crawlers, server, new_site, press):
    site = new_site()
    paths = fill(site, press, 60, sections=3)
    first = crawlers.start(site.url, CONCURRENT_REQUESTS_PER_DOMAIN=1)
    wait_until(lambda: len(site.log) > 20)
    first.send_signal(signal.SIGINT)
    crawlers.wait()
    assert server.client().hvals("{webnoise}:sites:1") == [b""]
    crawlers.start(site.url)
    crawlers.wait()
    came_out = Counter(urlsplit(item["url"]).path for item in crawlers.items())
    assert set(came_out) == paths
    assert max(came_out.values()) == 1


def test_next_run_begins_anew_and_an_incremental_one_asks_for_what_is_new(crawlers, new_site, press):
    site = new_site()
    paths = fill(site, press, 12, sections=2)
    for settings in ({}, {}, {"WEBNOISE_INCREMENTAL": True}):
        crawlers.start(site.url, **settings)
        crawlers.wait()
    assert all(Counter(site.paths)[path] == 2 for path in paths)
    assert Counter(site.paths)["/section-0"] == 3


def test_second_process_on_one_sqlite_store_ends_with_what_to_do(crawl, tmp_path, new_site, press):
    site = new_site()
    fill(site, press, 3, sections=1)
    first = Crawlers(crawl, tmp_path, f"sqlite:///{tmp_path}/crawl.db")
    begun, front = [], site.pages["/"]

    def until_the_second_has_ended(handler):
        begun.append(True)
        wait_until(lambda: len(first.processes) == 2 and first.processes[1][0].poll() is not None)
        return front

    site.pages["/"] = until_the_second_has_ended
    try:
        first.start(site.url)
        wait_until(lambda: begun)
        second = first.start(site.url)
        assert second.wait(timeout=120) != 0 or "in use" in first.log(first.processes[1][1])
        log = first.log(first.processes[1][1])
        assert "crawl.db is in use by another process" in log
        assert "redis://HOST" in log
        assert first.processes[0][0].wait(timeout=120) == 0
    finally:
        first.kill_left_over()
