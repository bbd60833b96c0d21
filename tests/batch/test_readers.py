import gzip
import json

from tests.batch.conftest import write_parquet, write_warc
from webnoise.batch.inputs import Skipped, recognise
from webnoise.batch.readers import read_pages
from webnoise.config import Config


def read(path, fields=None, after=None):
    items = read_pages(recognise(str(path)), fields or Config(), after)
    return [
        (item.place.position, item.reason if isinstance(item, Skipped) else item.page.url) for item in items
    ]


def test_lines_of_a_jsonl_file(tmp_path):
    path = tmp_path / "pages.jsonl"
    lines = [
        json.dumps({"url": "a", "html": "<p>Rain", "fetched": "2026-11-16", "content_type": "text/html"}),
        "",
        json.dumps({"url": "b"}),
        "{half",
        "[1]",
        json.dumps({"html": "<p>Rain"}),
    ]
    path.write_text("\n".join(lines))
    assert read(path) == [(1, "a"), (3, "no-html"), (4, "damaged"), (5, "damaged"), (6, "")]
    assert read(path, after=4) == [(5, "damaged"), (6, "")]
    [first, *_] = read_pages(recognise(str(path)), Config())
    assert (first.page.fetched, first.page.content_type) == ("2026-11-16", "text/html")


def test_fields_of_another_name(tmp_path):
    path = tmp_path / "pages.jsonl"
    path.write_text(json.dumps({"link": "a", "body": "<p>Rain"}))
    assert read(path, Config(url_field="link", html_field="body")) == [(1, "a")]
    [skipped] = read_pages(recognise(str(path)), Config())
    assert "it has link, body" in skipped.detail
    assert "--html-field" in skipped.detail


def test_truncated_gzip_gives_the_lines_before(tmp_path):
    path = tmp_path / "pages.jsonl.gz"
    lines = "".join(json.dumps({"url": str(n), "html": f"<p>{n * n}" * 50}) + "\n" for n in range(500))
    path.write_bytes(gzip.compress(lines.encode())[:-300])
    found = read(path)
    assert found[0] == (1, "0")
    assert found[-1][1] == "damaged"
    assert len(found) > 100
    assert read(path, after=found[-1][0]) == []
    assert read(path, after=found[-2][0]) == found[-1:]


def test_rows_of_a_parquet_file(tmp_path):
    pages = [(f"https://a.example/{number}", b"<p>Rain") for number in range(10)]
    path = write_parquet(tmp_path / "pages.parquet", pages, rows=3)
    wanted = [(row, url) for row, (url, _) in enumerate(pages, 1)]
    assert read(path) == wanted
    assert read(path, after=4) == wanted[4:]


def test_parquet_without_the_column_says_what_it_has(tmp_path):
    path = write_parquet(tmp_path / "pages.parquet", [("a", b"<p>Rain")])
    [skipped] = read_pages(recognise(str(path)), Config(html_field="body"))
    assert skipped.reason == "no-column"
    assert "url, html, fetched" in skipped.detail
    assert "--html-field" in skipped.detail


def test_damaged_parquet_is_reported(tmp_path):
    path = write_parquet(tmp_path / "pages.parquet", [("a", b"<p>Rain")])
    path.write_bytes(path.read_bytes()[:-9])
    assert read(path) == [(None, "damaged")]


def test_damaged_group_of_rows_costs_itself_alone(tmp_path):
    pages = [(f"https://a.example/{number}", b"<p>%d" % number**9 * 50) for number in range(30)]
    path = write_parquet(tmp_path / "pages.parquet", pages, rows=10)
    data = bytearray(path.read_bytes())
    from pyarrow import parquet

    column = parquet.ParquetFile(path).metadata.row_group(1).column(1)
    begin = column.dictionary_page_offset or column.data_page_offset
    data[begin : begin + column.total_compressed_size] = b"\xff" * column.total_compressed_size
    path.write_bytes(data)
    found = read(path)
    assert [row for row, url in found if url != "damaged"] == [*range(1, 11), *range(21, 31)]
    assert (11, "damaged") in found
    assert read(path, after=11) == found[11:]


def test_page_beyond_the_limit_is_not_read(tmp_path):
    path = tmp_path / "large.html"
    path.write_bytes(b"<p>" + b"rain " * 10_000)
    packed = tmp_path / "packed.html"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    fields = Config(max_bytes=20_000)
    assert read(path, fields) == [(None, "beyond-limits")]
    assert read(packed, fields) == [(None, "beyond-limits")]


def test_packed_page_that_is_cut_is_reported(tmp_path):
    path = tmp_path / "page.html.gz"
    path.write_bytes(gzip.compress(b"<p>" + b"rain " * 1000)[:-20])
    assert read(path) == [(None, "damaged")]


def test_missing_file_is_reported(tmp_path):
    [skipped] = read_pages(recognise(str(tmp_path / "none.html")), Config())
    assert skipped.reason == "unreadable"
    assert "No such file" in skipped.detail


def test_files_at_addresses_that_pyarrow_knows_are_read(tmp_path):
    pages = [("https://a.example/1", b"<html><p>Rain"), ("https://a.example/2", b"<html><p>Sun")]
    parquet, warc = (
        write_parquet(tmp_path / "pages.parquet", pages),
        write_warc(tmp_path / "a.warc.gz", pages),
    )
    assert [url for _, url in read(f"file://{parquet}")] == [url for url, _ in pages]
    assert [url for _, url in read(f"file://{warc}")] == [url for url, _ in pages]
