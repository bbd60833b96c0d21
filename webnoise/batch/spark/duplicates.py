"""Near duplicates among the rows of a DataFrame: a banded join, verification, connected components."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from webnoise.config import Config
from webnoise.dedup import clusters as dedup_clusters
from webnoise.dedup.compare import Thresholds, compare
from webnoise.dedup.hashes import MOST_SHARING, text_hashes
from webnoise.dedup.signature import Signatures, as_records

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_MOST_ON_DRIVER = 1_000_000
"""Pairs that one machine joins into clusters sooner than a cluster of machines."""

_EDGES = "one bigint, other bigint"


def originals(rows: DataFrame, config: Config) -> DataFrame:
    """Each story once, or as the configuration says, by its original.

    That is the article which is canonical nowhere else, then the one published first, then the one that
    stands first by file and position: the choice of a run on one machine.
    """
    from pyspark.sql import Window
    from pyspark.sql import functions as F  # noqa: N812

    number = F.xxhash64("source", "position", "key")
    rows = rows.withColumn("id", number).persist()  # extraction is the costly part: once
    edges = near_pairs(rows.where(F.col("signature").isNotNull()).select("id", "signature"), config)
    clusters = components(edges)
    rank = F.struct("elsewhere", "published_at", "source", F.coalesce("position", F.lit(0)), "key", "id")
    members = clusters.join(rows.select("id", "key", rank.alias("rank")), "id")
    story = Window.partitionBy("cluster")
    members = members.withColumn("original", F.min("rank").over(story))
    repeated = members.where(F.col("id") != F.col("original.id"))
    originals = repeated.select("id", F.col("original.key").alias("original_key"))
    rows = rows.join(originals, "id", "left")
    if config.duplicates == "mark":
        return rows.withColumn("duplicate_of", F.col("original_key")).drop("id", "original_key")
    rows = rows.where(F.col("original_key").isNull()).dropDuplicates(["id"])
    if config.duplicates == "outlets":
        by_place = F.sort_array(F.collect_list(F.struct("rank.source", F.col("rank.col4"), "key")))
        outlets = repeated.groupBy(F.col("original.id").alias("id")).agg(by_place.alias("outlets"))
        rows = rows.join(outlets, "id", "left")
        rows = rows.withColumn("outlets", F.coalesce(F.col("outlets.key"), F.array().cast("array<string>")))
    return rows.drop("id", "original_key")


def near_pairs(signed: DataFrame, config: Config) -> DataFrame:
    """Pairs (one, other) of ids whose texts are near duplicates, enough of them to find all clusters.

    Equal texts are pairs with the first of them, and only that one looks for others; of those that share a
    hash, all are compared with the first few, so that no crowd stalls the join.
    """
    from pyspark.sql import functions as F  # noqa: N812

    thresholds = Thresholds(short=config.min_terms)
    equal = signed.groupBy("signature").agg(F.sort_array(F.collect_set("id")).alias("ids"))
    equal = equal.withColumn("id", F.element_at("ids", 1)).persist()
    same = equal.select(F.col("id").alias("one"), F.explode("ids").alias("other")).where("one != other")
    same = same.join(equal.select(F.col("id").alias("one"), "signature"), "one")
    same = same.select("one", "other", F.col("signature").alias("a"), F.col("signature").alias("b"))
    alone = equal.select("id", "signature")
    hashes = alone.mapInArrow(_hashes, "id bigint, hash bigint")
    shared = hashes.groupBy("hash").agg(F.sort_array(F.collect_set("id")).alias("ids")).where("size(ids) > 1")
    firsts = shared.select(F.slice("ids", 1, MOST_SHARING).alias("firsts"), F.explode("ids").alias("other"))
    pairs = firsts.select(F.explode("firsts").alias("one"), "other").where("one < other").distinct()
    a = alone.select(F.col("id").alias("one"), F.col("signature").alias("a"))
    b = alone.select(F.col("id").alias("other"), F.col("signature").alias("b"))
    candidates = pairs.join(a, "one").join(b, "other").select("one", "other", "a", "b").unionByName(same)
    return candidates.mapInArrow(partial(_verified, thresholds), _EDGES)


def _signatures(column: Any) -> Signatures:
    return as_records(column.to_pylist())


def _hashes(batches: Iterator[Any]) -> Iterator[Any]:
    """Each text under all of its hashes."""
    import pyarrow as pa

    for batch in batches:
        hashes = text_hashes(_signatures(batch.column("signature")))
        ids = np.repeat(np.asarray(batch.column("id").to_pylist(), np.int64), hashes.shape[1])
        known = hashes.reshape(-1) >= 0
        columns = [pa.array(ids[known]), pa.array(hashes.reshape(-1)[known])]
        yield pa.RecordBatch.from_arrays(columns, ["id", "hash"])


def _verified(thresholds: Thresholds, batches: Iterator[Any]) -> Iterator[Any]:
    """The pairs that are near duplicates."""
    import pyarrow as pa

    for batch in batches:
        pairs = compare(_signatures(batch.column("a")), _signatures(batch.column("b")), thresholds)
        yield batch.select(["one", "other"]).filter(pa.array(pairs["near"]))


def components(edges: DataFrame, most_on_driver: int = _MOST_ON_DRIVER) -> DataFrame:
    """The clusters (id, cluster) that pairs make; a cluster is named by its least id."""
    from pyspark.sql import functions as F  # noqa: N812

    edges = edges.select(F.least("one", "other").alias("one"), F.greatest("one", "other").alias("other"))
    edges = edges.where("one != other").distinct().persist()
    first = edges.limit(most_on_driver + 1).collect()
    if len(first) <= most_on_driver:
        ones, others = np.array(first, np.int64).reshape(-1, 2).T
        found = zip(*(column.tolist() for column in dedup_clusters.components(ones, others)), strict=True)
        return edges.sparkSession.createDataFrame(list(found), "id bigint, cluster bigint")
    return _stars(edges)


def _stars(edges: DataFrame) -> DataFrame:
    """Every node bound to the least of its cluster (Kiveris and others 2014, large and small stars in turn).

    A large star binds a node's greater neighbours to the least of all, a small star the lesser ones and
    itself; where nothing changes any more, each cluster is one star.
    """
    from pyspark.sql import functions as F  # noqa: N812

    stars, before = edges, None
    while True:
        stars = _small_star(_large_star(stars)).localCheckpoint()
        now = stars.agg(F.count("*"), F.sum(F.xxhash64("one", "other").cast("decimal(38,0)"))).collect()[0]
        if now == before:
            break
        before = now
    bound = stars.select(F.col("other").alias("id"), F.col("one").alias("cluster"))
    return bound.union(bound.select("cluster", "cluster")).distinct()


def _large_star(edges: DataFrame) -> DataFrame:
    from pyspark.sql import functions as F  # noqa: N812

    both = edges.select(F.col("one").alias("node"), F.col("other").alias("near"))
    both = both.union(both.select("near", "node"))
    least = both.groupBy("node").agg(F.least(F.min("near"), F.first("node")).alias("least"))
    bound = both.join(least, "node").where("near > node")
    return (
        bound.select(F.col("least").alias("one"), F.col("near").alias("other"))
        .where("one != other")
        .distinct()
    )


def _small_star(edges: DataFrame) -> DataFrame:
    from pyspark.sql import functions as F  # noqa: N812

    down = edges.select(F.col("other").alias("node"), F.col("one").alias("near"))
    least = down.groupBy("node").agg(F.min("near").alias("least"))
    bound = down.join(least, "node").select(F.col("least").alias("one"), F.col("near").alias("other"))
    bound = bound.union(least.select(F.col("least").alias("one"), F.col("node").alias("other")))
    return bound.where("one != other").distinct()
