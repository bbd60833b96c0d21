"""What a site's pages teach each other: the first pages wait for siblings, later ones find them."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Self

from scrapy.crawler import Crawler
from scrapy.utils.project import data_path, inside_project

from webnoise import stores
from webnoise.config import PROJECT_STORE
from webnoise.flow import ReadPage
from webnoise.methods.base import LearningMethod, Memory
from webnoise.methods.registry import resolve
from webnoise.model import Page
from webnoise.pipelines.stage import Held, HoldingStage
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
        self._held: dict[str, dict[int, ReadPage]] = {}  # by site, then by their numbers in the store
        self._open: set[str] = set()  # sites whose pages need not wait any more
        self._left_over: dict[str, tuple[int, Page]] = {}  # by address
        if self._stores.shared is None:  # else whoever takes over a site fetches anew what its process held
            for number, page in self._stores.held.left_over():
                self._forget_left_over(page.url)
                self._left_over[page.url] = number, page
        if self._left_over:
            _LOG.info("%d pages of an interrupted run wait and come out with this one", len(self._left_over))

    async def process_item(self, item: Any) -> Any:
        if not isinstance(item, ReadPage) or self._method is None:
            return item
        self._forget_left_over(item.page.url)
        site = site_of(item.page.url, self.hosts())
        memory = self._memory(site)
        self._method.learn(memory, item.prepared)
        if site not in self._open:
            if memory.pages < self.config.min_siblings:
                self._held.setdefault(site, {})[self._stores.held.hold(item.page)] = item
                self.count("held")
                raise Held(item.page.url, f"siblings: {memory.pages} of {self.config.min_siblings} known")
            self._open.add(site)
            await self._let_go(site)
        return replace(item, memory=memory)

    async def release(self) -> None:
        """With the siblings that came; pages of an interrupted run too."""
        self._open.update(self._memories)
        for number, page in tuple(self._left_over.values()):
            self._open.add(site_of(page.url, self.hosts()))
            await self.processor.process(page)
            self._stores.held.let_go(number)
        for site in list(self._held):
            await self._let_go(site)
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
        if config.store or not inside_project() or self._crawls_this_machine():
            return config.store
        return sqlite_url(data_path("webnoise/sites.db"))

    def _crawls_this_machine(self) -> bool:
        """Whether all sites are on loopback: other sites will be at these ports another day."""
        hosts = self.hosts()
        return bool(hosts) and all(host.startswith(("localhost", "127.")) for host in hosts)

    def _forget_left_over(self, url: str) -> None:
        """The page has come anew."""
        if url in self._left_over:
            self._stores.held.let_go(self._left_over.pop(url)[0])

    async def _let_go(self, site: str) -> None:
        for number, item in self._held.pop(site, {}).items():
            await self.go_on(replace(item, memory=self._memories[site]))
            self._stores.held.let_go(number)

    def _memory(self, site: str) -> Memory:
        assert self._method is not None
        memory = self._memories.get(site)
        if memory is None:
            memory = self._memories[site] = self._stores.sites.read(site, self._method)
            if memory.pages >= self.config.min_siblings:
                self._open.add(site)
        return memory
