"""The links of a page, with the evidence of their place; AMP, canonical and the next page."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from webnoise.text.words import name_parts
from webnoise.urls.normal import resolve
from webnoise.urls.shapes import page_number

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["PageLink", "PageLinks", "Place", "page_links"]

Place = Literal["main", "body", "aside", "header", "nav", "footer"]

# Best first: where a link stands twice, the better place says what it is.
_PLACE_ORDER: tuple[Place, ...] = ("main", "body", "aside", "header", "nav", "footer")
_TAG_PLACES: dict[str, Place] = {
    "main": "main",
    "article": "main",
    "nav": "nav",
    "menu": "nav",
    "footer": "footer",
    "header": "header",
    "aside": "aside",
}
_ROLE_PLACES: dict[str, Place] = {
    "main": "main",
    "article": "main",
    "navigation": "nav",
    "menubar": "nav",
    "menu": "nav",
    "contentinfo": "footer",
    "banner": "header",
    "complementary": "aside",
}
# Words of class names and ids, split at case changes, hyphens and underscores.
_NAME_PLACES: dict[str, Place] = {
    **dict.fromkeys(
        ("nav", "navbar", "navigation", "menu", "submenu", "breadcrumb", "breadcrumbs", "topnav"), "nav"
    ),
    **dict.fromkeys(("footer", "colophon"), "footer"),
    **dict.fromkeys(("sidebar", "aside", "widget", "rail"), "aside"),
    **dict.fromkeys(("masthead", "topbar"), "header"),
}
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_HEADING_REACH = 3  # a heading holds its link directly or within a span or two
_MAX_LINKS = 5_000  # a page of more is a sitemap in disguise; its first ones are enough for one visit

_NEXT_WORDS = 4  # "Next page »", "Older posts"
# What the link to the next page says, in the languages of the corpora and of India; arrows may follow.
_NEXT_TEXT = re.compile(
    r"(?:next(?: page| posts?)?|older(?: posts?| stories| articles| entries)?|(?:load|show|view|see) more"
    r"|more (?:stories|news|posts)|nächste(?: seite)?|weiter|ältere(?: beiträge)?|(?:page )?suivante?"
    r"|(?:página )?siguiente|próxim[ao]|successiv[ao]|avanti|volgende|nästa|neste|næste|seuraava|następna"
    r"|dalej|další|следующая|вперед|далее|sonraki|अगला(?: पेज)?|পরবর্তী|அடுத்து|下一页|下一頁|次へ"
    r"|次のページ|다음|التالي|بعدی|selanjutnya|berikutnya|[>›»→⟩]{1,2})\s*[>›»→⟩]{0,2}",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link to another page, each address once, the evidence of all its places put together.

    `words` counts those of its longest anchor text; `heading` says that it stands in a heading or holds
    one, as headlines do. Whether the address is worth a visit is not judged here.
    """

    url: str
    text: str = ""
    words: int = 0
    place: Place = "body"
    heading: bool = False
    nofollow: bool = False


@dataclass(frozen=True, slots=True)
class PageLinks:
    """What a page leads to. `next_page` is the next page of a listing (or of a divided article)."""

    links: tuple[PageLink, ...] = ()
    canonical: str | None = None
    amp: str | None = None
    next_page: str | None = None
    is_amp: bool = False


def page_links(root: Any, url: str, wanted: Callable[[str], bool] | None = None) -> PageLinks:
    """The links of a parsed page (an lxml root) that was fetched from `url`; `<base href>` is obeyed.

    All http(s) addresses are given, those of other sites too, or only those that are `wanted`. It is asked
    once per address and before anything is measured, so that a crawl which leaves out what it knows
    already pays little for the menus that stand on every page.
    """
    base = _base(root, url)
    canonical, amp, next_page = _head_links(root, base, url)
    found: dict[str, PageLink] = {}
    unwanted = {url}
    places: dict[Any, Place] = {}
    for anchor in root.iter("a", "area"):
        address = resolve(base, anchor.get("href"))
        if address is None or address in unwanted:
            continue
        if wanted is not None and address not in found and not wanted(address):
            unwanted.add(address)
            continue
        link = _page_link(anchor, address, places)
        found[address] = _together(found[address], link) if address in found else link
        if next_page is None and _leads_on(anchor, link, url):
            next_page = address
        if len(found) >= _MAX_LINKS:
            break
    is_amp = root.tag == "html" and ("amp" in root.attrib or "⚡" in root.attrib)
    return PageLinks(tuple(found.values()), canonical, amp, next_page, is_amp)


def _base(root: Any, url: str) -> str:
    for base in root.iter("base"):
        if base.get("href"):
            return resolve(url, base.get("href")) or url
    return url


def _head_links(root: Any, base: str, url: str) -> tuple[str | None, str | None, str | None]:
    canonical = amp = next_page = None
    for link in root.iter("link"):
        relations = (link.get("rel") or "").lower().split()
        if "canonical" in relations:
            canonical = canonical or resolve(base, link.get("href"))
        elif "amphtml" in relations:
            amp = amp or resolve(base, link.get("href"))
        elif "next" in relations and next_page is None:
            address = resolve(base, link.get("href"))
            next_page = address if address and _continues(url, address) else None
    return canonical, amp, next_page


def _page_link(anchor: Any, address: str, places: dict[Any, Place]) -> PageLink:
    raw = "".join(anchor.itertext()) if len(anchor) else anchor.text or ""
    text = " ".join(raw.split())
    if not text:
        text = " ".join((anchor.get("title") or anchor.get("aria-label") or "").split())
    return PageLink(
        url=address,
        text=text[:300],
        words=_word_count(text),
        place=_place(anchor, places),
        heading=_is_headline(anchor),
        nofollow="nofollow" in (anchor.get("rel") or "").lower(),
    )


def _word_count(text: str) -> int:
    """Words of an anchor; letters of scripts that set no spaces count by threes."""
    spaced = len(text.split())
    return max(spaced, len(text) // 3) if text and not text.isascii() and len(text) > 12 * spaced else spaced


def _together(one: PageLink, other: PageLink) -> PageLink:
    longer = one if one.words >= other.words else other
    return replace(
        longer,
        place=min(one.place, other.place, key=_PLACE_ORDER.index),
        heading=one.heading or other.heading,
        nofollow=one.nofollow and other.nofollow,
    )


def _is_headline(anchor: Any) -> bool:
    parent = anchor.getparent()
    for _ in range(_HEADING_REACH):
        if parent is None:
            break
        if parent.tag in _HEADINGS:
            return True
        parent = parent.getparent()
    return len(anchor) > 0 and next(anchor.iter(*_HEADINGS), None) is not None


def _place(element: Any, places: dict[Any, Place]) -> Place:
    """Where an element stands; each ancestor is judged once per page."""
    climbed = []
    place: Place = "body"
    parent = element.getparent()
    while parent is not None:
        known = places.get(parent)
        if known is not None:
            place = known
            break
        climbed.append(parent)
        parent = parent.getparent()
    for ancestor in reversed(climbed):
        own = _own_place(ancestor)
        # The header of an article holds its headline: it is not the header of the page.
        if own and not (own == "header" and place == "main"):
            place = own
        places[ancestor] = place
    return place


def _own_place(element: Any) -> Place | None:
    tag = element.tag
    if tag in ("body", "html"):
        return None  # their classes name what the page has, not where a link stands
    if place := _TAG_PLACES.get(tag):
        return place
    if role := element.get("role"):
        place = _ROLE_PLACES.get(role.strip().lower())
        if place:
            return place
    classes, identifier = element.get("class"), element.get("id")
    return _named_place(classes or "", identifier or "") if classes or identifier else None


@lru_cache(maxsize=4096)  # the pages of a site share their class names
def _named_place(classes: str, identifier: str) -> Place | None:
    for word in name_parts(f"{classes} {identifier}"[:200]):
        if place := _NAME_PLACES.get(word):
            return place
    return None


def _leads_on(anchor: Any, link: PageLink, url: str) -> bool:
    if link.words > _NEXT_WORDS:
        return False
    relations = (anchor.get("rel") or "").lower().split()
    label = anchor.get("aria-label") or ""
    named = "next" in relations or _NEXT_TEXT.fullmatch(link.text) or _NEXT_TEXT.fullmatch(label.strip())
    return bool(named) and _continues(url, link.url)


def _continues(url: str, address: str) -> bool:
    """Whether an address said to be next is a further page of this one, and not the next article."""
    number = page_number(address)
    return number is not None and number != 1 and number > (page_number(url) or 0)
