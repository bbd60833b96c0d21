"""The demo newspapers, crawled by every paper's method and by the chain of noise removal and ContentExtractor.

The figures are pinned: all articles of the demo come out, however much of their pages a method keeps.
"""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.demo import truth
from webnoise.methods.registry import method_names

ROOT = Path(__file__).parent.parent
PINNED = {  # articles that come out, precision and recall of their words
    "core": (47, 1.00, 1.00),
    "tag_simhash": (55, 0.33, 0.66),
    "tag_simhash_distinct": (47, 0.38, 1.00),
    "content_extractor": (48, 0.79, 0.98),
    "content_extractor_longest": (53, 0.91, 0.36),
    "desea": (57, 0.49, 0.55),
    "key_patterns": (49, 0.29, 0.90),
    "evbe": (47, 0.34, 1.00),
    "eifce": (47, 0.38, 1.00),
    "word_leaf_ratio": (52, 0.74, 0.56),
    "tag_noise, content_extractor": (48, 0.79, 0.98),
}
"""`tag_simhash` keeps the least of a page's words and `word_leaf_ratio` takes some sidebars for the article:
one of 47 may then repeat another."""


def words(text):
    return Counter(text.replace(" | ", " ").split())


def cluster(article):
    return str(article.wire or (article.newspaper, article.path))


@pytest.mark.parametrize("method", PINNED)
def test_demo_crawl_by_a_method_gives_its_articles_and_figures(method, tmp_path):
    output, by_path = tmp_path / "articles.jsonl", {article.path: article for article in truth.articles()}
    command = [
        sys.executable,
        "-m",
        "scrapy",
        "crawl",
        "news",
        "-O",
        str(output),
        "-s",
        f"WEBNOISE_METHOD={method}",
    ]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=300)
    items = [json.loads(line) for line in output.read_text("utf-8").splitlines()]
    pairs = [(item, by_path[urlsplit(item["url"]).path]) for item in items]
    kept = [(words(item["text"]), words(" ".join(article.paragraphs))) for item, article in pairs]
    right = sum((found & real).total() for found, real in kept)
    articles, precision, recall = PINNED[method]
    assert right / sum(found.total() for found, _ in kept) == pytest.approx(precision, abs=0.03)
    assert right / sum(real.total() for _, real in kept) == pytest.approx(recall, abs=0.03)
    assert abs(len(items) - articles) <= 2
    wanted = {cluster(article) for article in truth.articles()}
    missing = wanted - {cluster(article) for _, article in pairs}
    assert len(missing) <= (method in ("tag_simhash", "word_leaf_ratio")), missing


def test_every_method_is_pinned():
    assert set(method_names()) - {"tag_noise"} <= set(PINNED)
