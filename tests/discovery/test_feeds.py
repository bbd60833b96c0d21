"""Feeds are read whatever their format, and as far as they can be read."""

from __future__ import annotations

import gzip

import pytest

from webnoise.discovery.entries import guessed_addresses
from webnoise.discovery.feeds import feed_links, parse_feed
from webnoise.model import Page
from webnoise.page.parse import parse

FEED_URL = "https://news.example/feed"

RSS = b"""<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/"
     xmlns:atom="http://www.w3.org/2005/Atom">
<channel><title>The Daily Example</title><link>https://news.example/</link><language>en-IN</language>
<atom:link rel="next" href="/feed?page=2"/>
<image><title>Logo</title><link>https://news.example/logo</link></image>
<item><title><![CDATA[Rain &amp; floods: <b>what</b> we know]]></title>
  <link>/2026/11/15/rain-and-floods?utm_source=rss</link>
  <pubDate>Sun, 15 Nov 2026 10:30:00 +0530</pubDate><dc:creator>Asha Rao</dc:creator>
  <category>Weather</category><media:title>Another</media:title></item>
<item><title>Cricket &mdash; the final&nbsp;score</title><guid>https://news.example/sport/1234</guid>
  <author>desk@news.example (Vikram Seth)</author></item>
<item><title>No address at all</title><guid isPermaLink="false">abc</guid></item>
</channel></rss>"""


@pytest.mark.parametrize("codec", ["undefined", "idna", "base64", "unicode_escape", "utf-7"])
def test_feed_does_not_choose_the_codec(codec):
    xml = f'<?xml version="1.0" encoding="{codec}"?><rss><channel><item><title>Früh</title><link>/a</link></item></channel></rss>'
    assert [entry.title for entry in parse_feed(xml.encode(), "https://e.com/")] == ["Früh"]


def test_rss_items_become_entries_with_absolute_clean_addresses():
    feed = parse_feed(RSS, FEED_URL)
    assert [entry.url for entry in feed] == [
        "https://news.example/2026/11/15/rain-and-floods",
        "https://news.example/sport/1234",
    ]


def test_rss_fields_become_hints_without_markup():
    first, second = parse_feed(RSS, FEED_URL)
    assert first.hints() == {
        "source": "feed",
        "title": "Rain & floods: what we know",
        "published": "2026-11-15T10:30:00+05:30",
        "language": "en-in",
        "authors": "Asha Rao",
        "tags": "Weather",
        "site_name": "The Daily Example",
    }
    assert second.title == "Cricket — the final score"
    assert second.authors == ("Vikram Seth",)
    assert second.published is None


def test_rss_1_items_beside_the_channel_are_read():
    body = b"""<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
      xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="x"><title>Old</title><link>http://old.example/</link>
      </channel><item rdf:about="http://old.example/a"><title>A</title><dc:date>2026-11-01T08:00Z</dc:date></item></rdf:RDF>"""
    (entry,) = parse_feed(body, "http://old.example/index.rdf")
    assert (entry.url, entry.published) == ("http://old.example/a", "2026-11-01T08:00:00+00:00")


def test_atom_takes_the_alternate_link_and_keeps_both_dates():
    body = """<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de" xml:base="https://blog.example/"><title>Blog</title>
      <author><name>Redaktion</name></author>
      <entry><title type="html">Ein &lt;em&gt;Titel&lt;/em&gt;</title><link rel="self" href="/a.atom"/>
      <link rel="alternate" type="text/html" href="posts/a"/><link rel="replies" href="/a#c"/>
      <author><name>Jörg Müller</name><uri>x</uri></author><published>2026-11-02T10:00:00+01:00</published>
      <updated>2026-11-03T10:00:00.1234567Z</updated><category term="politik" label="Politik"/></entry></feed>"""
    (entry,) = parse_feed(body.encode(), "https://blog.example/feed.atom")
    assert entry.url == "https://blog.example/posts/a"
    assert entry.title == "Ein Titel"
    assert entry.authors == ("Jörg Müller",)
    assert entry.published == "2026-11-02T10:00:00+01:00"
    assert entry.modified.startswith("2026-11-03T10:00:00")
    assert (entry.language, entry.tags) == ("de", ("Politik",))


@pytest.mark.parametrize("cut", range(200, len(RSS), 37))
def test_cut_rss_never_gives_half_an_address(cut):
    feed = parse_feed(RSS[:cut], FEED_URL)
    whole = {entry.url for entry in parse_feed(RSS, FEED_URL)}
    assert feed is not None
    assert {entry.url for entry in feed} <= whole


def test_broken_markup_costs_only_what_is_broken():
    body = b"""<br /><b>Warning</b>: mysql gone\n<?xml version="1.0"?><rss><channel><title>X</title>
      <item><title>A & B < C</title><link>https://x.example/a</link>
      <item><title>\x0bUnclosed</title><link>https://x.example/b</link></item></channel>"""
    assert {entry.url for entry in parse_feed(body, "https://x.example/feed")} == {
        "https://x.example/a",
        "https://x.example/b",
    }


@pytest.mark.parametrize(
    "body",
    [
        '<?xml version="1.0" encoding="iso-8859-1"?><rss><channel><item><title>Müller</title><link>/a</link></item></channel></rss>'.encode(
            "latin-1"
        ),
        "<rss><channel><item><title>Müller</title><link>/a</link></item></channel></rss>".encode("cp1252"),
        '<?xml version="1.0" encoding="utf-16"?><rss><channel><item><title>Müller</title><link>/a</link></item></channel></rss>'.encode(
            "utf-16"
        ),
        gzip.compress(
            "<rss><channel><item><title>Müller</title><link>/a</link></item></channel></rss>".encode(),
            mtime=0,
        ),
    ],
)
def test_encodings_are_found(body):
    (entry,) = parse_feed(body, "https://x.example/")
    assert (entry.url, entry.title) == ("https://x.example/a", "Müller")


def test_entities_neither_read_files_nor_grow(tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("the-secret-text")
    laughs = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))
    body = f"""<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a0 "ha"><!ENTITY file SYSTEM "file://{secret}">{laughs}]>
      <rss><channel><item><title>&file;&a11;Title</title><link>https://x.example/a</link>
      <category domain="&a11;">&a11;</category></item></channel></rss>""".encode()
    (entry,) = parse_feed(body, "https://x.example/feed")
    assert entry.title == "Title"
    assert entry.tags == ()


@pytest.mark.parametrize(
    "body", [b"", b"<html><body>404</body></html>", b'{"a": 1}', b"\x00\x01", b"plain", b"<"]
)
def test_what_is_no_feed_is_none(body):
    assert parse_feed(body, FEED_URL) is None


def test_linked_feeds_are_found_and_comment_feeds_are_not():
    page = Page(
        "https://x.example/a/b",
        """<head><link rel="alternate" type="application/rss+xml" href="/feed/">
        <link rel="alternate" type="application/rss+xml" href="/comments/feed/">
        <link rel="alternate" type="application/json" href="/wp-json/wp/v2/pages/2">
        <link rel="ALTERNATE" type="application/atom+xml" href="https://feeds.example/atom">
        <link rel="alternate" hreflang="de" href="/de/"></head>""",
    )
    assert feed_links(parse(page)) == ("https://x.example/feed/", "https://feeds.example/atom")


def test_guesses_are_on_the_same_host_and_differ():
    guesses = guessed_addresses("feed", "https://x.example/section/a?b")
    assert guesses[0] == "https://x.example/feed"
    assert len(set(guesses)) == len(guesses)
    assert all(guess.startswith("https://x.example/") for guess in guesses)
