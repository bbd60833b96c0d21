"""Other extractors, run as their users run them; they are optional: `pip install webnoise[peers]`."""

from __future__ import annotations

import functools
import logging
import re
import warnings
from collections.abc import Callable
from importlib import metadata
from typing import Any, NamedTuple

from webnoise.blocks.segment import segment
from webnoise.errors import ConfigError
from webnoise.evaluate.scores import same_title
from webnoise.model import Page
from webnoise.page.parse import parse

HEAD_CHARACTERS = 4000
DECLARED_LANGUAGE = re.compile(r"<html\b[^<>]*\blang\s*=\s*[\"']?([a-z]{2})\b", re.IGNORECASE)
STOP_LISTS = {
    "cs": "Czech", "da": "Danish", "de": "German", "el": "Greek", "es": "Spanish", "fi": "Finnish",
    "fr": "French", "hu": "Hungarian", "id": "Indonesian", "it": "Italian", "nb": "Norwegian_Bokmal",
    "nl": "Dutch", "no": "Norwegian_Bokmal", "pl": "Polish", "pt": "Portuguese", "ro": "Romanian",
    "ru": "Russian", "sv": "Swedish", "tr": "Turkish", "uk": "Ukrainian",
}  # fmt: skip
"""Languages to the names of jusText's lists."""
LOGGERS = ("trafilatura", "htmldate", "readability", "newspaper")


def is_peer(name: str) -> bool:
    return name in PEERS


class Extracted(NamedTuple):
    """What any extractor says of a page; the text is the body without the title."""

    text: str
    title: str | None = None
    authors: tuple[str, ...] = ()
    published: str | None = None


def peer_version(name: str) -> str:
    """`trafilatura 2.3.1`; ConfigError where the peer is not installed."""
    distribution, _ = PEERS[name]
    try:
        return f"{distribution} {metadata.version(distribution)}"
    except metadata.PackageNotFoundError:
        raise ConfigError(f"the peer {name!r} needs {distribution}: pip install 'webnoise[peers]'") from None


def peer_extract(name: str, html: str | bytes, url: str) -> Extracted:
    """What the peer says of a page; its warnings and log lines are its own affair."""
    _, run = PEERS[name]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for logger in LOGGERS:
            logging.getLogger(logger).setLevel(logging.CRITICAL)
        return run(html, url)


def without_title(text: str, title: str | None) -> str:
    """The text without a first line that repeats the title."""
    first, _, rest = text.lstrip().partition("\n")
    return rest.lstrip() if title and same_title(title, first) else text


def _trafilatura(html: str | bytes, url: str, *, fast: bool = False) -> Extracted:
    from trafilatura import bare_extraction

    found: Any = bare_extraction(html, url=url or None, fast=fast, with_metadata=True)
    if found is None:
        return Extracted("")
    authors = tuple(name for name in (found.author or "").split("; ") if name)
    return Extracted(without_title(found.text or "", found.title), found.title, authors, found.date)


def _readability(html: str | bytes, url: str) -> Extracted:
    """Readability gives HTML: its text is cut into lines as ours is."""
    from readability import Document

    found = Document(html, url=url or None)
    blocks = segment(parse(Page(url, found.summary()))).blocks
    title = found.short_title() or None
    return Extracted(without_title("\n".join(block.text for block in blocks), title), title)


def _justext(html: str | bytes, url: str) -> Extracted:  # noqa: ARG001  the address does not matter to it
    """It wants the language's stop words: the page says which, and English serves where it does not.

    It names no title, so the main heading goes from what it keeps.
    """
    from justext import justext

    kept = [each for each in justext(html, _stop_list(_declared_language(html))) if not each.is_boilerplate]
    return Extracted("\n".join(each.text for each in kept if not each.dom_path.endswith("h1")))


def _declared_language(html: str | bytes) -> str:
    opening = html[:HEAD_CHARACTERS]
    text = opening.decode("latin-1") if isinstance(opening, bytes) else opening
    found = DECLARED_LANGUAGE.search(text)
    return STOP_LISTS.get(found[1].lower() if found else "", "English")


@functools.cache
def _stop_list(language: str) -> frozenset[str]:
    from justext import get_stoplist

    return frozenset(get_stoplist(language))


def _newspaper(html: str | bytes, url: str) -> Extracted:
    from newspaper import Article

    article = Article(url or "http://localhost/", fetch_images=False)
    article.download(input_html=html)
    article.parse()
    date: Any = article.publish_date
    title = article.title or None
    published = date.isoformat() if hasattr(date, "isoformat") else None
    return Extracted(without_title(article.text, title), title, tuple(article.authors), published)


PEERS: dict[str, tuple[str, Callable[[str | bytes, str], Extracted]]] = {
    "trafilatura": ("trafilatura", _trafilatura),
    "trafilatura_fast": ("trafilatura", functools.partial(_trafilatura, fast=True)),
    "readability": ("readability-lxml", _readability),
    "justext": ("justext", _justext),
    "newspaper": ("newspaper4k", _newspaper),
}
"""Name to distribution and what extracts."""
