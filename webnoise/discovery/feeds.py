"""Feeds: RSS 0.9x, 1.0 and 2.0, Atom, JSON Feed; and where a site keeps them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin

from webnoise.discovery.entries import Entry, plain_text
from webnoise.discovery.json_feeds import parse_json_feed
from webnoise.discovery.markup import child_text, decompress, name_of, parse_xml, readable_text
from webnoise.metadata.dates.read import iso_date
from webnoise.urls.normal import resolve

__all__ = ["Feed", "feed_links", "guessed_feeds", "parse_feed"]

# In order of how often the common systems answer there: WordPress, Drupal and Ghost, static
# generators, newspaper systems. Asked only when neither a link nor robots.txt named anything.
_FEED_PATHS = (
    "feed",
    "rss",
    "rss.xml",
    "feed.xml",
    "atom.xml",
    "index.xml",
    "feeds",
    "feed/rss",
    "rss/feed.xml",
    "index.rss",
    "news/rss",
    "arc/outboundfeeds/rss/",
    "feed.json",
    "feeds/posts/default",
)
_FEED_TYPE = re.compile(
    r"application/(?:rss|atom|rdf)\+xml|application/feed\+json|text/(?:rss|atom)\+xml", re.IGNORECASE
)
_LOOSE_TYPE = re.compile(r"(?:application|text)/(?:xml|json)", re.IGNORECASE)
_FEED_WORD = re.compile(r"\b(?:feed|rss|atom)", re.IGNORECASE)
_NOT_NEWS = re.compile(r"comments?(?:/|$|\.|-)|/wp-json/|oembed|podcast", re.IGNORECASE)
_MAIL_AND_NAME = re.compile(r"\S+@\S+\s*\(([^)]*)\)")
_MAX_ENTRIES = 10_000  # feeds list tens to hundreds; an archive of more is a sitemap's work


@dataclass(frozen=True, slots=True)
class Feed:
    """A feed's entries in its own order, each address once; `next_page` where it is paged (RFC 5005)."""

    entries: tuple[Entry, ...] = ()
    title: str | None = None
    language: str | None = None
    next_page: str | None = None


def parse_feed(body: bytes, url: str) -> Feed | None:
    """The feed in `body`, fetched from `url`; None when it is no feed (a page, an error message).

    Which format it is, is read from the document and not from its content type, which is wrong often.
    """
    data, _ = decompress(body)
    text = readable_text(data)
    if text.lstrip()[:1] == "{":
        found = parse_json_feed(text, url)
        return found and Feed(_once(found.entries), found.title, found.language, found.next_page)
    root = parse_xml(text)
    if root is None:
        return None
    kind = name_of(root)
    if kind in ("rss", "rdf:rdf", "channel"):
        return _rss(root, url)
    if kind in ("atom:feed", "feed"):
        return _atom(root, url)
    return None


def _once(entries: list[Entry]) -> tuple[Entry, ...]:
    return tuple({entry.url: entry for entry in reversed(entries[:_MAX_ENTRIES])}.values())[::-1]


def _rss(root: Any, url: str) -> Feed:
    head: dict[str, str] = {}
    next_page = None
    entries: list[Entry] = []
    channel = next((child for child in root if name_of(child) == "channel"), root)
    for element in channel:
        name = name_of(element)
        if name == "atom:link" and element.get("rel") == "next":
            next_page = resolve(url, element.get("href"))
        elif name not in ("item", "items", "image"):
            head.setdefault(name, child_text(element))
    language = _language(head.get("language") or head.get("dc:language") or _xml_lang(root))
    site_name = plain_text(head.get("title"))
    base = resolve(url, head.get("link", "")) or url
    # Items stand in the channel (2.0), beside it (1.0), or wherever unclosed tags have put them.
    for item in root.iter():
        if name_of(item) == "item":
            entry = _rss_item(item, base, language, site_name)
            if entry:
                entries.append(entry)
    return Feed(_once(entries), site_name, language, next_page)


def _rss_item(item: Any, base: str, language: str | None, site_name: str | None) -> Entry | None:
    fields: dict[str, str] = {}
    authors: list[str] = []
    tags: list[str] = []
    for child in item:
        name = name_of(child)
        text = child_text(child).strip()
        if name in ("dc:creator", "author"):
            authors += _authors(text)
        elif name == "category":
            tags.append(text)
        elif name == "atom:link":
            if child.get("rel", "alternate") == "alternate":
                fields.setdefault(name, child.get("href", ""))
        elif name == "guid":
            if child.get("ispermalink", child.get("isPermaLink", "true")).lower() != "false":
                fields.setdefault(name, text)
        elif text:
            fields.setdefault(name, text)
    about = item.get("{http://www.w3.org/1999/02/22-rdf-syntax-ns#}about")
    # feedburner:origLink is the article's own address where `link` counts clicks first.
    links = (fields.get("feedburner:origlink"), fields.get("link"), fields.get("atom:link"), about)
    guid = fields.get("guid", "")
    address = next((found for link in links if (found := resolve(base, link))), None)
    if address is None and guid.startswith(("http://", "https://")):
        address = resolve(base, guid)
    if address is None:
        return None
    return Entry(
        url=address,
        source="feed",
        title=plain_text(fields.get("title") or fields.get("media:title")),
        published=iso_date(fields.get("pubdate") or fields.get("dc:date") or fields.get("dcterms:created")),
        modified=iso_date(fields.get("dcterms:modified") or fields.get("atom:updated")),
        language=_language(fields.get("dc:language")) or language,
        authors=tuple(dict.fromkeys(authors)),
        tags=_texts(tags),
        site_name=site_name,
    )


def _authors(text: str) -> list[str]:
    """Names in a creator field; RSS's `mail (name)` gives the name, an address alone gives nothing."""
    if match := _MAIL_AND_NAME.fullmatch(text):
        text = match.group(1)
    name = plain_text(text)
    return [name] if name and "@" not in name else []


def _atom(root: Any, url: str) -> Feed:
    base = _xml_base(root, url)
    language = _language(_xml_lang(root))
    title = next_page = None
    entries: list[Entry] = []
    for element in root:
        match name_of(element).rpartition(":")[2]:
            case "title":
                title = plain_text(child_text(element))
            case "link" if element.get("rel") == "next":
                next_page = resolve(base, element.get("href"))
    for element in root.iter():
        if name_of(element) in ("atom:entry", "entry"):
            entry = _atom_entry(element, base, language, title)
            if entry:
                entries.append(entry)
    return Feed(_once(entries), title, language, next_page)


def _atom_entry(element: Any, base: str, language: str | None, site_name: str | None) -> Entry | None:
    base = _xml_base(element, base)
    fields: dict[str, str] = {}
    authors: list[str] = []
    tags: list[str] = []
    for child in element:
        prefix, _, name = name_of(child).rpartition(":")
        if prefix not in ("", "atom", "dc", "feedburner"):
            continue
        if name == "link":
            if child.get("rel", "alternate") == "alternate" and "html" in child.get("type", "html"):
                fields.setdefault("link", resolve(_xml_base(child, base), child.get("href")) or "")
        elif name == "author":
            # Only the entry's own authors: a feed's is the publisher as a rule.
            authors += [
                n for part in child if name_of(part).endswith("name") for n in _authors(child_text(part))
            ]
        elif name == "category":
            tags.append(child.get("label") or child.get("term") or "")
        else:
            fields.setdefault(name, child_text(child).strip())
    address = resolve(base, fields.get("origlink")) or fields.get("link") or None
    if address is None and fields.get("id", "").startswith("http"):
        address = resolve(base, fields["id"])
    if address is None:
        return None
    return Entry(
        url=address,
        source="feed",
        title=plain_text(fields.get("title")),
        published=iso_date(fields.get("published") or fields.get("issued") or fields.get("date")),
        modified=iso_date(fields.get("updated") or fields.get("modified")),
        language=_language(_xml_lang(element)) or language,
        authors=tuple(dict.fromkeys(authors)),
        tags=_texts(tags),
        site_name=site_name,
    )


def _xml_lang(element: Any) -> str | None:
    return element.get("{http://www.w3.org/XML/1998/namespace}lang")  # type: ignore[no-any-return]


def _xml_base(element: Any, base: str) -> str:
    own = element.get("{http://www.w3.org/XML/1998/namespace}base")
    return (resolve(base, own) or base) if own else base


def _language(text: str | None) -> str | None:
    """A language tag (`en`, `en-in`) in lower case; None for a name or nonsense."""
    tag = (text or "").strip().replace("_", "-").lower()
    return tag if re.fullmatch(r"[a-z]{2,3}(?:-[a-z0-9]{2,8})*", tag) else None


def _texts(texts: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for raw in texts[:50] if (text := plain_text(raw))))


def feed_links(root: Any, url: str) -> tuple[str, ...]:
    """Feeds that a page names in `<link rel=alternate>`, in its order; those of comments are left out."""
    found: list[str] = []
    for link in root.iter("link"):
        if "alternate" not in (link.get("rel") or "").lower().split():
            continue
        kind, href = link.get("type") or "", link.get("href") or ""
        named = _FEED_TYPE.match(kind) or (_LOOSE_TYPE.match(kind) and _FEED_WORD.search(href))
        address = resolve(url, href) if named and not _NOT_NEWS.search(href) else None
        if address:
            found.append(address)
    return tuple(dict.fromkeys(found))


def guessed_feeds(url: str) -> tuple[str, ...]:
    """Where a site at `url` that names no feed may keep one, likeliest first."""
    return tuple(urljoin(url, "/" + path) for path in _FEED_PATHS)
