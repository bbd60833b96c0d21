"""Feeds that go on where an earlier run has ended: only some formats can."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

from scrapy.exporters import CsvItemExporter, JsonItemExporter, XmlItemExporter
from scrapy.settings import BaseSettings
from scrapy.utils.misc import load_object

from webnoise.config import Config
from webnoise.errors import ConfigError

# Their files have a beginning and an end: what is appended makes them unreadable.
_CLOSED_FORMATS = (JsonItemExporter, XmlItemExporter, CsvItemExporter)


def check_feeds(settings: BaseSettings) -> None:
    """Refuse a feed that this run, or the next one of its kind, would spoil by appending to it."""
    if not (Config.from_settings(settings).incremental or settings.get("JOBDIR")):
        return
    exporters = settings.getwithbase("FEED_EXPORTERS")
    for name, options in settings.getdict("FEEDS").items():
        kind = exporters.get(options.get("format"))
        if kind and load_object(kind) in _CLOSED_FORMATS and _goes_on(str(name), options):
            path = PurePath(name)
            raise ConfigError(
                f"{name}: a run that goes on cannot append to a {options['format']} file: write "
                f"{path.with_suffix('.jsonl')}, or a new file in each run, "
                f"{path.with_name(f'{path.stem}-%(time)s{path.suffix}')}"
            )


def _goes_on(name: str, options: Mapping[str, Any]) -> bool:
    """Whether the feed is a file that the next run appends to."""
    is_file = "://" not in name or name.startswith("file:")
    if not is_file or name.startswith("stdout:") or "%(time)s" in name or "%(batch_time)s" in name:
        return False
    headless = options.get("item_export_kwargs", {}).get("include_headers_line") is False
    return not options.get("overwrite") and not headless
