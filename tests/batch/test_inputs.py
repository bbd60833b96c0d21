import bz2
import gzip
import lzma

import pytest

from webnoise.batch.inputs import expand, kind_of, recognise

ADDRESSES = b"# my list\nhttps://news.example/a\n\nHTTP://news.example/b?x=1\n"


@pytest.mark.parametrize(
    ("beginning", "kind"),
    [
        (b"<!doctype html><p>Rain", "page"),
        (b"", "page"),
        (b"https://news.example/ is where the news are", "page"),
        (b"<a href=x>https://news.example/</a>", "page"),
        (ADDRESSES, "addresses"),
        (b"\xef\xbb\xbf" + ADDRESSES, "addresses"),
        (b'{"html": "<p>Rain"}\n', "jsonl"),
        (b'[{"html": "<p>Rain"}]', "jsonl"),
        (b"WARC/1.1\r\nWARC-Type: warcinfo\r\n", "warc"),
        (b"PAR1\x15\x04", "parquet"),
    ],
)
@pytest.mark.parametrize("pack", [bytes, gzip.compress, lzma.compress, bz2.compress])
def test_file_is_known_by_what_it_holds(beginning, kind, pack):
    assert kind_of(pack(beginning)) == kind


def test_packed_beginning_that_is_damaged_is_a_page_to_be_reported():
    assert kind_of(b"\x1f\x8b\x08garbage") == "page"


def test_folder_gives_its_pages_and_archives_in_order_and_nothing_else(tmp_path):
    for name in ("b/2.html", "b/1.HTM", "a.warc.gz", "c.jsonl", "notes.txt", "b/x.parquet", "d.jsonl.xz"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("<p>Rain")
    found = [given.name.removeprefix(f"{tmp_path}/") for given in expand([str(tmp_path)])]
    assert found == ["a.warc.gz", "b/1.HTM", "b/2.html", "b/x.parquet", "c.jsonl", "d.jsonl.xz"]


def test_pattern_gives_the_files_it_fits_each_once(tmp_path):
    for name in ("a1.txt", "a2.txt", "b1.txt"):
        (tmp_path / name).write_text("<p>Rain")
    found = expand([f"{tmp_path}/a*.txt", str(tmp_path / "a2.txt")])
    assert [given.name for given in found] == [f"{tmp_path}/a1.txt", f"{tmp_path}/a2.txt"]


def test_file_with_a_name_like_a_pattern_is_that_file(tmp_path):
    page = tmp_path / "what[1].html"
    page.write_text("<p>Rain")
    assert [given.name for given in expand([str(page)])] == [str(page)]


def test_missing_file_is_reported_of_later():
    assert recognise("no/such/file").kind == "missing"


def test_address_stands_for_itself():
    assert recognise("https://news.example/a").kind == "address"


@pytest.mark.parametrize(
    ("name", "kind"), [("a.warc.gz", "warc"), ("A.WARC", "warc"), ("a.parquet", "parquet")]
)
def test_archive_whose_beginning_is_damaged_is_known_by_its_name(tmp_path, name, kind):
    (tmp_path / name).write_bytes(b"\0" * 100)
    assert recognise(str(tmp_path / name)).kind == kind
