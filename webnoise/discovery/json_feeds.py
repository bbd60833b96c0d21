"""JSON Feed 1 and 1.1 (jsonfeed.org), also when it is cut short."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from webnoise.discovery.entries import Entry, plain_text
from webnoise.metadata.dates.read import iso_date
from webnoise.urls.normal import resolve

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["JsonFeed", "parse_json_feed"]

_ITEMS = re.compile(r'"items"\s*:\s*\[')
_VERSION = re.compile(r'"version"\s*:\s*"https?:\\?/\\?/(?:www\.)?jsonfeed\.org')
_SEPARATORS = " \t\r\n,"


class JsonFeed(NamedTuple):
    entries: list[Entry]
    title: str | None
    language: str | None
    next_page: str | None


def parse_json_feed(text: str, url: str) -> JsonFeed | None:
    """The feed in `text`; None when it does not call itself a JSON Feed."""
    if not _VERSION.search(text):
        return None
    try:
        document = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        document = {"items": list(_complete_items(text))}
    if not isinstance(document, dict):
        return None
    title = plain_text(_string(document, "title"))
    language = _string(document, "language")
    base = resolve(url, _string(document, "home_page_url")) or url
    entries = [
        entry
        for item in _list(document, "items")
        if isinstance(item, dict) and (entry := _entry(item, base, language, title))
    ]
    return JsonFeed(entries, title, language, resolve(url, _string(document, "next_url")))


def _complete_items(text: str) -> Iterable[Any]:
    """The items of a broken document, up to the first that cannot be read."""
    start = _ITEMS.search(text)
    if start is None:
        return
    decoder = json.JSONDecoder(strict=False)
    position = start.end()
    while True:
        while position < len(text) and text[position] in _SEPARATORS:
            position += 1
        try:
            item, position = decoder.raw_decode(text, position)
        except (ValueError, RecursionError):
            return
        yield item


def _entry(item: dict[str, Any], base: str, language: str | None, site_name: str | None) -> Entry | None:
    url = resolve(base, _string(item, "url")) or resolve(base, _string(item, "external_url"))
    identifier = _string(item, "id") or ""
    if url is None and identifier.startswith(("http://", "https://")):
        url = resolve(base, identifier)
    if url is None:
        return None
    people = [*_list(item, "authors"), item.get("author")]
    names = [plain_text(_string(person, "name")) for person in people if isinstance(person, dict)]
    tags = [plain_text(tag) for tag in _list(item, "tags") if isinstance(tag, str)]
    return Entry(
        url=url,
        source="feed",
        title=plain_text(_string(item, "title")),
        published=iso_date(_string(item, "date_published")),
        modified=iso_date(_string(item, "date_modified")),
        language=_string(item, "language") or language,
        authors=tuple(dict.fromkeys(name for name in names if name)),
        tags=tuple(dict.fromkeys(tag for tag in tags if tag)),
        site_name=site_name,
    )


def _string(document: dict[str, Any], key: str) -> str | None:
    value = document.get(key)
    return value if isinstance(value, str) and value.strip() else None


def _list(document: dict[str, Any], key: str) -> list[Any]:
    value = document.get(key)
    return value if isinstance(value, list) else []
