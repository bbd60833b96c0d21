"""Requests of visits; an incremental run leaves out, or makes conditional, those for known pages."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import asdict
from time import time
from typing import Any

from scrapy import Request

from webnoise.discovery.candidates import article_score
from webnoise.metadata.dates.read import as_utc
from webnoise.pipelines.session import Session
from webnoise.spiders.rendering import rendering_meta
from webnoise.spiders.sites import SiteConfig
from webnoise.spiders.visits import Visit
from webnoise.stores import Seen
from webnoise.urls.shapes import page_number

_LISTINGS = ("index", "other")  # kinds of pages that are read for their links
_PRIORITY = {"robots": 3, "start": 2, "feed": 2, "sitemap": 1, "page": 0}


class RequestBuilder:
    """Makes the requests of visits.

    `recrawl_after` is in hours; `unsettled` are the pages with links that still wait.
    """

    def __init__(
        self,
        session: Session,
        answered: Callable[..., Any],
        failed: Callable[..., Any],
        recrawl_after: float,
        unsettled: Collection[str] = (),
    ) -> None:
        self._session = session
        self._answered = answered
        self._failed = failed
        stores = session.stores if session.config.store else None
        self._earlier = stores.seen if stores is not None and session.config.incremental else None
        self._run = stores.shared if stores is not None else None
        self._recrawl_seconds = recrawl_after * 3600
        self._unsettled = unsettled

    async def build(self, visit: Visit, site: SiteConfig) -> Request | None:
        """Return the request of a visit; None for a page that is known and not due again."""
        is_first = visit.purpose == "page" and not (visit.rendered or visit.allow_truncated)
        if is_first and self._run is not None and await self._session.call(self._run.is_done, visit.url):
            return None
        meta: dict[str, Any] = {"webnoise": False}  # the callback makes the page, if one is wanted
        headers: dict[str, str] = {}
        if visit.purpose == "robots":
            meta["dont_obey_robotstxt"] = True
        if visit.purpose == "page":
            meta["webnoise_site"] = site.name
            earlier = None
            if self._earlier is not None and not (visit.rendered or visit.continues):
                earlier = await self._session.call(self._earlier.get, visit.url)
            if earlier is not None:  # an article of several pages is read whole or not at all
                if not self._due_again(visit, earlier):
                    return None
                if self._may_be_unchanged(visit, earlier):
                    headers = _conditions(earlier)
                    meta["handle_httpstatus_list"] = [304]
        if visit.rendered or (visit.purpose in ("start", "page") and site.render):
            meta.update(rendering_meta())
        if visit.allow_truncated:
            meta["download_fail_on_dataloss"] = False
        return Request(
            visit.url,
            self._answered,
            errback=self._failed,
            cb_kwargs={"site": site.name, "visit": asdict(visit)},  # plain values: JOBDIR pickles them
            headers=headers,
            meta=meta,
            priority=_PRIORITY[visit.purpose],
            dont_filter=True,  # the frontier lets each address through once
        )

    def _due_again(self, visit: Visit, earlier: Seen) -> bool:
        """Listings are, for new links; articles after `recrawl_after`, or with a later date in a sitemap."""
        if _is_listing(visit.url, earlier.kind):
            return True
        if not self._recrawl_seconds:
            return False
        modified = as_utc(visit.hints.get("modified"))
        age = time() - earlier.fetched
        if age < 0:  # the clock has been set back
            return True
        return age >= self._recrawl_seconds or bool(modified and modified.timestamp() > earlier.fetched)

    def _may_be_unchanged(self, visit: Visit, earlier: Seen) -> bool:
        """Whether a 304 is enough: a listing is read while links of it wait or its articles may be due."""
        if earlier.kind not in _LISTINGS:
            return True
        return not self._recrawl_seconds and visit.url not in self._unsettled


def _is_listing(url: str, kind: str) -> bool:
    """Whether new links may stand there: not on the later pages of a listing, which hold older ones."""
    if (page_number(url) or 0) > 1:
        return False
    return kind == "index" or (kind == "other" and article_score(url) < 0.5)


def _conditions(earlier: Seen) -> dict[str, str]:
    """RFC 9110, 13.1: the server answers 304 when the page is as it was."""
    headers = {"If-None-Match": earlier.etag, "If-Modified-Since": earlier.last_modified}
    return {name: value for name, value in headers.items() if value}
