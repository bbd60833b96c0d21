"""Only some formats of feeds can be appended to by a later run."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scrapy.exporters import CsvItemExporter, JsonItemExporter, XmlItemExporter
from scrapy.settings import BaseSettings
from scrapy.utils.misc import load_object
from w3lib.url import file_uri_to_path

from webnoise.config import Config
from webnoise.errors import ConfigError
from webnoise.stores import is_redis

_LINES = frozenset({"jsonlines", "jsonl", "jl", "csv"})
# Their files have a beginning and an end: what is appended makes them unreadable.
_CLOSED_FORMATS = (JsonItemExporter, XmlItemExporter, CsvItemExporter)


def check_feeds(settings: BaseSettings) -> None:
    """Refuse a feed that this run, or the next one of its kind, would spoil by appending to it."""
    config = Config.from_settings(settings)
    if is_redis(config.store):
        _check_shared(settings)
    if not (config.incremental or settings.get("JOBDIR")):
        return
    exporters = settings.getwithbase("FEED_EXPORTERS")
    for feed, options in settings.getdict("FEEDS").items():
        path, exporter = _file_of(str(feed)), exporters.get(options.get("format"))
        if path and exporter and load_object(exporter) in _CLOSED_FORMATS and _is_appended_to(options):
            raise ConfigError(
                f"{feed}: a run that goes on cannot append to a {options['format']} file: write "
                f"{path.with_suffix('.jsonl')}, or a new file in each run, "
                f"{path.with_name(f'{path.stem}-%(time)s{path.suffix}')}"
            )


def _check_shared(settings: BaseSettings) -> None:
    """A process of a shared crawl may die: what has come out must be in its file by then."""
    for feed, options in settings.getdict("FEEDS").items():
        place = str(feed)
        is_here = place == "stdout:" or "://" not in place.removeprefix("file://")
        if not is_here or options.get("format") not in _LINES:
            raise ConfigError(
                f"{place}: a crawl that processes share writes line after line: name a file of its own for "
                "each process, -o articles-1.jsonl"
            )


def _file_of(feed: str) -> Path | None:
    """The one file that all runs write a feed to; None for other places, and where each run has its own."""
    if feed.startswith("file:"):
        feed = file_uri_to_path(feed)
    return None if "://" in feed or feed == "stdout:" or "%(" in feed else Path(feed)


def _is_appended_to(options: Mapping[str, Any]) -> bool:
    headless = options.get("item_export_kwargs", {}).get("include_headers_line") is False
    return not options.get("overwrite") and not headless
