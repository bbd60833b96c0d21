"""A download handler with a browser beside the usual one: it starts with the first page that needs it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from scrapy.core.downloader.handlers.http11 import HTTP11DownloadHandler

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response

__all__ = ["RenderingDownloadHandler", "needless"]

_NEEDLESS = frozenset(
    {"image", "media", "font"}
)  # neither text nor layout that a method reads depends on them


def needless(request: Any) -> bool:
    """What a page asks for that its text does not need (PLAYWRIGHT_ABORT_REQUEST)."""
    return request.resource_type in _NEEDLESS


class RenderingDownloadHandler(HTTP11DownloadHandler):
    """Requests with `playwright` in their meta go to scrapy-playwright, all others the plain way."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._crawler = crawler
        self._starting = asyncio.Lock()
        self._browser: Any = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> RenderingDownloadHandler:
        return cls(crawler)

    async def download_request(self, request: Request) -> Response:
        if not request.meta.get("playwright"):
            return await super().download_request(request)
        async with self._starting:
            if self._browser is None:
                self._browser = await self._start()
        response: Response = await self._browser.download_request(request)
        return response

    async def _start(self) -> Any:
        from scrapy_playwright.handler import ScrapyPlaywrightDownloadHandler

        browser = ScrapyPlaywrightDownloadHandler.from_crawler(self._crawler)
        await browser._maybe_launch_in_thread()  # noqa: SLF001 - it waits for the engine's start, which has been
        return browser

    async def close(self) -> None:
        await super().close()
        if self._browser is not None:
            await self._browser.close()
