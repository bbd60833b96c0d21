"""What the pages behind a site's addresses turned out to be, counted by the addresses' pattern."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Self
from urllib.parse import unquote, urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from webnoise.model import PageKind

__all__ = ["UrlPatterns", "url_pattern"]

ARTICLE_KINDS: frozenset[PageKind] = frozenset({"article", "live", "gallery", "video"})

_SLUG_BREAK = re.compile(r"[-_+,~]")
_DIGITS = re.compile(r"\d+")
_TOKEN = re.compile(r"(?=[a-z]*\d+[a-z])[a-z0-9]{6,}")  # page12 is a name and a number, c4gx7n2 is not
_FILE_ENDING = re.compile(r"\.[a-z]{2,6}\d?$")
_MAX_SEGMENTS = 8
# How many pages' worth of belief the address alone carries against what was seen: after four pages of a
# pattern both weigh alike. Chosen by judgement; a crawl sees tens of pages of each pattern that matters.
_PRIOR_PAGES = 4.0
_MAX_PATTERNS = 2_000  # a newspaper has tens to hundreds; about 300 kB at the most
_KEPT_WHEN_FULL = 1_500


@lru_cache(maxsize=4096)
def url_pattern(url: str) -> str:
    """An address with what differs from page to page taken out: `/world/*-#.html`, `/?p=`.

    Digits become `#`; slugs of three words and more, and tokens of letters and digits, `*`; words of
    sections stay. Of parameters the sorted names stay. The host stays unless it is `www`.
    """
    parts = urlsplit(url)
    segments = [_generalised(segment) for segment in unquote(parts.path).lower().split("/") if segment]
    host = (parts.hostname or "").removeprefix("www.")
    names = sorted({pair.partition("=")[0].lower()[:20] for pair in parts.query.split("&") if pair})
    query = "?" + "&".join(name + "=" for name in names[:6]) if names else ""
    slash = "/" if segments and parts.path.endswith("/") else ""
    return f"{host}/{'/'.join(segments[:_MAX_SEGMENTS])}{slash}{query}"


def _generalised(segment: str) -> str:
    found = _FILE_ENDING.search(segment)
    stem, ending = (segment[: found.start()], found.group()) if found else (segment, "")
    pieces = [piece for piece in _SLUG_BREAK.split(stem) if piece]
    words = [piece for piece in pieces if not piece.isdigit()]
    if len(words) >= 3 or len(stem) > 24 or any(_TOKEN.fullmatch(piece) for piece in pieces):
        numbered = "-#" if pieces and pieces[-1].isdigit() else ""
        return "*" + numbered + ending
    return _DIGITS.sub("#", stem) + ending


def _coarser(pattern: str) -> str:
    """The pattern without its section words: `/world/europe/*.html` and `/sport/tennis/*.html` agree."""
    path, mark, query = pattern.partition("?")
    host, *segments = path.split("/")
    kept = [segment if not segment or set(segment) & set("*#") else "w" for segment in segments]
    return f"{host}//{'/'.join(kept)}{mark}{query}"


class UrlPatterns:
    """Counts of page kinds by pattern, for one site. A sum: order does not matter, two of them merge.

    At most `limit` patterns are held; when there are more, those seen least are forgotten.
    """

    def __init__(
        self, counts: Mapping[str, Mapping[PageKind, int]] | None = None, limit: int = _MAX_PATTERNS
    ) -> None:
        self._limit = limit
        self._counts: dict[str, dict[PageKind, int]] = {}
        for pattern, kinds in (counts or {}).items():
            self._add(pattern, kinds.items())

    def __len__(self) -> int:
        return len(self._counts)

    def learn(self, url: str, kind: PageKind) -> None:
        """A page at `url` was fetched and turned out to be of this kind."""
        pattern = url_pattern(url)
        self._add(pattern, ((kind, 1),))
        self._add(_coarser(pattern), ((kind, 1),))

    def merge(self, other: Self) -> None:
        """Add what another crawl of the same site has counted."""
        for pattern, kinds in other._counts.items():
            self._add(pattern, kinds.items())

    def to_dict(self) -> dict[str, dict[PageKind, int]]:
        """The counts as plain values, for a store; `UrlPatterns(counts)` reads them back."""
        return {pattern: dict(kinds) for pattern, kinds in self._counts.items()}

    def seen(self, url: str) -> tuple[int, int]:
        """How many pages of this address's pattern were articles (of any kind), and how many were not."""
        return self._seen(url_pattern(url))

    def article_share(self, url: str, prior: float) -> float:
        """The share of articles expected behind such addresses.

        `prior` (the score of the address alone) is drawn towards what the pattern without section
        words was seen to lead to, and that towards what the pattern itself was.
        """
        pattern = url_pattern(url)
        share = _drawn(prior, *self._seen(_coarser(pattern)))
        return _drawn(share, *self._seen(pattern))

    def _seen(self, pattern: str) -> tuple[int, int]:
        kinds = self._counts.get(pattern)
        if kinds is None:
            return 0, 0
        articles = sum(count for kind, count in kinds.items() if kind in ARTICLE_KINDS)
        return articles, sum(kinds.values()) - articles

    def _add(self, pattern: str, kinds: Iterable[tuple[PageKind, int]]) -> None:
        mine = self._counts.setdefault(pattern, {})
        for kind, count in kinds:
            mine[kind] = mine.get(kind, 0) + count
        if len(self._counts) > self._limit:
            self._forget()

    def _forget(self) -> None:
        kept = int(self._limit * _KEPT_WHEN_FULL / _MAX_PATTERNS)
        by_weight = sorted(self._counts, key=lambda pattern: (-sum(self._counts[pattern].values()), pattern))
        self._counts = {pattern: self._counts[pattern] for pattern in by_weight[:kept]}


def _drawn(prior: float, articles: int, others: int) -> float:
    return (prior * _PRIOR_PAGES + articles) / (_PRIOR_PAGES + articles + others)
