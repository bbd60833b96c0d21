"""The same on Spark, on two cores of this machine: the same articles, the same memories, the same clusters."""

import io
import json
import random
import shutil
import sys

import pytest

from research import corpora
from tests.batch.conftest import write_parquet, write_warc
from webnoise import stores
from webnoise.batch.inputs import expand
from webnoise.batch.run import Batch, Target
from webnoise.config import Config
from webnoise.errors import ConfigError

pytest.importorskip("pyspark", reason="needs the extra spark")
pytest.importorskip("fastwarc", reason="needs the extra warc")
if shutil.which("java") is None:
    pytest.skip("needs Java: Debian's default-jre-headless", allow_module_level=True)

from webnoise.batch.spark import articles, memories, run_on_spark
from webnoise.batch.spark.duplicates import components
from webnoise.batch.spark.run import pages as spark_pages


def rows(folder):
    """Of a JSONL file, or of a folder of them, in the order of places."""
    files = sorted(folder.glob("part-*.json")) if folder.is_dir() else [folder]
    found = [json.loads(line) for file in files for line in file.read_text().splitlines()]
    return sorted(found, key=lambda row: (row["source"], row["position"]))


def check_same(spark, folder, stored, config):
    """That both ways give the same articles, duplicates and memories."""
    store = f"sqlite:///{folder}/sites.db"
    one_machine = Config.from_mapping({**vars_of(config), "site_store": store})
    inputs = expand([str(stored)])
    alone = Batch(tuple(inputs), Target(folder / "alone.jsonl"), one_machine, workers=2).run()
    together = run_on_spark(inputs, str(folder / "spark.jsonl"), config, spark)
    assert rows(folder / "spark.jsonl") == rows(folder / "alone.jsonl")
    assert rows(folder / "spark.skipped.jsonl") == rows(folder / "alone.skipped.jsonl")
    assert (together.pages, together.articles, together.duplicates, together.skipped) == (
        alone.pages, alone.articles, alone.duplicates, alone.skipped,
    )  # fmt: skip
    learned = memories(spark_pages(spark, inputs, config), config).collect()
    with stores.open(store) as opened:
        assert {site for site, _ in opened.sites.known()} == {row["site"] for row in learned}
        for row in learned:
            assert bytes(row["memory"]) == opened.sites.load(row["site"], "core")
    return alone


def vars_of(config):
    return {name: getattr(config, name) for name in config.__dataclass_fields__}


def test_archive_of_the_demo_gives_the_same_as_one_machine(spark, tmp_path, pages, monkeypatch):
    """Even where a site is cut into groups of a few pages."""
    monkeypatch.setattr("webnoise.batch.spark.extraction._GROUP_PAGES", 7)
    damaged = write_warc(tmp_path / "demo.warc.gz", pages)
    damaged.write_bytes(damaged.read_bytes()[:-50])
    summary = check_same(spark, tmp_path, damaged, Config(duplicates="mark"))
    assert summary.duplicates > 5
    assert summary.skipped["damaged"] == 1


def test_parquet_of_real_pages_gives_the_same_as_one_machine(spark, tmp_path):
    if corpora.corpus_folder() is None:
        pytest.skip("needs the development corpora")
    sample = corpora.read_sample("siblings", 120)
    stored = write_parquet(
        tmp_path / "pages.parquet", [(page.url, page.html.encode("utf-8", "replace")) for page in sample]
    )
    check_same(spark, tmp_path, stored, Config())


def test_frame_of_ones_own_comes_out_as_articles(spark, tmp_path, pages):
    """With text instead of bytes, other names, and no word on where pages stand."""
    from webnoise.page.encoding import decode

    stated = [(url, decode(body)[1]) for url, body in pages if "meridian" in url]
    frame = spark.createDataFrame([*stated, stated[1]], "link string, body string")
    found = articles(frame, Config(), url="link", html="body").select("url", "title", "kind").collect()
    assert {row["kind"] for row in found} == {"article"}
    assert sorted(row["url"] for row in found) == sorted(
        url for url, _ in stated if not url.endswith(".example/")
    )
    with pytest.raises(ConfigError, match="no column 'html' but link, body"):
        articles(frame)


def test_clusters_are_the_same_on_one_machine_and_by_stars(spark):
    chance = random.Random(4)
    edges = [(node, node + chance.randint(1, 3)) for node in range(0, 400, 2) if chance.random() < 0.7]
    frame = spark.createDataFrame(
        [*edges, (7, 7), *((b, a) for a, b in edges[:9])], "one bigint, other bigint"
    )
    alone, by_stars = (
        {tuple(row) for row in components(frame, most_on_driver=most).collect()} for most in (1000, 0)
    )
    assert alone == by_stars
    assert len({cluster for _, cluster in alone}) < len(alone) / 2


@pytest.mark.parametrize("name", ["https://news.example/", "-"])
def test_addresses_are_refused_with_the_remedy(name, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"<p>Rain")))
    with pytest.raises(ConfigError, match="Spark reads files"):
        run_on_spark(expand([name]), "out.parquet", Config())
