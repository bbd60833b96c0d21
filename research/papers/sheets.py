"""Whether a page comes with its style sheets. One that does not is no test of methods that look at pages."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from urllib.parse import urldefrag, urljoin

from w3lib.url import safe_url_string

from webnoise.page.parse import Document

_IMPORT = re.compile(r"@import\s+(?:url\(\s*)?[\"']?([^\"')\s;]+)", re.IGNORECASE)
_OTHER_MEDIA = frozenset({"print", "speech", "aural", "braille", "handheld", "tv", "tty", "projection"})


def has_its_sheets(document: Document, address: str, loaded: Collection[str] = ()) -> bool:
    """Whether there is a style sheet, and none is missing: in the page, or in a file among those `loaded`.

    `address` is what the page's own are relative to.
    """
    elsewhere = list(sheets_elsewhere(document, address))
    return bool(elsewhere or _own(document)) and all(sheet in loaded for sheet in elsewhere)


def sheets_elsewhere(document: Document, address: str) -> Iterator[str]:
    """The addresses of the sheets for screens that the page names, also those that a script is to put in."""
    elements, base = document.elements, urljoin(address, document.base_url)
    for link in elements.tagged("link"):
        attributes = elements.attributes[link]
        relations = attributes.get("rel", "").lower().split()
        wanted = "stylesheet" in relations and "alternate" not in relations
        wanted = wanted or ("preload" in relations and attributes.get("as", "").lower() == "style")
        if wanted and attributes.get("href") and _for_screen(attributes.get("media", "")):
            yield _absolute(base, attributes["href"])
    for sheet in _own(document):
        for imported in _IMPORT.findall(elements.texts[sheet] or ""):
            yield _absolute(base, imported)


def _own(document: Document) -> list[int]:
    """The style elements for screens that say something."""
    elements = document.elements
    return [
        sheet
        for sheet in elements.tagged("style")
        if (elements.texts[sheet] or "").strip() and _for_screen(elements.attributes[sheet].get("media", ""))
    ]


def _for_screen(media: str) -> bool:
    return media.strip().lower() not in _OTHER_MEDIA


def _absolute(base: str, href: str) -> str:
    """As a browser asks for it."""
    try:
        return safe_url_string(urldefrag(urljoin(base, href.strip())).url)
    except ValueError:  # an address that cannot be one
        return href
