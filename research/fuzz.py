"""Everything that reads what strangers wrote, as functions of bytes: none may raise any but our errors."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from contextlib import suppress

import webnoise
from webnoise.dedup.signature import signature
from webnoise.discovery.feeds import feed_links, parse_feed
from webnoise.discovery.links import page_links
from webnoise.discovery.robots import parse_robots
from webnoise.discovery.sitemaps import parse_sitemap
from webnoise.errors import WebnoiseError
from webnoise.metadata.authors.names import clean_authors
from webnoise.metadata.dates.read import find_date
from webnoise.model import Article, Page
from webnoise.page.parse import parse
from webnoise.urls.normal import canonical_url, clean_url, resolve

URL = "https://fuzz.example/2026/11/a-story-with-a-long-title"


def extracted(data: bytes | str, method: str = "core") -> Article | None:
    """An article that could be written in full; None for a page that was refused by name."""
    with suppress(WebnoiseError):
        article = webnoise.extract(data, url=URL, method=method)
        json.dumps(article.to_dict(also=("blocks", "html", "evidence")), ensure_ascii=False).encode()
        return article
    return None


def _learn(data: bytes) -> None:
    site = webnoise.Site("fuzz.example")
    with suppress(WebnoiseError):
        site.learn(data, url=URL)
        site.extract(data, url=URL + "-2")


def _links(data: bytes) -> None:
    with suppress(WebnoiseError):
        document = parse(Page(URL, data))
        page_links(document)
        feed_links(document)


def _text(data: bytes) -> None:
    try:
        text = data.decode("utf-8", "surrogatepass")  # as JSON brings half characters
    except UnicodeDecodeError:
        text = data.decode("utf-8", "replace")
    signature(text)
    find_date(text)
    clean_authors(text)


def _address(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    for url in (text, f"https://{text}", f"https://fuzz.example/{text}"):
        clean_url(url)
        canonical_url(url)
        resolve(URL, url)
        resolve(url, "/a")


def _styled(data: bytes) -> None:
    css = data.decode("utf-8", "replace").replace("</", "")
    styled = f"<p class=c style='{css[:200]}'>Some words stand here.</p>"
    page = f"<style>{css}</style><div class=a id=b>{styled}</div>"
    for method in ("evbe", "eifce"):
        extracted(page, method)


READERS: dict[str, Callable[[bytes], object]] = {
    "page": extracted,
    "site": _learn,
    "links": _links,
    "feed": lambda data: parse_feed(data, URL),
    "sitemap": lambda data: parse_sitemap(data, URL),
    "robots": lambda data: parse_robots(data, URL, "webnoise"),
    "text": _text,
    "address": _address,
    "styles": _styled,
    "json": lambda data: extracted(b'<script type="application/ld+json">' + data + b"</script><p>Words."),
}


def is_subsequence(part: Iterable[str], whole: Iterable[str]) -> bool:
    """Whether `whole` holds all of `part`, in its order."""
    rest = iter(whole)
    return all(character in rest for character in part)
