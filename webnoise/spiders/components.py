"""The Scrapy components and settings that the spider brings along, whatever project it runs in."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from scrapy.settings import BaseSettings
from scrapy.utils.misc import load_object

from webnoise import settings as ours
from webnoise.spiders.rendering import add_rendering, require_rendering
from webnoise.spiders.sites import SiteConfig

_logger = logging.getLogger(__name__)

_COMPONENTS: dict[str, dict[str, int | None]] = {
    "DOWNLOADER_MIDDLEWARES": {
        "webnoise.middlewares.redirects.OffsiteRedirectMiddleware": 40,
        "webnoise.middlewares.redirects.PrivateAddressMiddleware": 45,
        "webnoise.middlewares.politeness.RobotsCacheMiddleware": 50,
        "webnoise.middlewares.redirects.PrivateNameMiddleware": 760,
    },
    # Politeness after AutoThrottle (0), whose delays it corrects.
    "EXTENSIONS": {
        "scrapy.extensions.feedexport.FeedExporter": None,
        "webnoise.spiders.feeds.AcknowledgingFeedExporter": 0,
        "webnoise.middlewares.politeness.Politeness": 100,
        "webnoise.spiders.progress.Progress": 600,
    },
}

_DEFAULTS = {
    # Sites in turn, so that a slow one does not hold the others up.
    "SCHEDULER_PRIORITY_QUEUE": "scrapy.pqueues.DownloaderAwarePriorityQueue",
    # Scrapy makes so many tasks for each response, which here gives one page.
    "CONCURRENT_ITEMS": 1,
    # The response that a request is yielded with is not the page that linked to it.
    "REFERRER_POLICY": "no-referrer",
    # Newspapers reload their pages every few minutes by themselves: that is no redirect.
    "METAREFRESH_MAXDELAY": 5,
    # Scrapy's own defaults neither wait nor obey robots.txt.
    "ROBOTSTXT_OBEY": ours.ROBOTSTXT_OBEY,
    "DOWNLOAD_DELAY": ours.DOWNLOAD_DELAY,
    "CONCURRENT_REQUESTS": ours.CONCURRENT_REQUESTS,
    "CONCURRENT_REQUESTS_PER_DOMAIN": ours.CONCURRENT_REQUESTS_PER_DOMAIN,
    "AUTOTHROTTLE_ENABLED": ours.AUTOTHROTTLE_ENABLED,
    "AUTOTHROTTLE_START_DELAY": ours.AUTOTHROTTLE_START_DELAY,
}
"""Settings of a project that has not chosen its own."""


def add_components(settings: BaseSettings) -> None:
    """Add the components that the project does not list itself, or a class derived from them.

    At the priority of a spider: `scrapy crawl` overwrites lower priorities after this call.
    """
    for name, components in _COMPONENTS.items():
        listed = settings.getdict(name)
        known = {load_object(component) for component in listed}
        missing = {
            path: order for path, order in components.items() if known.isdisjoint(load_object(path).__mro__)
        }
        settings.set(name, {**listed, **missing}, "spider")
    add_rendering(settings)
    for name, value in _DEFAULTS.items():
        if settings.getpriority(name) == 0:
            settings.set(name, value, "spider")


def adapt_settings(settings: BaseSettings, sites: Sequence[SiteConfig], *, is_demo: bool) -> None:
    """Set what depends on the sites."""
    if any(site.render for site in sites):
        require_rendering(settings)
    if is_demo:
        # Our own server on this machine needs no politeness, and no proxy knows the way to it.
        own = {"DOWNLOAD_DELAY": 0, "AUTOTHROTTLE_ENABLED": False, "HTTPPROXY_ENABLED": False}
        settings.setdict(own, priority="spider")
    elif not settings.get("WEBNOISE_CONTACT_URL"):
        _logger.info(
            "Sites cannot see whom to write to: set WEBNOISE_CONTACT_URL to a page about your crawl."
        )
