"""Where requests may lead: not off the site, where they cost another site for nothing; never into a network
that nobody named.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest, NotConfigured
from scrapy.utils.asyncio import run_in_thread

from webnoise.middlewares.private import is_private, leads_inside
from webnoise.pipelines.session import KnowsHosts, KnowsSites
from webnoise.urls.domains import hostname, is_listed


class Refused(IgnoreRequest):
    """A request that shall not be made: `reason` is a code to count by, `pause` what the site asks for."""

    def __init__(self, reason: str, words: str, remedy: str = "", pause: float = 0.0) -> None:
        super().__init__(words)
        self.reason = reason
        self.remedy = remedy
        self.pause = pause


class OffsiteRedirectMiddleware:
    """A downloader middleware, before that of robots.txt, for a spider with `owns(site, url)`.

    It looks at requests that name their site in `meta["webnoise_site"]`. Those for front pages and feeds name
    none: a front page may move, and the site with it.
    """

    def __init__(self, owns: Callable[[str, str], bool]) -> None:
        self._owns = owns

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        if not isinstance(crawler.spider, KnowsSites):
            raise NotConfigured
        return cls(crawler.spider.owns)

    def process_request(self, request: Request) -> None:
        site = request.meta.get("webnoise_site")
        if site is not None and request.meta.get("redirect_times") and not self._owns(site, request.url):
            raise Refused("offsite", "redirected off the site")


class PrivateAddressMiddleware:
    """A downloader middleware: loopback and private addresses are asked only where a person named them.

    A page, feed, sitemap or redirect of the web that leads there is after what the machine can reach and its
    author cannot. Named are the hosts of the sites that are crawled, and those of `WEBNOISE_PRIVATE_HOSTS`.
    """

    def __init__(self, named: Callable[[], frozenset[str]], always: frozenset[str]) -> None:
        self._named = named
        self._always = always

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        if not isinstance(crawler.spider, KnowsHosts):
            raise NotConfigured
        return cls(crawler.spider.hosts, frozenset(crawler.settings.getlist("WEBNOISE_PRIVATE_HOSTS")))

    def process_request(self, request: Request) -> None:
        host = hostname(request.url)
        if is_private(host) and host not in self.allowed():
            raise _inward(host)

    def allowed(self) -> frozenset[str]:
        return self._always | {_without_port(name) for name in self._named()}


class PrivateNameMiddleware(PrivateAddressMiddleware):
    """The same for names that DNS leads to such addresses; after the middleware of proxies.

    A proxy resolves names by itself. Each name is resolved once, before its first request.
    """

    def __init__(self, named: Callable[[], frozenset[str]], always: frozenset[str]) -> None:
        super().__init__(named, always)
        self._known: dict[str, bool] = {}

    async def process_request(self, request: Request) -> None:  # type: ignore[override]  # Scrapy awaits it
        host = hostname(request.url)
        if request.meta.get("proxy") or host in self._named():
            return
        if host not in self._known:
            self._known[host] = await run_in_thread(leads_inside, host)
        if self._known[host] and not is_listed(host, self.allowed()):
            raise _inward(host)


def _inward(host: str) -> Refused:
    remedy = f"if it is yours, set WEBNOISE_PRIVATE_HOSTS={host}"
    return Refused("private-address", "it leads to a private address", remedy)


def _without_port(host: str) -> str:
    return host if host.count(":") > 1 else host.partition(":")[0]
