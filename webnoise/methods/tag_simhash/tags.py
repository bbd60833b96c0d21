"""Primary noise by tag analysis (paper 003, section 3.2): one function per rule, each gives a reason or None.

The element rules look at one element of the page's outline; what they say of it holds for all inside. The
block rules look at one text block. What holds no text (pictures, plug-ins, backgrounds) is removed as well:
it is content of a div or td, and a div or td of which nothing else is left goes with it.

Two rules are ours: `ad_attribute` and `label_of_removed`; their reasons have these codes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from webnoise.features.advertising import AdDetector, entries, is_on_list
from webnoise.model import Block, PageBlocks, Reason
from webnoise.text.sentences import punctuation
from webnoise.urls.domains import hostname, site_domain
from webnoise.urls.join import web_address

PLUG_INS = frozenset({"embed", "object", "audio", "video", "iframe"})
SEEN = PLUG_INS | {"img"}
"""What a reader sees of a block beside its text."""

_DECORATED = frozenset({"td", "tr", "table", "div", "body"})
_BACKGROUND = re.compile(r"background(?:-image)?\s*:[^;]*url\(", re.IGNORECASE)
_LOADED = SEEN | {"script", "ins"}
_SHARES = ("whatsapp:", "fb-messenger:", "tg:", "viber:", "mailto:?")
_COPYRIGHT = re.compile(
    r"\W*(?:©|\(c\)\s*\d|copyright\b\W*(?:©|\(c\)|\d{4})|all rights reserved)", re.IGNORECASE
)
_LONGEST_COPYRIGHT = 300
"""Characters. A longer text that opens with the sign is an article about rights, not a notice of them."""
_WORD = re.compile(r"\w+")
_LONGEST_SERVICE_TEXT = 60
"""Longer texts are sentences; the longest names of service pages in use stay well below."""


class PrimaryNoise(NamedTuple):
    """The text blocks that are primary noise, by index, and the removed elements without text."""

    texts: dict[int, Reason]
    elements: dict[int, Reason]


def primary_noise(page: PageBlocks) -> PrimaryNoise:
    """One pass over the outline, one over the blocks."""
    noise = _element_noise(AdDetector(page))
    for block in page.blocks:
        if (block.links or _COPYRIGHT.match(block.text)) and block.index not in noise.texts:
            reason = ad_links(block) or service_links(block)
            if reason:
                noise.texts[block.index] = reason
    return noise


def _element_noise(signs: AdDetector) -> PrimaryNoise:
    """What lies inside an element that a rule names, and the elements without text that one names."""
    page = signs.page
    outline = page.outline
    tags, first_block, last_block = outline.tags, outline.first_block, outline.last_block
    own = own_domains(page)
    noise = PrimaryNoise({}, {})
    covered = 0  # blocks before this one are judged
    for element, attributes in enumerate(outline.attributes):
        last = last_block[element]
        if last > first_block[element]:
            if last > covered and attributes and (reason := _by_attributes(signs, element)):
                noise.texts.update(dict.fromkeys(range(max(first_block[element], covered), last), reason))
                covered = last
        elif tags[element] in _LOADED or attributes:
            reason = (
                signs.by_host(element)
                or signs.by_name(element)
                or signs.by_size(element)
                or ad_attribute(signs, element)
                or plug_in(page, element)
                or foreign_image(page, element, own)
                or background(page, element)
            )
            if reason:
                noise.elements[element] = reason
    return noise


def _by_attributes(signs: AdDetector, element: int) -> Reason | None:
    attributes = signs.page.outline.attributes[element]
    reason = signs.by_name(element)
    if reason is None and ("style" in attributes or "width" in attributes):
        reason = signs.by_size(element)
    if reason is None and signs.page.outline.tags[element] == "form":
        reason = search_form(signs, element)
    return reason or ad_attribute(signs, element)


def background(page: PageBlocks, element: int) -> Reason | None:
    """Decoration: the `background` attribute, or a background image in the style.

    Departs: an element with text loses the decoration only. A `style` element never holds text of a block.
    """
    outline = page.outline
    attributes = outline.attributes[element]
    if not attributes or outline.tags[element] not in _DECORATED:
        return None
    if outline.last_block[element] > outline.first_block[element]:
        return None
    if attributes.get("background") or _BACKGROUND.search(attributes.get("style", "")):
        return Reason("background", "shows a background and no text")
    return None


def foreign_image(page: PageBlocks, element: int, own: frozenset[str]) -> Reason | None:
    """An image from another domain than the page's."""
    if page.outline.tags[element] != "img":
        return None
    domain = _source_domain(page, element)
    return Reason("foreign_image", f"comes from {domain}") if domain and domain not in own else None


def own_domains(page: PageBlocks) -> frozenset[str]:
    """The page's own domain. Departs: one that serves most of its images, a CDN, counts as its own."""
    own = site_domain(hostname(page.url))
    images = [e for e, tag in enumerate(page.outline.tags) if tag == "img"]
    domains = Counter(domain for element in images if (domain := _source_domain(page, element)))
    most = {domain for domain, count in domains.items() if 2 * count > len(images)}
    return frozenset({own, *most})


def _source_domain(page: PageBlocks, element: int) -> str:
    """The registered domain that an image comes from, empty where its address names none."""
    source = page.outline.attributes[element].get("src", "")
    if not source or source.startswith("data:"):
        return ""
    return site_domain(hostname(web_address(page.base_url, source) or ""))


def plug_in(page: PageBlocks, element: int) -> Reason | None:
    """Departs: removed from the text, and offered as media when it is large and no advertisement (004)."""
    tag = page.outline.tags[element]
    if tag not in PLUG_INS or (tag == "iframe" and not page.outline.attributes[element].get("src")):
        return None
    return Reason("plug_in", f"{tag} element")


def ad_attribute(signs: AdDetector, element: int) -> Reason | None:
    """Ours: attributes that scripts of ad servers read, on an element without a sentence."""
    return signs.by_attribute(element)


def label_of_removed(
    page: PageBlocks, texts: Sequence[int], things: Sequence[int], noise: PrimaryNoise
) -> Reason | None:
    """Ours: the texts of a div or td without punctuation are labels where all else in it was removed."""
    removed = [element for element in things if element in noise.elements]
    if not texts or not removed or len(removed) < len(things):
        return None
    if any(punctuation(page.blocks[index].text) for index in texts):
        return None
    return Reason("label_of_removed", f"beside {noise.elements[removed[0]]}")


def search_form(signs: AdDetector, element: int) -> Reason | None:
    """The search bar among the paper's service links; never a form that wraps the page."""
    attributes = signs.page.outline.attributes[element]
    if signs.holds_most_text(element):
        return None
    named = f"{attributes.get('id', '')} {attributes.get('class', '')} {attributes.get('action', '')}".lower()
    if attributes.get("role") == "search" or "search" in named:
        return Reason("service_links", "search form")
    return None


def ad_links(block: Block) -> Reason | None:
    """The ad provider rule on text: the block's links lead to an ad server.

    Departs: they must be most of the block, for one such link inside a paragraph leaves it a paragraph.
    """
    found = [link for link in block.links if is_on_list(link.url, "ad_hosts")]
    if 2 * sum(link.end - link.start for link in found) <= len(block.text):
        return None
    return Reason("ad_provider", f"links lead to {hostname(found[-1].url)}")


def service_links(block: Block) -> Reason | None:
    """Departs: only when such links are most of the block; one mention in an article is text."""
    text = block.text
    linked = 0
    kind = ""
    for link in block.links:
        if is_on_list(link.url, "social_hosts") or link.url.lower().startswith(_SHARES):
            kind = "social"
        elif _is_service_text(text[link.start : link.end]) or _is_service_address(link.url):
            kind = kind or "service"
        else:
            continue
        linked += link.end - link.start
    if linked and 2 * linked > len(text):
        return Reason("service_links", f"{kind} links are most of the block")
    if len(text) <= _LONGEST_COPYRIGHT and _COPYRIGHT.match(text):
        return Reason("service_links", "copyright notice")
    return None


@lru_cache(maxsize=4096)
def _is_service_text(text: str) -> bool:
    """Whether a link's text names a service page and nothing else ("Terms of use", "Privacy policy")."""
    if len(text) > _LONGEST_SERVICE_TEXT:
        return False
    words, core, fillers = _WORD.findall(text.lower()), entries("service_words"), entries("service_fillers")
    return not core.isdisjoint(words) and all(word in core or word in fillers for word in words)


def _is_service_address(url: str) -> bool:
    """Whether the last step of an address's path names a service page (`/info/privacy-policy.html`)."""
    step = url.partition("?")[0].partition("#")[0].rstrip("/").rpartition("/")[2].partition(".")[0]
    return bool(step) and _is_service_text(step.replace("_", " "))
