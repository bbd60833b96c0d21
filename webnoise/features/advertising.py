"""What gives an advertisement away: the host it comes from, words in its names, its size in pixels.

Paper 003 drops text by it, and an article's images are no advertisements. The lists beside this module were
written for the package.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property, lru_cache
from itertools import accumulate, chain

from webnoise.model import PageBlocks, Reason
from webnoise.text.lists import read_list
from webnoise.text.sentences import punctuation
from webnoise.text.words import name_parts
from webnoise.urls.domains import hostname, is_listed

_NAME = re.compile(r"(?<![A-Za-z0-9])([A-Za-z]+)\d*(?![A-Za-z0-9])")
_AD_ATTRIBUTES = ("data-ad-", "data-adunit", "data-dfp", "data-google-query")
_SIZED = frozenset("img iframe div section aside span ins td table object embed a".split())
_PIXELS = re.compile(r"^\s*(\d{1,5})(?:\.\d*)?\s*+(?:px\s*)?$", re.IGNORECASE)
_STYLE_WIDTH = re.compile(r"(?:^|[;\s])width\s*:\s*(\d{1,5})(?:\.\d*)?px", re.IGNORECASE)
_STYLE_HEIGHT = re.compile(r"(?:^|[;\s])height\s*:\s*(\d{1,5})(?:\.\d*)?px", re.IGNORECASE)


@lru_cache(maxsize=16)
def entries(name: str) -> frozenset[str]:
    """The entries of the list of this name."""
    return frozenset(read_list("webnoise.features", f"lists/{name}.txt"))


def is_on_list(url: str, name: str) -> bool:
    """Whether an address leads to a host of the list, or to one below it."""
    return is_listed(hostname(url), entries(name))


class AdDetector:
    """A page, asked of its elements what marks them as advertisements, by rules of paper 003, section 3.2."""

    def __init__(self, page: PageBlocks) -> None:
        self.page = page
        self._marked: dict[int, bool] = {}

    def by_host(self, element: int) -> Reason | None:
        attributes = self.page.outline.attributes[element]
        for name in ("src", "href", "data-src", "data"):
            url = attributes.get(name)
            if url and is_on_list(url, "ad_hosts"):
                return Reason("ad_provider", f"{name} leads to {hostname(url)}")
        return None

    def by_name(self, element: int) -> Reason | None:
        """Departs: on an element with most of the page's text the word says that ads may come (`has-ads`)."""
        found = _ad_name(self.page.outline.attributes[element])
        return Reason("ad_words", found) if found and not self.holds_most_text(element) else None

    def by_attribute(self, element: int) -> Reason | None:
        """A rule of ours, not of the paper: what scripts of ad servers read.

        An article's container may carry it too (`data-ad-unit`); no place for an ad holds a sentence.
        """
        attributes = self.page.outline.attributes[element]
        if len(attributes) <= ("class" in attributes) + ("id" in attributes):
            return None
        for name in attributes:
            if name.startswith(_AD_ATTRIBUTES) or name == "data-ad":
                return None if self._holds_sentence(element) else Reason("ad_attribute", f"attribute {name}")
        return None

    def by_size(self, element: int) -> Reason | None:
        outline = self.page.outline
        if outline.tags[element] not in _SIZED:
            return None
        width, height = declared_size(outline.attributes[element])
        if width is None or height is None or f"{width}x{height}" not in entries("iab_sizes"):
            return None
        if self.holds_most_text(element):
            return None
        return Reason("banner_size", f"{width}x{height} is an advertisement's format")

    def is_marked(self, element: int) -> bool:
        """Whether names or attributes mark an element, or one around it, as an advertisement."""
        unknown = []
        for inner in chain((element,), self.page.outline.ancestors(element)):
            if inner in self._marked:
                break
            unknown.append(inner)
        marked = self._marked.get(inner, False)
        for inner in reversed(unknown):
            marked = marked or bool(self.by_name(inner) or self.by_attribute(inner))
            self._marked[inner] = marked
        return marked

    def holds_most_text(self, element: int) -> bool:
        outline, offsets = self.page.outline, self._offsets
        inside = offsets[outline.last_block[element]] - offsets[outline.first_block[element]]
        return 2 * inside > offsets[-1]

    def _holds_sentence(self, element: int) -> bool:
        outline = self.page.outline
        inside = self.page.blocks[outline.first_block[element] : outline.last_block[element]]
        return any(punctuation(block.text) > punctuation(block.link_text) for block in inside)

    @cached_property
    def _offsets(self) -> list[int]:
        return list(accumulate((len(block.text) for block in self.page.blocks), initial=0))


def declared_size(attributes: Mapping[str, str]) -> tuple[int | None, int | None]:
    """Width and height in pixels, of attributes or style; each None where the element does not say it so."""
    width, height = _pixels(attributes.get("width")), _pixels(attributes.get("height"))
    style = attributes.get("style")
    if style and (width is None or height is None):
        width = _first(_STYLE_WIDTH, style) if width is None else width
        height = _first(_STYLE_HEIGHT, style) if height is None else height
    return width, height


def _pixels(value: str | None) -> int | None:
    if value is None:
        return None
    return int(value) if value.isdecimal() and len(value) <= 5 else _first(_PIXELS, value)


def _first(pattern: re.Pattern[str], text: str) -> int | None:
    match = pattern.search(text)
    return int(match[1]) if match else None


def _ad_name(attributes: Mapping[str, str]) -> str | None:
    for name in ("class", "id"):
        value = attributes.get(name)
        if value and (word := ad_word(value)):
            return f"{word!r} in {name} {value.strip()!r}"
    return None


@lru_cache(maxsize=4096)
def ad_word(name: str) -> str | None:
    """The token of a class or id that marks an advertisement, if one does.

    Tokens, not parts: `header`, `shadow` and `loading` hold "ad" and are none. But names glue their words
    together, so a token that ends in "ad" behind a word of its own (`bottomgooglead`) counts.
    """
    for part in _NAME.findall(name):  # letters with digits among them are a build tool's hash
        for token in name_parts(part):
            if token in entries("ad_words") or _is_glued(token):
                return token
    return None


def _is_glued(token: str) -> bool:
    if not token.endswith(("ad", "ads")):
        return False
    stem = token.removesuffix("s").removesuffix("ad")
    return len(stem) > 2 and any(stem.endswith(word) for word in entries("glued_before_ad"))
