"""Reports what became of each page to the site's frontier, the store of seen pages and the tallies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import time
from typing import Any, cast, get_args

from itemadapter import ItemAdapter
from scrapy import signals
from scrapy.crawler import Crawler

from webnoise.model import Article, PageKind
from webnoise.pipelines.stage import Dropped, Held, store_watched, url_of
from webnoise.pipelines.stories import INTERRUPTED
from webnoise.spiders.failures import PIPELINE_FAILED, UNWRITTEN, Failure, Troubles
from webnoise.spiders.feeds import AcknowledgingFeedExporter, item_unwritten
from webnoise.spiders.frontier import Frontier
from webnoise.spiders.visits import Visit
from webnoise.stores import FoundLink, Seen, SeenPages
from webnoise.stores.lines import written_pages
from webnoise.text.digest import text_digest

_KINDS = frozenset(get_args(PageKind))
_NOT_ASKED_FOR = frozenset({"unchanged", "older", "language", "short"})
_CONTINUES = "continues"  # which page a link that waits goes on behind
_GIVE_UP_AFTER = 30 * 24 * 3600.0  # seconds; a page that cannot be had for a month is no news any more


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
    """Pages are expected when the spider yields them; signals report when each has left the pipelines.

    A page without an article counts as seen then, an article when the feeds have written it: what a broken
    run lost is fetched again by the next one. Where the output is one file of JSON lines that is appended
    to, its lines are the record: `begin` stores those that a killed run could not store.
    """

    def __init__(self, frontiers: dict[str, Frontier], store: SeenPages | None) -> None:
        self._frontiers = frontiers
        self._store = store
        self._feeds: AcknowledgingFeedExporter | None = None
        self._expected: dict[str, tuple[str, Seen]] = {}
        self._asked_as: dict[str, set[str]] = {}  # address of an expected page to those that led there
        self._until_stored: dict[str, Seen] = {}  # written to feeds that are stored when they are closed
        self.tallies = {name: SiteTally() for name in frontiers}

    def connect(self, crawler: Crawler) -> None:
        self._crawler = crawler
        crawler.signals.connect(self._dropped, signal=signals.item_dropped)
        crawler.signals.connect(self._broken, signal=signals.item_error)
        crawler.signals.connect(self._unwritten, signal=item_unwritten)
        crawler.signals.connect(self._stored, signal=signals.feed_exporter_closed)

    def begin(self, crawler: Crawler) -> None:
        """The feeds are open: hear of what they write, and put what they already hold."""
        self._feeds = crawler.get_extension(AcknowledgingFeedExporter)
        if self._feeds is not None:
            self._feeds.written = self._came_out
        else:
            crawler.signals.connect(self._came_out, signal=signals.item_scraped)
        if self._store is None or self._feeds is None or not (output := self.output):
            return
        name = str(output)
        if not self._feeds.appended:
            self._store.put_position(name, 0)
            return
        for url, seen in written_pages(output, self._store.position(name)):
            earlier = self._store.get(url)
            if earlier is None or earlier.digest != seen.digest:
                self._store.put(url, seen)
        self._store.put_position(name, output.stat().st_size if output.exists() else 0)
        self._store.flush()

    @property
    def output(self) -> Path | None:
        """The file that alone records what is written."""
        return self._feeds.lines_file if self._feeds is not None else None

    def unsettled_sites(self) -> set[str]:
        """The sites of which pages are on their way through the pipelines."""
        return {site for site, _ in self._expected.values()}

    @property
    def unwritable(self) -> str | None:
        """Why the feeds cannot be written any more."""
        return self._feeds.failure if self._feeds is not None else None

    def found(self, site: str, source: str, visits: Iterable[Visit]) -> None:
        """Pages that an answer has led to wait in the store until something comes of them."""
        if self._store is not None:
            now = time()
            links = (
                FoundLink(item.url, source, now, item.prior, item.moment, _hints(item)) for item in visits
            )
            self._store.find(site, links)

    def expect(self, url: str, site: str, seen: Seen, asked_as: str) -> None:
        """A page goes into the pipelines; `asked_as` differs from `url` where a redirect led there."""
        self._expected[url] = (site, seen)
        self._led_to(url, asked_as)

    def is_expected(self, url: str) -> bool:
        """Whether this run has fetched a page that is on its way through the pipelines."""
        return url in self._expected

    def led_nowhere(self, asked_as: str, url: str, reason: str) -> None:
        """An answer gave no page to judge, for a reason of the frontier's; `url` is where it came from."""
        if reason == "fetched":
            self._led_to(url, asked_as)
        elif reason != "truncated" and self._store is not None:
            self._store.settle(asked_as)

    def failed(self, visit: Visit, failure: Failure) -> None:
        """A link whose page is not to be had is given up, one whose site is in trouble when it is old too."""
        old = bool(visit.found) and time() - visit.found > _GIVE_UP_AFTER
        if self._store is not None and visit.purpose == "page" and (old or not failure.grave):
            self._store.settle(visit.url)

    def not_modified(self, url: str) -> None:
        """The page is as an earlier run has fetched it."""
        if self._store is not None and (seen := self._store.get(url)):
            self._store.put(url, seen._replace(fetched=time()))

    def last_modified(self, url: str) -> str | None:
        """The header of the answer that brought a page which is on its way through the pipelines."""
        return self._expected[url][1].last_modified if url in self._expected else None

    def _led_to(self, url: str, asked_as: str) -> None:
        """A redirect led to a page: the address it came from is as well known as the page."""
        if asked_as == url:
            return
        if url in self._expected:
            self._asked_as.setdefault(url, set()).add(asked_as)
        elif self._store is not None and (seen := self._store.get(url)):
            self._store.put(asked_as, seen)

    def _came_out(self, item: Any) -> None:
        fields = _fields(item)
        url = str(fields.get("url") or "")
        if (known := self._take(url)) is None:
            return
        site, seen = known
        tally = self.tallies[site]
        tally.articles += 1
        tally.noise += sum((fields.get("noise") or {}).values())
        seen = seen._replace(kind=fields.get("kind") or "")
        if self._store is not None:
            seen = seen._replace(digest=text_digest(fields.get("text") or ""))
            earlier = self._store.get(url)
            if earlier is not None and earlier.digest not in (None, seen.digest):
                tally.updated += 1
        self._note(url, site, seen, article=True)
        for outlet in fields.get("outlets") or ():  # they came out with it, and by no signal of their own
            if outlet in self._expected:
                self._repeats(outlet)

    def _dropped(self, item: Any, exception: Any) -> None:
        url = url_of(item)
        if url not in self._expected:
            return
        if isinstance(exception, Held):
            if isinstance(item, Article):  # it waits for the other outlets of its story
                self._frontiers[self._expected[url][0]].expense.note(article=True)
            return
        if isinstance(exception, Dropped) and exception.reason == "duplicate":
            self._repeats(url)
            return
        site, seen = self._expected.pop(url)
        if isinstance(exception, Dropped) and exception.reason == INTERRUPTED:
            self._asked_as.pop(url, None)  # its link waits on
            return
        self.tallies[site].left_out += isinstance(exception, Dropped) and exception.reason in _NOT_ASKED_FOR
        reason, kind = (exception.reason, exception.kind) if isinstance(exception, Dropped) else ("", None)
        if reason == "unchanged":
            earlier = self._store.get(url) if self._store else None
            seen = seen._replace(kind=earlier.kind, digest=earlier.digest) if earlier else seen
        else:
            self.tallies[site].others += 1
            seen = seen._replace(kind=kind or "")
        self._note(url, site, seen)

    def _repeats(self, url: str) -> None:
        """A text seen before teaches nothing good of its address: a calendar's empty days are all alike."""
        site, seen = self._expected.pop(url)
        self.tallies[site].duplicates += 1
        self.tallies[site].left_out += 1
        self._note(url, site, seen._replace(kind="other"))

    def _broken(self, item: Any) -> None:
        self._failed_item(url_of(item), PIPELINE_FAILED)

    def _unwritten(self, item: Any) -> None:
        self._failed_item(url_of(item), UNWRITTEN)
        if self.unwritable:
            for frontier in self._frontiers.values():
                frontier.closed = frontier.closed or self.unwritable

    def _failed_item(self, url: str, failure: Failure) -> None:
        if url in self._expected:
            site, _ = self._expected.pop(url)
            self.tallies[site].errors += 1
            self.tallies[site].troubles.list(url, failure)
            self._asked_as.pop(url, None)

    def _take(self, url: str) -> tuple[str, Seen] | None:
        """Site and answer of a page that was expected, or that an interrupted run has left waiting."""
        if url in self._expected:
            return self._expected.pop(url)
        site = next((name for name, frontier in self._frontiers.items() if frontier.site.owns(url)), None)
        return (site, Seen(time())) if site else None

    def _note(self, url: str, site: str, seen: Seen, *, article: bool = False) -> None:
        if seen.kind in _KINDS:
            self._frontiers[site].patterns.learn(url, cast("PageKind", seen.kind))
        pages = dict.fromkeys((url, *self._asked_as.pop(url, ())), seen)
        # A listing that earlier runs have read may well give nothing new.
        if article or self._store is None or self._store.get(url) is None:
            self._frontiers[site].expense.note(article=article)
        if self._store is None:
            return
        if article and self._feeds is not None and not self._feeds.writes_lines:
            self._until_stored.update(pages)
            return
        with store_watched(self._crawler):
            for address in pages:
                self._store.put(address, seen)
        if article and self._feeds is not None and (output := self.output):
            self._store.put_position(str(output), self._feeds.position)

    def _stored(self) -> None:
        if self._store is not None and self._feeds is not None and self._feeds.stored:
            with store_watched(self._crawler):
                for url, seen in self._until_stored.items():
                    self._store.put(url, seen)


def _fields(item: Any) -> Mapping[str, Any]:
    """What is asked here of an item that came out."""
    if isinstance(item, Article):
        own = {"url": item.url, "kind": item.kind, "text": item.text, "noise": item.noise}
        return {**item.extra, **own}
    return ItemAdapter(item) if ItemAdapter.is_item(item) else {}


def waiting_visits(links: Sequence[FoundLink]) -> Iterator[Visit]:
    """The visits to what earlier runs have left; a story is read from its beginning, and leads on itself."""
    waiting = {link.url for link in links}
    for link in links:
        hints = dict(link.hints)
        if hints.pop(_CONTINUES, None) not in waiting:
            yield Visit(link.url, prior=link.prior, moment=link.moment, hints=hints, found=link.found)


def _hints(visit: Visit) -> Mapping[str, str]:
    return {**visit.hints, _CONTINUES: visit.continues} if visit.continues else visit.hints
