"""The pages of the demo newspapers as files of every kind."""

import gzip
import json

import pytest

from webnoise.demo import newspapers
from webnoise.page.encoding import decode

FETCHED = "2026-11-16T08:00:00+00:00"


def demo_pages():
    """(url, body) of the front page and the articles of the three papers."""
    return [
        (f"https://{paper.key}.example{path}", paper.render(path, f"https://{paper.key}.example").body)
        for paper in newspapers()
        for path, view in paper.views.items()
        if path == "/" or view.kind == "article"
    ]


def warc_record(url, body, *, mime="text/html; charset=utf-8", status="200 OK", headers="", kind="response"):
    http = f"HTTP/1.1 {status}\r\nContent-Type: {mime}\r\n{headers}\r\n".encode() + body
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:{abs(hash(url)):032x}>\r\n"
        f"WARC-Target-URI: {url}\r\nWARC-Date: 2026-11-16T08:00:00Z\r\n"
        f"Content-Type: application/http; msgtype={kind}\r\nContent-Length: {len(http)}\r\n\r\n"
    )
    return head.encode() + http + b"\r\n\r\n"


def write_warc(path, pages):
    path.write_bytes(b"".join(gzip.compress(warc_record(url, body), 1, mtime=0) for url, body in pages))
    return path


def write_jsonl(path, pages):
    records = ({"url": url, "html": decode(body)[1], "fetched": FETCHED} for url, body in pages)
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def write_parquet(path, pages, rows=20):
    pa = pytest.importorskip("pyarrow", reason="needs the extra parquet")
    from pyarrow import parquet

    records = [{"url": url, "html": body, "fetched": FETCHED} for url, body in pages]
    parquet.write_table(pa.Table.from_pylist(records), path, row_group_size=rows)
    return path


@pytest.fixture(scope="session")
def pages():
    return demo_pages()
