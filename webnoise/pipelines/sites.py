"""What a site's pages teach each other: the first pages wait for siblings, later ones find them."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Self

from scrapy.crawler import Crawler
from scrapy.utils.defer import deferred_from_coro, maybe_deferred_to_future
from scrapy.utils.project import data_path, inside_project
from twisted.internet.defer import Deferred

from webnoise import stores
from webnoise.config import PROJECT_STORE
from webnoise.flow import ReadPage
from webnoise.methods.base import LearningMethod, Memory
from webnoise.methods.registry import resolve
from webnoise.model import Page
from webnoise.pipelines.stage import Held, HoldingStage
from webnoise.pipelines.workers import SentPage
from webnoise.sqlite_file import sqlite_url
from webnoise.stores import Stores
from webnoise.urls.domains import site_of

_LOG = logging.getLogger(__name__)


class SitesPipeline(HoldingStage):
    """Learn every page; hold the first ones of a site until `siblings` pages are known or nothing more comes.

    What is held lies in the store too, as it was fetched, so that a killed run loses none of it. A memory of
    an earlier run means no waiting at all.
    """

    hosts: Callable[[], frozenset[str]] = frozenset
    _stores: Stores

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """A spider whose sites are identified by their hosts offers those as its method `hosts`."""
        stage = super().from_crawler(crawler)
        stage.hosts = getattr(crawler.spider, "hosts", frozenset)
        return stage

    def open_spider(self) -> None:
        method = resolve(self.config.method)
        self._method = method if isinstance(method, LearningMethod) and self.config.min_siblings else None
        url = self._store_url() if self._method else ""
        self._stores = stores.open(url, expire_days=self.config.store_days)
        self._memories: dict[str, Memory] = {}
        self._held: dict[
            str, dict[int, ReadPage | SentPage]
        ] = {}  # of each site, by their numbers in the store
        self._going: list[Deferred[None]] = []  # let go, and not through the stages behind yet
        self._open: set[str] = set()  # sites whose pages need not wait any more
        self._left_over: dict[str, tuple[int, Page]] = {}  # by address
        if self._stores.shared is None:  # else whoever takes over a site fetches anew what its process held
            for number, page in self._stores.held.left_over():
                self._forget_left_over(page.url)
                self._left_over[page.url] = number, page
        if self._left_over:
            _LOG.info("%d pages of an interrupted run wait and come out with this one", len(self._left_over))

    async def process_item(self, item: Any) -> Any:
        if not isinstance(item, ReadPage | SentPage) or self._method is None:
            return item
        self._forget_left_over(item.page.url)
        site = site_of(item.page.url, self.hosts())
        memory = self._memory(site)
        self._learn(site, memory, item)
        if site not in self._open:
            if memory.pages < self.config.min_siblings:
                self._held.setdefault(site, {})[self._stores.held.hold(item.page)] = item
                self.count("held")
                raise Held(item.page.url, f"siblings: {memory.pages} of {self.config.min_siblings} known")
            self._open.add(site)
            await self._let_go(site)
        return self._remembering(site, item)

    def _learn(self, site: str, memory: Memory, item: ReadPage | SentPage) -> None:
        assert self._method is not None
        if isinstance(item, ReadPage):
            self._method.learn(memory, item.prepared)
        else:
            item.teach(site, memory)

    def _remembering(self, site: str, item: ReadPage | SentPage) -> ReadPage | SentPage:
        """The page with what is known of its site now."""
        if isinstance(item, SentPage):
            return item.judged_by(site)
        return replace(item, memory=self._memories[site])

    async def release(self) -> None:
        """With the siblings that came; pages of an interrupted run too."""
        self._open.update(self._memories)
        for number, page in tuple(self._left_over.values()):
            self._open.add(site_of(page.url, self.hosts()))
            await self.processor.process(page)
            self._stores.held.let_go(number)
        for site in list(self._held):
            await self._let_go(site)
        for going in self._going:
            await maybe_deferred_to_future(going)
        if self._stores.shared is not None:
            self._save()

    def close_spider(self) -> None:
        self._save()
        self._stores.close()

    def _save(self) -> None:
        for site, memory in self._memories.items():
            assert self._method is not None
            self._stores.sites.add(site, self._method, memory)

    def _store_url(self) -> str:
        """Where memory lasts: as set; for a project's own crawls, a file in the project's data folder."""
        config = self.config
        if config.site_store != PROJECT_STORE:
            return config.site_store or config.store
        if config.store or not inside_project():
            return config.store
        return sqlite_url(data_path("webnoise/sites.db"))

    def _forget_left_over(self, url: str) -> None:
        """The page has come anew."""
        if url in self._left_over:
            self._stores.held.let_go(self._left_over.pop(url)[0])

    async def _let_go(self, site: str) -> None:
        held = self._held.pop(site, {})
        for number, item in [(number, self._remembering(site, item)) for number, item in held.items()]:
            going = self._go_on(number, item)
            if isinstance(item, SentPage):  # it waits for its process: the page that opened the site does not
                self._going.append(deferred_from_coro(going))
            else:
                await going
        self._going = [going for going in self._going if not going.called]

    async def _go_on(self, number: int, item: ReadPage | SentPage) -> None:
        await self.go_on(item)
        self._stores.held.let_go(number)

    def _memory(self, site: str) -> Memory:
        assert self._method is not None
        memory = self._memories.get(site)
        if memory is None:
            memory = self._memories[site] = self._stores.sites.read(site, self._method)
            if memory.pages >= self.config.min_siblings:
                self._open.add(site)
        return memory
