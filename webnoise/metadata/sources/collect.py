"""Collects what a page declares about itself, by what declares it; finds the article among the JSON-LD."""

from __future__ import annotations

import functools
import html
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from webnoise.page.elements import Elements
from webnoise.page.parse import Document
from webnoise.urls.normal import canonical_url

Node = dict[str, Any]

# A page's data has dozens of nodes, its own first; lists of comments or products need no walk to the end.
_MOST_NODES = 400
_ARTICLE_TYPE = re.compile(r"(?:Article|Posting|Report|Blog)$|^(?:Report|ReviewNews)")
_WORK_TYPES = {
    "Recipe", "HowTo", "Review", "CreativeWork", "Book", "Course", "PodcastEpisode", "VideoObject",
    "NewsVideo",
    "Question", "QAPage", "FAQPage", "MedicalWebPage", "ImageGallery", "MediaGallery", "Event", "Dataset",
    "Product",
}  # fmt: skip
_REFERRING = {"author", "creator", "publisher", "isPartOf", "mainEntity", "image", "primaryImageOfPage"}
_PAGE_TYPES = {"WebPage", "ItemPage", "AboutPage", "Webpage", "webpage"}


@dataclass(frozen=True)
class Sources:
    """What one page says about itself; `metas` by lower-case name, in document order.

    `dated` are the names of those that may be made up for a date: none such does without certain words.
    `nodes` are those of its JSON-LD, `article` the one of the article, `page` the one of the page around it;
    both are empty where there is none.
    """

    url: str
    host: str
    path: str
    elements: Elements
    metas: dict[str, list[str]]
    dated: list[str]
    title: str | None
    canonical: str | None
    nodes: list[Node]
    article: Node
    page: Node

    def meta(self, *names: str) -> str | None:
        """The first value of the first of these names that the page gives."""
        metas = self.metas
        for name in names:
            if name in metas:
                return metas[name][0]
        return None


def collect(document: Document) -> Sources:
    url, elements = document.url, document.elements
    try:
        address = urlsplit(url)
    except ValueError:
        address = urlsplit("")
    metas = _metas(elements)
    canonical = _canonical(elements, in_body="og:url" not in metas)
    nodes = nodes_in([value for script in _json_scripts(elements) for value in document.json(script)])
    links = {url, canonical, *metas.get("og:url", ())[:1]} if nodes else ()
    article, page = article_node(nodes, {canonical_url(link) for link in links if link})
    return Sources(
        url=url,
        host=(address.hostname or "").lower(),
        path=address.path,
        elements=elements,
        metas=metas,
        dated=[name for name in metas if "date" in name or "time" in name or "last" in name],
        title=_title(elements),
        canonical=canonical,
        nodes=nodes,
        article=article,
        page=page,
    )


def _metas(elements: Elements) -> dict[str, list[str]]:
    metas: dict[str, list[str]] = {}
    declaring = elements.tagged("meta")
    columns = [elements.values(declaring, name) for name in ("content", "property", "name", "itemprop")]
    for content, own, general, item in zip(*columns, strict=True):
        if content and (name := own or general or item) and (content := content.strip()):
            metas.setdefault(name.strip().lower(), []).append(content)
    return metas


def _canonical(elements: Elements, *, in_body: bool) -> str | None:
    """The address that the page gives as its own; one from the body only where `in_body`."""
    links = [
        link
        for link in elements.having(elements.tagged("link"), ("canonical",), ("rel",))
        if "canonical" in elements.attributes[link].get("rel", "").lower().split()
    ]
    in_head = [link for link in links if elements.tags[elements.parents[link]] == "head"]
    wanted = in_head or (links if in_body else [])
    return next(
        (href for link in wanted if (href := elements.attributes[link].get("href", "").strip())), None
    )


def _json_scripts(elements: Elements) -> list[int]:
    return [
        script
        for script in elements.having(elements.tagged("script"), ("ld+json",), ("type",))
        if "ld+json" in elements.attributes[script].get("type", "").lower()
    ]


def _title(elements: Elements) -> str | None:
    for element in elements.tagged("title"):
        if title := " ".join("".join(elements.strings(element)).split()):
            return title
    return None


def _with_references(node: Node, nodes: list[Node]) -> Node:
    """The node with what it only names by `@id` filled in."""
    keys = [key for key in _REFERRING & node.keys() if not isinstance(node[key], str)]
    if not keys:
        return node
    by_id = {
        other["@id"]: other
        for other in nodes
        if "@id" in other and len(other) > 1 and isinstance(other["@id"], str)
    }
    return node | {key: _resolve(node[key], by_id) for key in keys} if by_id else node


def _resolve(value: Any, by_id: dict[str, Node]) -> Any:
    if isinstance(value, list):
        return [_resolve(item, by_id) for item in value[:50]]
    if (
        isinstance(value, dict)
        and len(value) <= 2
        and isinstance(value.get("@id"), str)
        and "name" not in value
    ):
        return by_id.get(value["@id"], value)
    return value


def nodes_in(values: list[Any]) -> list[Node]:
    """The nodes breadth first, so that the page's own come before those nested in it."""
    nodes: list[Node] = []
    level = values
    while level:
        deeper: list[Any] = []
        for value in level:
            if type(value) is list:
                deeper += value
            elif type(value) is dict:
                nodes.append(value)
                deeper += [item for item in value.values() if type(item) is dict or type(item) is list]
        if len(nodes) > _MOST_NODES:
            return nodes[:_MOST_NODES]
        level = deeper
    return nodes


def node_types(node: Node) -> list[str]:
    types = node.get("@type")
    if types is None:
        return []
    if isinstance(types, str):
        if "/" not in types and ":" not in types:
            return [types]
        types = [types]
    if not isinstance(types, list):
        return []
    return [name.rpartition("/")[2].rpartition(":")[2] for name in types if isinstance(name, str)]


def article_node(nodes: list[Node], addresses: set[str]) -> tuple[Node, Node]:
    """The node of the article itself, and the node of the page around it; empty where there is none.

    `addresses` are the page's own: a node that names another address describes a teaser.
    """
    best: Node = {}
    best_rank = 0
    page: Node = {}
    for node in nodes:
        types = node_types(node)
        if not types and "headline" not in node:
            continue
        if not page and not _PAGE_TYPES.isdisjoint(types):
            page = node
        rank = _rank(node, types, addresses)
        if rank > best_rank:
            best, best_rank = node, rank
    return _with_references(best, nodes), _with_references(page, nodes)


@functools.lru_cache(maxsize=256)
def _is_article(name: str) -> bool:
    return _ARTICLE_TYPE.search(name) is not None


def _rank(node: Node, types: list[str], addresses: set[str]) -> int:
    if any(map(_is_article, types)):
        rank = 40
    elif not _WORK_TYPES.isdisjoint(types) or (not types and "headline" in node):
        rank = 10
    else:
        return 0
    address = _address(node)
    if address:
        rank += 30 if address in addresses else -25
    return rank + sum(3 for key in ("headline", "datePublished", "author", "articleBody") if node.get(key))


def _address(node: Node) -> str | None:
    for key in ("url", "mainEntityOfPage", "@id"):
        value = node.get(key)
        if isinstance(value, dict):
            value = value.get("@id") or value.get("url")
        if isinstance(value, str) and value.startswith(("http", "/")) and len(value) > 1:
            return canonical_url(value)
    return None


def text_of(value: Any) -> str | None:
    """A value's text: itself, its first item's, or its name."""
    if value is None:
        return None
    if isinstance(value, list):
        value = next((item for item in value if item), None)
    if isinstance(value, dict):
        value = value.get("name") or value.get("@value") or value.get("url")
        if isinstance(value, list | dict):
            return text_of(value)
    if isinstance(value, str):
        text = " ".join((html.unescape(value) if "&" in value else value).split())
        return text or None
    return None
