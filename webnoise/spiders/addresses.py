"""The spider that fetches single pages by their addresses, for `webnoise extract`, `inspect` and `batch`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from multiprocessing.connection import Connection
from typing import Any, Self
from urllib.parse import urljoin

import scrapy
from scrapy import Request
from scrapy.crawler import AsyncCrawlerProcess, Crawler
from scrapy.http import Response
from scrapy.settings import Settings

from webnoise.middlewares.redirects import Refused
from webnoise.model import Page
from webnoise.pipelines.addon import user_agent
from webnoise.spiders.failures import failure_of
from webnoise.urls.domains import hostname

_NUMBER = "webnoise_number"
_COMPONENTS = {
    "DOWNLOADER_MIDDLEWARES": {
        "webnoise.middlewares.redirects.PrivateAddressMiddleware": 30,
        "webnoise.spiders.addresses.RobotsRequiredMiddleware": 40,
        "webnoise.middlewares.politeness.RobotsCacheMiddleware": 50,
        "webnoise.middlewares.redirects.PrivateNameMiddleware": 760,
    },
    "EXTENSIONS": {"webnoise.middlewares.politeness.Politeness": 100},
}


class AddressesSpider(scrapy.Spider):
    """Requests the addresses that come by `line` in lists of (number, url), until it is closed.

    It sends back (number, page) for each, or (number, reason).
    """

    name = "addresses"

    def __init__(self, line: Connection) -> None:
        super().__init__()
        self._line = line
        self._hosts: frozenset[str] = frozenset()

    def hosts(self) -> frozenset[str]:
        """Return the hosts that a person named: pages on them may be on private addresses."""
        return self._hosts

    async def start(self) -> AsyncIterator[Any]:
        while addresses := await asyncio.to_thread(self._receive):
            self._hosts |= {hostname(url) for _, url in addresses}
            for number, url in addresses:
                try:
                    request = Request(url, self.fetched, errback=self.failed, dont_filter=True)
                except ValueError as error:
                    self._line.send((number, str(error)))
                else:
                    request.meta[_NUMBER] = number
                    yield request

    def _receive(self) -> list[tuple[int, str]]:
        try:
            addresses: list[tuple[int, str]] = self._line.recv()
        except (EOFError, OSError):  # nobody asks any more
            return []
        return addresses

    def fetched(self, response: Response) -> None:
        self._line.send((response.meta[_NUMBER], Page.from_response(response)))

    def failed(self, failure: Any) -> None:
        what = failure_of(failure)
        reason = f"{what.words}; {what.remedy}" if what.remedy else what.words
        self._line.send((failure.request.meta[_NUMBER], reason))


class RobotsRequiredMiddleware:
    """A downloader middleware: a host whose robots.txt cannot be fetched is off limits (RFC 9309, 2.3.1.4).

    Scrapy's own middleware allows all of it. An answer of 4xx, but for 429, opens the host.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._hosts: dict[str, asyncio.Task[str]] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    async def process_request(self, request: Request) -> None:
        if request.meta.get("dont_obey_robotstxt"):
            return
        url = urljoin(request.url, "/robots.txt")
        if url not in self._hosts:
            self._hosts[url] = asyncio.ensure_future(self._why_closed(url))
        if why := await self._hosts[url]:
            raise Refused("robots", f"its robots.txt cannot be fetched ({why})", "try again later")

    async def _why_closed(self, url: str) -> str:
        assert self._crawler.engine is not None
        request = Request(url, meta={"dont_obey_robotstxt": True}, priority=1000)
        try:
            status = (await self._crawler.engine.download_async(request)).status
        except Exception as error:  # noqa: BLE001  Scrapy's errors have no common base; this one is passed on
            return str(error) or type(error).__name__
        return str(status) if status >= 500 or status == 429 else ""


def crawl_addresses(line: Connection, contact_url: str, max_bytes: int) -> None:
    """Run the spider in this process until the other end of `line` is closed."""
    settings = Settings()
    settings.setmodule("webnoise.settings")
    own: dict[str, Any] = {
        "ADDONS": {},  # the pages go to another process, not through pipelines
        "USER_AGENT": user_agent(contact_url),
        "DOWNLOAD_MAXSIZE": max_bytes,
        "LOG_LEVEL": "CRITICAL",
    }
    settings.setdict({**_COMPONENTS, **own}, priority="project")
    process = AsyncCrawlerProcess(settings)
    process.crawl(AddressesSpider, line=line)
    process.start(install_signal_handlers=False)
