"""Primary noise by tag analysis (paper 003, section 3.2): one function per rule, each gives a reason or None.

The element rules look at one element of the page's outline, the block rules at one text block. What they say
of an element holds for all that lies inside it. `primary_noise` runs those that take text away over a page.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cached_property
from itertools import accumulate
from operator import itemgetter

from webnoise.model import Block, PageBlocks, Reason
from webnoise.noise.lists import load
from webnoise.noise.sizes import size
from webnoise.noise.words import ad_word, is_ad_attribute, is_service_address, is_service_text
from webnoise.text.sentences import punctuation
from webnoise.urls.domains import hostname, is_listed, registered_domain

__all__ = [
    "BLOCK_RULES",
    "PRIMARY_RULES",
    "TagAnalysis",
    "ad_links",
    "ad_provider",
    "ad_words",
    "background",
    "banner_size",
    "foreign_image",
    "plug_in",
    "primary_noise",
    "removable",
    "search_form",
    "service_links",
]

_DECORATED = frozenset(["td", "tr", "table", "div", "body"])
_PLUG_INS = frozenset(["embed", "object", "audio", "video", "applet"])
_SIZED = frozenset(
    ["img", "iframe", "div", "section", "aside", "span", "ins", "td", "table", "object", "embed", "a"]
)
_LOADED = frozenset(["iframe", "script", "img", "embed", "object", "ins"])
_SHARES = ("whatsapp:", "fb-messenger:", "tg:", "viber:", "mailto:?")
_COPYRIGHT = re.compile(
    r"\W*(?:©|\(c\)\s*\d|copyright\b\W*(?:©|\(c\)|\d{4})|all rights reserved)", re.IGNORECASE
)
_LONGEST_COPYRIGHT = 300
"""Characters. A longer text that opens with the sign is an article about rights, not a notice of them."""


class TagAnalysis:
    """A page with what the rules ask of it again and again."""

    def __init__(self, page: PageBlocks) -> None:
        self.page = page

    @cached_property
    def _offsets(self) -> list[int]:
        return list(accumulate((len(block.text) for block in self.page.blocks), initial=0))

    def holds_most_text(self, element: int) -> bool:
        """Whether more than half of the page's text lies in this element."""
        outline, offsets = self.page.outline, self._offsets
        inside = offsets[outline.last_block[element]] - offsets[outline.first_block[element]]
        return 2 * inside > offsets[-1]

    @cached_property
    def own_domains(self) -> frozenset[str]:
        """The page's registered domain, and the one that serves most of its images."""
        outline = self.page.outline
        own = registered_domain(hostname(self.page.base_url))
        domains = Counter(
            registered_domain(hostname(attributes.get("src", ""))) or own
            for tag, attributes in zip(outline.tags, outline.attributes, strict=True)
            if tag == "img"
        )
        main, count = max(domains.items(), key=itemgetter(1), default=(own, 0))
        return frozenset({own, main} if 2 * count > domains.total() else {own})


def background(analysis: TagAnalysis, element: int) -> Reason | None:
    """Departs: the decoration goes, the text of the element stays."""
    outline = analysis.page.outline
    tag, attributes = outline.tags[element], outline.attributes[element]
    if tag == "style":
        return Reason("background", "style sheet")
    if tag in _DECORATED:
        if "background" in attributes:
            return Reason("background", "background attribute")
        if "background-image" in attributes.get("style", ""):
            return Reason("background", "background-image style")
    return None


def foreign_image(analysis: TagAnalysis, element: int) -> Reason | None:
    """Departs: a domain that serves most of the page's images (a CDN) counts as the page's own."""
    page = analysis.page
    if page.outline.tags[element] != "img":
        return None
    name = hostname(page.outline.attributes[element].get("src", ""))
    if not name or registered_domain(name) in analysis.own_domains:
        return None
    return Reason("foreign_image", f"from {registered_domain(name)}")


def ad_provider(analysis: TagAnalysis, element: int) -> Reason | None:
    attributes = analysis.page.outline.attributes[element]
    for name in ("src", "href", "data-src", "data"):
        url = attributes.get(name)
        if url and is_listed(hostname(url), load("ad_hosts")):
            return Reason("ad_provider", f"{name} leads to {hostname(url)}")
    return None


def ad_words(analysis: TagAnalysis, element: int) -> Reason | None:
    """Departs: on an element with most of the page's text the word says that ads may come (`has-ads`)."""
    found = _ad_name(analysis.page.outline.attributes[element])
    return Reason("ad_words", found) if found and not analysis.holds_most_text(element) else None


def _ad_name(attributes: Mapping[str, str]) -> str | None:
    for name in ("class", "id"):
        value = attributes.get(name)
        if value and (word := ad_word(value)):
            return f"{word!r} in {name} {value.strip()!r}"
    if len(attributes) > ("class" in attributes) + ("id" in attributes):
        for name in attributes:
            if name.startswith("data-") and is_ad_attribute(name):
                return f"attribute {name}"
    return None


def banner_size(analysis: TagAnalysis, element: int) -> Reason | None:
    outline = analysis.page.outline
    if outline.tags[element] not in _SIZED:
        return None
    width, height = size(outline.attributes[element])
    if width is None or height is None or f"{width}x{height}" not in load("iab_sizes"):
        return None
    if analysis.holds_most_text(element):
        return None
    return Reason("banner_size", f"{width}x{height} is an advertisement's format")


def plug_in(analysis: TagAnalysis, element: int) -> Reason | None:
    """Departs: it goes from the text, but stands among the media when it is large and no advertisement."""
    outline = analysis.page.outline
    tag = outline.tags[element]
    if tag in _PLUG_INS or (tag == "iframe" and "src" in outline.attributes[element]):
        return Reason("plug_in", tag)
    return None


def search_form(analysis: TagAnalysis, element: int) -> Reason | None:
    """The search bar among the paper's service links; never a form that wraps the page."""
    outline = analysis.page.outline
    attributes = outline.attributes[element]
    if outline.tags[element] != "form" or analysis.holds_most_text(element):
        return None
    named = f"{attributes.get('id', '')} {attributes.get('class', '')} {attributes.get('action', '')}".lower()
    if attributes.get("role") == "search" or "search" in named:
        return Reason("service_links", "search form")
    return None


def ad_links(_analysis: TagAnalysis, block: Block) -> Reason | None:
    """The ad provider rule on text: the block's links lead to an ad server.

    Departs: they must be most of the block, for one such link inside a paragraph leaves it a paragraph.
    """
    linked = 0
    name = ""
    ad_hosts = load("ad_hosts")
    for link in block.links:
        target = hostname(link.url)
        if target and is_listed(target, ad_hosts):
            linked += link.end - link.start
            name = target
    return Reason("ad_provider", f"links lead to {name}") if 2 * linked > len(block.text) else None


def service_links(_analysis: TagAnalysis, block: Block) -> Reason | None:
    """Departs: only when such links are most of the block; one mention in an article is text."""
    text = block.text
    linked = 0
    kind = ""
    for link in block.links:
        if is_social(link.url):
            kind = "social"
        elif is_service_text(text[link.start : link.end]) or is_service_address(link.url):
            kind = kind or "service"
        else:
            continue
        linked += link.end - link.start
    if linked and 2 * linked > len(text):
        return Reason("service_links", f"{kind} links are most of the block")
    if len(text) <= _LONGEST_COPYRIGHT and _COPYRIGHT.match(text):
        return Reason("service_links", "copyright notice")
    return None


def is_social(url: str) -> bool:
    return is_listed(hostname(url), load("social_hosts")) or url.lower().startswith(_SHARES)


ElementRule = Callable[[TagAnalysis, int], Reason | None]
BlockRule = Callable[[TagAnalysis, Block], Reason | None]

PRIMARY_RULES: tuple[ElementRule, ...] = (
    ad_provider, ad_words, banner_size, search_form, plug_in, foreign_image, background,
)  # fmt: skip
BLOCK_RULES: tuple[BlockRule, ...] = (ad_links, service_links)


def removable(page: PageBlocks) -> dict[int, Reason]:
    """Every element that a rule names, with the first rule's reason; background goes without its text."""
    analysis = TagAnalysis(page)
    found = {}
    for element in range(len(page.outline)):
        for rule in PRIMARY_RULES:
            reason = rule(analysis, element)
            if reason:
                found[element] = reason
                break
    return found


def primary_noise(page: PageBlocks) -> dict[int, Reason]:
    """The text blocks that are primary noise, by index. One pass over the outline, one over the blocks."""
    analysis = TagAnalysis(page)
    noise = _inside_noise(analysis)
    for block in page.blocks:
        if (block.links or _COPYRIGHT.match(block.text)) and block.index not in noise:
            for rule in BLOCK_RULES:
                reason = rule(analysis, block)
                if reason:
                    noise[block.index] = reason
                    break
    return noise


def _inside_noise(analysis: TagAnalysis) -> dict[int, Reason]:
    """Blocks inside an element that a rule names, and the labels ("Advertisement") of what holds no text."""
    outline = analysis.page.outline
    tags, first_block, last_block = outline.tags, outline.first_block, outline.last_block
    noise: dict[int, Reason] = {}
    covered = 0  # blocks before this one are judged
    for element, attributes in enumerate(outline.attributes):
        if not attributes:
            continue
        last = last_block[element]
        if last > covered and last > first_block[element]:
            reason = ad_words(analysis, element)
            if reason is None and ("style" in attributes or "width" in attributes):
                reason = banner_size(analysis, element)
            if reason is None and tags[element] == "form":
                reason = search_form(analysis, element)
            if reason:
                noise.update(dict.fromkeys(range(max(first_block[element], covered), last), reason))
                covered = last
        elif tags[element] in _LOADED:
            reason = ad_provider(analysis, element) or ad_words(analysis, element)
            label = _label(analysis.page, outline.parents[element]) if reason else None
            if reason and label is not None:
                noise[label] = reason
    return noise


def _label(page: PageBlocks, parent: int) -> int | None:
    """The only block beside an advertisement, when it is no sentence."""
    first, last = page.outline.first_block[parent], page.outline.last_block[parent]
    return first if last - first == 1 and not punctuation(page.blocks[first].text) else None
