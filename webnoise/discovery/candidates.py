"""Which addresses are worth a visit: by their looks, by what those like them led to, and where no trap is."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from functools import lru_cache
from urllib.parse import unquote, urlsplit

from webnoise.discovery.links import PageLink
from webnoise.model import ARTICLE_KINDS, PageKind
from webnoise.urls.shapes import UrlShape, not_a_page, url_shape

# The weights are log-odds: a logistic regression over addresses, rounded. Articles were the pages of
# wcxb-dev, news424, fundus and snippets; the others the remaining types of wcxb-dev and what the menus and
# footers of the other sets lead to. AUC, cross-validated by site, and of the rounded weights: wcxb-dev
# (article against six other types) 0.905, 0.910; news424 0.968, 0.972; fundus 0.975, 0.977; snippets
# 0.905, 0.907. Endings (.html, 0.0), the depth (0.0) and numbers of five and more digits (0.1) had no effect.
_BIAS = -0.5
_LAST_WORDS = (-0.2, -2.0, -0.9, 0.9, 1.9, 1.9, 2.7)  # by words of the last segment, 6 and more alike
_EARLIER_SLUG = 1.4  # /a-long-title-in-words/123456
_DATED = 2.5
_TOKEN = 0.8  # letters and digits mixed, as content systems number their texts
_SECTION_WORD = -2.2
_STORY_WORD = 1.4
_LISTING_HOST = -2.6
_HOME = -2.7
# Set by judgement, the corpora hold too few: a date with nothing after it is a day's archive, and a
# numbered page is a further page of something found already.
_BARE_DATE = -1.5
_NUMBERED_PAGE = -1.5

# Log-odds of links on the pages of news424 and fundus whose address alone decides (score above 0.92 or
# below 0.18: 2,158 and 12,931 links). Words of the anchor: as measured. Landmark (main 1.6, body 1.5, aside
# 0.6, footer -0.8, header -0.9, nav -1.7) and heading (2.4) at less than half: they go along with the words.
_ANCHOR_WORDS = (0.0, -2.4, -1.1, -0.3, 0.8, 1.5, 1.9, 2.4, 3.0)
_LANDMARKS = {"main": 0.6, "body": 0.6, "aside": 0.2, "header": -0.4, "footer": -0.4, "nav": -0.7}
_HEADING = 1.0

_SLUG_BREAK = re.compile(r"[-_+,~]")
_DIGITS = re.compile(r"\d+")
_MIXED = re.compile(r"(?=[a-z]*\d+[a-z])[a-z0-9]{6,}")  # page12 is a name and a number, c4gx7n2 is not
_FILE_ENDING = re.compile(r"\.[a-z]{2,6}\d?$")
_LONGEST_NAME = 24  # characters of what names a section
_MAX_SEGMENTS = 8
# How many pages' worth of belief the address alone carries against what was seen: after four pages of a
# pattern both weigh alike. Chosen by judgement; a crawl sees tens of pages of each pattern that matters.
_PRIOR_PAGES = 4.0
_MAX_PATTERNS = 2_000  # a newspaper has tens to hundreds; about 300 kB at the most
_KEPT_WHEN_FULL = 1_500

# Bounds on a single address, at least twice what those of the 1,870 articles in wcxb-dev, news424, fundus
# and snippets have: at most 454 characters, 10 segments, 4 parameters.
_MAX_LENGTH = 1_000
_MAX_DEPTH = 20
_MAX_PARAMETERS = 12
_MAX_REPEATS = 3  # /a/b/a/b/a/b: a relative link that the server answers at every depth
_MAX_COUNTED = 10_000


def article_score(url: str, link: PageLink | None = None, patterns: UrlPatterns | None = None) -> float:
    """Return how likely `url` is an article, from 0 to 1.

    Read from the address alone, from the `link` that leads there if given, and from what the pages
    at addresses of the same pattern turned out to be (`patterns`, one site's), which soon
    outweighs the rest.
    """
    odds = _shape_odds(url_shape(url))
    if link is not None:
        odds += _ANCHOR_WORDS[min(link.words, len(_ANCHOR_WORDS) - 1)] + _LANDMARKS[link.landmark]
        odds += _HEADING if link.heading else 0.0
    score = 1 / (1 + math.exp(-odds))
    return score if patterns is None else patterns.article_share(url, score)


def _shape_odds(shape: UrlShape) -> float:
    odds = _BIAS + _LAST_WORDS[min(shape.last_words, len(_LAST_WORDS) - 1)]
    if shape.slug_words >= 4 and shape.last_words < 4:
        odds += _EARLIER_SLUG
    if shape.date:
        odds += _BARE_DATE if shape.bare_date else _DATED
    if shape.page_number is not None:
        odds += _NUMBERED_PAGE
    odds += _TOKEN * shape.token + _SECTION_WORD * shape.section_word + _STORY_WORD * shape.story_word
    return odds + _LISTING_HOST * shape.listing_host + _HOME * shape.home


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
    if segment.isalpha():  # a section
        return segment if len(segment) <= _LONGEST_NAME else "*"
    if segment.isdecimal() and len(segment) <= _LONGEST_NAME:
        return "#"
    found = _FILE_ENDING.search(segment)
    stem, ending = (segment[: found.start()], found.group()) if found else (segment, "")
    pieces = [piece for piece in _SLUG_BREAK.split(stem) if piece]
    words = [piece for piece in pieces if not piece.isdigit()]
    if len(words) >= 3 or len(stem) > _LONGEST_NAME or any(_MIXED.fullmatch(piece) for piece in pieces):
        numbered = "-#" if pieces and pieces[-1].isdigit() else ""
        return "*" + numbered + ending
    return _DIGITS.sub("#", stem) + ending


@lru_cache(maxsize=4096)
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

    def __init__(self, limit: int = _MAX_PATTERNS) -> None:
        self._limit = limit
        self._counts: dict[str, dict[PageKind, int]] = {}

    def __len__(self) -> int:
        return len(self._counts)

    def learn(self, url: str, kind: PageKind) -> None:
        """A page at `url` was fetched and turned out to be of this kind."""
        pattern = url_pattern(url)
        self._add(pattern, ((kind, 1),))
        self._add(_coarser(pattern), ((kind, 1),))

    def merge(self, counts: Mapping[str, Mapping[PageKind, int]]) -> None:
        """Add what another crawl of the same site has counted, as its `to_dict` gives it."""
        for pattern, kinds in counts.items():
            self._add(pattern, kinds.items())

    def to_dict(self) -> dict[str, dict[PageKind, int]]:
        """The counts as plain values, for a store."""
        return {pattern: dict(kinds) for pattern, kinds in self._counts.items()}

    def article_share(self, url: str, prior: float) -> float:
        """Return the share of articles expected at such addresses.

        `prior` (the score of the address alone) is drawn towards what the pattern without section
        words was seen to lead to, and that towards what the pattern itself was.
        """
        pattern = url_pattern(url)
        share = _drawn(prior, *self._counted(_coarser(pattern)))
        return _drawn(share, *self._counted(pattern))

    def _counted(self, pattern: str) -> tuple[int, int]:
        """How many pages of a pattern were articles (of any kind), and how many were not."""
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


def looks_like_trap(url: str, today: date) -> str | None:
    """Why the address alone should not be followed: `file`, `action`, `endless`, `future`; else None.

    A calendar's address names a day that has not come (one day of slack for the zones of the earth).
    """
    if reason := not_a_page(url):
        return reason
    parts = urlsplit(url)
    segments = [segment for segment in parts.path.split("/") if segment]
    if len(url) > _MAX_LENGTH or len(segments) > _MAX_DEPTH or parts.query.count("&") >= _MAX_PARAMETERS:
        return "endless"
    if len(segments) - len(set(segments)) >= _MAX_REPEATS - 1:
        repeats = Counter(segment for segment in segments if not segment.isdigit())
        if repeats and max(repeats.values()) >= _MAX_REPEATS:
            return "endless"
    shape = url_shape(url)
    if shape.date and (shape.bare_date or shape.section_word):
        tomorrow = today + timedelta(days=1)
        if shape.date > (tomorrow.year, tomorrow.month, tomorrow.day):
            return "future"
    return None


class TrapGuard:
    """Decides link by link what one site's crawl follows; remembers how many of each pattern it let through.

    Addresses that look like articles, or whose pattern has led to articles, are not limited: a site's
    archive is its content. Of all others at most `per_pattern` pass, and of a paged listing the first
    `pages`; so a calendar or an endless listing costs a bounded number of requests.

    Both defaults are judgement: a newspaper has tens of sections, and fifty pages of one are a year of it.
    """

    def __init__(self, patterns: UrlPatterns, today: date, per_pattern: int = 100, pages: int = 50) -> None:
        self._patterns = patterns
        self._today = today
        self._per_pattern = per_pattern
        self._pages = pages
        self.passed: Counter[str] = Counter()

    def refuse(self, url: str) -> str | None:
        """Why `url` is not followed: what `looks_like_trap` says, `pages` or `pattern`; None lets it pass.

        Ask once per address: each one that passes counts.
        """
        if reason := looks_like_trap(url, self._today):
            return reason
        shape = url_shape(url)
        if (shape.page_number or 0) > self._pages:
            return "pages"
        # The score asks the patterns too: one that led to articles passes, one that never did is counted.
        # A bare date is a calendar's day or a day's archive, whatever its page was taken for.
        if not shape.bare_date and article_score(url, patterns=self._patterns) >= 0.5:
            return None
        pattern = url_pattern(url)
        if self.passed[pattern] >= self._per_pattern:
            return "pattern"
        if pattern in self.passed or len(self.passed) < _MAX_COUNTED:
            self.passed[pattern] += 1
            return None
        return "pattern"
