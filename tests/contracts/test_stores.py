"""What every backend of the stores does, and what those that last do besides."""

from __future__ import annotations

import os
import pickle
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import date

import pytest
import xxhash

from tests.redis_server import RedisProcess, require_redis
from webnoise import stores
from webnoise.dedup.index import DuplicateIndex, Thresholds
from webnoise.dedup.signature import signature
from webnoise.errors import ConfigError, StoreError
from webnoise.methods.registry import resolve
from webnoise.model import Page
from webnoise.page.parse import parse
from webnoise.stores import FoundLink, Seen
from webnoise.stores.held_page import pack, unpack
from webnoise.stores.redis import RedisStores

URL = "https://news.example/a"
STORY = (
    "Ministers agreed in Geneva on Monday to cut the tariffs on steel by a third within the next two years. "
)
PAGE = Page(
    URL,
    b"<p>\xff rain",
    fetched="2026-11-16T00:00:00+00:00",
    content_type="text/html",
    hints={"title": "Rain"},
    styles=[{"display": "none"}],
    extra={"desk": "city", "rank": 3, "tags": ["a", None]},
)


class StoresContract:
    """Inherited by the tests of each backend, which say where it lives."""

    @pytest.fixture
    def address(self, tmp_path):
        raise NotImplementedError

    @pytest.fixture
    def opened(self, address):
        with stores.open(address) as opened:
            yield opened

    def test_unknown_site_is_none(self, opened):
        assert opened.sites.load("news.example", "core") is None
        assert opened.sites.known() == []
        assert not opened.sites.forget("news.example")

    def test_update_sees_what_is_there_and_keeps_what_it_makes(self, opened):
        sites = opened.sites
        sites.update("b.example", "core", lambda saved: b"1" if saved is None else b"never")
        sites.update("b.example", "core", lambda saved: saved + b"2")
        sites.update("a.example", "content_extractor", lambda _: b"3")
        assert sites.load("b.example", "core") == b"12"
        assert sites.known() == [("a.example", "content_extractor"), ("b.example", "core")]

    def test_update_that_fails_changes_nothing(self, opened):
        opened.sites.update("a.example", "core", lambda _: b"1")
        with pytest.raises(ZeroDivisionError):
            opened.sites.update("a.example", "core", lambda _: 1 / 0)
        assert opened.sites.load("a.example", "core") == b"1"

    def test_forgotten_site_is_gone_for_all_methods_and_others_stay(self, opened):
        for site, method in (("a", "core"), ("a", "content_extractor"), ("b", "core")):
            opened.sites.update(site, method, lambda _: b"1")
        assert opened.sites.forget("a")
        assert opened.sites.known() == [("b", "core")]

    def test_memories_of_two_runs_add_up(self, opened):
        method, sites = resolve("content_extractor"), opened.sites
        first, second = sites.read("a", method), sites.read("a", method)
        learn(method, first, 1)
        learn(method, second, 2)
        sites.add("a", method, first)
        sites.add("a", method, second)
        assert (first.pages, second.pages) == (1, 2)
        assert sites.read("a", method).pages == 2

    def test_threads_may_use_the_stores_at_once(self, opened):
        """A crawl calls them from a thread of its own, for all of them block."""

        def work(thread):
            for number in range(40):
                opened.seen.find("News", [FoundLink(f"{thread}/{number}/link", URL, 1.0)])
                opened.seen.put(f"{thread}/{number}", Seen(1.0))
                opened.sites.update("a", "core", lambda saved: (saved or b"") + b".")
                opened.duplicates.add(f"{thread}/{number}", signature(f"{STORY} edition{number}", "en"))
                opened.held.let_go(opened.held.hold(PAGE))

        with ThreadPoolExecutor(4) as threads:
            list(threads.map(work, range(4)))
        assert opened.sites.load("a", "core") == b"." * 160
        assert len(opened.seen.waiting("News")) == len(opened.duplicates) == 160
        assert all(opened.seen.get(f"{thread}/{number}") for thread in range(4) for number in range(40))
        assert list(opened.held.left_over()) == []

    def test_unseen_page_is_none(self, opened):
        assert opened.seen.get(URL) is None

    def test_page_put_last_is_got(self, opened):
        opened.seen.put(URL, Seen(1.0, "article", '"1"', None, "ab"))
        newest = Seen(2.0, "article", '"2"', "Mon, 02 Nov 2026 00:00:00 GMT", "cd")
        opened.seen.put(URL, newest)
        assert opened.seen.get(URL) == newest
        opened.seen.flush()
        assert opened.seen.get(URL) == newest

    def test_links_wait_in_order_until_their_pages_are_put_or_they_are_settled(self, opened):
        seen, links = opened.seen, [FoundLink(f"{URL}{number}", URL, 1.0) for number in range(5)]
        seen.find("News", links)
        seen.put(links[1].url, Seen(2.0))
        seen.settle(links[3].url)
        assert seen.waiting("News") == [links[0], links[2], links[4]]
        seen.put(links[0].url, Seen(2.0))
        seen.settle(links[4].url)
        assert seen.waiting("News") == [links[2]]
        assert seen.waiting("Other") == []

    def test_link_that_waits_is_not_found_again_and_one_that_was_seen_not_at_all(self, opened):
        first = FoundLink(URL, "https://news.example/", 1.0, 0.5, 3.0, {"title": "Rain \ud83d"})
        opened.seen.find("News", [first])
        opened.seen.find("News", [first._replace(found=9.0)])
        assert opened.seen.waiting("News") == [first]
        opened.seen.find("News", [first._replace(found=9.0)])
        assert opened.seen.waiting("News") == [first]
        opened.seen.put(URL, Seen(2.0))
        opened.seen.find("News", [first])
        assert opened.seen.waiting("News") == []
        opened.seen.find("News", [first])
        assert opened.seen.waiting("News") == []

    def test_settled_link_can_be_found_anew(self, opened):
        link = FoundLink(URL, "https://news.example/", 1.0)
        opened.seen.find("News", [link])
        opened.seen.settle(URL)
        opened.seen.find("News", [link])
        assert opened.seen.waiting("News") == [link]

    def test_position_put_last_is_told(self, opened):
        assert opened.seen.position("/articles.jsonl") == 0
        opened.seen.put_position("/articles.jsonl", 5)
        opened.seen.put_position("/articles.jsonl", 9)
        assert opened.seen.position("/articles.jsonl") == 9
        opened.seen.flush()
        assert opened.seen.position("/articles.jsonl") == 9

    def test_patterns_are_kept_by_site(self, opened):
        counts = {"news.example/*": {"article": 3, "index": 1}}
        opened.seen.put_patterns("News", counts)
        assert opened.seen.patterns("News") == counts
        assert opened.seen.patterns("Other") == {}

    def test_held_pages_have_numbers_of_their_own(self, opened):
        numbers = {opened.held.hold(PAGE) for _ in range(3)}
        assert len(numbers) == 3
        for number in numbers:
            opened.held.let_go(number)
        assert list(opened.held.left_over()) == []

    def test_letting_go_of_an_unknown_page_changes_nothing(self, opened):
        number = opened.held.hold(PAGE)
        opened.held.let_go(number + 1)
        assert opened.held.hold(PAGE) != number

    def test_story_is_its_own_original_until_it_is_told(self, opened):
        stories = opened.stories
        assert stories.original(URL) == URL
        stories.put(URL, "https://news.example/first")
        assert stories.original(URL) == "https://news.example/first"
        stories.put(URL, URL)
        assert stories.original(URL) == URL

    def test_duplicates_are_found_under_the_given_thresholds(self, address):
        story = signature(STORY, "en")
        with stores.open(address, Thresholds(short=3)) as opened:
            assert opened.duplicates.add("a", story) == []
            assert [match.key for match in opened.duplicates.add("b", story)] == ["a"]
            assert opened.duplicates.thresholds.short == 3

    def test_each_store_is_opened_once(self, opened):
        assert opened.sites is opened.sites
        assert opened.duplicates is opened.duplicates


class LastingContract(StoresContract):
    """Of backends that outlive the process."""

    def test_everything_outlives_the_opening(self, address):
        with stores.open(address) as first:
            first.sites.update("a", "core", lambda _: b"1")
            first.seen.put(URL, Seen(1.0, "index"))
            first.seen.find("News", [FoundLink(f"{URL}1", URL, 1.0)])
            first.seen.put_position("/articles.jsonl", 7)
            first.held.hold(PAGE)
            first.duplicates.add("a", signature(STORY, "en"))
        with stores.open(address) as second:
            assert second.sites.load("a", "core") == b"1"
            assert second.seen.get(URL) == Seen(1.0, "index")
            assert second.seen.waiting("News") == [FoundLink(f"{URL}1", URL, 1.0)]
            assert second.seen.position("/articles.jsonl") == 7
            assert [page for _, page in second.held.left_over()] == [PAGE]
            assert [match.key for match in second.duplicates.find(signature(STORY, "en"))] == ["a"]

    def test_what_lasts_after_a_kill_is_what_was_known_at_some_moment(self, address):
        """Page after page is put after its links, and each with a position."""
        code = (
            "import os, sys; from webnoise import stores; from webnoise.stores import FoundLink, Seen;"
            "seen = stores.open(sys.argv[1]).seen\n"
            "for number in range(100):\n"
            "    seen.find('News', [FoundLink(f'{number}/{link}', str(number), 1.0) for link in range(3)])\n"
            "    seen.put(str(number), Seen(1.0))\n"
            "    seen.put_position('out', number)\n"
            "os._exit(9)"
        )
        assert subprocess.run([sys.executable, "-c", code, address], timeout=60, check=False).returncode == 9
        with stores.open(address) as opened:
            pages = [number for number in range(100) if opened.seen.get(str(number))]
            links = [link.url for link in opened.seen.waiting("News")]
            assert 0 < len(pages) < 100
            assert pages == list(range(len(pages)))
            assert set(links) >= {f"{number}/{link}" for number in pages for link in range(3)}
            assert opened.seen.position("out") <= pages[-1]

    def test_pages_of_a_process_that_runs_are_its_own(self, address):
        code = (
            "import sys; from webnoise import stores; from webnoise.model import Page;"
            "opened = stores.open(sys.argv[1]); opened.held.hold(Page('https://x.example/', 'text'));"
            "print('held', flush=True); sys.stdin.read()"
        )
        with subprocess.Popen(
            [sys.executable, "-c", code, address], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as other:
            assert other.stdout.readline() == "held\n"
            with stores.open(address) as opened:
                assert list(opened.held.left_over()) == []
            other.stdin.close()
            other.wait(timeout=60)
        with stores.open(address) as opened:
            [(number, page)] = opened.held.left_over()
            assert page == Page("https://x.example/", "text")
            opened.held.let_go(number)
            assert list(opened.held.left_over()) == []


class TestMemoryStores(StoresContract):
    @pytest.fixture(params=["", None, "memory://"])
    def address(self, request):
        return request.param


class TestSqliteStores(LastingContract):
    @pytest.fixture
    def address(self, tmp_path):
        return f"sqlite:///{tmp_path}/new%20folder/stores.db"

    def test_all_stores_share_the_file_that_the_address_names(self, address, tmp_path):
        with stores.open(address) as opened:
            opened.sites.update("a", "core", lambda _: b"1")
            opened.seen.put(URL, Seen(1.0))
            opened.held.hold(PAGE)
            opened.duplicates.add("a", signature(STORY, "en"))
        assert [path.name for path in tmp_path.iterdir()] == ["new folder"]
        assert sorted(path.name for path in (tmp_path / "new folder").iterdir()) == [
            "stores.db",
            "stores.db.lock",
        ]

    def test_file_is_shared_with_others_that_write_at_the_same_time(self, tmp_path):
        path = tmp_path / "shared.db"
        with stores.open(f"sqlite:///{path}") as opened:
            seen = opened.seen
            other = sqlite3.connect(path, isolation_level=None)
            other.execute("CREATE TABLE theirs (x)")
            for number in range(200):
                seen.put(f"{URL}{number}", Seen(float(number)))
                other.execute("INSERT INTO theirs VALUES (?)", (number,))
        assert other.execute("SELECT count(*) FROM seen_page").fetchone() == (200,)
        other.close()

    def test_second_crawl_is_refused_and_the_stores_of_one_crawl_share_the_file(self, address):
        code = (
            "import sys; from webnoise import stores; from webnoise.errors import StoreError\n"
            "try: stores.open(sys.argv[1]).check_free()\n"
            "except StoreError as error: print(error)\n"
        )
        command = [sys.executable, "-c", code, address]
        with stores.open(address) as one, stores.open(address) as other:
            one.check_free()
            assert len(other.duplicates) == 0
            assert "in use by another process" in subprocess.check_output(command, text=True, timeout=60)
        assert subprocess.check_output(command, text=True, timeout=60) == ""

    def test_index_of_an_older_version_is_refused_and_all_else_can_be_used(self, tmp_path):
        (tmp_path / "news.db.duplicates").mkdir()
        with stores.open(f"sqlite:///{tmp_path}/news.db") as opened:
            opened.seen.put(URL, Seen(1.0))
            with pytest.raises(StoreError, match=r"news\.db\.duplicates .*remove the folder"):
                _ = opened.duplicates

    def test_nothing_is_made_before_a_store_is_asked_for(self, tmp_path):
        stores.open(f"sqlite:///{tmp_path}/a.db").close()
        assert list(tmp_path.iterdir()) == []

    def test_file_that_is_no_database_is_named_with_the_remedy(self, tmp_path):
        path = tmp_path / "notes.txt"
        path.write_text("these are notes and no database, though long enough to look at " * 20)
        with pytest.raises(StoreError, match=r"notes\.txt.* name an SQLite file"):
            _ = stores.open(f"sqlite:///{path}").seen

    def test_broken_file_is_named_when_it_is_read(self, tmp_path):
        path = tmp_path / "broken.db"
        with stores.open(f"sqlite:///{path}") as opened:
            sites = opened.sites
            other = sqlite3.connect(path)
            other.execute("DROP TABLE site_memory")
            other.commit()
            other.close()
            with pytest.raises(StoreError, match=r"broken\.db.*no such table"):
                sites.load("a", "core")

    def test_held_page_of_another_format_is_dropped_and_the_others_come_out(self, tmp_path, caplog):
        path = tmp_path / "held.db"
        with stores.open(f"sqlite:///{path}") as opened:
            opened.held.hold(PAGE)
            other = sqlite3.connect(path)
            prepared = (pickle.dumps(Prepared()), os.getpid())
            other.execute("INSERT INTO held_page (page, process) VALUES (?, ?)", prepared)
            other.commit()
            assert [page for _, page in opened.held.left_over()] == [PAGE]
            assert "held.db" in caplog.text
            assert other.execute("SELECT count(*) FROM held_page").fetchone() == (1,)
            other.close()


@pytest.fixture(scope="module")
def redis_server(tmp_path_factory):
    require_redis()
    server = RedisProcess(tmp_path_factory.mktemp("redis")).start()
    yield server
    server.stop()


class TestRedisStores(LastingContract):
    @pytest.fixture
    def address(self, redis_server):
        redis_server.client().flushall()
        return redis_server.url

    def test_stores_of_different_prefixes_know_nothing_of_each_other(self, address, redis_server):
        with stores.open(f"{address}?prefix=one") as one, stores.open(f"{address}?prefix=two") as two:
            one.seen.put(URL, Seen(1.0))
            one.seen.flush()
            assert two.seen.get(URL) is None
        keys = redis_server.client().keys()
        assert keys
        assert all(key.startswith(b"{one}:") for key in keys)

    def test_keys_expire_by_setting(self, address, redis_server):
        with stores.open(address, expire_days=2) as opened:
            opened.sites.update("a", "core", lambda _: b"1")
            opened.seen.put(URL, Seen(1.0, "index"))
            opened.seen.find("News", [FoundLink(f"{URL}1", URL, 1.0)])
            opened.seen.put_patterns("News", {})
            opened.held.hold(PAGE)
            opened.stories.put(URL, "https://news.example/first")
            opened.duplicates.add("a", signature(STORY, "en"))
        client = redis_server.client()
        lasting = {key for key in client.scan_iter() if client.ttl(key) < 0}
        assert lasting <= {b"{webnoise}:number", b"{webnoise}:processes"}

    def test_text_of_the_generation_before_is_still_found(self, address, monkeypatch):
        story = signature(STORY, "en")
        with stores.open(address, expire_days=1) as opened:
            now = time.time()
            for days, found in ((0, []), (1, ["a"]), (3, [])):
                monkeypatch.setattr(time, "time", lambda days=days: now + days * 24 * 3600)
                assert [match.key for match in opened.duplicates.find(story)] == found
                if not days:
                    opened.duplicates.add("a", story)

    def test_known_text_is_replaced_and_stays_the_first(self, address):
        story, other = (
            signature(STORY, "en"),
            signature("The ferry stays in the harbour all winter. " * 5, "en"),
        )
        with stores.open(address) as opened:
            index = opened.duplicates
            index.add("a", story)
            assert [match.key for match in index.add("b", story)] == ["a"]
            assert index.add("a", other) == []
            assert index.add("a", story) == []
            assert [match.key for match in index.add("b", story)] == ["a"]
            assert len(index) == 2

    def test_texts_are_found_as_on_one_machine(self, address):
        signatures = [signature(" ".join(words), "en") for words in overlapping_texts()]
        with stores.open(address) as opened, DuplicateIndex() as index:
            found = [opened.duplicates.add(str(key), one) for key, one in enumerate(signatures)]
            assert found == [index.add(str(key), one) for key, one in enumerate(signatures)]
            assert sum(map(len, found)) > 100

    def test_of_processes_that_bring_one_story_at_once_one_is_the_first(self, address):
        code = (
            "import sys; from webnoise import stores; from webnoise.dedup.signature import signature\n"
            "index = stores.open(sys.argv[1]).duplicates; own = sys.argv[2]\n"
            "print('ready', flush=True); sys.stdin.readline()\n"
            "for story in range(30):\n"
            "    text = ' '.join(f'word{(story * 7919 + n * n) % 997}' for n in range(60))\n"
            "    print(len(index.add(f'{story} {own}', signature(text, 'en'))))\n"
        )
        processes = [
            subprocess.Popen(
                [sys.executable, "-c", code, address, str(number)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            for number in range(3)
        ]
        for process in processes:
            assert process.stdout.readline() == "ready\n"
        for process in processes:
            process.stdin.write("go\n")
            process.stdin.flush()
        found = [list(map(int, process.communicate(timeout=60)[0].split())) for process in processes]
        assert [sorted(matches) for matches in zip(*found, strict=True)] == [[0, 1, 2]] * 30

    def test_memories_that_two_processes_add_at_once_add_up(self, address):
        """A change that somebody else has overtaken is made anew of what is there."""
        with stores.open(address) as one, stores.open(address) as other:
            overtaken = []

            def change(saved):
                if not overtaken:
                    overtaken.append(True)
                    other.sites.update("a", "core", lambda _: b"theirs")
                return (saved or b"") + b" ours"

            one.sites.update("a", "core", change)
            assert one.sites.load("a", "core") == b"theirs ours"

    def test_server_that_is_gone_is_named_with_the_remedy_and_without_password(self):
        opened = RedisStores("redis://user:secret@127.0.0.1:9/0", wait_seconds=0.1)
        with pytest.raises(StoreError, match=r"127\.0\.0\.1:9.*cannot be reached.*start it") as error:
            opened.sites.load("a", "core")
        assert "secret" not in str(error.value)

    @pytest.mark.parametrize("prefix", ["a:b", "", "{x}"])
    def test_prefix_that_would_mix_keys_is_refused(self, address, prefix):
        with pytest.raises(ConfigError, match="prefix"):
            stores.open(f"{address}?prefix={prefix}" if prefix else f"{address}?prefix=%20")


class TestRedisOutage:
    """The server goes away in the middle and comes back."""

    @pytest.fixture
    def server(self, tmp_path):
        require_redis()
        server = RedisProcess(tmp_path, lasting=True).start()
        yield server
        server.stop()

    def test_changes_arrive_when_the_server_is_back(self, server, caplog):
        with stores.open(server.url) as opened:
            opened.seen.put(f"{URL}0", Seen(1.0))
            opened.seen.flush()
            server.stop()
            with ThreadPoolExecutor(1) as thread:
                written = thread.submit(put_pages, opened.seen, range(1, 200))
                wait_until(lambda: "cannot be reached" in caplog.text)
                server.start()
                written.result(timeout=60)
        assert "is back after" in caplog.text
        with stores.open(server.url) as opened:
            assert all(opened.seen.get(f"{URL}{number}") for number in range(200))

    def test_server_that_stays_away_ends_the_crawl_and_the_next_one_goes_on(self, server):
        opened = RedisStores(server.url, wait_seconds=0.3)
        opened.seen.find("News", [FoundLink(f"{URL}{number}", URL, 1.0) for number in range(3)])
        opened.seen.put(f"{URL}0", Seen(1.0))
        opened.seen.flush()
        server.stop()
        with pytest.raises(StoreError, match=r"cannot be reached.*start it and run again"):
            put_pages(opened.seen, range(1, 200))
        begun = time.monotonic()
        with pytest.raises(StoreError, match="cannot be reached"):
            opened.close()
        assert time.monotonic() - begun < 0.3, "it was waited for once"
        server.start()
        with stores.open(server.url) as opened:
            assert [link.url for link in opened.seen.waiting("News")] == [f"{URL}1", f"{URL}2"]

    def test_no_file_of_the_temporary_folder_is_read(self, server, tmp_path):
        """Older versions kept changes there, and sent whatever lines they found."""
        planted = tmp_path / "planted"
        planted.mkdir()
        name = f"webnoise-{xxhash.xxh3_64_hexdigest(server.url.encode())}-1-0.spool"
        (planted / name).write_text('[["FLUSHALL"]]\n')
        code = (
            "import sys\n"
            "sys.addaudithook(lambda event, given: event in ('open', 'os.listdir', 'os.scandir')"
            " and str(given[0]).startswith(sys.argv[2]) and print(event, given[0]))\n"
            "from webnoise import stores\n"
            "from webnoise.stores import Seen\n"
            "with stores.open(sys.argv[1]) as opened:\n"
            "    opened.seen.put('page', Seen(1.0))\n"
        )
        server.client().set("theirs", "1")
        environment = {**os.environ, "TMPDIR": str(planted), "WEBNOISE_SPOOL": str(planted)}
        command = [sys.executable, "-c", code, server.url, str(planted)]
        read = subprocess.run(command, env=environment, timeout=60, check=True, stdout=subprocess.PIPE).stdout
        assert read == b""
        assert server.client().get("theirs") == b"1"
        assert [path.name for path in planted.iterdir()] == [name]


def put_pages(seen, numbers):
    for number in numbers:
        seen.put(f"{URL}{number}", Seen(1.0))
    seen.flush()


@pytest.mark.parametrize("url", ["mysql://somewhere", "stores.db"])
def test_unknown_kind_of_store_is_refused_with_the_known_ones(url):
    with pytest.raises(ConfigError, match="sqlite:///FILE"):
        stores.open(url)


class Prepared:
    """What a prepared pickle would do."""

    def __reduce__(self):
        return (pytest.fail, ("a pickle was loaded",))


@pytest.mark.parametrize("html", [b"", b"\x00\xff", "", "text \ud800 ü"])
def test_page_is_packed_and_unpacked(html):
    page = Page(URL, html, extra={"day": "2026-11-16"})
    assert unpack(pack(page)) == page


def test_values_that_json_does_not_know_are_kept_as_text():
    page = Page(URL, "", extra={"day": date(2026, 11, 16), "names": {"b", "a"}, "raw": b"x"})
    assert unpack(pack(page)).extra == {"day": "2026-11-16", "names": ["a", "b"], "raw": "b'x'"}


@pytest.mark.parametrize(
    "change",
    [
        lambda data: b"",
        lambda data: data[:-3],
        lambda data: data.replace(b"page 1", b"page 9"),
        lambda data: data.replace(b'"url"', b'"uri"'),
        lambda data: data.replace(b'"size": 9', b'"size": 3'),
        lambda data: pickle.dumps(PAGE),
    ],
)
def test_damaged_page_is_refused(change):
    damaged = change(pack(PAGE))
    assert damaged != pack(PAGE)
    with pytest.raises(StoreError):
        unpack(damaged)


def overlapping_texts():
    """Windows over one long text: each is near to some of the others."""
    words = [f"word{number * number % 997}" for number in range(400)]
    return [words[start : start + 200] for start in range(0, 200, 5)]


def wait_until(happened, seconds=60):
    end = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < end


def learn(method, memory, number):
    html = f"<html><body><p>{' '.join(f'word{number}{step}' for step in range(40))}.</p></body></html>"
    method.learn(memory, method.prepare(method.segment(parse(Page(f"{URL}{number}", html)))))
