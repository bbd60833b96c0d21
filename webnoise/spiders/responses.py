"""What a response holds: addresses for the frontier, a page for the pipelines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import time
from typing import NamedTuple

from scrapy.http import HtmlResponse, Response

from webnoise.discovery.entries import guessed_addresses
from webnoise.discovery.feeds import feed_links, parse_feed
from webnoise.discovery.links import PageLink, page_links, story_pages
from webnoise.discovery.robots import parse_robots
from webnoise.discovery.sitemaps import parse_sitemap
from webnoise.errors import InputError
from webnoise.model import Page
from webnoise.page.limits import Limits
from webnoise.page.parse import Document, parse
from webnoise.pipelines.multi_page import ArticlePages
from webnoise.spiders.frontier import Frontier
from webnoise.spiders.recorder import CrawlRecorder
from webnoise.spiders.rendering import needs_rendering, page_of_browser
from webnoise.spiders.sites import SiteConfig
from webnoise.spiders.visits import Visit
from webnoise.stores import Seen

_GUESSES = 6  # addresses tried where a site names neither feed nor sitemap
_HTML_BEGINNINGS = (b"<!doctype html", b"<html")


class ResponseHandler:
    """One method per purpose of a visit; each fills the frontier of the site.

    `user_agent` is called when a response comes: the add-on sets it after the spider was made.
    """

    def __init__(
        self, recorder: CrawlRecorder, limits: Limits, user_agent: Callable[[], str], *, can_render: bool
    ) -> None:
        self._recorder = recorder
        self._limits = limits
        self._user_agent = user_agent
        self._can_render = can_render
        self.article_pages = ArticlePages()

    def read(self, response: Response, visit: Visit, frontier: Frontier) -> Page | Visit | None:
        """Return a page for the pipelines, or the visit to make once more, by a browser."""
        match visit.purpose:
            case "robots":
                self.read_robots(response.body, response.url, frontier)
            case "sitemap":
                _read_sitemap(response, frontier)
            case "feed":
                _read_feed(response, frontier)
            case "start" | "page":
                return self._read_page(response, visit, frontier)
        return None

    def read_robots(self, body: bytes, url: str, frontier: Frontier) -> None:
        """Add the site's sources: its front pages, feeds and sitemaps. An empty file opens the site."""
        site = frontier.site
        for start in site.start:
            frontier.add_source(start, "start")
        for feed in site.feeds:
            frontier.add_source(feed, "feed")
        for sitemap in (*site.sitemaps, *parse_robots(body, url, self._user_agent()).sitemaps):
            frontier.add_source(sitemap, "sitemap")
        if not frontier.names_sources:
            for guess in guessed_addresses("sitemap", site.start[0])[:_GUESSES]:
                frontier.add_source(guess, "sitemap", guess=True)

    def _read_page(self, response: Response, visit: Visit, frontier: Frontier) -> Page | Visit | None:
        """Follow the links of a page, and return it for the pipelines."""
        if response.status == 304:
            self._recorder.not_modified(visit.url)
            frontier.refused["not-modified"] += 1
            return None
        reason = frontier.arrived(visit, response.url) or _unfit(response)
        if reason:
            frontier.refused[reason] += 1
            frontier.budget.note(article=False)
            self._recorder.led_nowhere(visit.url, response.url, reason)
            return None
        self._recorder.tallies[frontier.site.name].fetched += not visit.rendered
        page = Page.from_response(response, hints=_hints(visit, frontier.site))
        if visit.rendered or response.meta.get("playwright"):
            page = page_of_browser(page, response, self._limits)
        elif needs_rendering(response.body):
            if self._can_render:
                return replace(visit, rendered=True)
            frontier.refused["needs-rendering"] += 1
        seen = Seen(time(), etag=_header(response, "ETag"), last_modified=_header(response, "Last-Modified"))
        try:
            document = parse(page, self._limits)
        except InputError:
            pass  # the pipelines meet the same error, and drop the page by name
        else:
            followed = self._follow_links(document, visit, frontier)
            if followed.elsewhere:
                frontier.refused["amp"] += 1
                self._recorder.led_nowhere(visit.url, response.url, "amp")
                return None
            # A later run must get it anew: its links, or its part of an article, are wanted.
            if not followed.all or self.article_pages.previous_of(page.url):
                seen = seen._replace(etag=None, last_modified=None)
        if visit.purpose == "start":
            return None
        self._recorder.expect(page.url, frontier.site.name, seen, visit.url)
        return page

    def _follow_links(self, document: Document, visit: Visit, frontier: Frontier) -> _Followed:
        """Add the links of a page to the frontier."""
        start = visit.purpose == "start"
        if start:
            for feed in feed_links(document):
                frontier.add_source(feed, "feed")
            if not frontier.names_sources:
                for guess in guessed_addresses("feed", document.url)[:_GUESSES]:
                    frontier.add_source(guess, "feed", guess=True)
        links = page_links(document, frontier.wants)
        if not start:
            further = self.article_pages.note_all(document.url, story_pages(document.url, links))
            if further:
                frontier.add_further(replace(visit, url=document.url), further)
        named = [PageLink(url) for url in (links.next_page, links.canonical if links.is_amp else None) if url]
        followed_all = frontier.add_links((*links.links, *named), time() if start else visit.timestamp)
        elsewhere = links.canonical if links.is_amp and links.canonical != document.url else None
        return _Followed(bool(elsewhere and frontier.site.owns(elsewhere)), followed_all)


class _Followed(NamedTuple):
    """`elsewhere`: the page is better read at another address; `all`: no link was left out."""

    elsewhere: bool
    all: bool


def _hints(visit: Visit, site: SiteConfig) -> dict[str, str]:
    """Return what the page's source says of it, and the name of the site if one was given."""
    hints = dict(visit.hints)
    if site.name not in site.hosts:
        hints.setdefault("site", site.name)
    return hints


def _read_sitemap(response: Response, frontier: Frontier) -> None:
    sitemap = parse_sitemap(response.body, response.url)
    if sitemap is None:
        frontier.refused["no-sitemap"] += 1
        return
    if sitemap.cut:
        frontier.refused["sitemap-cut"] += 1
    frontier.add_sitemaps(sitemap.sitemaps)
    frontier.add_entries(sitemap.entries)


def _read_feed(response: Response, frontier: Frontier) -> None:
    entries = parse_feed(response.body, response.url)
    if entries is None:
        frontier.refused["no-feed"] += 1
        return
    frontier.add_entries(entries)


def _unfit(response: Response) -> str | None:
    """Return why a response is no page; servers send pages under wrong types, and others as pages."""
    beginning = response.body[:512].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if not isinstance(response, HtmlResponse) and not beginning.startswith(_HTML_BEGINNINGS):
        return "not-html"
    if "dataloss" in response.flags and b"</html" not in response.body[-2048:].lower():
        return "truncated"
    return None


def _header(response: Response, name: str) -> str | None:
    value = response.headers.get(name)
    return value.decode("latin-1") if value else None
