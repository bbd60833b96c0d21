"""Every store of seen pages keeps to one contract."""

import sqlite3

import pytest

from webnoise.errors import ConfigError, StoreError
from webnoise.stores.seen import Seen, open_seen

URL = "https://news.example/a"


@pytest.fixture(params=["memory", "sqlite"])
def address(request, tmp_path):
    return "memory://" if request.param == "memory" else f"sqlite:///{tmp_path / 'folder' / 'seen.db'}"


@pytest.fixture
def store(address):
    store = open_seen(address)
    yield store
    store.close()


def test_unknown_page_is_none(store):
    assert store.get(URL) is None


def test_page_put_last_is_got(store):
    store.put(URL, Seen(1.0, "article", '"1"', None, "ab"))
    newest = Seen(2.0, "article", '"2"', "Mon, 02 Nov 2026 00:00:00 GMT", "cd")
    store.put(URL, newest)
    assert store.get(URL) == newest
    store.flush()
    assert store.get(URL) == newest


def test_patterns_are_kept_by_site(store):
    counts = {"news.example/*": {"article": 3, "index": 1}}
    store.put_patterns("News", counts)
    assert store.patterns("News") == counts
    assert store.patterns("Other") == {}


def test_what_was_put_outlives_the_process(tmp_path):
    address = f"sqlite:///{tmp_path / 'seen.db'}"
    first = open_seen(address)
    first.put(URL, Seen(1.0, "index"))
    first.close()
    second = open_seen(address)
    assert second.get(URL) == Seen(1.0, "index")
    second.close()


def test_file_is_shared_with_other_stores_that_write_at_the_same_time(tmp_path):
    path = tmp_path / "shared.db"
    store = open_seen(f"sqlite:///{path}")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("CREATE TABLE theirs (x)")
    for number in range(200):
        store.put(f"{URL}{number}", Seen(float(number)))
        other.execute("INSERT INTO theirs VALUES (?)", (number,))
    store.close()
    assert other.execute("SELECT count(*) FROM seen_page").fetchone() == (200,)
    other.close()


def test_file_that_is_no_database_is_named(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("these are notes and no database, though long enough to look at " * 20)
    with pytest.raises(StoreError, match=r"notes\.txt"):
        open_seen(f"sqlite:///{path}")


def test_unknown_kind_of_store_is_refused_with_the_known_ones():
    with pytest.raises(ConfigError, match="sqlite:///FILE"):
        open_seen("mysql://somewhere")
