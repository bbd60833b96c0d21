"""What travels between Spark and Python: columns of Arrow on one side, our values on the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from webnoise.batch.inputs import Place, Skipped, StoredPage
from webnoise.batch.outputs import article_schema
from webnoise.model import Page


def page_schema() -> Any:
    """A page, or (`skipped`, `detail`) why there is none at its place."""
    return _schema("source position:int64 url html:binary fetched content_type encoding skipped detail")


def memory_schema() -> Any:
    """What a part of a site's pages has taught."""
    return _schema("site branch:int64 memory:binary")


WAY_COLUMNS = ("key", "signature", "elsewhere", "published_at", "skipped", "detail")
"""Columns that are not the article's: what duplicates are found by, or why there is no article."""


def row_schema(also: tuple[str, ...]) -> Any:
    """An article, and what only the way there needs."""
    import pyarrow as pa

    way = _schema("key signature:binary elsewhere:bool published_at:double skipped detail")
    return pa.schema([*article_schema(also), *way])


def _schema(columns: str) -> Any:
    import pyarrow as pa

    pairs = (column.partition(":") for column in columns.split())
    return pa.schema([(name, pa.type_for_alias(kind or "string")) for name, _, kind in pairs])


def spark_type(schema: Any) -> Any:
    """A schema of Arrow as Spark has it."""
    from pyspark.sql.pandas.types import from_arrow_schema

    return from_arrow_schema(schema)


def page_of(row: dict[str, Any]) -> StoredPage | Skipped:
    place = Place(row["source"] or "", row["position"])
    if row["skipped"]:
        return Skipped(place, row["skipped"], row["detail"] or "")
    fields = {name: row[name] for name in ("fetched", "content_type", "encoding")}
    return StoredPage(place, Page(row["url"] or "", row["html"] or b"", **fields))


def row_of_item(item: StoredPage | Skipped) -> dict[str, Any]:
    row: dict[str, Any] = {"source": item.place.source, "position": item.place.position}
    if isinstance(item, Skipped):
        return {**row, "skipped": item.reason, "detail": item.detail}
    page = item.page
    html = page.html if isinstance(page.html, bytes) else page.html.encode("utf-8", "surrogatepass")
    encoding = page.encoding if isinstance(page.html, bytes) else "utf-8"
    return {
        **row,
        "url": page.url,
        "html": html,
        "fetched": page.fetched,
        "content_type": page.content_type,
        "encoding": encoding,
    }


def rows_of(batches: Iterator[Any]) -> Iterator[dict[str, Any]]:
    for batch in batches:
        yield from batch.to_pylist()


def batches_of(rows: Iterator[dict[str, Any]], schema: Any, most: int = 64) -> Iterator[Any]:
    """Rows as batches of a schema, a few at a time."""
    import pyarrow as pa

    gathered: list[dict[str, Any]] = []
    for row in rows:
        gathered.append(row)
        if len(gathered) >= most:
            yield pa.RecordBatch.from_pylist(gathered, schema)
            gathered = []
    if gathered:
        yield pa.RecordBatch.from_pylist(gathered, schema)
