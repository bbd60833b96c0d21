"""The pages of each kind of input, one at a time, in order; non-pages are yielded as `Skipped`.

Every reader can begin after a position, so that a run that was killed goes on where it stopped.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from importlib.util import find_spec
from itertools import chain
from typing import Any

from webnoise.batch.inputs import Input, Item, Place, Skipped, StoredPage, open_input, unpacked
from webnoise.batch.warc import read_warc
from webnoise.config import Config
from webnoise.errors import ConfigError
from webnoise.model import Page

_ROWS_AT_ONCE = 32
_OWN_FIELDS = ("fetched", "content_type", "encoding")
_NEEDS = {"warc": ("fastwarc", "warc"), "parquet": ("pyarrow", "parquet")}


def check_readable(given: Input) -> None:
    """Refuse an input that a package is missing for, before anything is begun."""
    package, extra = _NEEDS.get(given.kind, ("", ""))
    if package and find_spec(package) is None:
        raise ConfigError(
            f"{given.name} is a {given.kind} file, which {package} reads: pip install 'webnoise[{extra}]'"
        )


def read_pages(given: Input, config: Config, after: int | None = None) -> Iterator[Item]:
    """The items of one input; those up to the position `after` were had before."""
    readers: dict[str, Callable[[Input, Config, int | None], Iterator[Item]]] = {
        "page": _read_page,
        "warc": _read_warc,
        "parquet": _read_parquet,
        "jsonl": _read_jsonl,
        "missing": _read_missing,
    }
    try:
        yield from readers[given.kind](given, config, after)
    except OSError as error:
        yield Skipped(
            Place(given.name), "unreadable", f"cannot be read: {error.strerror or error}", given.size
        )


def _read_missing(given: Input, _config: Config, _after: int | None) -> Iterator[Item]:
    with open_input(given):
        pass
    yield Skipped(Place(given.name), "unreadable", "could not be read when the run began: run again")


def _read_page(given: Input, config: Config, after: int | None) -> Iterator[Item]:
    del after  # a file is one page: nobody asks for what follows it
    place = Place(given.name)
    with open_input(given) as file:
        if given.size > config.max_bytes:
            yield _too_large(place, given.size, config, given.size)
            return
        try:
            body = unpacked(file).read(config.max_bytes + 1)
        except (OSError, EOFError, ValueError) as error:
            yield Skipped(place, "damaged", f"is packed, but not whole: {error}", given.size)
            return
    if len(body) > config.max_bytes:
        yield _too_large(place, len(body), config, given.size)
    else:
        yield StoredPage(place, Page("", body), given.size)


def _read_warc(given: Input, config: Config, after: int | None) -> Iterator[Item]:
    with open_input(given) as file:
        yield from read_warc(file, given.name, config.max_bytes, after)


def _read_jsonl(given: Input, config: Config, after: int | None) -> Iterator[Item]:
    had, number = after or 0, 0
    with open_input(given) as file:
        try:
            for number, line in enumerate(unpacked(file), 1):
                if number > had and line.strip():
                    yield _page_of_line(line, Place(given.name, number), config, file.tell())
        except (EOFError, ValueError, OSError) as error:
            if number + 1 > had:
                detail = f"the file is damaged from here on: {error}"
                yield Skipped(Place(given.name, number + 1), "damaged", detail, given.size)


def _page_of_line(line: bytes, place: Place, config: Config, done: int) -> Item:
    if len(line) > 2 * config.max_bytes:  # escapes make a page longer, hardly twice as long
        return _too_large(place, len(line), config, done)
    try:
        record = json.loads(line)
    except ValueError as error:
        return Skipped(place, "damaged", f"it is no JSON: {error}", done)
    if not isinstance(record, dict):
        detail = f"it is no JSON object but {type(record).__name__}: write one object on each line"
        return Skipped(place, "damaged", detail, done)
    return _page_of_record(record, place, config, done)


def _page_of_record(record: Mapping[str, Any], place: Place, config: Config, done: int) -> Item:
    html, url = record.get(config.html_field), record.get(config.url_field)
    if not isinstance(html, str | bytes):
        known = ", ".join(map(str, record)) or "none"
        detail = (
            f"it has no HTML under {config.html_field!r} (it has {known}): name the field by --html-field"
        )
        return Skipped(place, "no-html", detail, done)
    if len(html) > config.max_bytes:
        return _too_large(place, len(html), config, done)
    own = {name: value for name in _OWN_FIELDS if isinstance(value := record.get(name), str)}
    return StoredPage(place, Page(str(url or ""), html, **own), done)  # type: ignore[arg-type]


def _read_parquet(given: Input, config: Config, after: int | None) -> Iterator[Item]:
    import pyarrow as pa
    from pyarrow import parquet

    with open_input(given) as opened:
        try:
            file = parquet.ParquetFile(opened)
        except (pa.ArrowException, OSError) as error:
            yield Skipped(Place(given.name), "damaged", f"it is no whole Parquet file: {error}", given.size)
            return
        known = file.schema_arrow.names
        if config.html_field not in known:
            detail = f"it has no column {config.html_field!r} but {', '.join(known)}: name it by --html-field"
            yield Skipped(Place(given.name), "no-column", detail, given.size)
            return
        columns = [name for name in (config.html_field, config.url_field, *_OWN_FIELDS) if name in known]
        for row, record in _rows(file, columns, after or 0):
            if row > (after or 0):
                place, done = Place(given.name, row), given.size * row // file.metadata.num_rows
                if isinstance(record, str):
                    yield Skipped(place, "damaged", record, done)
                else:
                    yield _page_of_record(record, place, config, done)


def _rows(file: Any, columns: list[str], after: int) -> Iterator[tuple[int, dict[str, Any] | str]]:
    """Rows with their numbers, without groups that were had; where a group is damaged, why it ends there."""
    import pyarrow as pa

    end = 0
    for group in range(file.num_row_groups):
        row, end = end, end + file.metadata.row_group(group).num_rows
        if end <= after:
            continue
        batches = file.iter_batches(_ROWS_AT_ONCE, row_groups=[group], columns=columns)
        try:
            for record in chain.from_iterable(batch.to_pylist() for batch in batches):
                row += 1
                yield row, record
        except (pa.ArrowException, OSError) as error:
            yield row + 1, f"the rows from here to {end} are damaged: {error}"


def _too_large(place: Place, size: int, config: Config, done: int) -> Skipped:
    detail = f"it has {size:,} bytes, more than max_bytes = {config.max_bytes:,}; raise that to read it"
    return Skipped(place, "beyond-limits", detail, done)
