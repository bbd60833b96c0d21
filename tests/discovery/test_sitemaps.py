"""Sitemaps: everything they say is kept, nothing they contain can hurt."""

from __future__ import annotations

import gzip

import pytest

from webnoise.discovery.entries import guessed_addresses
from webnoise.discovery.sitemaps import parse_sitemap

URL = "https://news.example/sitemap.xml"

NEWS = """<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:n="http://www.google.com/schemas/sitemap-news/0.9"
        xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
<url><loc> https://news.example/a-story?id=1&amp;x=2 </loc><lastmod>2026-11-15</lastmod>
 <image:image><image:loc>https://news.example/a.jpg</image:loc><image:title>Picture</image:title></image:image>
 <n:news><n:publication><n:name>The Example</n:name><n:language>hi</n:language></n:publication>
 <n:publication_date>2026-11-15T08:00+05:30</n:publication_date><n:title>बाढ़ का पानी</n:title>
 <n:keywords>flood, rain</n:keywords></n:news></url>
<url><loc>/old</loc><lastmod>2019</lastmod></url>
</urlset>""".encode()


def test_news_sitemap_keeps_its_fields_as_hints():
    first, second = parse_sitemap(NEWS, URL).entries
    assert first.url == "https://news.example/a-story?id=1&x=2"
    assert first.hints() == {
        "source": "news_sitemap",
        "title": "बाढ़ का पानी",
        "published": "2026-11-15T08:00:00+05:30",
        "modified": "2026-11-15",
        "language": "hi",
        "tags": "flood; rain",
        "site_name": "The Example",
    }
    assert (second.url, second.source, second.modified) == ("https://news.example/old", "sitemap", None)


def test_unbound_news_prefix_is_understood():
    body = b"""<urlset><url><loc>/a</loc><news:news><news:title>T</news:title></news:news>
      <image:image><image:loc>/b.jpg</image:loc></image:image></url></urlset>"""
    (entry,) = parse_sitemap(body, URL).entries
    assert (entry.url, entry.title) == ("https://news.example/a", "T")


def test_index_lists_sitemaps_with_their_dates():
    body = b"""<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
      <sitemap><loc>/news.xml.gz</loc><lastmod>2026-11-15T01:02:03Z</lastmod></sitemap>
      <sitemap><loc>https://news.example/old.xml</loc></sitemap><sitemap></sitemap></sitemapindex>"""
    sitemap = parse_sitemap(body, URL)
    assert list(sitemap.sitemaps.items()) == [
        ("https://news.example/news.xml.gz", "2026-11-15T01:02:03+00:00"),
        ("https://news.example/old.xml", None),
    ]
    assert sitemap.entries == ()


def test_gzip_is_read_whatever_its_name_also_in_several_members():
    half = len(NEWS) // 2
    assert parse_sitemap(gzip.compress(NEWS), URL) == parse_sitemap(NEWS, URL)
    assert parse_sitemap(gzip.compress(NEWS[:half]) + gzip.compress(NEWS[half:]), URL) == parse_sitemap(
        NEWS, URL
    )


def _many(count: int) -> bytes:
    urls = "".join(f"<url><loc>https://news.example/page-{n}</loc></url>" for n in range(count))
    return f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{urls}</urlset>'.encode()


def test_a_gzip_bomb_is_cut_at_the_limit_and_says_so():
    bomb = gzip.compress(_many(100) + b" " * 20_000_000)
    sitemap = parse_sitemap(bomb, URL, limit=2_000)
    assert sitemap.cut
    assert 0 < len(sitemap.entries) < 100


def test_damaged_gzip_is_read_as_far_as_it_goes():
    packed = gzip.compress(_many(5_000))
    sitemap = parse_sitemap(packed[: len(packed) // 2], URL)
    assert sitemap.cut
    assert 0 < len(sitemap.entries) < 5_000
    assert {entry.url for entry in sitemap.entries} <= {
        f"https://news.example/page-{n}" for n in range(5_000)
    }


def test_cut_sitemap_never_gives_half_an_address():
    body = _many(20)
    whole = {entry.url for entry in parse_sitemap(body, URL).entries}
    for cut in range(100, len(body)):
        assert {entry.url for entry in parse_sitemap(body[:cut], URL).entries} <= whole


def test_plain_text_sitemap_is_a_list_of_addresses():
    sitemap = parse_sitemap(
        b"\xef\xbb\xbfhttps://news.example/a\r\nhttps://news.example/b\n\nnonsense\n", URL
    )
    assert [entry.url for entry in sitemap.entries] == ["https://news.example/a", "https://news.example/b"]


@pytest.mark.parametrize(
    "body", [b"", b"<html><body>no</body></html>", b"<rss><channel/></rss>", b"\x1f\x8bbroken"]
)
def test_what_is_no_sitemap_is_none(body):
    assert parse_sitemap(body, URL) is None


def test_news_sitemaps_are_guessed_first():
    guesses = guessed_addresses("sitemap", "https://news.example/x")
    assert "news" in guesses[0]
    assert "https://news.example/sitemap.xml" in guesses
