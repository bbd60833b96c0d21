"""A page's bytes to its elements, once."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urljoin

from lxml import etree

from webnoise.errors import InputError
from webnoise.model import Page
from webnoise.native import compiled
from webnoise.page.elements import Elements
from webnoise.page.encoding import decode
from webnoise.page.limits import Limits
from webnoise.page.reader import encoded, flatten, holds, read, without_controls
from webnoise.page.scripts import decode_json

_ENDS = re.compile(rb"</(?:body|html)\s*>", re.IGNORECASE)
_END = b"</html"
_LONG_AFTER_END = 2000  # bytes; less is a counter's script, not an article
_native, _reader, _tree, _utf8 = map(compiled, ("columns", "reader", "tree", "utf8"))
_holds: Callable[[bytes, bytes, int], bool] = _native.holds if _native else holds
_encoded: Callable[[str], bytes] = _utf8.encoded if _utf8 else encoded
_read: Callable[[bytes, Limits, str, float], Elements | None] = _reader.read if _reader else read
_flatten: Callable[[Any, Limits, str, float], Elements | None] = _tree.flatten if _tree else flatten
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
    elements = page.elements
    if elements is None:
        elements = _elements(_text(page, limits), limits, page.url, deadline)
    if elements is None:
        raise InputError(
            f"{page.url or 'the input'} holds no HTML: it is empty or has no elements and no text"
        )
    return Document(page, elements, _base_url(elements, page.url), limits, deadline)


def with_tree(page: Page, root: Any, limits: Limits | None = None) -> Page:
    """The page with the elements of a tree that somebody else has parsed from it, a Scrapy selector's.

    Where their parser has lost something (what follows an early `</html>`, or the 2,048th level), or reads
    control characters in another way, it is parsed anew.
    """
    if not etree.iselement(root) or not isinstance(root.tag, str):  # to lxml a comment is an element too
        raise InputError(f"{page.url or 'the selector'} holds {type(root).__name__}, not a tree of HTML")
    html = page.html if isinstance(page.html, bytes) else page.html.encode("utf-8", "replace")
    if html and (without_controls(html) is not html or _with_all_after_the_end(html) is not html):
        return page
    limits = limits or Limits()
    return replace(page, elements=_flatten(root, limits, page.url, limits.deadline()))


def _text(page: Page, limits: Limits) -> str:
    html = page.html
    if isinstance(html, bytes):
        limits.check_bytes(len(html), page.url)
        if html.startswith(_BINARY):
            raise InputError(
                f"{page.url or 'the input'} is not HTML: it starts with {html[:8]!r}, a binary format's mark"
            )
        html = decode(html, page.content_type, page.encoding)[1]
    elif isinstance(html, str):
        limits.check_bytes(len(html), page.url)
    else:
        raise InputError(f"html must be str or bytes, not {type(html).__name__}")
    return html


def _elements(text: str, limits: Limits, url: str, deadline: float) -> Elements | None:
    """The elements of a page; None for one without elements and text."""
    if not text or text.isspace():
        return None
    return _read(_with_all_after_the_end(_encoded(text)), limits, url, deadline)


def _with_all_after_the_end(html: bytes) -> bytes:
    """Some templates close the page in its middle, and libxml2 drops what follows `</html>`."""
    end = max(0, len(html) - _LONG_AFTER_END)
    return _ENDS.sub(b"", html) if _holds(html, _END, end) else html


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
