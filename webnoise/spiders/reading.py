"""What an answer holds: for the frontier addresses, for the pipelines pages."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from time import time
from typing import TYPE_CHECKING, Any, Literal

from scrapy.http import HtmlResponse, Response

from webnoise.config import Config
from webnoise.discovery import (
    PageLink,
    feed_links,
    guessed_feeds,
    guessed_sitemaps,
    page_links,
    parse_feed,
    parse_robots,
    parse_sitemap,
)
from webnoise.errors import InputError
from webnoise.model import Page
from webnoise.page.parse import parse
from webnoise.spiders.failures import Failure
from webnoise.spiders.new_links import NewLinks
from webnoise.spiders.politeness import LONGEST_PAUSE, retry_after
from webnoise.spiders.render import can_render, needs_rendering, rendered_styles
from webnoise.spiders.visits import Visit
from webnoise.stores import Seen

if TYPE_CHECKING:
    from webnoise.spiders.news import NewsSpider

__all__ = ["Readers", "Reading"]

_GUESSES = 6  # addresses tried where a site names neither feed nor sitemap
_HTML_BEGINNINGS = (b"<!doctype html", b"<html")


@dataclass(frozen=True, slots=True)
class Reading:
    """Pages for the pipelines, visits to make again in another way; a failure `understood` is none."""

    pages: tuple[Page, ...] = ()
    again: tuple[Visit, ...] = ()
    understood: bool = False


NOTHING = Reading()
UNDERSTOOD = Reading(understood=True)


class Readers:
    """One method per purpose of a visit; each fills the site's frontier."""

    def __init__(self, spider: NewsSpider, config: Config) -> None:
        self._spider = spider
        self._limits = config.limits
        self._new_links = {name: NewLinks() for name in spider.frontiers}

    def read(self, response: Response, site: str, visit: Visit) -> Reading:
        match visit.purpose:
            case "robots":
                self._read_robots(response.body, response.url, site)
            case "sitemap":
                self._read_sitemap(response, site)
            case "feed":
                self._read_feed(response, site)
            case "start" | "page":
                return self._read_page(response, site, visit)
        return NOTHING

    def missed(self, visit: Visit, site: str, reason: Failure, response: Response | None) -> Reading:
        """What a failure still says: no robots.txt opens the site, a wrong guess is no failure."""
        status = response.status if response is not None else 0
        if response is not None and status in (429, 503):
            pause = retry_after((response.headers.get("Retry-After") or b"").decode("latin-1"))
            if pause > LONGEST_PAUSE:
                self._spider.put_aside(site, f"it asks to come back in {pause / 60:.0f} minutes")
        if visit.purpose == "robots":
            if 400 <= status < 500 and status != 429:
                self._read_robots(b"", visit.url, site)
                return UNDERSTOOD
            # RFC 9309, 2.3.1.4: while robots.txt cannot be had, the whole site is off limits.
            self._spider.put_aside(site, f"its robots.txt cannot be had ({reason.words})")
        if visit.guess and 400 <= status < 500:
            return UNDERSTOOD
        if reason.reason == "truncated" and visit.whole:
            return Reading(again=(dataclasses.replace(visit, whole=False),), understood=True)
        return NOTHING

    def _read_robots(self, body: bytes, url: str, site: str) -> None:
        """The site's own word first: its sitemaps; then its front pages."""
        frontier = self._spider.frontiers[site]
        config = frontier.site
        agent = str(self._spider.settings.get("USER_AGENT"))
        for start in config.start:
            frontier.add_source(start, "start")
        for feed in config.feeds:
            frontier.add_source(feed, "feed")
        for sitemap in (*config.sitemaps, *parse_robots(body, url, agent).sitemaps):
            frontier.add_source(sitemap, "sitemap")
        if not frontier.names_sources:
            for guess in guessed_sitemaps(config.start[0])[:_GUESSES]:
                frontier.add_source(guess, "sitemap", guess=True)

    def _read_sitemap(self, response: Response, site: str) -> None:
        sitemap = parse_sitemap(response.body, response.url)
        if sitemap is None:
            self._spider.frontiers[site].refused["no-sitemap"] += 1
            return
        self._spider.frontiers[site].add_sitemaps(sitemap.sitemaps)
        self._spider.frontiers[site].add_entries(sitemap.entries)

    def _read_feed(self, response: Response, site: str) -> None:
        feed = parse_feed(response.body, response.url)
        if feed is None:
            self._spider.frontiers[site].refused["no-feed"] += 1
            return
        self._spider.frontiers[site].add_entries(feed.entries)

    def _read_page(self, response: Response, site: str, visit: Visit) -> Reading:
        """A page: its links to follow, and itself for the pipelines to judge."""
        frontier = self._spider.frontiers[site]
        if response.status == 304:
            self._not_modified(visit)
            frontier.refused["not-modified"] += 1
            return NOTHING
        reason = frontier.arrived(visit, response.url) or _unfit(response)
        if reason:
            frontier.refused[reason] += 1
            self._spider.outcomes.led_to(response.url, visit.url)
            return NOTHING
        self._spider.outcomes.tallies[site].fetched += not visit.rendered
        page = Page.from_response(response, hints=dict(visit.hints))
        if visit.rendered or response.meta.get("playwright"):
            page = rendered_styles(page, response)
        elif needs_rendering(response.body):
            if can_render(self._spider.settings):
                return Reading(again=(dataclasses.replace(visit, rendered=True),))
            frontier.refused["needs-rendering"] += 1
        if self._leads_on(response, site, visit) and self._follow(page, site, visit) == "elsewhere":
            frontier.refused["amp"] += 1
            return NOTHING
        if visit.purpose == "start":
            return NOTHING
        self._expect(page, response, site, visit)
        return Reading(pages=(page,))

    def _leads_on(self, response: Response, site: str, visit: Visit) -> bool:
        if visit.purpose == "start":
            return True
        wants = self._spider.frontiers[site].wants
        return self._new_links[site].among(response.body, response.url, wants)

    def _follow(self, page: Page, site: str, visit: Visit) -> Literal["here", "elsewhere"]:
        """Hand the links of a page to the frontier; tell whether the page itself is better read elsewhere."""
        frontier = self._spider.frontiers[site]
        try:
            root = parse(page, self._limits).root
        except InputError:
            return "here"  # the pipelines meet the same error, and drop the page by name
        start = visit.purpose == "start"
        if start:
            self._find_feeds(root, page.url, site)
        links = page_links(root, page.url, frontier.wants)
        named = [PageLink(url) for url in (links.next_page, links.canonical if links.is_amp else None) if url]
        frontier.add_links((*links.links, *named), time() if start else visit.moment)
        if links.is_amp and links.canonical and links.canonical != page.url:
            return "elsewhere" if frontier.site.owns(links.canonical) else "here"
        return "here"

    def _find_feeds(self, root: Any, url: str, site: str) -> None:
        frontier = self._spider.frontiers[site]
        for feed in feed_links(root, url):
            frontier.add_source(feed, "feed")
        if not frontier.names_sources:
            for guess in guessed_feeds(url)[:_GUESSES]:
                frontier.add_source(guess, "feed", guess=True)

    def _expect(self, page: Page, response: Response, site: str, visit: Visit) -> None:
        self._spider.outcomes.expect(
            page.url,
            site,
            Seen(
                fetched=time(),
                etag=_header(response, "ETag"),
                last_modified=_header(response, "Last-Modified"),
            ),
            visit.url,
        )

    def _not_modified(self, visit: Visit) -> None:
        store = self._spider.seen
        if store is not None and (seen := store.get(visit.url)):
            store.put(visit.url, seen._replace(fetched=time()))


def _unfit(response: Response) -> str | None:
    """Why an answer is no page to read; servers send pages under wrong types, and others as pages."""
    beginning = response.body[:512].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if not isinstance(response, HtmlResponse) and not beginning.startswith(_HTML_BEGINNINGS):
        return "not-html"
    if "dataloss" in response.flags and b"</html" not in response.body[-2048:].lower():
        return "truncated"
    return None


def _header(response: Response, name: str) -> str | None:
    value = response.headers.get(name)
    return value.decode("latin-1") if value else None
