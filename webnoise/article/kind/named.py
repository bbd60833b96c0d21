"""Live blogs, galleries and video pages, found by rules: no corpus has enough of them to learn from."""

from __future__ import annotations

import re
from urllib.parse import unquote

from webnoise.article.kind.counts import BlockCounts
from webnoise.article.kind.features import address_words
from webnoise.metadata import Metadata
from webnoise.model import PageBlocks, PageKind
from webnoise.text.lists import read_groups

_WORDS = read_groups("webnoise.article.kind", "named.txt")
_GALLERY_TYPES = frozenset({"ImageGallery", "MediaGallery", "og:gallery"})
_LIVE = "LiveBlogPosting"
_LIVE_NAMES = frozenset({"liveblog", "liveticker"})
_CLOCK = re.compile(r"\b(?:[01]?\d|2[0-3])[:.h][0-5]\d\b")
# Set by judgement and checked on the corpora of articles, where they match hardly any page.
_LIVE_ENTRIES = 8  # times of day: more than a byline, an update and a few teasers have
_GALLERY_PICTURES = 6
_LITTLE_TEXT = 1200  # characters: what is below a video or between pictures, some ten lines


def named_kind(url: str, metadata: Metadata, page: PageBlocks, counts: BlockCounts) -> PageKind | None:
    """Return the special kind that a page declares and its shape confirms, else None."""
    types = set(metadata.kinds)
    words = address_words(url)
    if _is_live(metadata, words, page, counts):
        return "live"
    if not types.isdisjoint(("Product", "Offer", "og:product")) or counts.teasers > len(counts.long) + 40:
        return None
    is_front = bool(url) and len(words) < 3
    if not is_front and _is_gallery(types, words, counts, page):
        return "gallery"
    filmed = "VideoObject" in types or any(name.startswith("og:video") for name in types)
    if counts.long_length < _LITTLE_TEXT and filmed and _is_single(metadata, words):
        is_article = any(name.endswith(("Article", "BlogPosting")) for name in types)
        return "video" if not is_article or not words.isdisjoint(_WORDS["video"]) else None
    return None


def _is_single(metadata: Metadata, words: set[str]) -> bool:
    """Whether the page is about one thing: dated, or with a title in its address."""
    return metadata.published is not None or len(words) >= 4


def may_be_live(url: str, metadata: Metadata) -> bool:
    """Whether a page calls itself a live blog, by its types or its address: a cheap check."""
    if _LIVE in metadata.kinds:
        return True
    words, path = _WORDS["live"], unquote(url).lower()
    return any(word in path for word in words) and not address_words(url).isdisjoint(words)


def _is_live(metadata: Metadata, words: set[str], page: PageBlocks, counts: BlockCounts) -> bool:
    types = set(metadata.kinds)
    if _LIVE in types:
        # Front pages declare those that they link to.
        is_article = not types.isdisjoint(("og:article", "NewsArticle", "Article"))
        declared = is_article or _is_single(metadata, words)
        return declared and bool(counts.long) and (bool(words) or not page.url)
    if counts.long_length < _LITTLE_TEXT:
        return False
    if words.isdisjoint(_WORDS["live"]) and counts.main_words.isdisjoint(_LIVE_NAMES):
        return False
    return sum(_CLOCK.search(text) is not None for text in counts.short) >= _LIVE_ENTRIES


def _is_gallery(types: set[str], words: set[str], counts: BlockCounts, page: PageBlocks) -> bool:
    named = not types.isdisjoint(_GALLERY_TYPES) or not words.isdisjoint(_WORDS["gallery"])
    if not named and counts.captions < _GALLERY_PICTURES:
        return False
    pictures = max(len(page.outline.tagged("img")), counts.captions)
    if pictures < _GALLERY_PICTURES:
        return False
    if named:
        return counts.long_length < _LITTLE_TEXT or counts.captions >= _GALLERY_PICTURES
    return counts.long_length < min(_LITTLE_TEXT, counts.length_by_kind["caption"])
