"""Collects, in one pass over the tree, everything on a page that says something about the page."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from lxml import etree

from webnoise.article.metadata.jsonld import Node, article_node, load_nodes, plain_address

if TYPE_CHECKING:
    from lxml.html import HtmlElement

__all__ = ["Sources", "collect", "visible_text"]

_WANTED = ("meta", "link", "script", "title", "h1", "time")
# Where the text of two neighbouring elements is two words, even without a space between them.
_BREAKING = {"br", "div", "p", "li", "small", "h1", "h2", "h3", "td", "tr", "ul", "section", "header", "img"}
_UNSEEN = {"script", "style", "noscript", "template", "svg", "button", "select", "textarea"}
# One XPath, evaluated once, and only when a page's structured data leaves something open.
_MARKED = etree.XPath(
    "//*[@itemprop or @rel='author' or contains(@rel,'author') or contains(@class,'uthor') or contains(@class,'yline')"
    " or contains(@id,'uthor') or contains(@id,'yline') or @property or @data-author]"
)
_DATED = etree.XPath(
    "//*[contains(@class,'date') or contains(@class,'Date') or contains(@class,'time') or contains(@class,'Time')"
    " or contains(@class,'publish') or contains(@class,'posted') or contains(@class,'meta')"
    " or contains(@id,'date') or contains(@class,'yline')]"
)


@dataclass
class Sources:
    """What one page says about itself; `metas` by lower-case name, in document order."""

    url: str
    root: HtmlElement
    metas: dict[str, list[str]] = field(default_factory=dict)
    links: dict[str, list[str]] = field(default_factory=dict)
    scripts: list[str] = field(default_factory=list)
    title: str | None = None
    headlines: list[HtmlElement] = field(default_factory=list)
    times: list[HtmlElement] = field(default_factory=list)

    def meta(self, *names: str) -> str | None:
        """The first value of the first of these names that the page gives."""
        for name in names:
            if values := self.metas.get(name):
                return values[0]
        return None

    def link(self, rel: str) -> str | None:
        values = self.links.get(rel)
        return values[0] if values else None

    @cached_property
    def nodes(self) -> list[Node]:
        return load_nodes(self.scripts)

    @cached_property
    def _described(self) -> tuple[Node | None, Node | None]:
        addresses = {plain_address(self.url)}
        addresses.update(plain_address(link) for link in (self.link("canonical"), self.meta("og:url")) if link)
        return article_node(self.nodes, addresses)

    @property
    def article(self) -> Node:
        """The JSON-LD node of the article; empty when there is none."""
        return self._described[0] or {}

    @property
    def page(self) -> Node:
        """The JSON-LD node of the page around the article; empty when there is none."""
        return self._described[1] or {}

    @cached_property
    def marked(self) -> list[HtmlElement]:
        """Elements that itemprop, rel, class or id mark as saying who or what."""
        found: list[HtmlElement] = _MARKED(self.root)
        return found

    @cached_property
    def dated(self) -> list[HtmlElement]:
        """Elements whose class or id promises a date."""
        found: list[HtmlElement] = _DATED(self.root)
        return found

    @property
    def host(self) -> str:
        try:
            return (urlsplit(self.url).hostname or "").lower()
        except ValueError:
            return ""


def collect(root: HtmlElement, url: str) -> Sources:
    sources = Sources(url, root)
    metas, links = sources.metas, sources.links
    for element in root.iter(*_WANTED):
        tag = element.tag
        if tag == "meta":
            content = element.get("content")
            if content:
                name = element.get("property") or element.get("name") or element.get("itemprop")
                if name and (content := content.strip()):
                    metas.setdefault(name.strip().lower(), []).append(content)
        elif tag == "script":
            if "ld+json" in (element.get("type") or "").lower() and element.text:
                sources.scripts.append(element.text)
        elif tag == "link":
            href = element.get("href")
            if href:
                for rel in (element.get("rel") or element.get("itemprop") or "").lower().split():
                    links.setdefault(rel, []).append(href.strip())
        elif tag == "h1":
            sources.headlines.append(element)
        elif tag == "time":
            sources.times.append(element)
        elif sources.title is None:
            sources.title = " ".join(element.text_content().split()) or None
    return sources


_SPACES = re.compile(r"\s+")
# A headline or byline is a handful of elements deep; what is deeper is markup run wild.
_DEEPEST = 40


def visible_text(element: HtmlElement, limit: int = 600) -> str:
    """The text as a reader sees it, at most about `limit` characters of it.

    Neighbouring elements are parted by a space where their letters would otherwise run together.
    """
    pieces: list[str] = []
    _gather(element, pieces, [limit], _DEEPEST)
    return _SPACES.sub(" ", "".join(pieces)).strip()


def _gather(element: HtmlElement, pieces: list[str], left: list[int], depth: int) -> None:
    _append(element.text, pieces, left)
    for child in element:
        if left[0] <= 0 or not depth:
            return
        tag = child.tag
        if isinstance(tag, str) and tag not in _UNSEEN and child.get("hidden") is None:
            if tag in _BREAKING or (pieces and pieces[-1][-1:].isalnum() and _starts_with_letter(child)):
                pieces.append(" ")
            _gather(child, pieces, left, depth - 1)
            if tag in _BREAKING or (child.tail and child.tail[0].isalnum() and tag == "span"):
                pieces.append(" ")
        _append(child.tail, pieces, left)


def _starts_with_letter(element: HtmlElement) -> bool:
    return element.tag in ("span", "a") and bool(element.text) and element.text[0].isalnum()


def _append(text: str | None, pieces: list[str], left: list[int]) -> None:
    if text:
        pieces.append(text)
        left[0] -= len(text)
