"""What became of each page: told to the site's frontier, to the store of seen pages and to the tallies."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import time
from typing import Any, cast, get_args

from itemadapter import ItemAdapter
from scrapy import signals
from scrapy.crawler import Crawler

from webnoise.model import PageKind
from webnoise.pipelines.freshness import text_digest
from webnoise.pipelines.stage import Dropped, Held, store_watched, url_of
from webnoise.spiders.failures import PIPELINE_FAILED, Troubles
from webnoise.spiders.frontier import Frontier
from webnoise.stores import Seen, SeenPages

_KINDS = frozenset(get_args(PageKind))
_NOT_ASKED_FOR = frozenset({"unchanged", "older", "duplicate", "language", "short"})


@dataclass
class SiteTally:
    """What a person wants to know of a site's crawl; `left_out` are articles that were not asked for."""

    fetched: int = 0
    articles: int = 0
    updated: int = 0
    duplicates: int = 0
    others: int = 0
    noise: int = 0
    errors: int = 0
    left_out: int = 0
    troubles: Troubles = field(default_factory=Troubles)


class Outcomes:
    """Pages are expected when the spider yields them; signals tell when each has left the pipelines.

    Only then a page counts as seen: what a broken run lost is fetched again by the next one.
    """

    def __init__(self, frontiers: dict[str, Frontier], store: SeenPages | None) -> None:
        self._frontiers = frontiers
        self._store = store
        self._expected: dict[str, tuple[str, Seen]] = {}
        self._asked_as: dict[str, set[str]] = {}  # address of an expected page to those that led there
        self.tallies = {name: SiteTally() for name in frontiers}

    def connect(self, crawler: Crawler) -> None:
        self._crawler = crawler
        crawler.signals.connect(self._scraped, signal=signals.item_scraped)
        crawler.signals.connect(self._dropped, signal=signals.item_dropped)
        crawler.signals.connect(self._broken, signal=signals.item_error)

    def expect(self, url: str, site: str, seen: Seen, asked_as: str) -> None:
        """A page goes into the pipelines; `asked_as` differs from `url` where a redirect led there."""
        self._expected[url] = (site, seen)
        self.led_to(url, asked_as)

    def led_to(self, url: str, asked_as: str) -> None:
        """A redirect led to a page: the address it came from is as well known as the page."""
        if asked_as == url:
            return
        if url in self._expected:
            self._asked_as.setdefault(url, set()).add(asked_as)
        elif self._store is not None and (seen := self._store.get(url)):
            self._store.put(asked_as, seen)

    def not_modified(self, url: str) -> None:
        """The page is as an earlier run has fetched it."""
        if self._store is not None and (seen := self._store.get(url)):
            self._store.put(url, seen._replace(fetched=time()))

    def last_modified(self, url: str) -> str | None:
        """The header of the answer that brought a page which is on its way through the pipelines."""
        return self._expected[url][1].last_modified if url in self._expected else None

    def _scraped(self, item: Any) -> None:
        fields = ItemAdapter(item) if ItemAdapter.is_item(item) else {}
        url = fields.get("url")
        if url not in self._expected:
            return
        site, seen = self._expected.pop(url)
        tally = self.tallies[site]
        tally.articles += 1
        tally.noise += sum((fields.get("noise") or {}).values())
        seen = seen._replace(kind=fields.get("kind") or "", digest=text_digest(fields.get("text") or ""))
        earlier = self._store.get(url) if self._store is not None else None
        if earlier is not None and earlier.digest not in (None, seen.digest):
            tally.updated += 1
        self._note(url, site, seen)

    def _dropped(self, item: Any, exception: Any) -> None:
        url = url_of(item)
        if url not in self._expected or isinstance(exception, Held):
            return
        site, seen = self._expected.pop(url)
        self.tallies[site].left_out += isinstance(exception, Dropped) and exception.reason in _NOT_ASKED_FOR
        reason, kind = (exception.reason, exception.kind) if isinstance(exception, Dropped) else ("", None)
        if reason == "unchanged":
            earlier = self._store.get(url) if self._store else None
            seen = seen._replace(kind=earlier.kind, digest=earlier.digest) if earlier else seen
        elif reason == "duplicate":
            self.tallies[site].duplicates += 1
            # A text seen before teaches nothing good of its address: a calendar's empty days are all alike.
            seen = seen._replace(kind="other")
        else:
            self.tallies[site].others += 1
            seen = seen._replace(kind=kind or "")
        self._note(url, site, seen)

    def _broken(self, item: Any) -> None:
        url = url_of(item)
        if url in self._expected:
            site, _ = self._expected.pop(url)
            self.tallies[site].errors += 1
            self.tallies[site].troubles.list(url, PIPELINE_FAILED)

    def _note(self, url: str, site: str, seen: Seen) -> None:
        if seen.kind in _KINDS:
            self._frontiers[site].patterns.learn(url, cast("PageKind", seen.kind))
        addresses = {url, *self._asked_as.pop(url, ())}
        if self._store is not None:
            with store_watched(self._crawler):
                for address in addresses:
                    self._store.put(address, seen)
