"""A batch on Spark: the same inputs, the same articles; what comes out is a folder of files."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from webnoise.batch.inputs import Input
from webnoise.batch.readers import check_readable, read_pages
from webnoise.batch.run import Summary
from webnoise.batch.spark.columns import batches_of, page_schema, row_of_item, spark_type
from webnoise.batch.spark.extraction import extracted, finished
from webnoise.config import Config
from webnoise.errors import ConfigError

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_FILES_PER_CORE = 2
_PARTS_PER_CORE = 4


def run_on_spark(
    inputs: Sequence[Input], output: str, config: Config, session: SparkSession | None = None
) -> Summary:
    """Read, extract, find duplicates, write; `output` ends in .parquet or .jsonl."""
    _check(inputs, output)
    spark = session or _session()
    rows = extracted(pages(spark, inputs, config), config).persist()
    found = finished(rows, config).persist()
    _write(found, output)
    summary = Summary(pages=rows.count(), articles=found.count())
    skipped = rows.where("skipped is not null").select("source", "position", "skipped", "detail")
    summary.skipped.update(
        {row["skipped"]: row["count"] for row in skipped.groupBy("skipped").count().collect()}
    )
    if summary.skipped:
        _write(skipped.withColumnRenamed("skipped", "reason"), skipped_path(output))
    if config.duplicates == "mark":
        summary.duplicates = found.where("duplicate_of is not null").count()
    else:
        summary.duplicates = summary.pages - summary.articles - summary.skipped.total()
    return summary


def pages(spark: SparkSession, inputs: Sequence[Input], config: Config) -> DataFrame:
    """The pages of inputs, file by file, in the columns of `page_schema`."""
    files = [(given.name, given.kind, given.size) for given in inputs]
    listed = spark.createDataFrame(files, "name string, kind string, size bigint").repartition(
        len(files), "name"
    )
    read = listed.mapInArrow(partial(_read, config), spark_type(page_schema()))
    cores = spark.sparkContext.defaultParallelism
    few = len(files) < _FILES_PER_CORE * cores
    return read.repartition(_PARTS_PER_CORE * cores, "source", "position") if few else read


def _read(config: Config, batches: Iterator[Any]) -> Iterator[Any]:
    files = (Input(**row) for batch in batches for row in batch.to_pylist())
    rows = (row_of_item(item) for given in files for item in read_pages(given, config))
    yield from batches_of(rows, page_schema(), most=16)


def skipped_path(output: str) -> str:
    stem, _, _ = output.rpartition(".")
    return f"{stem}.skipped.jsonl"


def _write(rows: DataFrame, output: str) -> None:
    writer = rows.write.mode("overwrite")
    if output.endswith(".parquet"):
        writer.parquet(output)
    else:
        writer.option("ignoreNullFields", "false").json(output)


def _check(inputs: Sequence[Input], output: str) -> None:
    if not output.endswith((".parquet", ".jsonl")):
        raise ConfigError(f"{output}: an ending that says the format is wanted: .jsonl or .parquet")
    for given in inputs:
        check_readable(given)
        if given.kind in ("address", "addresses") or given.name == "-":
            raise ConfigError(
                f"{given.name}: Spark reads files: fetch addresses by `webnoise batch` without --spark"
            )


def _session() -> SparkSession:
    """The session of `spark-submit`, or one on this machine."""
    try:
        from pyspark.errors import PySparkRuntimeError
        from pyspark.sql import SparkSession
    except ImportError:
        raise ConfigError("--spark needs PySpark and Java: pip install 'webnoise[spark]'") from None
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)  # or a worker on this machine is another Python
    try:
        session = SparkSession.builder.appName("webnoise").getOrCreate()
    except PySparkRuntimeError as error:
        raise ConfigError(f"Spark does not start: {error}; install Java 17 or later") from error
    context = session.sparkContext
    context.setLogLevel("ERROR")
    if str(context.master).startswith("local"):  # a cluster's 200 tasks a stage would be most of the work
        session.conf.set("spark.sql.shuffle.partitions", str(_PARTS_PER_CORE * context.defaultParallelism))
    return session
