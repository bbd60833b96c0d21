"""Scrapy's stats, counted without detours."""

from __future__ import annotations

from scrapy.statscollectors import MemoryStatsCollector


class PlainStats(MemoryStatsCollector):
    """The stats of one run, in memory.

    Scrapy looks at the arguments of every call for a spider that nobody hands over any more, and raises and
    catches an error for every attribute on the way: for some forty counts a page, that is seventeen times
    what counting takes.
    """

    __getattribute__ = object.__getattribute__
