"""The Scrapy components that the spider brings along, whatever project it runs in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.utils.misc import load_object

from webnoise.spiders.render import add_rendering

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

__all__ = ["add_components"]

_COMPONENTS = {
    "DOWNLOADER_MIDDLEWARES": {
        "webnoise.spiders.own_site.OwnSite": 40,
        "webnoise.spiders.politeness.RobotsOnce": 50,
    },
    # Behind AutoThrottle (0), whose delays it corrects.
    "EXTENSIONS": {"webnoise.spiders.politeness.Politeness": 100, "webnoise.spiders.progress.Progress": 600},
    "ITEM_PIPELINES": {"webnoise.spiders.freshness.FreshnessPipeline": 450},
}


def add_components(settings: BaseSettings) -> None:
    """Add what is not there; what the project itself lists keeps its place.

    At the priority of a spider: `scrapy crawl` writes what lies below anew after this was called.
    """
    for name, components in _COMPONENTS.items():
        listed = settings.getdict(name)
        known = {load_object(component) for component in listed}
        missing = {path: place for path, place in components.items() if load_object(path) not in known}
        settings.set(name, {**listed, **missing}, "spider")
    add_rendering(settings)
    if settings.getpriority("CONCURRENT_ITEMS") == 0:
        # Scrapy makes so many tasks for every response; an answer here gives a page and a few requests.
        settings.set("CONCURRENT_ITEMS", 2, "spider")
    if settings.getpriority("SCHEDULER_PRIORITY_QUEUE") == 0:
        # Sites in turn, so that a slow one does not hold the others up.
        settings.set("SCHEDULER_PRIORITY_QUEUE", "scrapy.pqueues.DownloaderAwarePriorityQueue", "spider")
