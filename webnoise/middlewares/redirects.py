"""Redirects: not off the site, where they cost another site requests for nothing; by meta elements too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.downloadermiddlewares.redirect import MetaRefreshMiddleware
from scrapy.exceptions import IgnoreRequest, NotConfigured
from scrapy.http import Response

_LOOKED_AT = 4 * 4096  # bytes: Scrapy reads the first 4,096 characters


class OffsiteRedirect(IgnoreRequest):
    """A page has moved to another site."""


class OwnSite:
    """A downloader middleware, before that of robots.txt, for a spider whose `owns(site, url)` tells.

    It looks at requests that name their site in `meta["webnoise_site"]`. Those for front pages and feeds name
    none: a front page may move, and the site with it.
    """

    def __init__(self, owns: Callable[[str, str], bool]) -> None:
        self._owns = owns

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        owns = getattr(crawler.spider, "owns", None)
        if owns is None:
            raise NotConfigured
        return cls(owns)

    def process_request(self, request: Request) -> None:
        site = request.meta.get("webnoise_site")
        if site is not None and request.meta.get("redirect_times") and not self._owns(site, request.url):
            raise OffsiteRedirect("redirected off the site")


class RefreshAtAGlance(MetaRefreshMiddleware):
    """Scrapy's own middleware, asked only about pages that have the word: it decodes a page for that."""

    def process_response(  # type: ignore[override]  # no spider is handed over any more
        self, request: Request, response: Response
    ) -> Request | Response:
        head = response.body[:_LOOKED_AT].lower()
        if b"refresh" in head or b"\0" in head:  # zeros: two or four bytes to a letter
            return super().process_response(request, response)
        return response
