"""What the address of a page says about its kind."""

from __future__ import annotations

import re
from urllib.parse import unquote, urlsplit

from webnoise.article.kind.words import groups_in
from webnoise.urls.shapes import path_names

__all__ = ["address_measures", "address_words"]

_WORD = re.compile(r"[^\W\d_]+")
_DATE = re.compile(r"(?:19|20)\d\d[/_-]?(?:1[0-2]|0?[1-9]|[a-z]{3})(?:[/_-]?\d{1,2})?(?=[/_.-]|$)")
_NUMBERED = re.compile(r"(?:^|[/&?])(?:page|paged|pg|seite|pagina|start|offset)[=/_-]?\d+/?(?:&|$)")


def address_measures(url: str) -> dict[str, float]:
    """Numbers about an address; a page whose address is not known has `known` 0 and is judged without.

    The model was trained on these counts of words and dates, which differ a little from `url_shape`'s.
    """
    names, parts, query = _segments(url)
    words = [_WORD.findall(name) for name in names]
    lengths = [_length(found) for found in words]
    # Words of a slug tell the story, not the kind: only short segments are names of sections.
    sections = [word for found in words if len(found) <= 2 for word in found]
    path = "/".join(names)
    measures = {
        "known": float(bool(parts)),
        "home": float(bool(parts) and not names),
        "depth": len(names),
        "last words": lengths[-1] if lengths else 0,
        "slug words": max(lengths, default=0),
        "length": len(path),
        "digits": sum(map(str.isdigit, path)),
        "dated": float(_DATE.search(path) is not None),
        "query": float(bool(query)),
        "numbered": float(_NUMBERED.search(f"{path}?{query}") is not None),
    }
    for group, count in groups_in(sections).items():
        measures[group] = float(count > 0)
    for group, count in groups_in(parts[:-2]).items():
        measures[f"host {group}"] = float(count > 0)
    return measures


def address_words(url: str) -> set[str]:
    """All words of the path, in lower case."""
    return {word for name in _segments(url)[0] for word in _WORD.findall(name)}


def _segments(url: str) -> tuple[list[str], list[str], str]:
    """Segments of the path without ending, labels of the host, and the query, all in lower case."""
    try:
        split = urlsplit(url)
        host = split.hostname or ""
    except ValueError:
        return [], [], ""
    names = path_names(unquote(split.path).lower())
    return names, host.split(".") if host else [], split.query.lower()


def _length(words: list[str]) -> int:
    """Words of a segment; a title in a script without spaces counts a word for three letters."""
    if len(words) == 1 and not words[0].isascii():
        return max(1, len(words[0]) // 3)
    return sum(len(word) > 1 for word in words)
