from __future__ import annotations

from pathlib import Path

import pytest

from webnoise.errors import ConfigError, StoreError
from webnoise.sqlite_file import SqliteFile, sqlite_path, sqlite_url


@pytest.mark.parametrize("url", [None, "", "memory:", "memory://", " "])
def test_nothing_and_memory_name_memory(url):
    assert sqlite_path(url) is None


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("sqlite:///a%20b.db", "a b.db"),
        ("sqlite:///a b.db", "a b.db"),
        ("sqlite:////var/lib/webnoise.db", "/var/lib/webnoise.db"),
        ("sqlite:///a#b?c.db", "a#b?c.db"),
    ],
)
def test_sqlite_names_a_file(url, path):
    assert sqlite_path(url) == Path(path)


@pytest.mark.parametrize("path", ["a b.db", "/var/100%25/ü?.db", "x#y.db"])
def test_the_address_of_a_path_names_it(path):
    assert sqlite_path(sqlite_url(path)) == Path(path)


@pytest.mark.parametrize("url", ["postgres://host/db", "sqlite://host/file.db", "sqlite:///", "file.db"])
def test_any_other_address_is_refused_with_the_remedy(url):
    with pytest.raises(ConfigError, match=r"sqlite:///FILE"):
        sqlite_path(url)


def test_full_disk_is_named_and_the_file_can_be_used_afterwards(tmp_path):
    file = SqliteFile(tmp_path / "small.db", "CREATE TABLE page (html BLOB)")
    file.run("PRAGMA max_page_count = 8")

    def fill():
        with file.transaction():
            file.run_many("INSERT INTO page VALUES (?)", [(bytes(4000),)] * 20)

    with pytest.raises(StoreError, match=r"small\.db.*full.*its disk has room"):
        fill()
    file.run("INSERT INTO page VALUES ('small')")
    assert file.rows("SELECT html FROM page") == [("small",)]
    file.close()
