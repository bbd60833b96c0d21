"""Pages that need a browser: which they are, how they are fetched, and what the browser computed."""

from __future__ import annotations

import asyncio
import re
from functools import lru_cache
from importlib.util import find_spec
from typing import Any

from scrapy import Request
from scrapy.core.downloader.handlers.http11 import HTTP11DownloadHandler
from scrapy.crawler import Crawler
from scrapy.http import Response
from scrapy.settings import BaseSettings

from webnoise.errors import ConfigError
from webnoise.model import Page
from webnoise.page.limits import Limits
from webnoise.page.rendered import installed_browser, rendered_page, script_arguments, style_script

_HANDLER = "webnoise.spiders.rendering.RenderingDownloadHandler"
_INVISIBLE = re.compile(
    rb"<(script|style|noscript|template|svg)\b.*?(?:</\1\s*>|\Z)|<[^>]*(?:>|\Z)", re.DOTALL | re.IGNORECASE
)
_WORD = re.compile(rb"[^\s]+")
# Fewer than the shortest articles kept anywhere in the corpora have; menus of empty shells are shorter.
_FEW_WORDS = 60
_LARGEST_SHELL = 400_000  # bytes: a shell carries its data along at times


def needs_rendering(body: bytes) -> bool:
    """Whether a page holds scripts and hardly a word: a shell that a browser fills."""
    if len(body) > _LARGEST_SHELL or b"<script" not in body or body.count(b"<p") > 3:
        return False
    words = _WORD.findall(_INVISIBLE.sub(b" ", body))
    return len(words) < _FEW_WORDS and b"<html" in body[:2048].lower()


@lru_cache(maxsize=1)
def _installed() -> bool:
    return find_spec("scrapy_playwright") is not None


def browser_path(settings: BaseSettings) -> str | None:
    named = settings.getdict("PLAYWRIGHT_LAUNCH_OPTIONS").get("executable_path")
    return named or installed_browser()


def can_render(settings: BaseSettings) -> bool:
    """Whether a browser and what it needs are here; it needs the reactor."""
    has_reactor = settings.getbool("TWISTED_REACTOR_ENABLED", True)
    return has_reactor and _installed() and browser_path(settings) is not None


def require_rendering(settings: BaseSettings) -> None:
    """Raise ConfigError with what is missing if pages cannot be rendered."""
    if not settings.getbool("TWISTED_REACTOR_ENABLED", True):
        raise ConfigError("a site asks for rendering, which needs TWISTED_REACTOR_ENABLED = True")
    if not _installed():
        raise ConfigError("a site asks for rendering: pip install 'webnoise[render]'")
    if browser_path(settings) is None:
        raise ConfigError(
            "a site asks for rendering, and there is no Chromium: apt-get install chromium, or name one in"
            " PLAYWRIGHT_LAUNCH_OPTIONS = {'executable_path': '...'}"
        )


def add_rendering(settings: BaseSettings) -> None:
    """Fetch requests that ask for it with the browser, which starts with the first of them."""
    if not can_render(settings):
        return
    options = settings.getdict("PLAYWRIGHT_LAUNCH_OPTIONS")
    options.setdefault("executable_path", browser_path(settings))
    settings.set("PLAYWRIGHT_LAUNCH_OPTIONS", options, "spider")
    if not settings.get("PLAYWRIGHT_ABORT_REQUEST"):
        settings.set("PLAYWRIGHT_ABORT_REQUEST", "webnoise.spiders.rendering.needless", "spider")
    handlers = settings.getdict("DOWNLOAD_HANDLERS")
    for scheme in ("http", "https"):
        handlers.setdefault(scheme, _HANDLER)
    settings.set("DOWNLOAD_HANDLERS", handlers, "spider")


def rendering_meta() -> dict[str, Any]:
    """Return the meta of a request that the browser fetches, with the styles of its elements."""
    from scrapy_playwright.page import PageMethod

    from webnoise.methods.visual.visual_page import ASKED_OF_BROWSERS

    styles = PageMethod("evaluate", style_script(), script_arguments(ASKED_OF_BROWSERS))
    return {
        "playwright": True,
        "playwright_page_goto_kwargs": {"wait_until": "networkidle"},
        "playwright_page_methods": [styles],
    }


def page_of_browser(page: Page, response: Response, limits: Limits) -> Page:
    """Return a page that the browser fetched, with the styles that it computed."""
    methods = response.meta.get("playwright_page_methods") or []
    html = page.html.decode("utf-8", "replace") if isinstance(page.html, bytes) else page.html
    return rendered_page(page, html, methods[0].result if methods else None, limits)


_NEEDLESS = frozenset({"image", "media", "font"})  # no text depends on them, and no layout that is read


def needless(request: Any) -> bool:
    """Whether the text of a page does not need a request (PLAYWRIGHT_ABORT_REQUEST)."""
    return request.resource_type in _NEEDLESS


class RenderingDownloadHandler(HTTP11DownloadHandler):
    """Requests with `playwright` in their meta go to scrapy-playwright, all others the plain way."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._crawler = crawler
        self._starting = asyncio.Lock()
        self._browser: Any = None

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
