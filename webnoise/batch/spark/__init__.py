"""The same on Spark: pages to articles on as many machines as there are.

>>> from webnoise.batch.spark import articles
>>> articles(spark.read.parquet("pages/"), Config(languages=("en",))).write.parquet("articles/")

Every stage is a function of plain values from `batch.work` and `dedup`, sent to the workers once; webnoise
must be installed there. No stage holds more than a few hundred pages of a site in one task.
"""

from webnoise.batch.spark.extraction import articles, extracted, memories
from webnoise.batch.spark.run import run_on_spark

__all__ = ["articles", "extracted", "memories", "run_on_spark"]
