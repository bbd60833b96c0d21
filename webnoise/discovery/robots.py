"""What robots.txt has beside its rules: sitemaps and the crawl delay."""

from __future__ import annotations

import math
from dataclasses import dataclass

from webnoise.discovery.entries import readable_text
from webnoise.urls.normal import resolve

_MAX_BYTES = 500 * 1024  # RFC 9309, 2.5: crawlers must read at least 500 KiB, and need not read more


@dataclass(frozen=True, slots=True)
class Robots:
    """`crawl_delay` is in seconds between two requests, None when the site asks for none."""

    sitemaps: tuple[str, ...] = ()
    crawl_delay: float | None = None


def parse_robots(body: bytes, url: str, user_agent: str) -> Robots:
    """Sitemaps and delay that the robots.txt at `url` gives for `user_agent`.

    The delay is that of the group for our agent, or of `*`; Request-rate (pages per seconds) counts as
    the pause it amounts to, and the longer of the two holds. Whether a page may be fetched is asked of
    Scrapy's own middleware, which reads the same file with the same parser.
    """
    from protego import Protego

    rules = Protego.parse(readable_text(body[:_MAX_BYTES]))
    found = (resolve(url, sitemap) for sitemap in rules.sitemaps)
    delays = [rules.crawl_delay(user_agent)]
    rate = rules.request_rate(user_agent)
    if rate is not None and rate.requests > 0:
        delays.append(rate.seconds / rate.requests)
    asked = [delay for delay in delays if delay is not None and 0 < delay < math.inf]
    return Robots(tuple(dict.fromkeys(sitemap for sitemap in found if sitemap)), max(asked, default=None))
