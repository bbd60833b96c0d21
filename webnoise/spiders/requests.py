"""A visit to the request that makes it."""

from __future__ import annotations

from time import time
from typing import TYPE_CHECKING, Any

from scrapy import Request

from webnoise.discovery import article_score, as_utc
from webnoise.spiders.render import rendering_meta
from webnoise.spiders.visits import Visit
from webnoise.stores import Seen
from webnoise.urls.shapes import page_number

if TYPE_CHECKING:
    from webnoise.spiders.news import NewsSpider

__all__ = ["Requests"]

_PRIORITY = {"robots": 3, "start": 2, "feed": 2, "sitemap": 1, "page": 0}


class Requests:
    """Builds a site's requests; in an incremental run it leaves out, or makes conditional, what is known."""

    def __init__(self, spider: NewsSpider, recrawl_after: float) -> None:
        self._spider = spider
        self._recrawl_seconds = recrawl_after * 3600

    def build(self, visit: Visit, site: str) -> Request | None:
        """The request of a visit; None for a page that an earlier run has seen and that is not due again."""
        meta: dict[str, Any] = {"webnoise_site": site}
        headers: dict[str, str] = {}
        if visit.purpose == "robots":
            meta["dont_obey_robotstxt"] = True
        seen = self._spider.seen.get(visit.url) if self._spider.seen and visit.purpose == "page" else None
        if seen is not None and not visit.rendered:
            if not self._due_again(visit, seen):
                return None
            headers = _conditions(seen)
            meta["handle_httpstatus_list"] = [304]
        if visit.rendered or (
            visit.purpose in ("start", "page") and self._spider.frontiers[site].site.render
        ):
            meta.update(rendering_meta())
        if visit.whole is False:
            meta["download_fail_on_dataloss"] = False
        return Request(
            visit.url,
            self._spider.answered,
            errback=self._spider.failed,
            cb_kwargs={"site": site, "visit": visit},
            headers=headers,
            meta=meta,
            priority=_PRIORITY[visit.purpose],
            dont_filter=True,  # the frontier lets each address through once
        )

    def _due_again(self, visit: Visit, seen: Seen) -> bool:
        """Listings are, for their new links; articles after `recrawl_after`, or when a sitemap tells so."""
        if _is_listing(visit.url, seen.kind):
            return True
        if not self._recrawl_seconds:
            return False
        told = as_utc(visit.hints.get("modified"))
        return time() - seen.fetched >= self._recrawl_seconds or bool(
            told and told.timestamp() > seen.fetched
        )


def _is_listing(url: str, kind: str) -> bool:
    """Whether new links may stand there: not on the later pages of a listing, which hold older ones."""
    if (page_number(url) or 0) > 1:
        return False
    return kind == "index" or (kind == "other" and article_score(url) < 0.5)


def _conditions(seen: Seen) -> dict[str, str]:
    """RFC 9110, 13.1: the server answers 304 when the page is as it was."""
    headers = {}
    if seen.etag:
        headers["If-None-Match"] = seen.etag
    if seen.last_modified:
        headers["If-Modified-Since"] = seen.last_modified
    return headers
