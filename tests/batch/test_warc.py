"""Archives as they are found: packed in every way, damaged in every place."""

import gzip
import io

import pytest

from tests.batch.conftest import warc_record
from webnoise.batch.inputs import Skipped

pytest.importorskip("fastwarc", reason="needs the extra warc")

from webnoise.batch.warc import read_warc

URLS = [f"https://news.example/{number}" for number in range(5)]
RECORDS = [warc_record(url, b"<html><p>" + b"word %d " % number * 60) for number, url in enumerate(URLS)]
PACKED = [gzip.compress(record, mtime=0) for record in RECORDS]


def read(data, after=None, max_bytes=100_000, name="a.warc"):
    """Addresses of the pages and reasons of the rest, by position."""
    items = read_warc(io.BytesIO(data), name, max_bytes, after)
    return {
        item.place.position: item.reason if isinstance(item, Skipped) else item.page.url for item in items
    }


def starts(parts):
    return [sum(map(len, parts[:number])) for number in range(len(parts))]


@pytest.mark.parametrize(
    ("data", "positions"),
    [
        (b"".join(RECORDS), starts(RECORDS)),
        (b"".join(PACKED), starts(PACKED)),
        (gzip.compress(b"".join(RECORDS)), starts(RECORDS)),
    ],
    ids=["plain", "record by record", "as one"],
)
class TestEveryPacking:
    def test_pages_come_with_their_positions(self, data, positions):
        assert read(data) == dict(zip(positions, URLS, strict=True))

    def test_reading_goes_on_behind_a_position(self, data, positions):
        assert read(data, after=positions[2]) == dict(zip(positions[3:], URLS[3:], strict=True))
        assert read(data, after=positions[4]) == {}

    def test_truncated_file_gives_what_is_whole(self, data, positions):
        found = read(data[: len(data) - 40])
        assert set(found.values()) <= {*URLS[:4], "damaged"}
        assert list(found.values())[-1] == "damaged"


def test_page_has_what_the_record_says():
    [item] = read_warc(io.BytesIO(PACKED[0]), "a.warc", 100_000)
    assert item.page.fetched == "2026-11-16T08:00:00+00:00"
    assert item.page.content_type == "text/html; charset=utf-8"


@pytest.mark.parametrize(("parts", "name"), [(RECORDS, "a.warc"), (PACKED, "a.warc.gz")])
@pytest.mark.parametrize("broken", [0, 2, 4])
def test_damaged_record_is_reported_with_its_position_and_the_others_come(parts, name, broken):
    damaged = bytearray(parts[broken])
    damaged[:12] = b"\0" * 12
    data = b"".join([*parts[:broken], bytes(damaged), *parts[broken + 1 :]])
    wanted = dict(zip(starts(parts), URLS, strict=True)) | {starts(parts)[broken]: "damaged"}
    assert read(data, name=name) == wanted
    behind = {position: found for position, found in wanted.items() if position > starts(parts)[broken]}
    assert read(data, after=starts(parts)[broken], name=name) == behind


def test_damage_in_the_middle_of_packed_bytes_costs_one_record():
    damaged = bytearray(PACKED[1])
    damaged[60:75] = b"\0" * 15
    found = read(b"".join([PACKED[0], bytes(damaged), *PACKED[2:]]))
    assert list(found.values()) == [URLS[0], "damaged", *URLS[2:]]


@pytest.mark.parametrize("left", [5, 15, 60])
def test_last_record_of_which_little_is_left_is_damaged(left):
    found = read(PACKED[0] + PACKED[1][:left])
    assert found == {0: URLS[0], len(PACKED[0]): "damaged"}


def test_record_that_promises_too_much_does_not_swallow_the_next():
    lying = RECORDS[1].replace(b"response\r\nContent-Length: ", b"response\r\nContent-Length: 9", 1)
    found = read(b"".join([RECORDS[0], lying, *RECORDS[2:]]))
    assert list(found.values()) == [URLS[0], "damaged", *URLS[2:]]


@pytest.mark.parametrize(
    ("record", "outcome"),
    [
        (warc_record("https://a.example/p", b"%PDF-1.7", mime="application/pdf"), "not-html"),
        (warc_record("https://a.example/t", b"<!DOCTYPE html><p>", mime="text/plain"), "https://a.example/t"),
        (warc_record("https://a.example/m", b"gone", status="404 Not Found"), "no-success"),
        (warc_record("https://a.example/l", b"<p>" * 40_000), "beyond-limits"),
    ],
)
def test_what_is_no_page_is_reported_by_its_reason(record, outcome):
    assert list(read(record).values()) == [outcome]


def test_records_about_other_records_are_passed_over():
    request = warc_record("https://a.example/", b"", kind="request")
    assert list(read(request + RECORDS[0]).values()) == [URLS[0]]


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (gzip.compress(b"<p>Rain fell"), "Content-Encoding: gzip\r\n"),
        (b"<p>Rain fell", "Content-Encoding: gzip\r\n"),
        (b"c\r\n<p>Rain fell\r\n0\r\n\r\n", "Transfer-Encoding: chunked\r\n"),
        (b"<p>Rain fell", "Transfer-Encoding: chunked\r\n"),
    ],
    ids=["packed", "said to be packed", "in chunks", "said to be in chunks"],
)
def test_page_is_decoded_where_the_archive_has_not_done_it(body, headers):
    [item] = read_warc(io.BytesIO(warc_record("https://a.example/", body, headers=headers)), "a", 100_000)
    assert item.page.html == b"<p>Rain fell"


def test_page_that_unpacks_to_much_more_stays_bounded():
    bomb = gzip.compress(b"<p>" + b" " * 10_000_000)
    record = warc_record("https://a.example/", bomb, headers="Content-Encoding: gzip\r\n")
    [item] = read_warc(io.BytesIO(record), "a", 100_000)
    assert len(item.page.html) == 100_001
