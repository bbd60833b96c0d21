"""Scrapy's feed exporter, which here acknowledges each item that is written."""

from __future__ import annotations

import logging
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from scrapy import Spider
from scrapy.exceptions import CloseSpider
from scrapy.extensions.feedexport import FeedExporter, FeedSlot, FileFeedStorage, StdoutFeedStorage

from webnoise.stores.lines import json_object, last_line_start

_LOG = logging.getLogger(__name__)
_JSON_LINES = frozenset({"jsonlines", "jsonl", "jl"})
_LINES = _JSON_LINES | {"csv"}
_ENCODINGS = frozenset({"utf-8", "utf8", "ascii"})  # in which a line ends with one certain byte

UNWRITABLE = "output_unwritable"
"""Why a crawl is closed whose output cannot be written."""


class Recorder(Protocol):
    """Who wants to know what became of each item."""

    async def written(self, item: Any) -> None: ...

    def unwritten(self, item: Any) -> None: ...


class AcknowledgingFeedExporter(FeedExporter):
    """Write each item at once, and report to `recorder` that it was written, or was not.

    Then every feed has handed the item to the operating system, or does when it is stored. `failure` says why
    a feed cannot be written any more; nothing is written then, for what follows half a line is lost with it.
    """

    failure: str | None = None
    recorder: Recorder | None = None

    def open_spider(self, spider: Spider) -> None:
        """A file that cannot be written ends the run now; half a line of a killed one is taken away."""
        super().open_spider(spider)
        try:
            for slot in self.slots:
                if isinstance(slot.storage, FileFeedStorage) and slot.store_empty:
                    _touch(Path(slot.storage.path))
                if path := _appended(slot):
                    end_last_line(path)
        except OSError as error:
            self._fail(error)
            raise CloseSpider(UNWRITABLE) from error

    async def item_scraped(self, item: Any, spider: Spider) -> None:  # type: ignore[override]  # Scrapy awaits it
        is_written = False
        try:
            if self.failure is None:
                super().item_scraped(item, spider)
                for slot in self.slots:
                    if slot.file is not None:
                        slot.file.flush()
                is_written = True
        except OSError as error:
            self._fail(error)
        finally:
            if self.recorder is not None and not is_written:
                self.recorder.unwritten(item)
        if self.recorder is not None and is_written:
            await self.recorder.written(item)

    @property
    def writes_lines(self) -> bool:
        """Whether each line lasts once it is written: to a local file or standard output."""
        return all(
            isinstance(slot.storage, FileFeedStorage | StdoutFeedStorage)
            and slot.format in _LINES
            and "postprocessing" not in slot.feed_options
            for slot in self.slots
        )

    @property
    def appended(self) -> Path | None:
        """The only feed's file, if it is one of JSON lines that are appended to earlier ones."""
        return _appended(self.slots[0]) if len(self.slots) == 1 else None

    @property
    def lines_file(self) -> Path | None:
        """The only feed's file, if it is one of JSON lines, new or not."""
        return _lines_file(self.slots[0]) if len(self.slots) == 1 else None

    @property
    def position(self) -> int:
        """How long that file is."""
        file = self.slots[0].file
        return file.tell() if file is not None else 0

    @property
    def stored(self) -> bool:
        """Whether every feed that is closed was stored."""
        assert self.crawler.stats is not None
        counts = self.crawler.stats.get_stats()
        return self.failure is None and not any(
            name.startswith("feedexport/failed_count/") for name in counts
        )

    def _fail(self, error: OSError) -> None:
        names = error.filename or ", ".join(slot.uri for slot in self.slots)
        self.failure = f"{names} cannot be written: {error.strerror or error}"
        _LOG.error("%s; make room or name another output, and run again for the rest", self.failure)
        for slot in self.slots:
            if not _is_writable(slot):
                slot.itemcount, slot.store_empty = 0, False  # it cannot be stored either


def _is_writable(slot: FeedSlot) -> bool:
    if slot.file is None:
        return False
    try:
        slot.file.flush()
    except OSError:
        with suppress(OSError):
            slot.file.close()
        return False
    return True


def _appended(slot: FeedSlot) -> Path | None:
    """Return the file of a feed that appends to the lines of earlier runs."""
    path = _lines_file(slot)
    return path if getattr(slot.storage, "write_mode", "") == "ab" else None


def _lines_file(slot: FeedSlot) -> Path | None:
    """Return the file of a feed of JSON lines."""
    storage, options = slot.storage, slot.feed_options
    if not isinstance(storage, FileFeedStorage):
        return None
    if slot.format not in _JSON_LINES or "postprocessing" in options:
        return None
    encoding = (options["encoding"] or "utf-8").lower()
    return Path(storage.path).absolute() if encoding in _ENCODINGS else None


def _touch(path: Path) -> None:
    """Raise OSError for a file that could not be written to."""
    if path.is_file() or path.is_dir() or not path.exists():  # a pipe would be ended by this
        path.parent.mkdir(parents=True, exist_ok=True)
        path.open("ab").close()


def end_last_line(path: Path) -> None:
    """End the last line; half an object, which a kill leaves, is cut off."""
    if not path.exists() or not path.stat().st_size:
        return
    with path.open("rb+") as file:
        begin = last_line_start(file)
        file.seek(begin)
        tail = file.read()
        if not tail:
            return
        if tail.startswith(b"{") and json_object(tail) is None:
            file.truncate(begin)
            _LOG.warning("%s ended in half a line of %d bytes: it is cut off", path, len(tail))
        else:
            file.write(b"\n")
