"""Records what became of each page: for the site's frontier, the store of seen pages and the tallies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import time
from typing import Any, NamedTuple, cast, get_args

from itemadapter import ItemAdapter
from scrapy import signals

from webnoise.errors import StoreError
from webnoise.model import Article, PageKind
from webnoise.pipelines.session import Session
from webnoise.pipelines.stage import INTERRUPTED, Dropped, Held, url_of
from webnoise.spiders.failures import PIPELINE_FAILED, UNWRITTEN, Failure, SiteFailures
from webnoise.spiders.feeds import AcknowledgingFeedExporter
from webnoise.spiders.frontier import Frontier
from webnoise.spiders.visits import Visit
from webnoise.stores import FoundLink, Seen, SeenPages
from webnoise.stores.base import text_digest
from webnoise.stores.lines import written_pages

_KINDS = frozenset(get_args(PageKind))
_NOT_ASKED_FOR = frozenset({"unchanged", "older", "language", "short"})
_CONTINUES = "continues"  # the page before this one in an article of several
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
    failures: SiteFailures = field(default_factory=SiteFailures)


class ExpectedPage(NamedTuple):
    """A page on its way through the pipelines, and the response that brought it."""

    site: str
    seen: Seen


class CrawlRecorder:
    """Pages are expected when the spider yields them; signals report when each has left the pipelines.

    A page without an article counts as seen then, an article when the feeds have written it: what a broken
    run lost is fetched again by the next one. Where the output is one file of JSON lines that is appended
    to, its lines are the record: `begin` stores those that a killed run could not store.
    """

    def __init__(self, frontiers: dict[str, Frontier], session: Session) -> None:
        self._frontiers = frontiers
        self._session = session
        self._store = session.stores.seen if session.config.store else None
        self._feeds: AcknowledgingFeedExporter | None = None
        self._expected: dict[str, ExpectedPage] = {}
        self._requested_as: dict[str, set[str]] = {}  # address of an expected page to those that led there
        self._until_stored: dict[str, Seen] = {}  # written to feeds that are stored when they are closed
        self.tallies = {name: SiteTally() for name in frontiers}
        connect = session.crawler.signals.connect
        connect(self.dropped, signal=signals.item_dropped)
        connect(self.broken, signal=signals.item_error)
        connect(self._stored, signal=signals.feed_exporter_closed)

    async def begin(self) -> None:
        """Connect to the open feeds, and put what they already hold."""
        self._feeds = self._session.crawler.get_extension(AcknowledgingFeedExporter)
        if self._feeds is not None:
            self._feeds.recorder = self
        else:
            self._session.crawler.signals.connect(self.written, signal=signals.item_scraped)
        if self._store is not None and (output := self.output):
            await self._session.call(self._put_written, self._store, output)

    def _put_written(self, store: SeenPages, output: Path) -> None:
        assert self._feeds is not None
        name = str(output)
        if not self._feeds.appended:
            store.put_position(name, 0)
            return
        for url, seen in written_pages(output, store.position(name)):
            earlier = store.get(url)
            if earlier is None or earlier.digest != seen.digest:
                store.put(url, seen)
        store.put_position(name, output.stat().st_size if output.exists() else 0)
        store.flush()

    @property
    def output(self) -> Path | None:
        """The file of JSON lines that alone records what is written."""
        return self._feeds.lines_file if self._feeds is not None else None

    @property
    def unwritable(self) -> str | None:
        """Why the feeds cannot be written any more."""
        return self._feeds.failure if self._feeds is not None else None

    def sites_in_pipelines(self) -> set[str]:
        """Return the sites with pages on their way through the pipelines."""
        return {page.site for page in self._expected.values()}

    def found(self, site: str, source: str, visits: Iterable[Visit]) -> None:
        """Let the pages that a response has led to wait in the store until something comes of them."""
        if self._store is not None:
            now = time()
            links = [
                FoundLink(visit.url, source, now, visit.score, visit.timestamp, _hints(visit))
                for visit in visits
            ]
            if links:
                self._session.post(self._store.find, site, links)

    def expect(self, url: str, site: str, seen: Seen, requested_as: str) -> None:
        """Expect a page from the pipelines; `requested_as` differs from `url` where a redirect led there."""
        self._expected[url] = ExpectedPage(site, seen)
        self._led_to(url, requested_as)

    def is_expected(self, url: str) -> bool:
        """Whether this run has fetched a page that is on its way through the pipelines."""
        return url in self._expected

    def last_modified(self, url: str) -> str | None:
        """Return the header of the response that brought a page which is on its way through the pipelines."""
        return self._expected[url].seen.last_modified if url in self._expected else None

    def led_nowhere(self, requested_as: str, url: str, reason: str) -> None:
        """A response gave no page, for a reason of the frontier's; `url` is where it came from."""
        if reason == "fetched":
            self._led_to(url, requested_as)
        elif reason != "truncated":
            self._settle(requested_as)

    def failed(self, visit: Visit, failure: Failure) -> None:
        """Give up a link whose page cannot be had; one of a site in trouble, only when it is old too."""
        old = bool(visit.found) and time() - visit.found > _GIVE_UP_AFTER
        if visit.purpose == "page" and (old or not failure.is_site_wide):
            self._settle(visit.url)

    def not_modified(self, url: str) -> None:
        """The page is as an earlier run has fetched it."""
        if self._store is not None:
            self._session.post(_put_fetched_now, self._store, url)

    def _settle(self, url: str) -> None:
        if self._store is not None:
            self._session.post(self._store.settle, url)

    def _led_to(self, url: str, requested_as: str) -> None:
        """A redirect led to a page: the address it came from is as well known as the page."""
        if requested_as == url:
            return
        if url in self._expected:
            self._requested_as.setdefault(url, set()).add(requested_as)
        elif self._store is not None:
            self._session.post(_put_same, self._store, requested_as, url)

    async def written(self, item: Any) -> None:
        """The feeds have written an item."""
        position = self._feeds.position if self._feeds is not None and self.output else 0
        fields = _fields(item)
        url = str(fields.get("url") or "")
        if (page := self._page(url)) is None:
            return
        tally = self.tallies[page.site]
        tally.articles += 1
        tally.noise += sum((fields.get("noise") or {}).values())
        seen = page.seen._replace(kind=fields.get("kind") or "")
        if self._store is not None:
            seen = seen._replace(digest=text_digest(fields.get("text") or ""))
            earlier = await self._earlier(url)
            if earlier is not None and earlier.digest not in (None, seen.digest):
                tally.updated += 1
        await self._note(url, ExpectedPage(page.site, seen), article_at=position)
        for outlet in fields.get("outlets") or ():  # they came out with it, and by no signal of their own
            if outlet in self._expected:
                await self._repeats(outlet)

    def unwritten(self, item: Any) -> None:
        """A feed has failed with an item."""
        self._failed_item(url_of(item), UNWRITTEN)
        if self.unwritable:
            for frontier in self._frontiers.values():
                frontier.closed = frontier.closed or self.unwritable

    def broken(self, item: Any) -> None:
        """A pipeline has failed with an item."""
        self._failed_item(url_of(item), PIPELINE_FAILED)

    async def dropped(self, item: Any, exception: Any) -> None:
        """An item was dropped, or waits."""
        url = url_of(item)
        if url not in self._expected:
            return
        site, seen = self._expected[url]
        if isinstance(exception, Held):
            if isinstance(item, Article):  # it waits for its other outlets or pages
                self._frontiers[site].budget.note(article=True)
            return
        reason, kind = (exception.reason, exception.kind) if isinstance(exception, Dropped) else ("", None)
        if reason == "duplicate":
            await self._repeats(url)
            return
        if reason == INTERRUPTED:
            del self._expected[url]
            self._requested_as.pop(url, None)  # its link waits on
            return
        self.tallies[site].left_out += reason in _NOT_ASKED_FOR
        if reason == "unchanged":
            earlier = await self._earlier(url)
            seen = seen._replace(kind=earlier.kind, digest=earlier.digest) if earlier else seen
        else:
            self.tallies[site].others += 1
            seen = seen._replace(kind=kind or "")
        await self._note(url, ExpectedPage(site, seen))

    async def _repeats(self, url: str) -> None:
        """A text seen before teaches nothing good of its address: a calendar's empty days are all alike."""
        site, seen = self._expected[url]
        self.tallies[site].duplicates += 1
        self.tallies[site].left_out += 1
        await self._note(url, ExpectedPage(site, seen._replace(kind="other")))

    async def _earlier(self, url: str) -> Seen | None:
        """Return what earlier runs know of a page."""
        if self._store is not None:
            with suppress(StoreError):  # which ends the crawl
                return await self._session.call(self._store.get, url)
        return None

    def _failed_item(self, url: str, failure: Failure) -> None:
        if page := self._expected.pop(url, None):
            self.tallies[page.site].errors += 1
            self.tallies[page.site].failures.list(url, failure)
            self._requested_as.pop(url, None)

    def _page(self, url: str) -> ExpectedPage | None:
        """Return a page that was expected, or that an interrupted run has left waiting."""
        if url in self._expected:
            return self._expected[url]
        site = next((name for name, frontier in self._frontiers.items() if frontier.site.owns(url)), None)
        return ExpectedPage(site, Seen(time())) if site else None

    async def _note(self, url: str, page: ExpectedPage, article_at: int | None = None) -> None:
        """Note what came of a page; `article_at` is the end of its line if an article was written."""
        site, seen = page
        frontier, article = self._frontiers[site], article_at is not None
        if seen.kind in _KINDS:
            frontier.patterns.learn(url, cast("PageKind", seen.kind))
        # A listing that earlier runs have read may well give nothing new.
        if article or await self._earlier(url) is None:
            frontier.budget.note(article=article)
        self._expected.pop(url, None)  # no earlier: a shared site is not finished while its pages are noted
        pages = dict.fromkeys((url, *self._requested_as.pop(url, ())), seen)
        if self._store is None:
            return
        if article and self._feeds is not None and not self._feeds.writes_lines:
            self._until_stored.update(pages)
            return
        for address in pages:
            self._session.post(self._store.put, address, seen)
        if article_at is not None and (output := self.output):
            self._session.post(self._store.put_position, str(output), article_at)

    def _stored(self) -> None:
        if self._store is not None and self._feeds is not None and self._feeds.stored:
            for url, seen in self._until_stored.items():
                self._session.post(self._store.put, url, seen)


def _put_fetched_now(store: SeenPages, url: str) -> None:
    if seen := store.get(url):
        store.put(url, seen._replace(fetched=time()))


def _put_same(store: SeenPages, url: str, known: str) -> None:
    """Record an address with the response of another one."""
    if seen := store.get(known):
        store.put(url, seen)


def _fields(item: Any) -> Mapping[str, Any]:
    """Return the fields of an item that came out; url, kind, text and noise among them."""
    if isinstance(item, Article):
        own = {"url": item.url, "kind": item.kind, "text": item.text, "noise": item.noise}
        return {**item.extra, **own}
    return ItemAdapter(item) if ItemAdapter.is_item(item) else {}


def waiting_visits(links: Sequence[FoundLink]) -> Iterator[Visit]:
    """Yield the visits that earlier runs have left; an article of several pages begins with its first."""
    waiting = {link.url for link in links}
    for link in links:
        hints = dict(link.hints)
        if hints.pop(_CONTINUES, None) not in waiting:
            yield Visit(link.url, score=link.score, timestamp=link.timestamp, hints=hints, found=link.found)


def _hints(visit: Visit) -> Mapping[str, str]:
    return {**visit.hints, _CONTINUES: visit.continues} if visit.continues else visit.hints
