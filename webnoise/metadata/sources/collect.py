"""Collects what a page declares about itself, by what declares it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from webnoise.metadata.sources.jsonld import Node, article_node, nodes_in
from webnoise.urls.normal import canonical_url

if TYPE_CHECKING:
    from webnoise.page.elements import Elements
    from webnoise.page.parse import Document

__all__ = ["Sources", "collect"]


@dataclass(frozen=True)
class Sources:
    """What one page says about itself; `metas` by lower-case name, in document order.

    `nodes` are those of its JSON-LD, `article` the one of the article, `page` the one of the page around it;
    both are empty where there is none.
    """

    url: str
    host: str
    path: str
    elements: Elements
    metas: dict[str, list[str]]
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
    links = (url, canonical, *metas.get("og:url", ())[:1])
    article, page = article_node(nodes, {canonical_url(link) for link in links if link})
    return Sources(
        url=url,
        host=(address.hostname or "").lower(),
        path=address.path,
        elements=elements,
        metas=metas,
        title=_title(elements),
        canonical=canonical,
        nodes=nodes,
        article=article,
        page=page,
    )


def _metas(elements: Elements) -> dict[str, list[str]]:
    metas: dict[str, list[str]] = {}
    for element in elements.tagged("meta"):
        attributes = elements.attributes[element]
        if content := attributes.get("content"):
            name = attributes.get("property") or attributes.get("name") or attributes.get("itemprop")
            if name and (content := content.strip()):
                metas.setdefault(name.strip().lower(), []).append(content)
    return metas


def _canonical(elements: Elements, *, in_body: bool) -> str | None:
    """The address that the page gives as its own; one from the body only where `in_body`."""
    links = [
        link
        for link in elements.tagged("link")
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
        for script in elements.tagged("script")
        if "ld+json" in elements.attributes[script].get("type", "").lower()
    ]


def _title(elements: Elements) -> str | None:
    for element in elements.tagged("title"):
        if title := " ".join("".join(elements.strings(element)).split()):
            return title
    return None
