"""What a site's pages teach each other: the first pages wait for siblings, later ones find them."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import Any, ClassVar

from scrapy.utils.project import data_path, inside_project

from webnoise.config import PROJECT_STORE
from webnoise.flow import ReadPage
from webnoise.methods.base import LearningMethod, Memory
from webnoise.model import Page
from webnoise.pipelines.pages import PageStage
from webnoise.pipelines.session import Session, hosts_of
from webnoise.pipelines.stage import Held, HoldingStage
from webnoise.sqlite_file import sqlite_url
from webnoise.urls.domains import site_of

_LOG = logging.getLogger(__name__)


class SiteLearningPipeline(PageStage, HoldingStage):
    """Learn every page; hold the first ones of a site until `min_siblings` pages are known or no more come.

    What is held lies in the store too, as it was fetched, so that a killed run loses none of it. With the
    memory of an earlier run no page waits.
    """

    position: ClassVar[int] = 200

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.hosts = hosts_of(session.crawler.spider)
        method = self.config.chosen_method
        self._method = method if isinstance(method, LearningMethod) and self.config.min_siblings else None
        self._stores = session.stores_at(self._store_url() if self._method else "")
        self._memories: dict[str, Memory] = {}
        self._held: dict[str, dict[int, ReadPage]] = {}  # by site, then by their numbers in the store
        self._open: set[str] = set()  # sites whose pages need not wait any more
        self._left_over: dict[str, tuple[int, Page]] = {}  # by address
        self._turn = asyncio.Lock()  # a site's memory is read once, and its pages are learned in their order
        if self._method is None:
            _LOG.info(
                "Pages teach each other nothing: method %s, min_siblings %d",
                method.name,
                self.config.min_siblings,
            )
        elif self._stores.shared is None:  # else whoever takes over a site fetches anew what its process held
            for number, page in self._stores.held.left_over():
                if page.url in self._left_over:
                    self._stores.held.let_go(self._left_over[page.url][0])
                self._left_over[page.url] = number, page
        if self._left_over:
            _LOG.info("%d pages of an interrupted run wait and come out with this one", len(self._left_over))

    @property
    def holds(self) -> bool:
        return self._method is not None

    async def process_item(self, item: Any) -> Any:
        page = self.segmented(item)
        if page is None:
            return item
        if self._method is None:
            return page
        async with self._turn:
            return await self._learn(page)

    async def _learn(self, page: ReadPage) -> ReadPage:
        """Learn the page; return it with the memory of its site, or hold it."""
        assert self._method is not None
        if page.page.url in self._left_over:  # it has come anew
            await self._let_go(self._left_over.pop(page.page.url)[0])
        site = site_of(page.page.url, self.hosts())
        memory = await self._memory(site)
        self._method.learn(memory, page.prepared)
        if site not in self._open:
            if memory.pages < self.config.min_siblings:
                number = await self.session.call(self._stores.held.hold, page.page)
                self._held.setdefault(site, {})[number] = page
                self.count("held")
                raise Held(page.page.url, f"siblings: {memory.pages} of {self.config.min_siblings} known")
            self._open.add(site)
            await self._release_site(site)
        return replace(page, memory=memory)

    async def release(self) -> None:
        """With the siblings that came; pages of an interrupted run too."""
        self._open.update(self._memories)
        for number, page in tuple(self._left_over.values()):
            self._open.add(site_of(page.url, self.hosts()))
            await self.processor.process(page)
            await self._let_go(number)
        for site in list(self._held):
            await self._release_site(site)
        if self._method is not None:
            for site, memory in self._memories.items():
                await self.session.call(self._stores.sites.add, site, self._method, memory)

    async def _release_site(self, site: str) -> None:
        for number, page in self._held.pop(site, {}).items():
            await self.go_on(replace(page, memory=self._memories[site]))
            await self._let_go(number)

    async def _let_go(self, number: int) -> None:
        await self.session.call(self._stores.held.let_go, number)

    async def _memory(self, site: str) -> Memory:
        assert self._method is not None
        if site not in self._memories:
            memory = await self.session.call(self._stores.sites.read, site, self._method)
            self._memories[site] = memory
            if memory.pages >= self.config.min_siblings:
                self._open.add(site)
        return self._memories[site]

    def _store_url(self) -> str:
        """Where memory lasts: as set; for a project's own crawls, a file in the project's data folder."""
        config = self.config
        if config.site_store != PROJECT_STORE:
            return config.site_store or config.store
        hosts = self.hosts()
        # At the ports of this machine other sites will be another day.
        is_local = bool(hosts) and all(host.startswith(("localhost", "127.")) for host in hosts)
        if config.store or is_local or not inside_project():
            return config.store
        return sqlite_url(data_path("webnoise/sites.db"))
