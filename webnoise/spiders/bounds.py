"""The bounds that end the crawl of a site: pages, time, and pages that give no article any more."""

from __future__ import annotations

from collections import deque
from time import monotonic
from typing import Literal, NamedTuple

_LEAST_SHARE = 0.01  # judgement: no site worth a crawl is that poor, and most traps give no article at all
_HOUR = 3600.0  # seconds

End = Literal["max-pages", "max-hours", "max-unproductive"]
_WORDS: dict[End, str] = {
    "max-pages": "as many pages were fetched as max_pages allows",
    "max-hours": "the time is up that max_hours allows",
    "max-unproductive": "hardly one of its last pages was an article",
}
_REMEDIES: dict[End, str] = {
    "max-pages": "raise max_pages to have them",
    "max-hours": "raise WEBNOISE_MAX_HOURS to have them",
    "max-unproductive": "name better addresses or patterns, or raise WEBNOISE_MAX_UNPRODUCTIVE to have them",
}


class Bounds(NamedTuple):
    """The bounds of one site in one run; 0 means no bound.

    A site is left when under 1 % of its last `unproductive` pages were articles.
    """

    pages: int = 0
    hours: float = 0.0
    unproductive: int = 0


class SiteBudget:
    """How much of its bounds the crawl of a site has used; its time begins with this object."""

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        self._begun = monotonic()
        self._last: deque[bool] = deque(maxlen=bounds.unproductive)
        self._articles = 0
        self._is_unproductive = False

    def note(self, *, article: bool) -> None:
        """Note whether a page was an article."""
        if not self._bounds.unproductive:
            return
        if len(self._last) == self._bounds.unproductive:
            self._articles -= self._last[0]
        self._last.append(article)
        self._articles += article
        many = len(self._last) == self._bounds.unproductive
        self._is_unproductive |= many and self._articles < _LEAST_SHARE * len(self._last)

    def end(self, pages: int) -> End | None:
        """Return the bound that ends the site after so many requests for pages, if one does."""
        if self._bounds.pages and pages >= self._bounds.pages:
            return "max-pages"
        if self._bounds.hours and monotonic() - self._begun >= self._bounds.hours * _HOUR:
            return "max-hours"
        return "max-unproductive" if self._is_unproductive else None


def end_in_words(end: End, left: int) -> str:
    return f"{_WORDS[end]}; {left} more pages were found: {_REMEDIES[end]}"
