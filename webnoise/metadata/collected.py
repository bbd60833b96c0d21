"""Collects, in one pass over the tree, everything on a page that says something about the page."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, cast
from urllib.parse import urlsplit

from lxml import etree

from webnoise.metadata.jsonld import Node, article_node, load_nodes
from webnoise.metadata.nearby import Surroundings
from webnoise.urls.normal import canonical_url

if TYPE_CHECKING:
    from lxml.html import HtmlElement

__all__ = ["Sources", "collect"]

_WANTED = ("meta", "link", "script", "title", "h1", "time")
_PROPERTIES = etree.XPath("descendant::*[@itemprop]")
_DATE_TAGS = (
    "span", "div", "p", "time", "meta", "li", "small", "em", "i", "b", "strong", "td", "abbr", "dd", "h2",
    "h3", "h4", "h5", "h6", "a", "section", "header", "ul", "cite", "link",
)  # fmt: skip


@dataclass
class Sources:
    """What one page says about itself; `metas` by lower-case name, in document order.

    `nodes` are those of its JSON-LD, `article` the one of the article, `page` the one of the page around it;
    both are empty where there is none.
    """

    url: str
    root: HtmlElement
    host: str
    path: str
    metas: dict[str, list[str]] = field(default_factory=dict)
    scripts: list[HtmlElement] = field(default_factory=list)
    title: str | None = None
    canonicals: list[HtmlElement] = field(default_factory=list)
    headlines: list[HtmlElement] = field(default_factory=list)
    times: list[HtmlElement] = field(default_factory=list)
    headline: HtmlElement | None = None
    nodes: list[Node] = field(default_factory=list)
    article: Node = field(default_factory=dict)
    page: Node = field(default_factory=dict)

    def meta(self, *names: str) -> str | None:
        """The first value of the first of these names that the page gives."""
        metas = self.metas
        for name in names:
            if name in metas:
                return metas[name][0]
        return None

    @cached_property
    def canonical(self) -> str | None:
        """The address that the page gives as its own; one from the body only where og:url is missing too."""
        links = [link for link in self.canonicals if _is_in_head(link)]
        if not links and "og:url" not in self.metas:
            links = self.canonicals
        return next((address for link in links if (address := link.get("href", "").strip())), None)

    @cached_property
    def dated_metas(self) -> list[str]:
        """The names of the meta elements that may hold a date, whatever the site calls them."""
        return [name for name in self.metas if "date" in name or "time" in name or "last" in name]

    @cached_property
    def publications(self) -> list[HtmlElement]:
        """The elements of microdata that give the date of publication; nearly always <time> elements."""
        return _publications(self.times) or _publications(cast("list[HtmlElement]", _PROPERTIES(self.root)))

    @cached_property
    def dated(self) -> list[HtmlElement]:
        """The elements whose class promises a date."""
        return [
            element
            for element in self.root.iter(*_DATE_TAGS)
            if (classes := element.get("class")) and _promises_date(classes)
        ]

    @cached_property
    def around(self) -> Surroundings:
        """What stands around the headline; to be asked for once that is known."""
        return Surroundings(self.headline)


def _is_in_head(element: HtmlElement) -> bool:
    parent = element.getparent()
    return parent is not None and parent.tag == "head"


def _publications(elements: list[HtmlElement]) -> list[HtmlElement]:
    return [element for element in elements if "datePublished" in element.get("itemprop", "")]


def _promises_date(classes: str) -> bool:
    # One by one, for this is asked of every element.
    return (
        "date" in classes
        or "time" in classes
        or "meta" in classes
        or "publish" in classes
        or "posted" in classes
        or "yline" in classes
        or "Date" in classes
    )


def collect(root: HtmlElement, url: str) -> Sources:
    try:
        address = urlsplit(url)
    except ValueError:
        address = urlsplit("")
    sources = Sources(url, root, (address.hostname or "").lower(), address.path)
    _gather(sources)
    sources.nodes = load_nodes([text for script in sources.scripts if (text := script.text)])
    if sources.nodes:
        links = (url, sources.canonical, sources.meta("og:url"))
        article, page = article_node(sources.nodes, {canonical_url(link) for link in links if link})
        sources.article, sources.page = article or {}, page or {}
    return sources


def _gather(sources: Sources) -> None:
    """Sort the elements that say something about the page by what they are."""
    metas = sources.metas
    for element in sources.root.iter(*_WANTED):
        tag = element.tag
        if tag == "meta":
            content = element.get("content")
            if content:
                name = element.get("property") or element.get("name") or element.get("itemprop")
                if name and (content := content.strip()):
                    metas.setdefault(name.strip().lower(), []).append(content)
        elif tag == "link":
            relation = element.get("rel")
            if relation and "canonical" in relation.lower().split():
                sources.canonicals.append(element)
        elif tag == "script":
            kind = element.get("type")
            if kind and "ld+json" in kind.lower():
                sources.scripts.append(element)
        elif tag == "h1":
            sources.headlines.append(element)
        elif tag == "time":
            sources.times.append(element)
        elif sources.title is None:
            text = "".join(element.itertext()) if len(element) else element.text or ""
            sources.title = " ".join(text.split()) or None
