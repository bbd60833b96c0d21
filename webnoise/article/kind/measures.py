"""The numbers by which pages are told apart: of the blocks, the address, the metadata, and of who speaks."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import unquote, urlsplit

from webnoise.article.kind.blocks import block_measures, count_groups, no_groups
from webnoise.article.kind.counts import BlockCounts
from webnoise.metadata import Metadata, Source
from webnoise.model import PageBlocks
from webnoise.text.lists import read_groups
from webnoise.text.signs import Signs
from webnoise.urls.shapes import path_names

_WORD = re.compile(r"[^\W\d_]+")
_DATE = re.compile(r"(?:19|20)\d\d[/_-]?(?:1[0-2]|0?[1-9]|[a-z]{3})(?:[/_-]?\d{1,2})?(?=[/_.-]|$)")
_NUMBERED = re.compile(r"(?:^|[/&?])(?:page|paged|pg|seite|pagina|start|offset)[=/_-]?\d+/?(?:&|$)")
# Types of schema.org and Open Graph by the kind of page they speak for.
_TYPE_SETS = {
    f"type {name.replace('_', ' ')}": frozenset(types)
    for name, types in read_groups("webnoise.article.kind", "types.txt").items()
}

# Who speaks to whom: firms of themselves to the reader, news of others. The commonest words for we, our and
# you, your in English, German, French, Spanish, Portuguese and Italian.
_WE = (" we ", " our ", " wir ", " unsere", " nous ", " notre ", " nuestr", " nosso", " nossa", " nostr")
_YOU = (" you ", " your ", " sie ", " ihre", " vous ", " votre ", " su ", " você ", " vostr")
_VOICE = Signs((*_WE, *_YOU))
_READ = 6000  # characters of text that suffice to hear who speaks


def page_measures(url: str, metadata: Metadata, page: PageBlocks, counts: BlockCounts) -> dict[str, float]:
    """All numbers of a page by name; those that a model names must be among them."""
    measures = block_measures(url, page, counts)
    measures.update(address_measures(url))
    measures.update(_metadata_measures(metadata))
    measures.update(_voice(counts))
    return measures


def is_of_address(measure: str) -> bool:
    """Whether a number depends on the address: a page without one is judged without it."""
    return measure.startswith("address ") or measure == "links out"


def address_measures(url: str) -> dict[str, float]:
    """Numbers about an address.

    The model was trained on these counts of words and dates, which differ a little from `url_shape`'s.
    """
    names, words, parts, query = _segments(url)
    lengths = [_length(found) for found in words]
    # Words of a slug tell the story, not the kind: only short segments are names of sections.
    sections = [word for found in words if len(found) <= 2 for word in found]
    path = "/".join(names)
    measures = no_groups("address", "address host")
    count_groups(measures, "address", sections)
    count_groups(measures, "address host", parts[:-2])
    if any(measures.values()):
        measures = {name: float(count > 0) for name, count in measures.items()}
    measures |= {
        "address known": float(bool(parts)),
        "address home": float(bool(parts) and not names),
        "address depth": len(names),
        "address last words": lengths[-1] if lengths else 0,
        "address slug words": max(lengths, default=0),
        "address length": len(path),
        "address digits": sum(map(str.isdigit, path)),
        "address dated": float(_DATE.search(path) is not None),
        "address query": float(bool(query)),
        "address numbered": float(_NUMBERED.search(f"{path}?{query}") is not None),
    }
    return measures


def address_words(url: str) -> set[str]:
    """All words of the path, in lower case."""
    return {word for words in _segments(url)[1] for word in words}


@lru_cache(maxsize=16)  # of one address after the other, asked a few times each
def _segments(url: str) -> tuple[list[str], list[list[str]], list[str], str]:
    """Segments of the path without ending, the words of each, labels of the host, and the query, all in lower
    case.
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
    """Words of a segment; a title in a script without spaces counts a word for three letters."""
    if len(words) == 1 and not words[0].isascii():
        return max(1, len(words[0]) // 3)
    return sum(len(word) > 1 for word in words)


def _metadata_measures(metadata: Metadata) -> dict[str, float]:
    types = set(metadata.kinds)
    title = metadata.title or ""
    measures = {name: float(len(types & names)) for name, names in _TYPE_SETS.items()}
    dated_by, signed_by = metadata.sources.get("published"), metadata.sources.get("authors")
    measures |= {
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
    return measures


def _is_in_data(source: Source) -> bool:
    """Whether JSON-LD of the article or an Open Graph element tells the date."""
    if source.kind == "json-ld":
        return source.name.startswith("date")
    return source.kind == "meta" and "published_time" in source.name


def _voice(counts: BlockCounts) -> dict[str, float]:
    texts, length = [], 0
    for text in counts.long_texts:
        texts.append(text)
        length += len(text)
        if length > _READ:
            break
    text = " ".join(texts)[:_READ].lower()
    thousands = len(text) / 1000 + 0.2
    spoken = _VOICE.counts(text)
    return {"we": sum(spoken[: len(_WE)]) / thousands, "you": sum(spoken[len(_WE) :]) / thousands}
