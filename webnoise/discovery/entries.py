"""What a feed or sitemap says about one page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape
from typing import Literal

__all__ = ["Entry", "EntrySource", "plain_text"]

EntrySource = Literal["feed", "sitemap", "news_sitemap"]

_TAG = re.compile(r"<[a-zA-Z/!][^<>]*>")
_LONGEST_TEXT = 1000  # no title or name is longer; keeps hints small enough to travel with a request


@dataclass(frozen=True, slots=True)
class Entry:
    """One page that a feed or sitemap lists. What it does not say is None or empty.

    `title`, `published`, `modified`, `language` and `authors` are claims about the article itself.
    A sitemap's lastmod is `modified`. Dates are ISO 8601 with the offset given.
    """

    url: str
    source: EntrySource
    title: str | None = None
    published: str | None = None
    modified: str | None = None
    language: str | None = None
    authors: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    site_name: str | None = None

    def hints(self) -> dict[str, str]:
        """The claims as `Page.hints` carries them: only those made, lists joined by `; `.

        Keys: source, title, published, modified, language, authors, tags, site_name.
        """
        claims = {
            "source": self.source,
            "title": self.title,
            "published": self.published,
            "modified": self.modified,
            "language": self.language,
            "authors": "; ".join(self.authors),
            "tags": "; ".join(self.tags),
            "site_name": self.site_name,
        }
        return {name: claim for name, claim in claims.items() if claim}


def plain_text(text: str | None) -> str | None:
    """Text of a feed's field without markup and line breaks.

    Feeds escape once (XML) or twice (HTML inside XML, CDATA), so what still looks like an entity or a
    tag after XML parsing is one.
    """
    if not text:
        return None
    text = text[: 4 * _LONGEST_TEXT]
    if "<" in text:
        text = _TAG.sub(" ", text)
    if "&" in text:
        text = _TAG.sub(" ", unescape(text))
    return " ".join(text.split())[:_LONGEST_TEXT] or None
