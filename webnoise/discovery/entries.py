"""What feeds and sitemaps share: the entry, and XML from strangers, read within bounds as far as it goes."""

from __future__ import annotations

import re
import zlib
from contextlib import suppress
from functools import lru_cache
from html import unescape
from html.entities import html5
from typing import Any, Literal, NamedTuple
from urllib.parse import urljoin

from lxml import etree

from webnoise.page.encoding import decode
from webnoise.text.lists import read_groups

EntrySource = Literal["feed", "sitemap", "news_sitemap"]

_TAG = re.compile(r"<[a-zA-Z/!][^<>]*>")
_LONGEST_TEXT = 1000  # no title or name is longer; keeps hints small enough to travel with a request

# The sitemap protocol's own limit for one file, uncompressed (sitemaps.org: 50 MiB); feeds stay far below.
MAX_BYTES = 50 * 1024 * 1024

# What is not closed goes on to the end, so that no search begins anew after it.
_XML_DECLARATION = re.compile(r"<\?xml\s[^<>]*\?>")
_DOCTYPE = re.compile(r"<!DOCTYPE[^\[>]*+(?:\[[^\]]*+(?:\]\s*+|\Z))?(?:>|\Z)", re.IGNORECASE)
_ENTITY_DECLARATION = re.compile(r"<!ENTITY[^>]*+(?:>|\Z)", re.IGNORECASE)
_START_TAG = re.compile(r"<[A-Za-z_]")
_NAMED_ENTITY = re.compile(r"&([A-Za-z][A-Za-z0-9]{1,31});")
_XML_ENTITIES = frozenset({"amp", "lt", "gt", "quot", "apos"})
# Characters that XML 1.0 forbids; libxml2 gives up at the first.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
NAMESPACES = read_groups("webnoise.discovery", "namespaces.txt")
_PREFIXES = {
    address.rstrip("/#").lower(): "" if prefix == "bare" else prefix
    for prefix, addresses in NAMESPACES.items()
    for address in addresses
}
_PREAMBLE = 8192  # warnings and blank lines that a broken server prints before the document


class Entry(NamedTuple):
    """One page that a feed or sitemap lists. What it does not say is None or empty.

    `title`, `published`, `modified`, `language` and `authors` are claims about the article itself.
    A sitemap's lastmod is `modified`. Dates are ISO 8601 with the offset given.
    """

    url: str
    source: EntrySource
    title: str | None = None
    published: str | None = None
    modified: str | None = None
    language: str | None = None
    authors: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    site_name: str | None = None

    def hints(self) -> dict[str, str]:
        """The claims as `Page.hints` carries them: only those made, lists joined by `; `.

        Keys: source, title, published, modified, language, authors, tags, site_name.
        """
        claims = ((name, claim) for name, claim in self._asdict().items() if claim and name != "url")
        return {name: "; ".join(claim) if isinstance(claim, tuple) else str(claim) for name, claim in claims}


def plain_text(text: str | None) -> str | None:
    """Text of a feed's field without markup and line breaks.

    Feeds escape once (XML) or twice (HTML inside XML, CDATA), so what still looks like an entity or a
    tag after XML parsing is one.
    """
    if not text:
        return None
    text = text[: 4 * _LONGEST_TEXT]
    if "<" in text:
        text = _TAG.sub(" ", text)
    if "&" in text:
        text = _TAG.sub(" ", unescape(text))
    return " ".join(text.split())[:_LONGEST_TEXT] or None


def decompress(body: bytes, limit: int = MAX_BYTES) -> tuple[bytes, bool]:
    """`body` without gzip (if it is gzip), and whether it was cut.

    At most `limit` bytes come out of it, however much a bomb would hold. A damaged archive is read as
    far as it goes; archives of several members (appended logs, chunked writers) are read on.
    """
    if not body.startswith(b"\x1f\x8b"):
        return body[:limit], len(body) > limit
    pieces: list[bytes] = []
    room = limit
    while body.startswith(b"\x1f\x8b"):
        reader = zlib.decompressobj(wbits=31)
        with suppress(zlib.error):
            while room > 0 and body and not reader.eof:
                pieces.append(reader.decompress(body, min(room, 1 << 16)))
                room -= len(pieces[-1])
                body = reader.unconsumed_tail
        if not reader.eof:
            return b"".join(pieces), True
        body = reader.unused_data
    return b"".join(pieces), False


def readable_text(body: bytes) -> str:
    """`body` decoded as a page is; XML may also be in UTF-16 without a mark."""
    encoding = "utf-16le" if body.startswith(b"<\x00") else "utf-16be" if body.startswith(b"\x00<") else None
    return decode(body, encoding=encoding)[1]


def parse_xml(text: str) -> Any | None:
    """The root element of a document that may be broken or hostile; None when there is none.

    Declarations of entities are taken out before libxml2 sees them (it would expand them inside
    attributes), names of HTML are spelled as the characters they mean, and what follows the last
    complete tag is cut, so that a truncated file does not end in half an address.
    """
    end = text.rfind(">") + 1
    start = text.find("<")
    if start < 0 or end <= start:
        return None
    if declaration := _XML_DECLARATION.search(text, 0, _PREAMBLE):
        start = declaration.end()
    text = text[start:end]
    if "<!" in text[:_PREAMBLE]:
        text = _DOCTYPE.sub("", text, count=1)
    if "<!ENTITY" in text:
        text = _ENTITY_DECLARATION.sub("", text)
    root = _START_TAG.search(text)
    if root is None:
        return None
    text = text[root.start() :]
    text = _NAMED_ENTITY.sub(_spelled, _FORBIDDEN.sub("", text))
    # Beside these its defaults hold: no network, no DTD, bounded depth.
    parser = etree.XMLParser(
        recover=True, resolve_entities=False, remove_comments=True, remove_pis=True, encoding="utf-8"
    )
    try:
        return etree.fromstring(text.encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError:  # nothing at all could be recovered
        return None


def _spelled(match: re.Match[str]) -> str:
    name = match.group(1)
    if name in _XML_ENTITIES:
        return match.group()
    return html5.get(name + ";", "")


def name_of(element: Any) -> str:
    """The element's name in lower case with the usual prefix of its namespace: `news:title`, `dc:date`.

    Prefixes are read by namespace where it is a known one and as written otherwise, because feeds bind
    odd prefixes and forget to bind usual ones. '' for what is no element.
    """
    tag = element.tag
    if not isinstance(tag, str):
        return ""
    return _qualified(tag, element.prefix or "") if tag[0] == "{" else tag.lower()


@lru_cache(maxsize=256)
def _qualified(tag: str, written_prefix: str) -> str:
    uri, _, local = tag[1:].rpartition("}")
    prefix = _PREFIXES.get(uri.rstrip("/#").lower(), written_prefix)
    return f"{prefix}:{local}".lower() if prefix else local.lower()


def child_text(element: Any) -> str:
    """All text inside an element; also that of markup which should have been escaped."""
    return (element.text or "") if not len(element) else "".join(element.itertext())


def guessed_addresses(kind: Literal["feed", "sitemap"], url: str) -> list[str]:
    """Where a site at `url` that names none may keep its feed or sitemap, likeliest to be useful first."""
    return [urljoin(url, "/" + path) for path in read_groups("webnoise.discovery", "guesses.txt")[kind]]
