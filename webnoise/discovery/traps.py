"""Addresses that a crawler should leave: files, actions, and the endless."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from urllib.parse import urlsplit

from webnoise.discovery.patterns import UrlPatterns, url_pattern
from webnoise.discovery.scores import article_score
from webnoise.urls.shapes import not_a_page, page_number, url_shape

__all__ = ["TrapGuard", "looks_like_trap"]

# Bounds on a single address, at least twice what those of the 1,870 articles in wcxb-dev, news424, fundus
# and snippets have: at most 454 characters, 10 segments, 4 parameters.
_MAX_LENGTH = 1_000
_MAX_DEPTH = 20
_MAX_PARAMETERS = 12
_MAX_REPEATS = 3  # /a/b/a/b/a/b: a relative link that the server answers at every depth
_MAX_PATTERNS = 10_000


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
        self._passed: Counter[str] = Counter()

    def refuse(self, url: str) -> str | None:
        """Why `url` is not followed: what `looks_like_trap` says, `pages` or `pattern`; None lets it pass.

        Ask once per address: each one that passes counts.
        """
        if reason := looks_like_trap(url, self._today):
            return reason
        if (page_number(url) or 0) > self._pages:
            return "pages"
        # The score asks the patterns too: one that led to articles passes, one that never did is counted.
        # A bare date is a calendar's day or a day's archive, whatever its page was taken for.
        if not url_shape(url).bare_date and article_score(url, patterns=self._patterns) >= 0.5:
            return None
        pattern = url_pattern(url)
        if self._passed[pattern] >= self._per_pattern:
            return "pattern"
        if pattern in self._passed or len(self._passed) < _MAX_PATTERNS:
            self._passed[pattern] += 1
            return None
        return "pattern"
