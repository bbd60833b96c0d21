"""Sitemaps: lists of pages, lists of lists, news sitemaps, plain text; gzip or not.

Entries are read in one pass over their elements and not by selectors: a file lists up to 50,000 pages, and a
Selector for each of them with an XPath for each field trebles the half second that such a file takes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from webnoise.discovery.dates import iso_date
from webnoise.discovery.entries import (
    MAX_BYTES,
    Entry,
    child_text,
    decompress,
    name_of,
    parse_xml,
    plain_text,
    readable_text,
)
from webnoise.urls.normal import resolve

_MAX_ENTRIES = 50_000  # the sitemap protocol's limit for one file


class Sitemap(NamedTuple):
    """What one sitemap file lists: pages, or further sitemaps with the dates of their last change.

    `cut` when it was too long or damaged gzip.
    """

    entries: tuple[Entry, ...] = ()
    sitemaps: Mapping[str, str | None] = {}
    cut: bool = False


def parse_sitemap(body: bytes, url: str, limit: int = MAX_BYTES) -> Sitemap | None:
    """The sitemap in `body`, fetched from `url`; None when it is none (a page, a feed, an error message).

    `limit` bounds the decompressed size; the rest is not read and `cut` says so.
    """
    data, cut = decompress(body, limit)
    text = readable_text(data)
    beginning = text[:512].lstrip("\ufeff \t\r\n")
    if beginning[:1] != "<" and beginning.startswith(("http://", "https://")):
        return _plain_list(text, url, cut=cut)
    root = parse_xml(text)
    if root is None:
        return None
    match name_of(root):
        case "urlset" | "url":
            return _urlset(root, url, cut=cut)
        case "sitemapindex" | "sitemap":
            return Sitemap(sitemaps=_index(root, url), cut=cut)
    return None


def _plain_list(text: str, url: str, *, cut: bool) -> Sitemap:
    lines = text.splitlines()
    if cut and lines:
        lines.pop()  # half an address
    found = (resolve(url, line) for line in lines[:_MAX_ENTRIES] if line.lstrip().startswith("http"))
    entries = tuple(Entry(address, "sitemap") for address in dict.fromkeys(found) if address)
    return Sitemap(entries=entries, cut=cut or len(lines) > _MAX_ENTRIES)


def _index(root: Any, url: str) -> dict[str, str | None]:
    found: dict[str, str | None] = {}
    for element in root.iter("{*}sitemap"):
        fields = {name_of(child): child_text(child).strip() for child in element}
        if address := resolve(url, fields.get("loc")):
            found.setdefault(address, iso_date(fields.get("lastmod")))
        if len(found) >= _MAX_ENTRIES:
            break
    return found


def _urlset(root: Any, url: str, *, cut: bool) -> Sitemap:
    found: dict[str, Entry] = {}
    for element in root.iter("{*}url"):
        if len(found) >= _MAX_ENTRIES:
            cut = True
            break
        entry = _page_entry(element, url)
        if entry:
            found.setdefault(entry.url, entry)
    return Sitemap(entries=tuple(found.values()), cut=cut)


def _page_entry(element: Any, url: str) -> Entry | None:
    fields: dict[str, str] = {}
    news: dict[str, str] = {}
    for child in element:
        name = name_of(child)
        if name in ("loc", "lastmod"):
            fields.setdefault(name, child_text(child).strip())
        elif name in ("news:news", "news"):
            news = _news_fields(child)
    address = resolve(url, fields.get("loc"))
    if address is None:
        return None
    modified = iso_date(fields.get("lastmod"))
    if not news:
        return Entry(address, "sitemap", modified=modified)
    tags = [plain_text(word) for word in news.get("keywords", "").split(",")]
    return Entry(
        url=address,
        source="news_sitemap",
        title=plain_text(news.get("title")),
        published=iso_date(news.get("publication_date")),
        modified=modified,
        language=news.get("language", "").lower() or None,
        tags=tuple(dict.fromkeys(tag for tag in tags if tag)),
        site_name=plain_text(news.get("name")),
    )


def _news_fields(news: Any) -> dict[str, str]:
    """The fields of a `news:news` element by bare name, also those nested in `news:publication`."""
    fields: dict[str, str] = {}
    for element in news.iter():
        name = name_of(element).rpartition(":")[2]
        if name and not len(element):
            fields.setdefault(name, child_text(element).strip())
    return fields
