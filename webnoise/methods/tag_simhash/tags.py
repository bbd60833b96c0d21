"""Primary noise by tag analysis (paper 003, section 3.2): one function per rule, each gives a reason or None.

The element rules look at one element of the page's outline; what they say of it holds for all inside. The
block rules look at one text block. The paper's rules on backgrounds, foreign images and plug-ins take away
what holds no text: the blocks are without it already.
"""

from __future__ import annotations

import re
from functools import lru_cache

from webnoise.features.advertising import AdSigns, entries, is_on_list
from webnoise.model import Block, PageBlocks, Reason
from webnoise.text.sentences import punctuation
from webnoise.urls.domains import hostname

_LOADED = frozenset(["iframe", "script", "img", "embed", "object", "ins"])
_SHARES = ("whatsapp:", "fb-messenger:", "tg:", "viber:", "mailto:?")
_COPYRIGHT = re.compile(
    r"\W*(?:©|\(c\)\s*\d|copyright\b\W*(?:©|\(c\)|\d{4})|all rights reserved)", re.IGNORECASE
)
_LONGEST_COPYRIGHT = 300
"""Characters. A longer text that opens with the sign is an article about rights, not a notice of them."""
_WORD = re.compile(r"\w+")
_LONGEST_SERVICE_TEXT = 60
"""Longer texts are sentences; the longest names of service pages in use stay well below."""


def primary_noise(page: PageBlocks) -> dict[int, Reason]:
    """The text blocks that are primary noise, by index. One pass over the outline, one over the blocks."""
    noise = _inside_noise(AdSigns(page))
    for block in page.blocks:
        if (block.links or _COPYRIGHT.match(block.text)) and block.index not in noise:
            reason = ad_links(block) or service_links(block)
            if reason:
                noise[block.index] = reason
    return noise


def _inside_noise(signs: AdSigns) -> dict[int, Reason]:
    """Blocks inside an element that a rule names, and the labels ("Advertisement") of what holds no text."""
    outline = signs.page.outline
    tags, first_block, last_block = outline.tags, outline.first_block, outline.last_block
    noise: dict[int, Reason] = {}
    covered = 0  # blocks before this one are judged
    for element, attributes in enumerate(outline.attributes):
        if not attributes:
            continue
        last = last_block[element]
        if last > covered and last > first_block[element]:
            reason = signs.by_name(element)
            if reason is None and ("style" in attributes or "width" in attributes):
                reason = signs.by_size(element)
            if reason is None and tags[element] == "form":
                reason = search_form(signs, element)
            if reason:
                noise.update(dict.fromkeys(range(max(first_block[element], covered), last), reason))
                covered = last
        elif tags[element] in _LOADED:
            reason = signs.by_host(element) or signs.by_name(element)
            label = _label(signs.page, outline.parents[element]) if reason else None
            if reason and label is not None:
                noise[label] = reason
    return noise


def _label(page: PageBlocks, parent: int) -> int | None:
    """The only block beside an advertisement, when it is no sentence."""
    first, last = page.outline.first_block[parent], page.outline.last_block[parent]
    return first if last - first == 1 and not punctuation(page.blocks[first].text) else None


def search_form(signs: AdSigns, element: int) -> Reason | None:
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
