"""The state of one site's crawl: which addresses it knows, which it visits, and which of them next."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

from webnoise.discovery.candidates import TrapGuard, UrlPatterns, article_score
from webnoise.discovery.entries import Entry
from webnoise.discovery.links import PageLink
from webnoise.metadata.dates.read import as_utc
from webnoise.spiders.bounds import Bounds, End, SiteBudget
from webnoise.spiders.sites import SiteConfig
from webnoise.spiders.visits import Purpose, Visit, WaitingVisits
from webnoise.urls.domains import host_of
from webnoise.urls.normal import clean_url
from webnoise.urls.shapes import url_shape

_FIRST_SOURCES = 10  # read before any page: the front page, the feeds, the newest sitemaps
_PAGES_PER_SOURCE = 20  # later sitemaps come in between, so that a large archive does not hold the news up
_MAX_SOURCES = 200  # of one site in one run; an index of a newspaper's archive lists thousands
_TIERS: dict[str, int] = {"robots": 0, "start": 0, "feed": 1, "news": 2, "sitemap": 3, "guess": 4}
_NUMBER = re.compile(r"\d+")
_MAX_WAITING = 200_000  # addresses of one site; some 100 MB. What comes beyond is counted, not kept
_MAX_LENGTH = 2083  # of an address: Scrapy's URLLENGTH_LIMIT drops requests for longer ones
_SCORE_STEPS = 10  # scores nearer than a tenth are one: the newer page goes first

_COUNTERS = (
    "names_sources", "pages_sent", "_further_sent", "_sources_sent", "_pages_since_source", "_times_left_out",
)  # fmt: skip
_URLS = ("_known", "_fetched", "_left_out")
_VISITS = ("_sources", "_pages", "_further")
_PAGES = ("start", "page")
_LIKELY = 0.5  # of an address: that an article lies there rather than something else


class Frontier:
    """The addresses of one site: links go in, the next visit comes out. Each address passes once.

    `refused` counts what is not visited, by reason. `closed` says why the site is put aside. `names_sources`
    is whether the site, or who crawls it, named a feed or sitemap.
    """

    def __init__(self, site: SiteConfig, since: datetime | None = None, max_pages: int | None = None) -> None:
        self.site = site
        self._max_pages = site.max_pages or max_pages or 0
        self.budget = SiteBudget(Bounds(pages=self._max_pages))
        self.refused: Counter[str] = Counter()
        self.closed: str | None = None
        self.pages_sent = 0
        self.names_sources = False
        self.patterns = UrlPatterns()
        self.in_flight: dict[str, Visit] = {}
        self._since = since
        self._guard = TrapGuard(self.patterns, datetime.now(UTC).date())
        self._known: set[str] = set()
        self._fetched: set[str] = set()
        self._found: list[Visit] = []
        self._left_out: set[str] = set()  # known, and not visited for reasons of this run alone
        self._times_left_out = 0
        self._sources = WaitingVisits(_tier)
        self._pages = WaitingVisits(self._rank)
        self._further: deque[Visit] = deque()  # later pages of articles that have begun
        self._further_sent = 0
        self._sources_sent = 0
        self._pages_since_source = 0

    def to_state(self) -> dict[str, Any]:
        """Return all of it as plain values, for a job that goes on later."""
        state: dict[str, Any] = {name: getattr(self, name) for name in _COUNTERS}
        state |= {name: sorted(getattr(self, name)) for name in _URLS}
        visits = {name: getattr(self, name) for name in _VISITS} | {"in_flight": self.in_flight.values()}
        state |= {name: [asdict(visit) for visit in waiting] for name, waiting in visits.items()}
        counts = {"refused": dict(self.refused), "passed": dict(self._guard.passed)}
        return {**state, **counts, "patterns": self.patterns.to_dict(), "domains": list(self.site.domains)}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on with what `to_state` returned."""
        self.site = replace(self.site, domains=tuple(state["domains"]))
        for name in _COUNTERS:
            setattr(self, name, state[name])
        for name in _URLS:
            setattr(self, name, set(state[name]))
        self.patterns.merge(state["patterns"])
        self.refused.update(state["refused"])
        self._guard.passed.update(state["passed"])
        self.in_flight = {visit["url"]: Visit(**visit) for visit in state["in_flight"]}
        self._further.extend(Visit(**visit) for visit in state["_further"])
        for waiting, saved in ((self._sources, state["_sources"]), (self._pages, state["_pages"])):
            for visit in saved:
                waiting.put(Visit(**visit))

    def begin(self, bounds: Bounds) -> None:
        """Begin with the bounds of a run; a number of pages that the site or the run names goes first."""
        self.budget = SiteBudget(bounds._replace(pages=self._max_pages or bounds.pages))

    @property
    def found(self) -> int:
        """Pages known and not refused, visited or not."""
        return self.pages_sent + self._further_sent + self.waiting

    @property
    def waiting(self) -> int:
        """Pages that are not visited yet."""
        return len(self._pages) + len(self._further)

    @property
    def unfetched(self) -> int:
        """Pages that were found and not answered."""
        return self.waiting + sum(visit.purpose in _PAGES for visit in self.in_flight.values())

    @property
    def is_drained(self) -> bool:
        """Whether there is nothing to visit, and no visit under way."""
        if self.in_flight or self.closed or self._further:
            return bool(self.closed) and not self.in_flight
        return bool(self.end) or not (self._pages or self._sources)

    def add_source(self, url: str, purpose: Purpose, *, timestamp: float = 0.0, guess: bool = False) -> None:
        """Add a front page, feed or sitemap, once."""
        if url in self._known:
            return
        self._known.add(url)
        if self._sources_sent + len(self._sources) >= _MAX_SOURCES:
            self.refused["sources"] += 1
            return
        if purpose in ("feed", "sitemap") and not guess:
            self.names_sources = True
        self._sources.put(Visit(url, purpose, timestamp=timestamp, guess=guess))

    def add_sitemaps(self, sitemaps: Mapping[str, str | None]) -> None:
        """Add the sitemaps of an index, without those that did not change since the day asked for."""
        for url, modified in sitemaps.items():
            changed = as_utc(modified)
            if self._since and changed and changed < self._since:
                self.refused["older"] += 1
            else:
                self.add_source(url, "sitemap", timestamp=_order(url, changed))

    def add_entries(self, entries: Iterable[Entry]) -> None:
        """Add what a feed or sitemap lists, without what is older than asked for."""
        for entry in entries:
            date = as_utc(entry.published or entry.modified)
            if self._since and date and date < self._since:
                self.refused["older"] += 1
            elif url := self._accepted(entry.url):
                self._wait(
                    Visit(
                        url,
                        score=article_score(url),
                        timestamp=date.timestamp() if date else 0.0,
                        hints=entry.hints(),
                    )
                )

    def add_links(self, links: Iterable[PageLink], timestamp: float) -> bool:
        """Add what a page links to; `timestamp` is the page's own.

        Return False when some are left out that a run with other bounds would follow.
        """
        before = self._times_left_out
        for link in links:
            if url := self._accepted(link.url):
                self._wait(Visit(url, score=article_score(url, link), timestamp=timestamp))
        return self._times_left_out == before

    def add_further(self, page: Visit, urls: Iterable[str]) -> None:
        """Add the further pages of an article. They go first, whatever bounds the number of pages, so that no
        article is cut in half. Those of a page that is hardly an article are pages like others.
        """
        if not page.continues and self.patterns.article_share(page.url, page.score) < _LIKELY:
            return
        for before, url in pairwise((page.url, *urls)):
            if accepted := self._accepted(url):
                visit = Visit(accepted, score=page.score, timestamp=page.timestamp, continues=before)
                self._further.append(visit)
                self._found.append(visit)

    def awaits(self, url: str) -> bool:
        """Whether a further page of an article has not been answered yet."""
        unanswered = (*self._further, *self.in_flight.values())
        return any(visit.url == url and visit.continues for visit in unanswered)

    def add_waiting(self, visits: Iterable[Visit]) -> None:
        """Add what an earlier run has found and not visited."""
        for visit in visits:
            date = visit.hints.get("published") or visit.hints.get("modified")
            if self._since and (found := as_utc(date)) and found < self._since:
                self.refused["older"] += 1
            elif self._accepted(visit.url):
                self._wait(visit)
        self._found.clear()

    def take_found(self) -> list[Visit]:
        """Return the pages that were found since the last call."""
        found, self._found = self._found, []
        return found

    def wants(self, url: str) -> bool:
        """Whether an address is the site's own, and new or left out; called for every link."""
        return (url not in self._known or url in self._left_out) and self.site.owns(url)

    def next(self) -> Visit | None:
        """Return the next visit, which is in flight until `settle`; None when there is none at present."""
        if self.closed or (self.end and not self._further):
            return None
        if self._further:
            visit: Visit | None = self._further.popleft()
            self._further_sent += 1
        elif self._sources and self._source_is_due():
            visit = self._sources.take()
            self._sources_sent += 1
            self._pages_since_source = 0
        else:
            visit = self._next_page() if self._pages_may_go() else None
        if visit is not None:
            self.in_flight[visit.url] = visit
            self.pages_sent += _counts(visit)
        return visit

    @property
    def end(self) -> End | None:
        """The bound that ends the site; further pages of articles that have begun are still visited."""
        return self.budget.end(self.pages_sent)

    def settle(self, visit: Visit, *, was_sent: bool = True) -> None:
        """A visit has been answered; `was_sent` is False when it never reached the network."""
        self.in_flight.pop(visit.url, None)
        if not was_sent:
            self.pages_sent -= _counts(visit)
            self._further_sent -= bool(visit.continues)

    def arrived(self, visit: Visit, final_url: str) -> str | None:
        """Note where a visit ended; return why the page is of no use (`offsite`, `fetched`), else None."""
        same = final_url == visit.url and visit.purpose == "page"
        final = final_url if same else clean_url(final_url) or final_url
        if visit.purpose == "start" and not self.site.owns(final):
            # news.example has moved to example.news: the crawl moves with it.
            self.site = replace(self.site, domains=(*self.site.domains, host_of(final)))
        if not self.site.owns(final):
            return "offsite"
        if final in self._fetched and not visit.rendered:
            return "fetched"
        self._known.add(final)
        self._fetched.add(final)
        return None

    def refuse(self, visit: Visit, reason: str) -> None:
        """Do not make a visit that `next` gave."""
        self.settle(visit, was_sent=False)
        self.refused[reason] += 1

    def again(self, visit: Visit) -> None:
        """Visit once more, in another way; it counts as the same page."""
        self.in_flight[visit.url] = visit

    def _accepted(self, written: str) -> str | None:
        url = clean_url(written)
        if url is None or len(url) > _MAX_LENGTH or not self.wants(url):
            return None
        if url in self._known:
            self._times_left_out += 1
            return None
        self._known.add(url)
        if not self.site.permits(url):
            self._leave_out(url, "denied")
        elif reason := self._guard.refuse(url):
            self.refused[reason] += 1
        elif self._since and _day_in(url) and _day_in(url) < self._since.date().isoformat():
            self._leave_out(url, "older")
        else:
            return url
        return None

    def _leave_out(self, url: str, reason: str) -> None:
        """Refuse what a run with other bounds would visit."""
        self.refused[reason] += 1
        self._left_out.add(url)
        self._times_left_out += 1

    def _wait(self, visit: Visit) -> None:
        if len(self._pages) < _MAX_WAITING:
            self._pages.put(visit)
            self._found.append(visit)
        else:
            self._leave_out(visit.url, "no-room")

    def _rank(self, visit: Visit) -> int:
        """The likeliest articles first; what pages turned out to be changes this while addresses wait."""
        return -round(_SCORE_STEPS * self.patterns.article_share(visit.url, visit.score))

    def _source_is_due(self) -> bool:
        first = self._sources_sent < _FIRST_SOURCES
        return first or not self._pages or self._pages_since_source >= _PAGES_PER_SOURCE

    def _pages_may_go(self) -> bool:
        """Pages wait for the first sources, so that the best of all are chosen and not of the first list."""
        if not self._pages:
            return False
        if self._sources_sent > _FIRST_SOURCES:
            return True
        return all(visit.purpose == "page" for visit in self.in_flight.values())

    def _next_page(self) -> Visit | None:
        while self._pages:
            visit = self._pages.take()
            if visit.url not in self._fetched:
                self._pages_since_source += 1
                return visit
        return None


def _tier(source: Visit) -> int:
    if source.guess:
        return _TIERS["guess"]
    return _TIERS["news" if source.purpose == "sitemap" and "news" in source.url else source.purpose]


def _counts(visit: Visit) -> bool:
    """Whether a visit is one of `max_pages`."""
    return visit.purpose in _PAGES and not visit.continues


def _order(url: str, changed: datetime | None) -> float:
    """When a sitemap changed; without that, the numbers in its name order an index of undated ones."""
    if changed:
        return changed.timestamp()
    numbers = _NUMBER.findall(url.rpartition("/")[2])
    return float("".join(number[:6].zfill(6) for number in numbers[:2])) / 1e12 if numbers else 0.0


def _day_in(url: str) -> str:
    """The day that an article's address names, as 2026-11-01; empty when it names none."""
    shape = url_shape(url)
    if shape.date is None or shape.bare_date or not shape.date[2]:
        return ""
    year, month, day = shape.date
    return f"{year}-{month:02}-{day:02}"
