"""Pages to articles: memories by aggregation, extraction with the memory of the site, duplicates."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from webnoise.batch.inputs import Place, Skipped, StoredPage
from webnoise.batch.spark.columns import (
    WAY_COLUMNS,
    batches_of,
    memory_schema,
    page_of,
    page_schema,
    row_schema,
    rows_of,
    spark_type,
)
from webnoise.batch.spark.duplicates import originals
from webnoise.batch.work import ExtractPage, fields_of, learn_pages, learning_method, sign_article, site_name
from webnoise.config import Config
from webnoise.dedup.originals import originality
from webnoise.errors import ConfigError
from webnoise.methods.base import Memory
from webnoise.model import Page

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_PAGES_AT_ONCE = 32  # learned before their memories are merged
_HELD_PAGES = 8192  # in the memories of one task before they are handed on
_BRANCHES = 32  # partial memories of a site are merged in so many groups, then those
_GROUP_PAGES = 256
"""Pages of one site that one task holds at a time: a site of a million is cut into thousands of groups."""


def articles(
    df: DataFrame, config: Config | None = None, *, url: str | None = None, html: str | None = None
) -> DataFrame:
    """The articles of a DataFrame of pages, one row each, in the columns of an article's fields.

    `df` has a column of HTML (text, or bytes as they came) and one of addresses, named by the configuration
    or here; `fetched`, `content_type`, `encoding`, and `source` and `position`, which say where a page
    stands, are taken where they are there. Near duplicates are dropped, marked or joined as configured.
    """
    config = config or Config()
    pages = _as_pages(df, url or config.url_field, html or config.html_field)
    return finished(extracted(pages, config), config)


def extracted(pages: DataFrame, config: Config) -> DataFrame:
    """Each page as its article, or why it gives none, with what duplicates are found by.

    `pages` has the columns of `page_schema`.
    """
    work = ExtractPage(config, also=config.export_extra)
    if learning_method(config) is None:
        return pages.mapInArrow(partial(_extract_alone, work), spark_type(row_schema(work.also)))
    return _beside_memories(pages, memories(pages, config), work)


def finished(rows: DataFrame, config: Config) -> DataFrame:
    """The articles that come out, without the columns that only the way there needs."""
    found = rows.where("skipped is null")
    if config.duplicates != "keep":
        found = originals(found, config)
    return found.drop(*WAY_COLUMNS)


def memories(pages: DataFrame, config: Config) -> DataFrame:
    """What the pages teach of their sites: a row (site, memory) for each.

    Every task sums up the pages that it happens to have; sums are merged by branches, so that the pages of a
    site, and even their sums, never meet in one task.
    """
    schema = spark_type(memory_schema())
    parts = pages.mapInArrow(partial(_learn, config), schema)

    def merge(table: Any) -> Any:  # Spark counts the parameters
        return _merged(table, config)

    branches = parts.groupBy("site", "branch").applyInArrow(merge, schema)
    return branches.groupBy("site").applyInArrow(merge, schema).select("site", "memory")


def _learn(config: Config, batches: Iterator[Any]) -> Iterator[Any]:
    from pyspark import TaskContext

    context = TaskContext.get()
    branch = context.partitionId() % _BRANCHES if context else 0
    yield from batches_of(_sums(config, rows_of(batches), branch), memory_schema(), most=16)


def _sums(config: Config, rows: Iterator[dict[str, Any]], branch: int) -> Iterator[dict[str, Any]]:
    """The memories of the sites that pages are of; those of many sites are handed on in between."""
    held: dict[str, Memory] = {}
    for chunk in _chunks(rows):
        for site, memory in learn_pages(chunk, config).items():
            if site in held:
                held[site].merge(memory)
            else:
                held[site] = memory
        if sum(memory.pages for memory in held.values()) > _HELD_PAGES:
            yield from (_sum_row(site, branch, memory) for site, memory in held.items())
            held.clear()
    yield from (_sum_row(site, branch, memory) for site, memory in held.items())


def _chunks(rows: Iterator[dict[str, Any]]) -> Iterator[list[StoredPage]]:
    chunk: list[StoredPage] = []
    for row in rows:
        page = page_of(row)
        if isinstance(page, StoredPage):
            chunk.append(page)
        if len(chunk) >= _PAGES_AT_ONCE:
            yield chunk
            chunk = []
    yield chunk


def _sum_row(site: str, branch: int, memory: Memory) -> dict[str, Any]:
    return {"site": site, "branch": branch, "memory": memory.to_bytes()}


def _merged(table: Any, config: Config) -> Any:
    """The sums of one site, or of one of its branches, as one."""
    import pyarrow as pa

    method = learning_method(config)
    assert method is not None
    total = method.new_memory()
    for memory in table.column("memory"):
        total.merge(method.load_memory(memory.as_py()))
    row = _sum_row(table.column("site")[0].as_py(), table.column("branch")[0].as_py(), total)
    return pa.Table.from_pylist([row], memory_schema())


def _beside_memories(pages: DataFrame, learned: DataFrame, work: ExtractPage) -> DataFrame:
    """Groups of a site's pages, each beside a copy of the site's memory."""
    from pyspark.sql import functions as F  # noqa: N812

    named = pages.withColumn("site", F.udf(_site, "string", useArrow=False)("url", "source", "position"))
    sizes = named.groupBy("site").agg(F.ceil(F.count("*") / _GROUP_PAGES).alias("groups"))
    number = F.xxhash64("source", "position", "url")
    cut = named.join(sizes, "site").withColumn("part", F.pmod(number, F.col("groups"))).drop("groups")
    parts = F.explode(F.sequence(F.lit(0).cast("bigint"), F.col("groups") - 1))
    copies = learned.join(sizes, "site").withColumn("part", parts).drop("groups")

    def extract(group: Any, memory: Any) -> Any:
        return _extract_group(work, group, memory)

    both = cut.groupBy("site", "part").cogroup(copies.groupBy("site", "part"))
    return both.applyInArrow(extract, spark_type(row_schema(work.also)))


def _site(url: str | None, source: str | None, position: int | None) -> str:
    return site_name(Page(url or "", b""), Place(source or "", position))


def _extract_group(work: ExtractPage, pages: Any, learned: Any) -> Any:
    """The articles of a group of a site's pages, beside the one row with the site's memory."""
    import pyarrow as pa

    method = learning_method(work.config)
    assert method is not None
    found, schema = learned.column("memory"), row_schema(work.also)
    memory = method.load_memory(found[0].as_py()) if len(found) else None
    rows = (_article_row(work, row, memory) for row in rows_of(pages.to_batches(max_chunksize=8)))
    return pa.Table.from_batches(batches_of(rows, schema), schema)


def _extract_alone(work: ExtractPage, batches: Iterator[Any]) -> Iterator[Any]:
    rows = (_article_row(work, row, None) for row in rows_of(batches))
    yield from batches_of(rows, row_schema(work.also))


def _article_row(work: ExtractPage, row: dict[str, Any], memory: Memory | None) -> dict[str, Any]:
    item = page_of(row)
    article = work.article(item, memory) if isinstance(item, StoredPage) else item
    if isinstance(article, Skipped):
        return {**article.place._asdict(), "skipped": article.reason, "detail": article.detail}
    sign = sign_article(article, work.config)
    elsewhere, published = originality(article)
    fields = fields_of(article, item.place, work.also)
    return {
        **{name: list(value.items()) if isinstance(value, dict) else value for name, value in fields.items()},
        "key": article.url or str(item.place),
        "signature": sign.to_bytes() if sign else None,
        "elsewhere": elsewhere,
        "published_at": published,
    }


def _as_pages(df: DataFrame, url: str, html: str) -> DataFrame:
    """A DataFrame of a user's own in the columns of pages."""
    from pyspark.sql import functions as F  # noqa: N812

    if html not in df.columns:
        raise ConfigError(f"there is no column {html!r} but {', '.join(df.columns)}: name it as `html`")
    taken = {"url": url, "html": html}
    columns = []
    for field in spark_type(page_schema()).fields:
        name = taken.get(field.name, field.name)
        value = F.col(name) if name in df.columns else F.lit(None)
        if field.name == "encoding" and dict(df.dtypes)[html] == "string":
            value = F.lit("utf-8")
        columns.append(value.cast(field.dataType).alias(field.name))
    return df.select(*columns)
