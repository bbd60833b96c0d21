"""Redirects that lead off the site are not followed: they would cost another site requests for nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from scrapy.exceptions import IgnoreRequest

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler

__all__ = ["OFFSITE", "OwnSite"]

OFFSITE = "redirected off the site"


class OwnSite:
    """A downloader middleware, before that of robots.txt. A front page may move, and the site with it."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    def process_request(self, request: Request) -> None:
        if not request.meta.get("redirect_times"):
            return
        spider: Any = self._crawler.spider
        site, visit = request.meta.get("webnoise_site"), request.cb_kwargs.get("visit")
        if site is None or visit is None or visit.purpose != "page":
            return
        if not spider.frontiers[site].site.owns(request.url):
            raise IgnoreRequest(OFFSITE)
