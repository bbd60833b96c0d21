"""Feeds: RSS 0.9x, 1.0 and 2.0, Atom; and where a site keeps them.

JSON Feed is left out: sites that have one have one of the others beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from parsel import Selector

from webnoise.discovery.dates import iso_date
from webnoise.discovery.entries import (
    NAMESPACES,
    Entry,
    decompress,
    name_of,
    parse_xml,
    plain_text,
    readable_text,
)
from webnoise.page.parse import Document
from webnoise.urls.normal import resolve

_FEED_TYPE = re.compile(r"application/(?:rss|atom|rdf)\+xml|text/(?:rss|atom)\+xml", re.IGNORECASE)
_LOOSE_TYPE = re.compile(r"(?:application|text)/xml", re.IGNORECASE)
_FEED_WORD = re.compile(r"\b(?:feed|rss|atom)", re.IGNORECASE)
_NOT_NEWS = re.compile(r"comments?(?:/|$|\.|-)|/wp-json/|oembed|podcast", re.IGNORECASE)
_MAIL_AND_NAME = re.compile(r"[^\s@()]+@[^\s@()]+\s*\(([^()]*)\)")
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[a-z0-9]{2,8})*")
_MAX_ENTRIES = 10_000  # feeds list tens to hundreds; an archive of more is a sitemap's work

_NAMESPACES = {prefix: addresses[0] for prefix, addresses in NAMESPACES.items()}
_ALTERNATE = "[not(@rel) or @rel = 'alternate']"
_PERMALINK = "guid[translate(@isPermaLink | @ispermalink, 'FALSE', 'false') != 'false']"


def parse_feed(body: bytes, url: str) -> tuple[Entry, ...] | None:
    """The entries of the feed in `body`, fetched from `url`, in its order and each address once.

    None when it is no feed (a page, an error message). Which format it is, is read from the document and
    not from its content type, which is wrong often.
    """
    entries = _xml_entries(parse_xml(readable_text(decompress(body)[0])), url)
    if entries is None:
        return None
    once: dict[str, Entry] = {}
    for entry in islice(entries, _MAX_ENTRIES):
        once.setdefault(entry.url, entry)
    return tuple(once.values())


def _xml_entries(root: Any, url: str) -> Iterator[Entry] | None:
    kind = name_of(root) if root is not None else ""
    if kind in ("rss", "rdf:rdf", "channel"):
        return _rss_entries(_selector(root), url)
    if kind in ("atom:feed", "feed"):
        return _atom_entries(_selector(root, own="atom"), url)
    return None


def _selector(root: Any, own: str = "") -> Selector:
    """The document with the usual names, so that one XPath finds a field in every feed.

    Feeds spell names in any case, bind odd prefixes, forget to bind usual ones, and write other addresses of
    a namespace. Names of the namespace `own` and of none are bare.
    """
    for element in root.iter("*"):
        prefix, _, name = name_of(element).rpartition(":")
        if not name.isalpha():  # broken markup makes names that no tag may be set to
            continue
        if not prefix or prefix == own:
            element.tag = name
        elif prefix in _NAMESPACES:
            element.tag = f"{{{_NAMESPACES[prefix]}}}{name}"
    return Selector(root=root, type="xml", namespaces=_NAMESPACES)


def _text(element: Selector, *names: str) -> str:
    """The text of the first child of these names that has any; all of it, also that of unescaped markup."""
    for name in names:
        if text := element.xpath(f"string({name}[normalize-space()])").get(""):
            return text.strip()
    return ""


def _texts(element: Selector, path: str) -> Iterator[str]:
    return (found.xpath("string()").get("") for found in element.xpath(path))


def _rss_entries(feed: Selector, url: str) -> Iterator[Entry]:
    channel = next(iter(feed.xpath("channel")), feed)
    feed_language = _language(_text(channel, "language", "dc:language") or feed.xpath("@xml:lang").get())
    site_name = plain_text(_text(channel, "title"))
    base = resolve(url, _text(channel, "link")) or url
    # Items are in the channel (2.0), beside it (1.0), or wherever unclosed tags have put them.
    for item in feed.xpath("//item"):
        if address := _rss_address(item, base):
            yield Entry(
                url=address,
                source="feed",
                title=plain_text(_text(item, "title", "media:title")),
                published=iso_date(_text(item, "pubdate", "dc:date", "dcterms:created")),
                modified=iso_date(_text(item, "dcterms:modified", "atom:updated")),
                language=_language(_text(item, "dc:language")) or feed_language,
                authors=_authors(_texts(item, "dc:creator | author")),
                tags=_tags(_texts(item, "category")),
                site_name=site_name,
            )


def _rss_address(item: Selector, base: str) -> str | None:
    guid = _text(item, _PERMALINK)
    written = (
        _text(item, "feedburner:origlink"),  # the article's own address, where `link` counts clicks first
        _text(item, "link"),
        item.xpath(f"atom:link{_ALTERNATE}/@href").get(),
        item.xpath("@rdf:about").get(),
        guid if guid.startswith(("http://", "https://")) else None,
    )
    return next((address for link in written if (address := resolve(base, link))), None)


def _atom_entries(feed: Selector, url: str) -> Iterator[Entry]:
    base = _xml_base(feed, url)
    feed_language = _language(feed.xpath("@xml:lang").get())
    site_name = plain_text(_text(feed, "title"))
    for entry in feed.xpath("//entry"):
        if address := _atom_address(entry, _xml_base(entry, base)):
            yield Entry(
                url=address,
                source="feed",
                title=plain_text(_text(entry, "title")),
                published=iso_date(_text(entry, "published", "issued", "dc:date", "date")),
                modified=iso_date(_text(entry, "updated", "modified")),
                language=_language(entry.xpath("@xml:lang").get()) or feed_language,
                # Only the entry's own authors: a feed's is the publisher as a rule.
                authors=_authors(_texts(entry, "author/name")),
                tags=_tags(
                    category.attrib.get("label") or category.attrib.get("term") or ""
                    for category in entry.xpath("category")
                ),
                site_name=site_name,
            )


def _atom_address(entry: Selector, base: str) -> str | None:
    if address := resolve(base, _text(entry, "feedburner:origlink")):
        return address
    for link in entry.xpath(f"link{_ALTERNATE}[not(@type) or contains(@type, 'html')]")[:1]:
        if address := resolve(_xml_base(link, base), link.attrib.get("href")):
            return address
    identifier = _text(entry, "id")
    return resolve(base, identifier) if identifier.startswith("http") else None


def _xml_base(element: Selector, base: str) -> str:
    return resolve(base, element.xpath("@xml:base").get()) or base


def _language(text: str | None) -> str | None:
    """A language tag (`en`, `en-in`) in lower case; None for a name or nonsense."""
    tag = (text or "").strip().replace("_", "-").lower()
    return tag if _LANGUAGE.fullmatch(tag) else None


def _authors(texts: Iterable[str]) -> tuple[str, ...]:
    """Names in creator fields; RSS's `mail (name)` gives the name, an address alone gives nothing."""
    names: dict[str, None] = {}
    for text in texts:
        mail = _MAIL_AND_NAME.fullmatch(text.strip())
        name = plain_text(mail[1] if mail else text)
        if name and "@" not in name:
            names[name] = None
    return tuple(names)


def _tags(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(tag for text in islice(texts, 50) if (tag := plain_text(text))))


def feed_links(document: Document) -> tuple[str, ...]:
    """Feeds that a page names in `<link rel=alternate>`, in its order; those of comments are left out."""
    found: dict[str, None] = {}
    for link in document.elements.tagged("link"):
        attributes = document.elements.attributes[link]
        if "alternate" not in (attributes.get("rel") or "").lower().split():
            continue
        kind, href = attributes.get("type") or "", attributes.get("href") or ""
        named = _FEED_TYPE.match(kind) or (_LOOSE_TYPE.match(kind) and _FEED_WORD.search(href))
        if named and not _NOT_NEWS.search(href) and (address := resolve(document.base_url, href)):
            found[address] = None
    return tuple(found)
