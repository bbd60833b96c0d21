"""Collects what a page declares about itself, by what declares it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from webnoise.metadata.sources.jsonld import Node, article_node, nodes_in, plain_address

if TYPE_CHECKING:
    from webnoise.page.elements import Elements
    from webnoise.page.parse import Document

__all__ = ["Sources", "collect"]

_DATE_TAGS = frozenset(
    "span div p time meta li small em i b strong td abbr dd h2 h3 h4 h5 h6 a section header ul cite "
    "link".split()
)


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

    @cached_property
    def dated_metas(self) -> list[str]:
        """The names of the meta elements that may hold a date, whatever the site calls them."""
        return [name for name in self.metas if "date" in name or "time" in name or "last" in name]

    @cached_property
    def publications(self) -> list[int]:
        """The elements of microdata that give the date of publication; nearly always <time> elements."""
        attributes = self.elements.attributes
        times = self.elements.tagged("time")
        return [time for time in times if "datePublished" in attributes[time].get("itemprop", "")] or [
            element
            for element, given in enumerate(attributes)
            if "itemprop" in given and "datePublished" in given["itemprop"]
        ]

    @cached_property
    def dated(self) -> list[int]:
        """The elements whose class promises a date."""
        attributes = self.elements.attributes
        return [
            element
            for element, tag in enumerate(self.elements.tags)
            if tag in _DATE_TAGS and (classes := attributes[element].get("class")) and _promises_date(classes)
        ]


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
    article, page = article_node(nodes, {plain_address(link) for link in links if link})
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
