"""A visit to its request; an incremental run leaves out, or makes conditional, what is known."""

from __future__ import annotations

from collections.abc import Callable, Collection
from time import time
from typing import Any

from scrapy import Request

from webnoise.discovery.candidates import article_score
from webnoise.metadata.dates.read import as_utc
from webnoise.spiders.rendering import rendering_meta
from webnoise.spiders.sites import SiteConfig
from webnoise.spiders.visits import Visit
from webnoise.stores import Seen, SeenPages
from webnoise.urls.shapes import page_number

_LISTINGS = ("index", "other")  # kinds of pages that are read for their links
_PRIORITY = {"robots": 3, "start": 2, "feed": 2, "sitemap": 1, "page": 0}


class RequestBuilder:
    """`seen` is what earlier runs have fetched, None where that is no matter; `recrawl_after` is in hours.

    `unsettled` are the pages that links which still wait were found on. `is_done` is whether a run that
    processes share has finished with a page.
    """

    def __init__(
        self,
        answered: Callable[..., Any],
        failed: Callable[..., Any],
        seen: SeenPages | None,
        recrawl_after: float,
        unsettled: Collection[str] = (),
        is_done: Callable[[str], bool] | None = None,
    ) -> None:
        self._answered = answered
        self._failed = failed
        self._seen = seen
        self._recrawl_seconds = recrawl_after * 3600
        self._unsettled = unsettled
        self._is_done = is_done

    def build(self, visit: Visit, site: SiteConfig) -> Request | None:
        """The request of a visit; None for a page that an earlier run has seen and that is not due again."""
        is_first = visit.purpose == "page" and not (visit.rendered or visit.cut_off)
        if is_first and self._is_done is not None and self._is_done(visit.url):
            return None
        meta: dict[str, Any] = {"webnoise": False}  # the callback makes the page, if one is wanted
        headers: dict[str, str] = {}
        if visit.purpose == "robots":
            meta["dont_obey_robotstxt"] = True
        if visit.purpose == "page":
            meta["webnoise_site"] = site.name
            earlier = self._seen.get(visit.url) if self._seen is not None and not visit.rendered else None
            if earlier is not None and not visit.continues:  # a story is read whole or not at all
                if not self._due_again(visit, earlier):
                    return None
                if self._may_be_unchanged(visit, earlier):
                    headers = _conditions(earlier)
                    meta["handle_httpstatus_list"] = [304]
        if visit.rendered or (visit.purpose in ("start", "page") and site.render):
            meta.update(rendering_meta())
        if visit.cut_off:
            meta["download_fail_on_dataloss"] = False
        return Request(
            visit.url,
            self._answered,
            errback=self._failed,
            cb_kwargs={"site": site.name, "visit": visit},
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
