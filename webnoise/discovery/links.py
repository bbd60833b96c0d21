"""The links of a page, with the evidence of where they are; AMP, canonical and the next page."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import Literal, cast, get_args

from webnoise.page.elements import Elements
from webnoise.page.parse import Document
from webnoise.text.lists import read_groups, read_list
from webnoise.text.words import name_parts
from webnoise.urls.normal import resolve
from webnoise.urls.shapes import is_next_page, page_number

Landmark = Literal["main", "body", "aside", "header", "nav", "footer"]

# Best first: where a link occurs twice, the better one says what it is.
_LANDMARKS: tuple[Landmark, ...] = get_args(Landmark)
_SIGNS = {
    f"{sign.partition('/')[0]}/{word}": cast("Landmark", sign.partition("/")[2])
    for sign, words in read_groups("webnoise.discovery", "landmarks.txt").items()
    for word in words
}
"""Landmarks by what marks them: `tag/aside`, `role/banner`, `name/sidebar`."""
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_HEADING_REACH = 3  # a heading holds its link directly or within a span or two
_MAX_LINKS = 5_000  # a page of more is a sitemap in disguise; its first ones are enough for one visit


_NEXT_WORDS = 4  # "Next page »", "Older posts"


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link to another page, each address once, the evidence of all its anchors put together.

    `words` counts those of its longest anchor text; `landmark` is the best part of the page that it is
    in; `heading` says that it stands in a heading or holds one, as headlines do. Whether the address is
    worth a visit is not judged here.
    """

    url: str
    text: str = ""
    words: int = 0
    landmark: Landmark = "body"
    heading: bool = False


@dataclass(frozen=True, slots=True)
class PageLinks:
    """What a page leads to. `next_page` is the next page of a listing (or of a divided article)."""

    links: tuple[PageLink, ...] = ()
    canonical: str | None = None
    next_page: str | None = None
    is_amp: bool = False


def page_links(document: Document, wanted: Callable[[str], bool] | None = None) -> PageLinks:
    """Return the links of a page: all http(s) addresses, those of other sites too, or those `wanted` alone.

    It is called once per address and before anything is measured, so that a crawl which leaves out what it
    knows already pays little for the menus of every page.
    """
    elements, url, base = document.elements, document.url, document.base_url
    canonical, next_page = _head_links(elements, base, url)
    found: dict[str, PageLink] = {}
    unwanted: set[str | None] = {url, None}  # as written and as resolved
    landmarks: dict[int, Landmark] = {0: "body"}
    anchors = elements.tagged("a", "area")
    for anchor, href in zip(anchors, elements.values(anchors, "href"), strict=True):
        if href in unwanted:
            continue
        address = resolve(base, href)
        if address is None or address in unwanted:
            unwanted.add(href)
            continue
        if wanted is not None and address not in found and not wanted(address):
            unwanted.add(href)
            unwanted.add(address)
            continue
        link = _page_link(elements, anchor, address, landmarks)
        found[address] = _together(found[address], link) if address in found else link
        if next_page is None and _leads_on(elements.attributes[anchor], link, url):
            next_page = address
        if len(found) >= _MAX_LINKS:
            break
    attributes = elements.attributes[0] if elements.tags[0] == "html" else {}
    return PageLinks(tuple(found.values()), canonical, next_page, "amp" in attributes or "⚡" in attributes)


def story_pages(url: str, links: PageLinks) -> list[str]:
    """The pages on which that at `url` goes on, in order: the next one, and those that numbers lead to."""
    numbered = [link.url for link in links.links if link.text.isdecimal()]
    pages = [links.next_page] if links.next_page else []
    while further := [page for page in numbered if is_next_page(pages[-1] if pages else url, page)]:
        pages.append(further[0])
    return pages


def _head_links(elements: Elements, base: str, url: str) -> tuple[str | None, str | None]:
    """The canonical address of a page, and the next page of a listing."""
    canonical = next_page = None
    for link in elements.tagged("link"):
        attributes = elements.attributes[link]
        relations = (attributes.get("rel") or "").lower().split()
        if "canonical" in relations:
            canonical = canonical or resolve(base, attributes.get("href"))
        elif "next" in relations and next_page is None:
            address = resolve(base, attributes.get("href"))
            next_page = address if address and _continues(url, address) else None
    return canonical, next_page


def _page_link(elements: Elements, anchor: int, address: str, landmarks: dict[int, Landmark]) -> PageLink:
    text = " ".join("".join(elements.strings(anchor)).split())
    if not text:
        attributes = elements.attributes[anchor]
        text = " ".join((attributes.get("title") or attributes.get("aria-label") or "").split())
    return PageLink(
        url=address,
        text=text[:300],
        words=_word_count(text),
        landmark=_landmark(elements, elements.parents[anchor], landmarks),
        heading=_is_headline(elements, anchor),
    )


def _word_count(text: str) -> int:
    """Words of an anchor; letters of scripts that set no spaces count by threes."""
    spaced = len(text.split())
    return max(spaced, len(text) // 3) if text and not text.isascii() and len(text) > 12 * spaced else spaced


def _together(one: PageLink, other: PageLink) -> PageLink:
    longer = one if one.words >= other.words else other
    return replace(
        longer,
        landmark=min(one.landmark, other.landmark, key=_LANDMARKS.index),
        heading=one.heading or other.heading,
    )


def _is_headline(elements: Elements, anchor: int) -> bool:
    tags = elements.tags
    if any(tags[around] in _HEADINGS for around in islice(elements.ancestors(anchor), _HEADING_REACH)):
        return True
    return not _HEADINGS.isdisjoint(tags[anchor + 1 : elements.ends[anchor]])


def _landmark(elements: Elements, element: int, landmarks: dict[int, Landmark]) -> Landmark:
    """The part of the page that an element belongs to; each one is judged once per page."""
    climbed = []
    while element not in landmarks:
        climbed.append(element)
        element = elements.parents[element]
    landmark = landmarks[element]
    for inner in reversed(climbed):
        own = _own_landmark(elements.tags[inner], elements.attributes[inner])
        # The header of an article holds its headline: it is not the header of the page.
        if own and not (own == "header" and landmark == "main"):
            landmark = own
        landmarks[inner] = landmark
    return landmark


def _own_landmark(tag: str, attributes: Mapping[str, str]) -> Landmark | None:
    if landmark := _SIGNS.get(f"tag/{tag}"):
        return landmark
    if tag == "body" or not attributes:
        return None  # the body's classes name what the page has, not where a link is
    if landmark := _SIGNS.get(f"role/{attributes.get('role', '').strip().lower()}"):
        return landmark
    return _named_landmark(attributes.get("class", ""), attributes.get("id", ""))


@lru_cache(maxsize=4096)  # the pages of a site share their class names
def _named_landmark(classes: str, identifier: str) -> Landmark | None:
    words = name_parts(f"{classes} {identifier}"[:200])
    return next((_SIGNS[name] for word in words if (name := f"name/{word}") in _SIGNS), None)


def _leads_on(attributes: Mapping[str, str], link: PageLink, url: str) -> bool:
    if link.words > _NEXT_WORDS:
        return False
    relations = attributes.get("rel", "").lower().split()
    named = "next" in relations or _says_next(link.text) or _says_next(attributes.get("aria-label", ""))
    return named and _continues(url, link.url)


def _says_next(text: str) -> bool:
    return _next_text().fullmatch(text.strip()) is not None


@lru_cache(maxsize=1)
def _next_text() -> re.Pattern[str]:
    texts = "|".join(map(re.escape, read_list("webnoise.discovery", "next_page.txt")))
    return re.compile(rf"(?:{texts}|[>›»→⟩]{{1,2}})\s*[>›»→⟩]{{0,2}}", re.IGNORECASE)


def _continues(url: str, address: str) -> bool:
    """Whether an address said to be next is a further page of this one, and not the next article."""
    if is_next_page(url, address):
        return True
    number = page_number(address)
    return number is not None and number != 1 and number > (page_number(url) or 0)
