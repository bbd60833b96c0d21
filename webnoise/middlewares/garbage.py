"""Garbage is collected less often while a crawl runs."""

from __future__ import annotations

import gc
from typing import ClassVar, Self

from scrapy import signals
from scrapy.crawler import Crawler

_YOUNG = 20_000
"""New containers between two collections, a few megabytes. A page makes thousands, nearly all of which die by
their reference counts: to search them for cycles every 700, as Python does, took a fifteenth of a crawl."""


class RareCollection:
    """What was loaded before a crawl stays out of the search for cycles, and new objects are searched seldom.

    All is as before when the last spider has closed: the process may go on with something else.
    """

    _running: ClassVar[int] = 0
    _before: ClassVar[tuple[int, int, int]]

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        extension = cls()
        crawler.signals.connect(extension.opened, signal=signals.spider_opened)
        crawler.signals.connect(extension.closed, signal=signals.spider_closed)
        return extension

    def opened(self) -> None:
        if not RareCollection._running:
            RareCollection._before = first, *others = gc.get_threshold()
            if first:  # else someone has turned collection off
                gc.set_threshold(max(_YOUNG, first), *others)
        RareCollection._running += 1
        gc.freeze()

    def closed(self) -> None:
        RareCollection._running -= 1
        if not RareCollection._running:
            gc.set_threshold(*RareCollection._before)
            gc.unfreeze()
