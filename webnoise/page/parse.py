"""A page's bytes to its elements, once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urljoin

import numpy as np
from lxml import etree

from webnoise.errors import InputError
from webnoise.model import Page
from webnoise.page.elements import Elements
from webnoise.page.encoding import to_utf8
from webnoise.page.limits import Limits
from webnoise.page.reader import read
from webnoise.page.scripts import decode_json

# No text holds these; white space is not among them.
_CONTROLS = bytes(byte for byte in range(32) if byte not in b"\t\n\f\r")
_BINARY = (b"%PDF-", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"PK\x03\x04", b"\x1f\x8b", b"RIFF")


@dataclass(frozen=True, slots=True)
class Document:
    """A parsed page: its elements, and what bounds the work on them."""

    page: Page
    elements: Elements = field(repr=False)
    base_url: str
    limits: Limits
    deadline: float
    _decoded: dict[int, list[Any]] = field(default_factory=dict, init=False, repr=False)

    @property
    def url(self) -> str:
        return self.page.url

    def check_time(self) -> None:
        """Refuse the page if it has taken too long by now."""
        self.limits.check_time(self.deadline, self.url)

    def json(self, script: int) -> list[Any]:
        """The values in a script element that holds JSON, decoded once, whoever asks."""
        if script not in self._decoded:
            self._decoded[script] = decode_json(self.elements.texts[script] or "")
        return self._decoded[script]


def parse(page: Page, limits: Limits | None = None) -> Document:
    """Read a page into a `Document`; raises `InputError` where there is no page to read."""
    limits = limits or Limits()
    deadline = limits.deadline()
    html = _without_controls(_in_utf8(page, limits))
    elements = None if not html or html.isspace() else read(html, limits, page.url, deadline)
    if elements is None:
        raise InputError(
            f"{page.url or 'the input'} holds no HTML: it is empty or has no elements and no text"
        )
    return Document(page, elements, _base_url(elements, page.url), limits, deadline)


def markup_of(root: Any, url: str) -> str:
    """The HTML of a tree that somebody else has parsed, a selector's: it is read like any other page."""
    if not etree.iselement(root) or not isinstance(root.tag, str):  # to lxml a comment is an element too
        raise InputError(f"{url or 'the selector'} holds {type(root).__name__}, not a tree of HTML")
    return str(etree.tostring(root, encoding="unicode", method="html", with_tail=False))


def _in_utf8(page: Page, limits: Limits) -> bytes:
    html = page.html
    if isinstance(html, bytes):
        limits.check_bytes(len(html), page.url)
        if html.startswith(_BINARY):
            raise InputError(
                f"{page.url or 'the input'} is not HTML: it starts with {html[:8]!r}, a binary format's mark"
            )
        return to_utf8(html, page.content_type, page.encoding)
    if isinstance(html, str):
        limits.check_bytes(len(html), page.url)
        return html.encode("utf-8", "replace")  # lone surrogates
    raise InputError(f"html must be str or bytes, not {type(html).__name__}")


def _without_controls(html: bytes) -> bytes:
    """Search first: to remove controls costs a tenth of the reading, and hardly a page has any."""
    codes = np.frombuffer(html, dtype=np.uint8)
    if not len(codes):
        return html
    below_tab = codes.min() < 9
    shift_out_to_space = (codes - np.uint8(14)).min() < 18  # what lies below 14 wraps around
    return html.translate(None, _CONTROLS) if below_tab or shift_out_to_space else html


def _base_url(elements: Elements, url: str) -> str:
    href = _declared_base(elements)
    if not href:
        return url
    try:
        return str(urljoin(url, href))
    except ValueError:  # a broken base is no base
        return url


def _declared_base(elements: Elements) -> str:
    """The address of the head's first base element; where the head ends early, that of the body's."""
    for holder in ("head", "body"):
        for base in elements.tagged("base"):
            parent = elements.parents[base]
            if elements.tags[parent] == holder and elements.parents[parent] == 0:
                return (elements.attributes[base].get("href") or "").strip()
    return ""
