"""What a site's pages teach each other: the first pages wait for siblings, later ones find them."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urlsplit

from scrapy.utils.project import data_path, inside_project

from webnoise import stores
from webnoise.config import PROJECT_STORE
from webnoise.flow import ReadPage
from webnoise.methods.base import LearningMethod, Memory
from webnoise.methods.registry import resolve
from webnoise.model import Page
from webnoise.pipelines.stage import Stage
from webnoise.pipelines.waiting import Held
from webnoise.stores import Stores
from webnoise.urls.domains import site_of
from webnoise.urls.store_urls import sqlite_url

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

__all__ = ["SitesPipeline"]

_LOG = logging.getLogger(__name__)


class SitesPipeline(Stage):
    """Learn every page; hold the first ones of a site until `siblings` pages are known or nothing more comes.

    A held page is parsed again when it comes out: pages are kept as they came, in the store, so that a
    killed run loses none of them. A memory of an earlier run means no waiting at all.
    """

    crawler: Crawler
    _stores: Stores

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        stage = super().from_crawler(crawler)
        stage.crawler = crawler
        return stage

    def open_spider(self) -> None:
        method = resolve(self.config.method)
        self._method = method if isinstance(method, LearningMethod) and self.config.siblings else None
        self._stores = stores.open(self._place() if self._method else "")
        self._memories: dict[str, Memory] = {}
        self._waiting: dict[str, dict[int, Page]] = {}
        self._open: set[str] = set()  # sites whose pages need not wait any more
        self._left_over = list(self._stores.held.left_over())
        if self._left_over:
            _LOG.info("%d pages of an interrupted run wait and come out with this one", len(self._left_over))

    async def process_item(self, item: Any) -> Any:
        if not isinstance(item, ReadPage) or self._method is None:
            return item
        site = self._site(item.page)
        memory = self._memory(site)
        self._method.learn(memory, item.prepared)
        if site not in self._open:
            if memory.pages < self.config.siblings:
                number = self._stores.held.hold(item.page)
                self._waiting.setdefault(site, {})[number] = item.page
                self.tally.count("held")
                raise Held(
                    f"{item.page.url} waits for siblings: {memory.pages} of {self.config.siblings} known"
                )
            self._open.add(site)
            await self._let_out(site)
        return replace(item, memory=memory)

    def release(self) -> Iterable[Any]:
        """Nothing more is coming: what still waits goes out, with the siblings that came."""
        self._open.update(self._memories)
        for number, page in self._left_over:
            self._open.add(self._site(page))
            yield page
            self._stores.held.let_go(number)
        for site in list(self._waiting):
            for number, page in self._waiting.pop(site).items():
                yield page
                self._stores.held.let_go(number)

    def close_spider(self) -> None:
        for site, memory in self._memories.items():
            assert self._method is not None
            self._stores.sites.add(site, self._method, memory)
        self._stores.close()

    def _place(self) -> str:
        """Where memory lasts: as set; for a project's own crawls, a file in the project's data folder."""
        config = self.config
        if config.site_store != PROJECT_STORE:
            return config.site_store or config.store
        if config.store:
            return config.store
        if not inside_project() or _is_local(self.crawler.spider):
            return ""
        return sqlite_url(data_path("webnoise/sites.db"))

    async def _let_out(self, site: str) -> None:
        """Enough siblings are known: the pages that waited pass through the pipelines again."""
        assert self.crawler.engine is not None
        for number, page in self._waiting.pop(site, {}).items():
            await self.crawler.engine.scraper.start_itemproc_async(page, response=None)
            self._stores.held.let_go(number)

    def _site(self, page: Page) -> str:
        """The site whose memory a page shares: one that is crawled, as the spider tells them apart."""
        frontiers = getattr(self.crawler.spider, "frontiers", {}).values()
        return site_of(page.url, frozenset[str]().union(*(frontier.site.hosts for frontier in frontiers)))

    def _memory(self, site: str) -> Memory:
        assert self._method is not None
        memory = self._memories.get(site)
        if memory is None:
            memory = self._memories[site] = self._stores.sites.read(site, self._method)
            if memory.pages >= self.config.siblings:
                self._open.add(site)
        return memory


def _is_local(spider: Any) -> bool:
    """Whether all sites are served on this machine, as the demo is: at its port will be another one."""
    starts = [url for frontier in getattr(spider, "frontiers", {}).values() for url in frontier.site.start]
    hosts = {urlsplit(url).hostname or "" for url in starts}
    return bool(hosts) and all(host == "localhost" or host.startswith("127.") for host in hosts)
