"""Rows as a JSONL file, as a Parquet file, or as one file for each page."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from html import escape
from pathlib import Path
from typing import Any, Literal

import xxhash

from webnoise.errors import ConfigError, StoreError
from webnoise.files import atomic_write
from webnoise.model import EXPORTED

PageFormat = Literal["markdown", "text", "html"]
ENDINGS: dict[PageFormat, str] = {"markdown": ".md", "text": ".txt", "html": ".html"}

_ROWS_AT_ONCE = 1000
_NAME_BYTES = 80
_UNSAFE = re.compile(r"[^a-z0-9]+")
_HEADER = ("url", "title", "authors", "published", "modified", "site", "language", "section", "tags")


WriteRow = Callable[[bytes], None]
"""Writes one row, a JSON object."""


def open_file_output(
    path: Path, also: tuple[str, ...] = (), *, part: Path
) -> AbstractContextManager[WriteRow]:
    """Open the output that the ending of a file's name names; `also` are columns beside an article's own.

    Rows are written to the file `part`, which takes the name `path` when all is well.
    """
    check_output(path)
    return _parquet_output(path, also, part) if path.suffix == ".parquet" else _jsonl_output(path, part)


def check_output(path: Path) -> None:
    """Refuse what cannot be written before anything is read."""
    if path.suffix not in (".parquet", ".jsonl"):
        raise ConfigError(f"{path}: an ending that says the format is wanted: .jsonl or .parquet")
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise ConfigError(f"cannot write {path}: name a file in a folder that is there")
    if path.suffix == ".parquet":
        from importlib.util import find_spec

        if find_spec("pyarrow") is None:
            raise ConfigError(
                f"{path} is a Parquet file, which pyarrow writes: pip install 'webnoise[parquet]'"
            )


@contextmanager
def _jsonl_output(path: Path, part: Path) -> Iterator[WriteRow]:
    with atomic_write(path, part), part.open("wb") as file:

        def write(row: bytes) -> None:
            file.write(row + b"\n")

        yield write


@contextmanager
def _parquet_output(path: Path, also: tuple[str, ...], part: Path) -> Iterator[WriteRow]:
    from pyarrow import parquet

    schema = article_schema(also)
    rows: list[dict[str, Any]] = []
    with atomic_write(path, part), parquet.ParquetWriter(part, schema, compression="zstd") as writer:

        def write(row: bytes) -> None:
            rows.append(json.loads(row))
            if len(rows) >= _ROWS_AT_ONCE:
                writer.write_table(table_of(rows, schema))
                rows.clear()

        yield write
        if rows:
            writer.write_table(table_of(rows, schema))


@contextmanager
def folder_output(folder: Path, form: PageFormat, *, part: Path) -> Iterator[WriteRow]:
    """Write one file for each page, in a folder for each site. A page gets the same name in every run."""
    folder.mkdir(parents=True, exist_ok=True)

    def write(row: bytes) -> None:
        article = json.loads(row)
        path = folder / file_name(article, ENDINGS[form])
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            part.write_text(page_text(article, form), encoding="utf-8", errors="replace")
            part.replace(path)
        except OSError as error:
            raise StoreError(f"cannot write {path}: {error.strerror}; make room, and run again") from error

    yield write


def file_name(article: dict[str, Any], ending: str) -> str:
    """`site/title-of-the-page-1f0a9c77.md`: letters, digits and hyphens alone, whatever a page is called.

    The last part is a hash of where the page comes from: titles are not unique.
    """
    place = json.dumps([article.get("source"), article.get("position"), article.get("url")])
    suffix = xxhash.xxh3_64_hexdigest(place.encode())[:8]
    site = _safe(str(article.get("site") or "")) or "pages"
    title = _safe(str(article.get("title") or "")) or "page"
    return f"{site}/{title}-{suffix}{ending}"


def _safe(name: str) -> str:
    return _UNSAFE.sub("-", name.lower()).strip("-")[:_NAME_BYTES].strip("-")


def page_text(article: dict[str, Any], form: PageFormat) -> str:
    """One article as a file of its own."""
    title, text = article.get("title") or "", article.get("text") or ""
    if form == "text":
        return f"{title}\n\n{text}\n" if title else f"{text}\n"
    if form == "markdown":
        # YAML reads what JSON writes: nothing on a page can end the header.
        fields = {name: article[name] for name in (*_HEADER, "source", "position") if article.get(name)}
        header = "".join(
            f"{name}: {json.dumps(value, ensure_ascii=False)}\n" for name, value in fields.items()
        )
        headline = f"# {title}\n\n" if title else ""
        return f"---\n{header}---\n\n{headline}{article.get('markdown') or ''}\n"
    language = f' lang="{escape(article["language"])}"' if article.get("language") else ""
    head = f'<meta charset="utf-8"><title>{escape(title)}</title>'
    if article.get("url"):
        head += f'<link rel="canonical" href="{escape(article["url"])}">'
    headline = f"<h1>{escape(title)}</h1>\n" if title else ""
    return (
        f"<!doctype html>\n<html{language}>\n<head>{head}</head>\n<body>\n{headline}"
        f"{article.get('html') or ''}\n</body>\n</html>\n"
    )


def article_schema(also: tuple[str, ...] = ()) -> Any:
    """The columns of a Parquet file of articles, in the order of an article's fields."""
    import pyarrow as pa

    text, texts, number = pa.string(), pa.list_(pa.string()), pa.int64()
    picture = [("url", text), ("caption", text), ("width", number), ("height", number)]
    kinds = {
        "authors": texts,
        "tags": texts,
        "images": pa.list_(pa.struct(picture)),
        "media": pa.list_(pa.struct([("url", text), ("kind", text), *picture[1:]])),
        "paywalled": pa.bool_(),
        "word_count": number,
        "noise": pa.map_(text, number),
        "evidence": pa.map_(text, text),
        "blocks": pa.list_(
            pa.struct(
                [
                    ("text", text),
                    ("kind", text),
                    ("keep", pa.bool_()),
                    ("score", pa.float64()),
                    ("reason", text),
                ]
            )
        ),
        "outlets": texts,
        "position": number,
    }
    names = (*EXPORTED, *also, "source", "position")
    return pa.schema([(name, kinds.get(name, text)) for name in names])


def table_of(rows: list[dict[str, Any]], schema: Any) -> Any:
    """Rows as a table of these columns; what JSON has as an object, the columns have as a map."""
    import pyarrow as pa

    columns = []
    for column in schema:
        values = [row.get(column.name) for row in rows]
        if pa.types.is_map(column.type):
            values = [list(value.items()) if value is not None else None for value in values]
        columns.append(pa.array(values, column.type))
    return pa.Table.from_arrays(columns, schema=schema)
