"""The features by which page kinds are distinguished: of the blocks, the address, the metadata, the voice."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import pairwise
from urllib.parse import unquote, urlsplit

from webnoise.article.kind.counts import BlockCounts, name_words, names_above
from webnoise.metadata import Metadata, Source
from webnoise.model import Outline, PageBlocks
from webnoise.text.lists import read_groups
from webnoise.urls.shapes import path_names

_PARAGRAPH = 250  # characters
_SENTENCE_ENDS = frozenset('.!?。！？…"”»।:')
_CURRENCIES = "$€£¥₹"
_COUNTED_TAGS = ("img", "article", "time", "input", "button", "p", "code", "iframe")
_TEXT_WORDS = frozenset("body content text richtext prose main copy".split())
_HEADLINE_STEPS = 6  # above the headline is its header, then the page
_SIDE_TAGS = frozenset("aside footer nav header form".split())
_ROW_TAGS = frozenset("li ul ol table td dl dd".split())
_FARTHEST = 60  # blocks between headline and text
_LINK_SIGNS = (
    "tel:", "mailto:", "/forum", "/thread", "/author", "/user", "/member", "/profile", "/product", "/docs",
    "/20", "comment", "reply", "\n#", "/tag", "/categor", "/contact", "/news",
)  # fmt: skip

_WORD = re.compile(r"[^\W\d_]+")
_DATE = re.compile(r"(?:19|20)\d\d[/_-]?(?:1[0-2]|0?[1-9]|[a-z]{3})(?:[/_-]?\d{1,2})?(?=[/_.-]|$)")
_NUMBERED = re.compile(r"(?:^|[/&?])(?:page|paged|pg|seite|pagina|start|offset)[=/_-]?\d+/?(?:&|$)")
# Types of schema.org and Open Graph by the kind of page that they stand for.
_TYPE_SETS = {
    f"type {name.replace('_', ' ')}": frozenset(types)
    for name, types in read_groups("webnoise.article.kind", "types.txt").items()
}

# Who speaks to whom: firms of themselves to the reader, news of others. The commonest words for we, our and
# you, your in English, German, French, Spanish, Portuguese and Italian.
_WE = (" we ", " our ", " wir ", " unsere", " nous ", " notre ", " nuestr", " nosso", " nossa", " nostr")
_YOU = (" you ", " your ", " sie ", " ihre", " vous ", " votre ", " su ", " você ", " vostr")
_VOICE_LENGTH = 6000  # characters of text that suffice


def page_features(url: str, metadata: Metadata, page: PageBlocks, counts: BlockCounts) -> dict[str, float]:
    """Return all features of a page by name; a model may use any of them."""
    return {
        **_text_features(counts),
        **_position_features(page, counts),
        **_link_features(counts, url),
        **address_features(url),
        **_metadata_features(metadata),
        **_voice_features(counts),
    }


def _text_features(counts: BlockCounts) -> dict[str, float]:
    """Counts, and shares that do not depend on the size of the page."""
    long, lengths, length, kinds = counts.long, counts.long_lengths, counts.long_length, counts.length_by_kind
    characters = sum(kinds.values())
    long_blocks, total = len(long) + 1, characters + 1
    short = "\n".join(counts.short)
    short_blocks = len(counts.short) + 1
    headline = counts.headline
    gap = abs(long[0].index - headline.index) if headline and long else _FARTHEST
    return {
        "blocks": counts.blocks,
        "characters": characters,
        "link share": counts.linked / total,
        "long blocks": len(long),
        "long text": length,
        "long share": length / total,
        "long mean": length / long_blocks,
        "longest": max(lengths, default=0.0),
        "paragraphs": sum(each >= _PARAGRAPH for each in lengths),
        "sentence share": sum(block.text[-1] in _SENTENCE_ENDS for block in long) / long_blocks,
        "near share": sum(second.index - first.index <= 2 for first, second in pairwise(long)) / long_blocks,
        "density": len(long) / (long[-1].index - long[0].index + 1) if long else 0.0,
        "first long": (long[0].index if long else 0) / (counts.blocks + 1),
        "long items": sum(block.kind == "list_item" for block in long) / long_blocks,
        "headings": counts.headings,
        "headings per text": counts.headings / long_blocks,
        "text per heading": length / (counts.headings + 1),
        "linked headings": counts.linked_headings,
        "linked heading share": counts.linked_headings / (counts.linked_headings + counts.headings + 1),
        "headline": float(headline is not None),
        "headline length": counts.headline_length,
        "headline gap": min(gap, _FARTHEST),
        "teasers": counts.teasers,
        "teaser share": counts.teasers / (counts.teasers + long_blocks),
        "menu": counts.menu,
        "items": kinds["list_item"] / total,
        "cells": kinds["cell"] / total,
        "code": kinds["code"] / total,
        "captions": counts.captions,
        "short blocks": len(counts.short),
        "short share": short_blocks / (counts.blocks + 1),
        "prices": sum(map(short.count, _CURRENCIES)) / short_blocks,
        "years": (short.count("201") + short.count("202")) / short_blocks,
        "short questions": short.count("?") / short_blocks,
    }


def _position_features(page: PageBlocks, counts: BlockCounts) -> dict[str, float]:
    """How the long text is spread over the page, and what elements around it and on the page are named."""
    outline, tags, headline = page.outline, counts.main_tags, counts.headline
    above = names_above(outline, headline.element, _HEADLINE_STEPS)[0] if headline else ()
    features = {
        **_text_spread(outline, counts),
        "main text name": len(counts.main_words & _TEXT_WORDS),
        "main in article": float("article" in tags),
        "main in main": float("main" in tags),
        "main aside": float(not tags.isdisjoint(_SIDE_TAGS)),
        "main in row": float(not tags.isdisjoint(_ROW_TAGS)),
        **group_counts("main", counts.main_words),
        **group_counts("headline", above),
        **{f"<{tag}>": len(outline.tagged(tag)) for tag in _COUNTED_TAGS},
    }
    features["<p> share"] = features["<p>"] / (len(outline) + 1)
    return features | _body_features(outline)


def _text_spread(outline: Outline, counts: BlockCounts) -> dict[str, float]:
    texts, main = counts.text_by_element, counts.content_element
    if main is None:
        return {}
    around: dict[int, float] = {}
    for element, length in texts.items():
        parent = outline.parents[element]
        around[parent] = around.get(parent, 0.0) + length
    ranked = sorted(texts.values(), reverse=True)
    return {
        "main share": ranked[0] / counts.long_length,
        "second share": ranked[1] / ranked[0] if len(ranked) > 1 else 0.0,
        "outer share": max(around.values()) / counts.long_length,
        "places": len(texts),
        "outer places": len(around),
        "main blocks": outline.last_block[main] - outline.first_block[main],
    }


def _body_features(outline: Outline) -> dict[str, float]:
    """What the page is named, by its outermost elements."""
    words: set[str] = set()
    classes: list[str] = []
    for element in range(min(4, len(outline))):
        if outline.tags[element] in ("html", "body"):
            words |= name_words(outline.attributes[element])
            if outline.tags[element] == "body" and not classes:
                classes = outline.attributes[element].get("class", "").split()
    return {**group_counts("body", words), "body post": _post_or_page(classes)}


def _post_or_page(classes: list[str]) -> float:
    """WordPress marks a post (1) or a page or list (-1) in the classes of `body`; others (0) do not."""
    if "single-post" in classes or "post-template-default" in classes:
        return 1.0
    return -1.0 if not {"page", "archive", "home", "search"}.isdisjoint(classes) else 0.0


def _link_features(counts: BlockCounts, url: str) -> dict[str, float]:
    """Shares of links with signs of shops, forums, offices and manuals, and of those to other hosts."""
    urls = counts.urls
    number = len(urls) + 1
    joined = "\n" + "\n".join(urls).lower()
    try:
        host = (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        host = ""
    inside = joined.count(f"//{host}") + joined.count(f"//www.{host}")
    return {
        **{f"link {sign.strip()}": joined.count(sign) / number for sign in _LINK_SIGNS},
        "links": number,
        "links distinct": len(set(urls)) / number,
        "links out": max(joined.count("\nhttp") - inside, 0) / number,
    }


def address_features(url: str) -> dict[str, float]:
    """Return the features of an address.

    The model was trained on these counts of words and dates, which differ a little from `url_shape`'s.
    """
    names, words, labels, query = _segments(url)
    lengths = [_length(found) for found in words]
    # Words of a slug are the article's: only short segments are names of sections.
    sections = [word for found in words if len(found) <= 2 for word in found]
    path = "/".join(names)
    groups = group_counts("address", sections) | group_counts("address host", labels[:-2])
    return {
        **{feature: min(count, 1.0) for feature, count in groups.items()},
        "address known": float(bool(labels)),
        "address home": float(bool(labels) and not names),
        "address depth": len(names),
        "address last words": lengths[-1] if lengths else 0,
        "address slug words": max(lengths, default=0),
        "address length": len(path),
        "address digits": sum(map(str.isdigit, path)),
        "address dated": float(_DATE.search(path) is not None),
        "address query": float(bool(query)),
        "address numbered": float(_NUMBERED.search(f"{path}?{query}") is not None),
    }


def address_words(url: str) -> set[str]:
    """Return all words of the path, in lower case."""
    return {word for words in _segments(url)[1] for word in words}


@lru_cache(maxsize=16)  # several calls for one page's address
def _segments(url: str) -> tuple[list[str], list[list[str]], list[str], str]:
    """Return the path's segments without ending, the words of each, the host's labels and the query, all in
    lower case.
    """
    try:
        split = urlsplit(url)
        host = split.hostname or ""
    except ValueError:
        return [], [], [], ""
    names = path_names(unquote(split.path).lower())
    words = [_WORD.findall(name) for name in names]
    return names, words, host.split(".") if host else [], split.query.lower()


def _length(words: list[str]) -> int:
    """Count the words of a segment; in a title in a script without spaces three letters are a word."""
    if len(words) == 1 and not words[0].isascii():
        return max(1, len(words[0]) // 3)
    return sum(len(word) > 1 for word in words)


def _metadata_features(metadata: Metadata) -> dict[str, float]:
    types, title = set(metadata.kinds), metadata.title or ""
    dated_by, signed_by = metadata.sources.get("published"), metadata.sources.get("authors")
    return {
        **{feature: float(len(types & names)) for feature, names in _TYPE_SETS.items()},
        "types": len(types),
        "published": float(metadata.published is not None),
        "published by data": float(dated_by is not None and _is_in_data(dated_by)),
        "published in sight": float(dated_by is not None and dated_by.is_near_headline),
        "published as change": float(dated_by is not None and dated_by.as_change),
        "modified": float(metadata.modified is not None),
        "authors": min(len(metadata.authors), 4),
        "authors by data": float(signed_by is not None and signed_by.is_linked_data),
        "authors in sight": float(signed_by is not None and signed_by.is_near_headline),
        "section": float(metadata.section is not None),
        "tags": min(len(metadata.tags), 10),
        "description": len(metadata.description or ""),
        "title length": len(title),
        "title words": len(title.split()),
    }


def _is_in_data(source: Source) -> bool:
    """Whether the date comes from the article's JSON-LD or from Open Graph."""
    if source.kind == "json-ld":
        return source.name.startswith("date")
    return source.kind == "meta" and "published_time" in source.name


def _voice_features(counts: BlockCounts) -> dict[str, float]:
    text = ""
    for block in counts.long:
        text += f" {block.text}"
        if len(text) > _VOICE_LENGTH:
            break
    text = text[1 : _VOICE_LENGTH + 1].lower()
    thousands = len(text) / 1000 + 0.2
    return {"we": sum(map(text.count, _WE)) / thousands, "you": sum(map(text.count, _YOU)) / thousands}


def group_counts(part: str, words: Iterable[str]) -> dict[str, float]:
    """Count how many of the words, from one part of a page, belong to each group of `words.txt`."""
    features_of_word, none = _group_features(part)
    counts = none.copy()
    for word in words:
        for feature in features_of_word.get(word, ()):
            counts[feature] += 1
    return counts


@cache
def _group_features(part: str) -> tuple[dict[str, list[str]], dict[str, float]]:
    """Return the features that count a word, by word, and all of them with a count of 0."""
    groups = read_groups("webnoise.article.kind", "words.txt")
    features_of_word: dict[str, list[str]] = {}
    for group, words in groups.items():
        for word in words:
            features_of_word.setdefault(word, []).append(f"{part} {group}")
    return features_of_word, {f"{part} {group}": 0.0 for group in groups}
