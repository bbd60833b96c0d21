"""Discovery: what a site publishes and where, from feeds, sitemaps, robots.txt and the links of its pages.

Pure functions over bytes, parsed trees and addresses; nothing here fetches, and nothing knows Scrapy.
"""

from webnoise.discovery.entries import Entry
from webnoise.discovery.feeds import Feed, feed_links, guessed_feeds, parse_feed
from webnoise.discovery.links import PageLink, PageLinks, page_links
from webnoise.discovery.patterns import UrlPatterns, url_pattern
from webnoise.discovery.robots import Robots, parse_robots
from webnoise.discovery.scores import article_score
from webnoise.discovery.sitemaps import Sitemap, SitemapLink, guessed_sitemaps, parse_sitemap
from webnoise.discovery.traps import TrapGuard, looks_like_trap
from webnoise.metadata.dates.read import as_utc, iso_date

__all__ = [
    "Entry",
    "Feed",
    "PageLink",
    "PageLinks",
    "Robots",
    "Sitemap",
    "SitemapLink",
    "TrapGuard",
    "UrlPatterns",
    "article_score",
    "as_utc",
    "feed_links",
    "guessed_feeds",
    "guessed_sitemaps",
    "iso_date",
    "looks_like_trap",
    "page_links",
    "parse_feed",
    "parse_robots",
    "parse_sitemap",
    "url_pattern",
]
