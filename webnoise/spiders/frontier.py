"""What one site's crawl knows: which addresses it has met, which it follows, how promising each is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from webnoise.model import PageKind
from webnoise.spiders.discovery import (
    Entry,
    PageLink,
    TrapGuard,
    UrlPatterns,
    article_score,
    as_utc,
    clean_url,
)
from webnoise.spiders.site_config import SiteConfig

__all__ = ["Candidate", "Frontier"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """An address worth a request; `score` says how likely an article lies behind it."""

    url: str
    score: float
    hints: Mapping[str, str] = field(default_factory=dict)


class Frontier:
    """Decides, address by address, what a crawl of one site follows. Each address passes once.

    `refused` counts what it did not follow, by reason.
    """

    def __init__(self, site: SiteConfig, since: datetime | None = None) -> None:
        self.site = site
        self.refused: Counter[str] = Counter()
        self._since = since
        self._patterns = UrlPatterns()
        self._guard = TrapGuard(self._patterns, datetime.now(UTC).date())
        self._met: set[str] = set()

    def learn(self, url: str, kind: PageKind) -> None:
        """A page turned out to be of this kind; addresses of its pattern are scored by it from now on."""
        self._patterns.learn(url, kind)

    def meet(self, url: str) -> bool:
        """Note an address; False where it was met before."""
        if url in self._met:
            return False
        self._met.add(url)
        return True

    def from_entries(self, entries: Iterable[Entry]) -> Iterator[Candidate]:
        """What a feed or sitemap lists, without what is older than asked for."""
        for entry in entries:
            moment = as_utc(entry.published or entry.modified)
            if self._since and moment and moment < self._since:
                self.refused["older"] += 1
            elif url := self._follow(entry.url):
                yield Candidate(url, article_score(url, patterns=self._patterns), entry.hints())

    def from_links(self, links: Iterable[PageLink]) -> Iterator[Candidate]:
        """What a page links to."""
        for link in links:
            if url := self._follow(link.url):
                yield Candidate(url, article_score(url, link, self._patterns))

    def _follow(self, written: str) -> str | None:
        url = clean_url(written)
        if url is None or not self.site.owns(url) or not self.meet(url):
            return None
        if not self.site.permits(url):
            self.refused["denied"] += 1
            return None
        if reason := self._guard.refuse(url):
            self.refused[reason] += 1
            return None
        return url
